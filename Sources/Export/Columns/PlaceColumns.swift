internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
internal import GeocliSearch
package import GeocliText

extension ListingSchema where Row == CatalogEntry {
    package static var places: ListingSchema<CatalogEntry> { ofPlaces }

    package static var place: ListingSchema<CatalogEntry> {
        let website = Column<CatalogEntry>(
            "website_raw", en: "website as given", ko: "웹사이트 원문", orNull: true,
            about: "The web addresses as the feed has them, or the address from a correction."
        ) {
            .text($0.place.websiteRaw)
        }
        var schema = ListingSchema(
            columns: placeColumns + [website], tableKeys: [],
            feature: { FeatureParts(id: $0.id, coordinate: $0.coordinate) })
        schema.links = LinkColumns.ofOne
        return schema
    }
}

extension ListingSchema where Row: ListedPlace {
    /// The places of any source; inlinable, so that the compiler specializes it for the rows of each source.
    @inlinable package static var ofPlaces: ListingSchema {
        var schema = ListingSchema(
            columns: placeColumns, tableKeys: ["id", "name", "kind", "district", "address", "phone"],
            feature: { FeatureParts(id: $0.id, coordinate: $0.coordinate) })
        schema.links = LinkColumns.all(of: { $0 })
        return schema
    }

    @inlinable package static var placeColumns: [Column<Row>] { feedColumns + historyColumns }

    /// The columns for a place's description, as the feed gives it.
    @inlinable package static var feedColumns: [Column<Row>] {
        [
            Column(
                "id", en: "id", ko: "번호", type: .integer,
                about: "The place's permanent number in the catalog."
            ) { .integer($0.id) },
            Column(
                "ref", en: "ref", ko: "참조",
                about: "The feed and the place's id in the feed, such as seoul-bookstores/2283."
            ) {
                .listed(code: $0.listed(.ref))
            },
            Column("name", en: "name", ko: "이름", about: "The name, from the feed or from a correction.") {
                .listed(text: $0.listed(.name))
            },
            Column(
                "kind", en: "kind", ko: "종류", type: .kind,
                about:
                    "The kind of the place: new, used or other for bookstores, or a kind that the feed's declaration names; other for a code that the declaration does not explain."
            ) { .listed(code: $0.listed(.kind)) },
            Column(
                "district", en: "district", ko: "자치구", orNull: true,
                about:
                    "The district: from the feed, the address or a correction, or else the one that contains the point."
            ) { .listed(text: $0.listed(.district)) },
            Column(
                "address", en: "address", ko: "주소", orNull: true,
                about: "The address, from the feed or from a correction."
            ) {
                .listed(text: $0.listed(.address))
            },
            Column("phone", en: "phone", ko: "전화", orNull: true, about: "The first phone number, in E.164 form.") {
                .listed(code: $0.listed(.phone))
            },
            Column(
                "phone_raw", en: "phone as given", ko: "전화 원문", orNull: true,
                about: "The phone numbers as the feed has them, or the number from a correction."
            ) { .listed(text: $0.listed(.phoneRaw)) },
            Column(
                "website", en: "website", ko: "웹사이트", orNull: true,
                about: "The first web address, with http or https."
            ) { .listed(text: $0.listed(.website)) },
            Column(
                "sns", en: "SNS", ko: "SNS", type: .list(of: .text), orNull: true,
                about: "The pages and accounts on social networks."
            ) { .listed(list: $0.listedSNS) },
        ]
    }

    /// The columns for a place's position, and for the runs that contained the place.
    @inlinable package static var historyColumns: [Column<Row>] {
        [
            Column(
                "latitude", en: "latitude", ko: "위도", type: .number, orNull: true,
                about: "Degrees north on WGS 84; null without a usable point."
            ) {
                $0.coordinate.map { .degrees($0.latitude) } ?? .null
            },
            Column(
                "longitude", en: "longitude", ko: "경도", type: .number, orNull: true,
                about: "Degrees east on WGS 84; null without a usable point."
            ) {
                $0.coordinate.map { .degrees($0.longitude) } ?? .null
            },
            Column(
                "first_seen", en: "first seen", ko: "최초 확인일", type: .date,
                about: "The day in Asia/Seoul of the first run that had the place."
            ) { .listed(code: $0.listed(.firstSeen)) },
            Column(
                "last_seen", en: "last seen", ko: "최근 확인일", type: .date,
                about: "The day in Asia/Seoul of the last good run that had the place."
            ) { .listed(code: $0.listed(.lastSeen)) },
            Column(
                "missing_runs", en: "missing runs", ko: "누락 횟수", type: .integer,
                about: "The number of good runs in a row that did not have the place; 0 while its feed has it."
            ) { .integer($0.missingRuns) },
            Column(
                "removed_on", en: "not in the feed since", ko: "피드에 없는 첫날", type: .date, orNull: true,
                about: "The day since which the place is no longer in its feed; null while the feed has it."
            ) { .code($0.removedOn) },
            Column(
                "closed_on", en: "closed on", ko: "폐점일", type: .date, orNull: true,
                about:
                    "The closing date: from a correction, or the day of the run in which the source said that the place is closed. Null if neither says so."
            ) { .code($0.closedOn) },
            Column(
                "point_source", en: "source of the point", ko: "좌표 출처", orNull: true,
                about:
                    "Where the point comes from: feed, correction, or the imported addresses that filled a blank point, such as juso 2606. Null without a point."
            ) { .listed(text: $0.listedPointSource) },
            Column(
                "corrected", en: "corrected", ko: "정정", type: .list(of: .text), orNull: true,
                about: "The keys of the values that a person corrected (point means both coordinates); null for none."
            ) { .listed(list: $0.listedCorrected) },
        ]
    }
}

extension ListingSchema where Row == Neighbor {
    /// Places with their distance and, if there are several query points, the number of the query point.
    package static func neighbors(ofSeveral: Bool) -> ListingSchema<Neighbor> {
        ofNeighbors(ofSeveral: ofSeveral, distanceMeters: \.distanceMeters, query: \.query, rank: \.rank)
    }
}

extension ListingSchema where Row: PlaceAnswer {
    /// The places nearest to one or several points; inlinable, so that the compiler specializes it for the rows of each
    /// source. `rank` counts from 1 among the answers of a row's query point.
    @inlinable package static func ofNeighbors(
        ofSeveral: Bool, distanceMeters: @escaping (Row) -> Double,
        query: @escaping (Row) -> Int?, rank: @escaping (Row) -> Int
    ) -> ListingSchema {
        var columns = placeColumns
        columns.append(
            Column(
                "distance_m", en: "distance", ko: "거리", type: .number,
                about: "The geodesic distance from the position on the WGS 84 ellipsoid, in meters."
            ) { .meters(distanceMeters($0)) })
        if ofSeveral {
            columns.append(
                Column(
                    "query", en: "query", ko: "지점 번호", type: .integer,
                    about: "With --from: the number of the point in the file, counted from 0."
                ) { .integer(query($0)) })
            columns.append(
                Column(
                    "rank", en: "rank", ko: "순위", type: .integer,
                    about: "With --from: the rank of the place in the answer, counted from 1."
                ) { .integer(rank($0)) })
        }
        var schema = ListingSchema(
            columns: columns,
            tableKeys: (ofSeveral ? ["query", "rank"] : [])
                + ["id", "distance_m", "name", "kind", "district", "address", "phone"],
            feature: ofSeveral
                ? { FeatureParts(query: query($0) ?? 0, rank: rank($0), coordinate: $0.coordinate) }
                : { FeatureParts(id: $0.id, coordinate: $0.coordinate) })
        schema.links = LinkColumns.all(of: { $0 })
        return schema
    }
}

extension ListingSchema where Row == SearchHit {
    /// Places that match a search, with the kind of match, a distance (`hasPlace`) and a reason (`isExplained`).
    package static func hits(
        hasPlace: Bool, isExplained: Bool, language: Language
    ) -> ListingSchema<SearchHit> {
        var columns = ListingSchema<CatalogEntry>.placeColumns.map { $0.of { (row: SearchHit) in row.entry } }
        columns.append(
            Column(
                "match", en: "match", ko: "일치", type: .codes(MatchKind.allCases.map(\.rawValue)),
                about: "How the text matches; the possible values are listed from best to worst."
            ) { .code($0.match.rawValue) })
        columns.append(
            Column(
                "score", en: "score", ko: "점수", type: .integer,
                about: "The kind of match as a number; larger is better."
            ) { .integer($0.score) })
        if hasPlace {
            columns.append(
                Column(
                    "distance_m", en: "distance", ko: "거리", type: .number, orNull: true,
                    about: "With --near: the geodesic distance in meters; null without a point."
                ) { $0.distanceMeters.map(OutputValue.meters) ?? .null })
        }
        if isExplained {
            columns.append(
                Column(
                    "why", en: "why", ko: "이유", orNull: true,
                    about: "With --explain: why the place matches, in the chosen language."
                ) { .text($0.explanation?.text(language)) })
        }
        var schema = ListingSchema(
            columns: columns,
            tableKeys: ["id"] + (hasPlace ? ["distance_m"] : []) + ["name", "kind", "district", "address", "phone"]
                + (isExplained ? ["match", "why"] : []),
            feature: { FeatureParts(id: $0.entry.id, coordinate: $0.entry.coordinate) })
        schema.links = LinkColumns.all(of: \.entry)
        return schema
    }
}

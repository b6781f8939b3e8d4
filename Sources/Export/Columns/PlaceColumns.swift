public import GeocliGeo
public import GeocliPlaces
public import GeocliQuery
public import GeocliText

extension ListingSchema where Row == CatalogEntry {
    /// Bookstores.
    public static var bookstores: ListingSchema { ofBookstores }
}

extension ListingSchema where Row: ListedPlace {
    /// Bookstores as any source lists them. It is inlinable so that the compiler specializes it for the rows of each
    /// source.
    @inlinable package static var ofBookstores: ListingSchema {
        ListingSchema(
            columns: bookstoreColumns, tableKeys: ["id", "name", "kind", "district", "address", "phone"],
            feature: { FeatureParts(id: .number(String($0.id)), coordinate: $0.coordinate) })
    }

    @inlinable package static var bookstoreColumns: [Column<Row>] {
        [
            Column("id", en: "id", ko: "번호", type: .integer) { .integer($0.id) },
            Column("ref", en: "ref", ko: "참조") { .listed(code: $0.listed(.ref)) },
            Column("name", en: "name", ko: "이름") { .listed(text: $0.listed(.name)) },
            Column("kind", en: "kind", ko: "종류") { .code($0.kind.rawValue) },
            Column("district", en: "district", ko: "자치구") { .listed(text: $0.listed(.district)) },
            Column("address", en: "address", ko: "주소") { .listed(text: $0.listed(.address)) },
            Column("phone", en: "phone", ko: "전화") { .listed(code: $0.listed(.phone)) },
            Column("phone_raw", en: "phone as given", ko: "전화 원문") { .listed(text: $0.listed(.phoneRaw)) },
            Column("website", en: "website", ko: "누리집") { .listed(text: $0.listed(.website)) },
            Column("sns", en: "SNS", ko: "SNS") { .listed(list: $0.listedSNS) },
            Column("latitude", en: "latitude", ko: "위도", type: .number) {
                $0.coordinate.map { .degrees($0.latitude) } ?? .null
            },
            Column("longitude", en: "longitude", ko: "경도", type: .number) {
                $0.coordinate.map { .degrees($0.longitude) } ?? .null
            },
            Column("first_seen", en: "first seen", ko: "처음 본 날", type: .date) { .code($0.firstSeen) },
            Column("last_seen", en: "last seen", ko: "마지막으로 본 날", type: .date) { .code($0.lastSeen) },
            Column("missing_runs", en: "missing runs", ko: "빠진 횟수", type: .integer) { .integer($0.missingRuns) },
            Column("closed_on", en: "closed on", ko: "폐점일", type: .date) { .code($0.closedOn) },
        ]
    }
}

extension ListingSchema where Row == Neighbor {
    /// Bookstores with their distance and, if there are several questions, the number of the question.
    public static func neighbors(ofSeveral: Bool) -> ListingSchema {
        ofNeighbors(
            ofSeveral: ofSeveral, bookstore: \.entry, distanceMeters: \.distanceMeters, query: \.query, rank: \.rank)
    }
}

extension ListingSchema {
    @inlinable package static func ofNeighbors<Inner: ListedPlace>(
        ofSeveral: Bool, bookstore: @escaping (Row) -> Inner, distanceMeters: @escaping (Row) -> Double,
        query: @escaping (Row) -> Int?, rank: @escaping (Row) -> Int
    ) -> ListingSchema {
        var columns = ListingSchema<Inner>.bookstoreColumns.map { $0.of(bookstore) }
        columns.append(Column("distance_m", en: "distance", ko: "거리") { .meters(distanceMeters($0)) })
        if ofSeveral {
            columns.append(Column("query", en: "query", ko: "질의") { .integer(query($0)) })
            columns.append(Column("rank", en: "rank", ko: "순위") { .integer(rank($0)) })
        }
        return ListingSchema(
            columns: columns,
            tableKeys: (ofSeveral ? ["query", "rank"] : [])
                + ["id", "distance_m", "name", "kind", "district", "address", "phone"],
            feature: {
                let bookstore = bookstore($0)
                return FeatureParts(id: .number(String(bookstore.id)), coordinate: bookstore.coordinate)
            })
    }
}

extension ListingSchema where Row == StoredReject {
    /// Rejected rows and the reason for each.
    public static var rejects: ListingSchema {
        ListingSchema(
            columns: [
                Column("run_id", en: "run", ko: "실행", type: .integer) { .integer($0.runID) },
                Column("page", en: "page", ko: "페이지") { .text($0.record.origin.page) },
                Column("row", en: "row", ko: "행") { .integer($0.record.origin.row) },
                Column("reason", en: "reason", ko: "이유") { .code($0.record.reason.rawValue) },
                Column("kept", en: "kept", ko: "유지") { .bool($0.record.isKept) },
                Column("feed_id", en: "feed id", ko: "피드 번호") { .text($0.record.feedID) },
                Column("value", en: "value", ko: "값") { .text($0.record.value) },
                Column("raw", en: "raw row", ko: "원본 행") { .text($0.record.raw) },
            ],
            tableKeys: ["run_id", "row", "reason", "kept", "feed_id", "value"])
    }
}

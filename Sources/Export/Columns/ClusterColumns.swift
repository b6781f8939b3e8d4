internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
internal import GeocliText

extension MarkerID {
    var output: OutputValue {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }

    var text: String {
        switch self {
        case .integer(let number): String(number)
        case .text(let text): text
        }
    }

    var json: JSONValue {
        switch self {
        case .integer(let number): .number(String(number))
        case .text(let text): .string(text)
        }
    }
}

extension ListingSchema {
    /// The result of a collision pass over places. If `words` has kinds other than those of places, each row also
    /// counts all kinds by name.
    package static func clusters(
        withMembers: Bool, _ words: PlaceWords = .bookstores
    ) -> ListingSchema where Row == ClusterRow<CatalogEntry> {
        let item = ListingSchema<CatalogEntry>.placeColumns.map { $0.of { (row: Row) in row.item } }
        let further: [Column<Row>] = words.kinds.allSatisfy(\.isUsual) ? [] : [kindCounts(words)]
        var schema = clusters(
            item: item, ids: .integer, shown: ["id", "name"], withMembers: withMembers, further: further)
        schema.words = words
        schema.links = LinkColumns.all(of: \.item)
        return schema
    }

    /// The result of a collision pass over the points of a file.
    package static func clusters(withMembers: Bool) -> ListingSchema where Row == ClusterRow<FilePoint> {
        let item = filePoint(\.id, \.coordinate)
        var schema = clusters(item: item, ids: .integerOrText, shown: item.map(\.key), withMembers: withMembers)
        schema.links = LinkColumns.all(name: { $0.id.text }, at: \.coordinate)
        return schema
    }

    /// The lowest zoom at which each place is visible.
    package static func levels(_ words: PlaceWords = .bookstores) -> ListingSchema where Row == LevelRow<CatalogEntry> {
        var schema = levels(
            item: ListingSchema<CatalogEntry>.placeColumns.map { $0.of { (row: Row) in row.item } },
            shown: ["id", "name"])
        schema.words = words
        schema.links = LinkColumns.all(of: \.item)
        return schema
    }

    /// The lowest zoom at which each point of a file is visible.
    package static func levels() -> ListingSchema where Row == LevelRow<FilePoint> {
        let item = filePoint(\.id, \.coordinate)
        var schema = levels(item: item, shown: item.map(\.key))
        schema.links = LinkColumns.all(name: { $0.id.text }, at: \.coordinate)
        return schema
    }

    private static func filePoint(
        _ id: @escaping (Row) -> MarkerID, _ coordinate: @escaping (Row) -> Coordinate
    ) -> [Column<Row>] {
        [
            Column(
                "id", en: "id", ko: "번호", type: .integerOrText,
                about: "The id of the point in the file."
            ) { id($0).output }
        ]
            + Column.position(
                north: "Degrees north on WGS 84.", east: "Degrees east on WGS 84.", orNull: false, of: coordinate)
    }

    private static func clusters<Item>(
        item: [Column<ClusterRow<Item>>], ids: ValueShape, shown: [String], withMembers: Bool,
        further: [Column<ClusterRow<Item>>] = []
    ) -> ListingSchema where Row == ClusterRow<Item> {
        let own = withMembers ? ["visible", "hidden_by"] : []
        // A table shows the catalog's kinds. Programs rely on other formats having the three kinds of places.
        let kinds = further.isEmpty ? ["new_count", "used_count", "other_count"] : further.map(\.key)
        return ListingSchema(
            columns: item + (withMembers ? members(ids: ids) : []) + counts(ids: ids) + further + extents(),
            tableKeys: shown + own + ["point_count"] + kinds + ["expansion_zoom"],
            feature: { FeatureParts(id: $0.id.json, coordinate: $0.coordinate) })
    }

    private static func members<Item>(ids: ValueShape) -> [Column<Row>] where Row == ClusterRow<Item> {
        [
            Column(
                "visible", en: "visible", ko: "보임", type: .flag,
                about: "With --members: whether the marker is shown."
            ) { .bool($0.isVisible) },
            Column(
                "hidden_by", en: "hidden by", ko: "가린 마커", type: ids, orNull: true,
                about: "With --members: the id of the shown marker that hides this one."
            ) { $0.hiddenBy?.output ?? .null },
        ]
    }

    /// Only visible markers have counts, so the sum of the counts is the number of all markers in the pass.
    private static func counts<Item>(ids: ValueShape) -> [Column<Row>] where Row == ClusterRow<Item> {
        [
            Column(
                "cluster", en: "cluster", ko: "묶음", type: .flag,
                about: "Whether the marker also represents other markers."
            ) { .bool($0.isCluster) },
            Column(
                "cluster_id", en: "cluster id", ko: "묶음 번호", type: ids,
                about: "The id of the shown marker in the same cluster."
            ) { ($0.hiddenBy ?? $0.id).output },
            Column(
                "point_count", en: "count", ko: "개수", type: .integer, orNull: true,
                about: "The number of markers that the marker represents, itself included; null for a hidden marker."
            ) { $0.isVisible ? .integer($0.pointCount) : .null },
            Column(
                "point_count_abbreviated", en: "count, short", ko: "개수(줄임)", orNull: true,
                about: "The same number in short form, such as 1.2k."
            ) { $0.isVisible ? .code(PointCount.abbreviated($0.pointCount)) : .null },
            kindCount("new_count", "new", "새책", "How many of the represented places sell new books.", .new),
            kindCount("used_count", "used", "헌책", "How many of the represented places sell used books.", .used),
            Column(
                "other_count", en: "other", ko: "기타", type: .integer, orNull: true,
                about: "How many of the represented places are of another kind."
            ) { $0.isVisible ? .integer($0.pointCount - ($0.kinds[.new] ?? 0) - ($0.kinds[.used] ?? 0)) : .null },
        ]
    }

    /// The column for the number of places of each kind, for a catalog with kinds other than those of the bookstore feed.
    private static func kindCounts<Item>(_ words: PlaceWords) -> Column<Row> where Row == ClusterRow<Item> {
        var column = Column<Row>(
            "kind_counts", en: "kinds", ko: "종류별", type: .counts(names: nil), orNull: true,
            about:
                "How many of the represented places are of each kind, in a catalog with kinds besides new, used and other."
        ) { row in
            guard row.isVisible else { return .null }
            let counts = Kind.inOrder(row.kinds.keys).map { kind in
                JSONValue.Member(kind.rawValue, .number(String(row.kinds[kind] ?? 0)))
            }
            return .json(.object(counts))
        }
        column.spoken = { row, language in
            guard row.isVisible else { return nil }
            return Kind.inOrder(row.kinds.keys).map { kind in
                "\(words.title(of: kind).text(language)) \(row.kinds[kind] ?? 0)"
            }.joined(separator: ", ")
        }
        return column
    }

    private static func kindCount<Item>(
        _ key: String, _ en: String, _ ko: String, _ about: String, _ kind: Kind
    ) -> Column<Row> where Row == ClusterRow<Item> {
        Column(key, en: en, ko: ko, type: .integer, orNull: true, about: about) {
            $0.isVisible ? .integer($0.kinds[kind] ?? 0) : .null
        }
    }

    private static func extents<Item>() -> [Column<Row>] where Row == ClusterRow<Item> {
        [
            Column(
                "expansion_zoom", en: "expands at", ko: "펼침 줌", type: .integer, orNull: true,
                about: "The lowest zoom, above the requested zoom, that shows a marker hidden by this marker."
            ) { .integer($0.expansionZoom) },
            Column(
                "bbox", en: "box", ko: "범위", type: .box, orNull: true,
                about: "The box around the marker and the markers that it hides: west, south, east, north in degrees."
            ) { row in
                row.box.map { .box([$0.west, $0.south, $0.east, $0.north]) } ?? .null
            },
        ]
    }

    private static func levels<Item>(
        item: [Column<LevelRow<Item>>], shown: [String]
    ) -> ListingSchema where Row == LevelRow<Item> {
        let columns: [Column<LevelRow<Item>>] = [
            Column(
                "minzoom", en: "from zoom", ko: "시작 줌", type: .integer,
                about: "The lowest zoom at which the marker is shown."
            ) { .integer($0.minZoom) },
            Column(
                "colocated", en: "same place", ko: "같은 자리", type: .flag,
                about: "Whether the marker is still hidden at the highest zoom."
            ) { .bool($0.isColocated) },
        ]
        return ListingSchema(
            columns: item + columns, tableKeys: shown + ["minzoom", "colocated"],
            feature: { FeatureParts(id: $0.id.json, coordinate: $0.coordinate, minZoom: $0.minZoom) })
    }
}

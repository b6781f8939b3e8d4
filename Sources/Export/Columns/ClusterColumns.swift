internal import GeocliGeo
public import GeocliPlaces
public import GeocliQuery
internal import GeocliText

extension MarkerID {
    /// The id as a value of a listing.
    var output: OutputValue {
        switch self {
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }

    /// The id as a value of a Feature.
    var json: JSONValue {
        switch self {
        case .integer(let number): .number(String(number))
        case .text(let text): .string(text)
        }
    }
}

extension ListingSchema {
    /// The collision pass over bookstores.
    public static func clusters(withMembers: Bool) -> ListingSchema where Row == ClusterRow<CatalogEntry> {
        let item = ListingSchema<CatalogEntry>.bookstoreColumns.map { $0.of { (row: Row) in row.item } }
        return clusters(item: item, shown: ["id", "name"], withMembers: withMembers)
    }

    /// The collision pass over the points of a file.
    public static func clusters(withMembers: Bool) -> ListingSchema where Row == ClusterRow<FilePoint> {
        let item: [Column<Row>] = [
            Column("id", en: "id", ko: "번호") { $0.id.output },
            Column("latitude", en: "latitude", ko: "위도", type: .number) { .degrees($0.coordinate.latitude) },
            Column("longitude", en: "longitude", ko: "경도", type: .number) { .degrees($0.coordinate.longitude) },
        ]
        return clusters(item: item, shown: item.map(\.key), withMembers: withMembers)
    }

    /// The lowest zoom of each bookstore.
    public static func levels() -> ListingSchema where Row == LevelRow<CatalogEntry> {
        levels(
            item: ListingSchema<CatalogEntry>.bookstoreColumns.map { $0.of { (row: Row) in row.item } },
            shown: ["id", "name"])
    }

    /// The lowest zoom of each point of a file.
    public static func levels() -> ListingSchema where Row == LevelRow<FilePoint> {
        levels(
            item: [
                Column("id", en: "id", ko: "번호") { $0.id.output },
                Column("latitude", en: "latitude", ko: "위도", type: .number) { .degrees($0.coordinate.latitude) },
                Column("longitude", en: "longitude", ko: "경도", type: .number) { .degrees($0.coordinate.longitude) },
            ], shown: ["id", "latitude", "longitude"])
    }

    private static func clusters<Item>(
        item: [Column<ClusterRow<Item>>], shown: [String], withMembers: Bool
    ) -> ListingSchema where Row == ClusterRow<Item> {
        var columns = item
        if withMembers {
            columns.append(Column("visible", en: "visible", ko: "보임") { .bool($0.isVisible) })
            columns.append(Column("hidden_by", en: "hidden by", ko: "가린 마커") { $0.hiddenBy?.output ?? .null })
        }
        columns += [
            // Only visible markers have counts, so the counts add up to the number of all markers in the pass.
            Column("cluster", en: "cluster", ko: "묶음") { .bool($0.isCluster) },
            Column("cluster_id", en: "cluster id", ko: "묶음 번호") { ($0.hiddenBy ?? $0.id).output },
            Column("point_count", en: "count", ko: "개수") { $0.isVisible ? .integer($0.pointCount) : .null },
            Column("point_count_abbreviated", en: "count, short", ko: "개수(줄임)") {
                $0.isVisible ? .code(PointCount.abbreviated($0.pointCount)) : .null
            },
            Column("new_count", en: "new", ko: "새책") { count($0, .new) },
            Column("used_count", en: "used", ko: "헌책") { count($0, .used) },
            Column("other_count", en: "other", ko: "기타") { count($0, .other) },
            Column("expansion_zoom", en: "expands at", ko: "펼침 줌") { .integer($0.expansionZoom) },
            Column("bbox", en: "box", ko: "범위") { row in
                row.box.map { .box([$0.west, $0.south, $0.east, $0.north]) } ?? .null
            },
        ]
        let own = withMembers ? ["visible", "hidden_by"] : []
        return ListingSchema(
            columns: columns,
            tableKeys: shown + own + ["point_count", "new_count", "used_count", "other_count", "expansion_zoom"],
            feature: { FeatureParts(id: $0.id.json, coordinate: $0.coordinate) })
    }

    private static func count<Item>(_ row: ClusterRow<Item>, _ kind: Kind) -> OutputValue {
        row.isVisible ? .integer(row.kinds[kind] ?? 0) : .null
    }

    private static func levels<Item>(
        item: [Column<LevelRow<Item>>], shown: [String]
    ) -> ListingSchema where Row == LevelRow<Item> {
        let columns: [Column<LevelRow<Item>>] = [
            Column("minzoom", en: "from zoom", ko: "시작 줌", type: .integer) { .integer($0.minZoom) },
            Column("colocated", en: "same place", ko: "같은 자리", type: .flag) { .bool($0.isColocated) },
        ]
        return ListingSchema(
            columns: item + columns, tableKeys: shown + ["minzoom", "colocated"],
            feature: { FeatureParts(id: $0.id.json, coordinate: $0.coordinate, minZoom: $0.minZoom) })
    }
}

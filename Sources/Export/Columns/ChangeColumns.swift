internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == CatalogChange {
    /// The changes that runs found. A map file shows each change at the place's current position. A place may have
    /// several changes, so a Feature has no id of its own.
    package static var changes: ListingSchema<CatalogChange> {
        ListingSchema(
            columns: happening + difference,
            tableKeys: ["run_id", "date", "what", "id", "name", "field", "old", "new", "distance_m"],
            feature: { FeatureParts(id: nil, coordinate: $0.place.coordinate) })
    }

    private static var happening: [Column<CatalogChange>] {
        [
            Column(
                "run_id", en: "run", ko: "실행", type: .integer, about: "The number of the run that found the change."
            ) { .integer($0.run.id) },
            Column("date", en: "date", ko: "날짜", type: .date, about: "The day of that run in Asia/Seoul.") {
                .code($0.run.date)
            },
            Column("feed", en: "feed", ko: "피드", about: "The id of the feed, such as seoul-bookstores.") {
                .code($0.run.feed)
            },
            Column(
                "what", en: "what", ko: "변경 내역", type: .codes(CatalogChange.What.allCases.map(\.rawValue)),
                about: "The kind of change."
            ) { .code($0.what.rawValue) },
            Column("id", en: "id", ko: "번호", type: .integer, about: "The number of the place in the catalog.") {
                .integer($0.place.id)
            },
            Column(
                "ref", en: "ref", ko: "참조",
                about: "The feed and the place's id in the feed, such as seoul-bookstores/2283."
            ) {
                .code($0.ref)
            },
            Column("name", en: "name", ko: "이름", about: "The current name of the place.") { .text($0.place.name) },
            Column(
                "kind", en: "kind", ko: "종류", type: .kind, about: "The current kind of the place."
            ) { .code($0.place.kind.rawValue) },
            Column("district", en: "district", ko: "자치구", orNull: true, about: "The current district of the place.") {
                .text($0.place.district)
            },
        ]
    }

    private static var difference: [Column<CatalogChange>] {
        [
            Column(
                "field", en: "field", ko: "항목", orNull: true,
                about: "The key of the value that changed; point means both coordinates."
            ) { .code($0.field) },
            Column(
                "old", en: "old", ko: "변경 전", orNull: true,
                about: "The old value as text; a point is latitude,longitude."
            ) { value($0.old, of: $0) },
            Column("new", en: "new", ko: "변경 후", orNull: true, about: "The new value as text.") {
                value($0.new, of: $0)
            },
            Column(
                "distance_m", en: "distance", ko: "거리", type: .number, orNull: true,
                about: "How far the place moved, in meters on the WGS 84 ellipsoid."
            ) {
                $0.distanceMeters.map(OutputValue.meters) ?? .null
            },
        ]
            + Column.position(
                north: "The latitude of the place's current point, in degrees on WGS 84.",
                east: "The longitude of the place's current point, in degrees on WGS 84."
            ) { $0.place.coordinate }
    }

    /// The changes that runs found, for a map. The row of a moved place also has the former position.
    package static var changesOnMap: ListingSchema<CatalogChange> {
        let plain = changes
        let former = [
            Column<CatalogChange>(
                "old_latitude", en: "old latitude", ko: "변경 전 위도", type: .number, orNull: true,
                about: "The latitude of the place's old point, in degrees on WGS 84."
            ) {
                $0.formerCoordinate.map { .degrees($0.latitude) } ?? .null
            },
            Column<CatalogChange>(
                "old_longitude", en: "old longitude", ko: "변경 전 경도", type: .number, orNull: true,
                about: "The longitude of the place's old point, in degrees on WGS 84."
            ) {
                $0.formerCoordinate.map { .degrees($0.longitude) } ?? .null
            },
        ]
        var schema = ListingSchema(
            columns: plain.columns + former, tableKeys: plain.tableKeys, feature: plain.feature)
        schema.hasUniqueIDs = false
        return schema
    }

    /// Phone numbers, points and kinds are written by geocli itself, so their `+` or `-` does not start a formula.
    private static func value(_ text: String?, of change: CatalogChange) -> OutputValue {
        guard let text else { return .null }
        if change.field == "point" { return .point(text) }
        return ["phone", "kind"].contains(change.field) ? .code(text) : .text(text)
    }
}

internal import GeocliGeo
public import GeocliPlaces
public import GeocliQuery
internal import GeocliText

extension ListingSchema where Row == DistrictSummary {
    /// Districts and their outlines.
    public static var districts: ListingSchema {
        var schema = ListingSchema(
            columns: [
                Column("name", en: "district", ko: "자치구", about: "The district's name.") { .text($0.outline.name) },
                Column(
                    "romanized", en: "romanized", ko: "로마자", orNull: true,
                    about: "The district's name in Latin letters, for districts of Seoul."
                ) { .code($0.romanized) },
                Column(
                    "places", en: "places", ko: "장소", type: .integer,
                    about: "The number of listed places that state this district."
                ) { .integer($0.statedCount) },
                Column(
                    "inside", en: "inside", ko: "경계 안", type: .integer,
                    about: "The number of listed places with a point in the outline, edges included."
                ) { .integer($0.insideCount) },
                Column(
                    "bbox", en: "box", ko: "범위", type: .box,
                    about: "The box around the outline: west, south, east, north in degrees."
                ) { row in
                    let box = row.outline.area.box
                    return .box([box.west, box.south, box.east, box.north])
                },
            ],
            tableKeys: ["name", "romanized", "places", "inside", "bbox"],
            feature: { FeatureParts(id: nil, area: $0.outline.area) })
        schema.hasAreas = true
        schema.hasUniqueIDs = false
        return schema
    }
}

extension ListingSchema where Row == MisplacedPlace {
    /// Places whose point is outside their district.
    public static var misplaced: ListingSchema {
        ListingSchema(
            columns: [
                Column("id", en: "id", ko: "번호", type: .integer, about: "The number of the place in the catalog.") {
                    .integer($0.entry.id)
                },
                Column(
                    "ref", en: "ref", ko: "참조",
                    about: "The feed and the place's id in the feed, such as seoul-bookstores/2283."
                ) {
                    .code($0.entry.ref)
                },
                Column("name", en: "name", ko: "이름", about: "The name of the place.") {
                    .text($0.entry.place.name)
                },
                Column(
                    "district", en: "district", ko: "자치구", orNull: true, about: "The district that the place states."
                ) {
                    .text($0.entry.place.district)
                },
                Column(
                    "point_district", en: "district of the point", ko: "좌표상 자치구", orNull: true,
                    about: "The district that contains the place's point; null if there is none."
                ) { .text($0.pointDistrict) },
            ]
                + Column.position(north: "Degrees north on WGS 84.", east: "Degrees east on WGS 84.") {
                    $0.entry.coordinate
                },
            tableKeys: ["id", "ref", "name", "district", "point_district"],
            feature: { FeatureParts(id: $0.entry.id, coordinate: $0.entry.coordinate) })
    }
}

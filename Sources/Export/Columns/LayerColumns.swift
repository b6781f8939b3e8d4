internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
internal import GeocliSearch
internal import GeocliText

extension ListingSchema where Row == DistrictSummary {
    package static var districts: ListingSchema<DistrictSummary> {
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
    package static var misplaced: ListingSchema<MisplacedPlace> {
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

/// Listings that only a service returns. It writes their rows as Features.
extension ListingSchema where Row == ListedLandmark {
    package static var landmarks: ListingSchema<ListedLandmark> {
        ListingSchema(
            columns: [
                Column(
                    "ref", en: "ref", ko: "참조",
                    about: "The feed and the landmark's id in the feed, such as seoul-stations/0239."
                ) {
                    .code($0.landmark.ref)
                },
                Column("name", en: "name", ko: "이름", about: "The name as the feed has it.") { .text($0.landmark.name) },
                Column("kind", en: "kind", ko: "종류", type: .kind, about: "The kind of the landmark, such as station.") {
                    .code($0.landmark.kind.rawValue)
                },
                Column(
                    "line", en: "line", ko: "노선", orNull: true,
                    about:
                        "What distinguishes the landmark from others with the same name, such as the line of a station."
                ) { .text($0.landmark.line) },
            ],
            tableKeys: [],
            feature: { FeatureParts(id: $0.id, coordinate: $0.landmark.coordinate) })
    }
}

extension ListingSchema where Row == DistrictOutline {
    /// Outlines of districts. They have no counts of places, because counting would require a pass over all places.
    package static var outlines: ListingSchema<DistrictOutline> {
        ListingSchema(
            columns: [
                Column("name", en: "district", ko: "자치구", about: "The district's name.") { .text($0.name) },
                Column(
                    "romanized", en: "romanized", ko: "로마자", orNull: true,
                    about: "The district's name in Latin letters, for districts of Seoul."
                ) { .code($0.meaning.romanized) },
            ],
            tableKeys: [], feature: { FeatureParts(id: .string($0.name), area: $0.area) })
    }
}

extension ListingSchema where Row == LayerSummary {
    /// The layers of a catalog: the base map and the outlines of districts.
    package static var layers: ListingSchema<LayerSummary> {
        ListingSchema(
            columns: [
                Column(
                    "role", en: "role", ko: "역할", type: .codes(LayerRole.allCases.map(\.rawValue)),
                    about: "What the layer shows."
                ) { .code($0.role.rawValue) },
                Column("title", en: "title", ko: "제목", about: "The title of the source.") { .text($0.source.title) },
                Column("license", en: "license", ko: "이용 조건", about: "The terms of use of the source.") {
                    .text($0.source.license)
                },
                Column(
                    "features", en: "features", ko: "피처", type: .integer,
                    about: "The number of lines and areas in the layer, or of districts."
                ) {
                    .integer($0.featureCount)
                },
                Column(
                    "bytes", en: "bytes", ko: "바이트", type: .integer,
                    about: "The size of the layer's shapes in the catalog."
                ) { .integer($0.byteCount) },
                Column(
                    "imported_on", en: "imported on", ko: "가져온 날", type: .date,
                    about: "The day of the import in Asia/Seoul."
                ) { .code($0.source.importedOn) },
                Column("sha256", en: "SHA-256", ko: "SHA-256", about: "The SHA-256 of the imported file.") {
                    .code($0.source.sha256)
                },
            ],
            tableKeys: ["role", "title", "license", "features", "bytes", "imported_on"])
    }
}

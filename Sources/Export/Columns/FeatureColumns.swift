internal import GeocliGeo
public import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// Listings that only a service returns. It writes their rows as Features.
extension ListingSchema where Row == ListedLandmark {
    /// Landmarks.
    public static var landmarks: ListingSchema {
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
    public static var outlines: ListingSchema {
        ListingSchema(
            columns: [
                Column("name", en: "district", ko: "자치구", about: "The district's name.") { .text($0.name) },
                Column(
                    "romanized", en: "romanized", ko: "로마자", orNull: true,
                    about: "The district's name in Latin letters, for districts of Seoul."
                ) { .code(District.named($0.name)?.romanized) },
            ],
            tableKeys: [], feature: { FeatureParts(id: .string($0.name), area: $0.area) })
    }
}

internal import GeocliGeo
internal import GeocliPlaces
public import GeocliQuery
internal import GeocliSearch
public import GeocliText

extension ListingSchema where Row == SearchHit {
    /// Places that match a search, with the kind of match.
    ///
    /// Each place has a distance if the search has a position, and a reason if reasons are requested.
    public static func hits(
        hasPlace: Bool, isExplained: Bool, language: Language
    ) -> ListingSchema {
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

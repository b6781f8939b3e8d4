/// A layer of the sample's invented base map.
public enum SampleGround: String, Sendable, CaseIterable {
    case park
    case water
    case rail

    /// The name of the layer in its file's title.
    fileprivate var title: String {
        switch self {
        case .park: "parks"
        case .water: "waters"
        case .rail: "railways"
        }
    }
}

extension SampleFeed {
    /// Returns the invented base map of the sample: for each layer a GeoJSON FeatureCollection (RFC 7946), whose
    /// Features have the properties `name` and `name_en`.
    ///
    /// No place of `SampleFeed(seed: seed, count: 606)` is in the water or in a park.
    ///
    /// - Units: degrees, 5 decimals.
    public static func ground(seed: UInt64 = bundled.seed) -> [SampleGround: [UInt8]] {
        let feed = SampleFeed(seed: seed, count: FlawSchedule.period)
        let city = CityGround(seed: seed, places: feed.placedPlaces.map(\.spot))
        return Dictionary(uniqueKeysWithValues: SampleGround.allCases.map { ($0, json($0, of: city)) })
    }

    private static func json(_ layer: SampleGround, of city: CityGround) -> [UInt8] {
        var json: [UInt8] = []
        let head = """
            {"type":"FeatureCollection","title":"Made-up \(layer.title), for the made-up bookstores of geocli's \
            sample","license":"MIT","note":"Invented by a seeded generator; nothing real lies like this.","features":[
            """
        json.append(contentsOf: head.utf8)
        json.append("\n")
        for (index, piece) in city.pieces(of: layer).enumerated() {
            if index > 0 { json.append(",\n") }
            json.append(#"{"type":"Feature","properties":{"name":""#)
            json.append(contentsOf: piece.name.utf8)
            json.append(#"","name_en":""#)
            json.append(contentsOf: piece.englishName.utf8)
            json.append(#""},"geometry":{"type":""#)
            json.append(piece.isArea ? #"Polygon","coordinates":["# : #"LineString","coordinates":"#)
            json.append(positions: piece.isArea ? piece.spots + piece.spots.prefix(1) : piece.spots)
            json.append(piece.isArea ? "]}}" : "}}")
        }
        json.append("\n]}\n")
        return json
    }
}

extension [UInt8] {
    fileprivate mutating func append(positions spots: [CityMap.Spot]) {
        append("[")
        for (index, spot) in spots.enumerated() {
            let position = BorderLines.position(of: spot)
            append(index > 0 ? ",[" : "[")
            append(fixedPoint: position.longitudeUnits, decimals: BorderLines.decimals)
            append(",")
            append(fixedPoint: position.latitudeUnits, decimals: BorderLines.decimals)
            append("]")
        }
        append("]")
    }
}

extension CityGround {
    /// Returns the pieces of a layer.
    fileprivate func pieces(of layer: SampleGround) -> [Piece] {
        switch layer {
        case .water: [river, stream]
        case .park: parks
        case .rail: railways
        }
    }
}

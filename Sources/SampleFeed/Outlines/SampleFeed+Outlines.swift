extension SampleFeed {
    /// Returns invented outlines of the districts of the sample's places: a GeoJSON FeatureCollection (RFC 7946)
    /// whose 25 Features have the properties `name` and `name_en`.
    ///
    /// Each row of `SampleFeed(seed: seed, count: 606)` that has a position is in the district that it states, unless
    /// two places of different districts are within a few hundred meters of each other. Neighboring districts have
    /// the same positions on their common border.
    ///
    /// - Units: degrees, 5 decimals.
    public static func outlines(seed: UInt64 = bundled.seed) -> [UInt8] {
        let feed = SampleFeed(seed: seed, count: FlawSchedule.period)
        let lines = BorderLines(CityMap(seed: seed, places: feed.placedPlaces), seed: seed)
        var json: [UInt8] = []
        json.append(
            """
            {"type":"FeatureCollection","title":"Made-up outlines of districts, for the made-up bookstores of geocli's \
            sample","license":"MIT","note":"Invented by a seeded generator; no real border runs like this.","features":[
            """)
        json.append("\n")
        for (index, district) in SampleDistrict.all.enumerated() {
            if index > 0 { json.append(",\n") }
            json.append(#"{"type":"Feature","properties":{"name":""#)
            json.append(contentsOf: district.name.utf8)
            json.append(#"","name_en":""#)
            json.append(contentsOf: district.englishName.utf8)
            json.append(#""},"geometry":"#)
            json.append(geometryOf: lines.rings(of: index))
            json.append("}")
        }
        json.append("\n]}\n")
        return json
    }

    /// The positions of the rows that have one, with the districts that these rows state.
    var placedPlaces: [(spot: CityMap.Spot, district: Int)] {
        (0..<count).compactMap { row in
            guard let point = coordinate(ofRow: row), let district = district(ofRow: row) else { return nil }
            return (CityMap.spot(latitude: point.latitude, longitude: point.longitude), district)
        }
    }
}

extension [UInt8] {
    /// Adds a Polygon, or a MultiPolygon if a district has several outer rings. Holes come after the ring around them.
    fileprivate mutating func append(geometryOf rings: [[BorderLines.Position]]) {
        let outer = rings.filter { $0.doubledArea > 0 }
        let holes = rings.filter { $0.doubledArea < 0 }
        let polygons = outer.map { ring in [ring] + holes.filter { ring.surrounds($0[0]) } }
        append(polygons.count == 1 ? #"{"type":"Polygon","coordinates":"# : #"{"type":"MultiPolygon","coordinates":["#)
        for (index, polygon) in polygons.enumerated() {
            if index > 0 { append(",") }
            append(polygon: polygon)
        }
        append(polygons.count == 1 ? "}" : "]}")
    }

    private mutating func append(polygon rings: [[BorderLines.Position]]) {
        append("[")
        for (index, ring) in rings.enumerated() {
            append(index > 0 ? ",[" : "[")
            for (number, position) in ring.enumerated() {
                append(number > 0 ? ",[" : "[")
                append(fixedPoint: position.longitudeUnits, decimals: BorderLines.decimals)
                append(",")
                append(fixedPoint: position.latitudeUnits, decimals: BorderLines.decimals)
                append("]")
            }
            append("]")
        }
        append("]")
    }
}

extension [BorderLines.Position] {
    /// Twice the area, positive if the ring is counter-clockwise (Gauss's area formula).
    fileprivate var doubledArea: Int {
        zip(self, dropFirst()).reduce(0) { sum, edge in
            // The corner of the map is subtracted, so that no product is large.
            let from = (edge.0.longitudeUnits - 12_600_000, edge.0.latitudeUnits - 3_700_000)
            let to = (edge.1.longitudeUnits - 12_600_000, edge.1.latitudeUnits - 3_700_000)
            return sum + from.0 * to.1 - to.0 * from.1
        }
    }

    /// Returns whether a ray from `place` to the east crosses the ring an odd number of times.
    fileprivate func surrounds(_ place: BorderLines.Position) -> Bool {
        var isOdd = false
        for (from, to) in zip(self, dropFirst()) {
            let (low, high) = from.latitudeUnits <= to.latitudeUnits ? (from, to) : (to, from)
            guard place.latitudeUnits >= low.latitudeUnits, place.latitudeUnits < high.latitudeUnits else { continue }
            let left = (high.longitudeUnits - low.longitudeUnits) * (place.latitudeUnits - low.latitudeUnits)
            let right = (place.longitudeUnits - low.longitudeUnits) * (high.latitudeUnits - low.latitudeUnits)
            if left > right { isOdd.toggle() }
        }
        return isOdd
    }
}

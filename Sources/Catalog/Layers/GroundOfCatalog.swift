internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// Which part of the program's ground (`Ground`) a catalog shows.
extension Catalog {
    /// Returns the stations if the catalog has places in Seoul.
    func groundStations() throws -> [(landmark: Landmark, keys: [String])] {
        guard hasGround else { return [] }
        // The index of points has only the present.
        return try past != nil || hasPlace(in: Ground.seoul) ? Ground.stations : []
    }

    private func hasPlace(in box: BoundingBox) throws -> Bool {
        var isThere = false
        try forEachPoint(in: box, PlaceFilter()) { _ in
            isThere = true
            return false
        }
        return isThere
    }

    /// Returns the short names of the provinces that a map of the catalog shows: those with at least one in fifty of
    /// the places in Korea. A single place elsewhere, often a wrong point, doesn't change the map.
    ///
    /// - Complexity: O(n), n places; O(1) if the data has not changed since the last call.
    func provincesOfGround() throws -> Set<String> {
        guard hasGround, past == nil else { return [] }
        let version = try dataVersion()
        if let known = groundProvinces, known.version == version { return known.names }
        // Places in one square of about a kilometer are looked up together.
        var squares: [GridPoint: Int] = [:]
        try forEachPoint(in: Ground.korea, PlaceFilter()) { point in
            let square = GridPoint(
                x: Int((point.longitude * Self.squaresPerDegree).rounded(.down)),
                y: Int((point.latitude * Self.squaresPerDegree).rounded(.down)))
            squares[square, default: 0] += 1
            return true
        }
        var counts: [String: Int] = [:]
        for (square, count) in squares {
            let middle = Coordinate(
                uncheckedLongitude: (Double(square.x) + 0.5) / Self.squaresPerDegree,
                latitude: (Double(square.y) + 0.5) / Self.squaresPerDegree)
            if let district = Ground.district(at: middle) { counts[district.province, default: 0] += count }
        }
        let total = counts.values.reduce(0, +)
        var names = Set(counts.filter { $0.value * Self.smallestShare >= total }.keys)
        // A map of the country has no holes.
        if names.count > Self.fewProvinces { names = Set(counts.keys) }
        groundProvinces = (version, names)
        return names
    }

    // MARK: As layers

    func groundWaterSummary() throws -> LayerSummary? {
        guard try provincesOfGround().contains(Ground.seoulName) else { return nil }
        let features = Ground.water.features
        return LayerSummary(
            role: .base(.water), source: Ground.water.source, featureCount: features.count,
            byteCount: features.reduce(0) { $0 + $1.shape.text.count })
    }

    func groundDistrictSummary() throws -> LayerSummary? {
        let outlines = Ground.outlines(of: try provincesOfGround())
        guard !outlines.isEmpty else { return nil }
        return LayerSummary(
            role: .districts, source: Ground.districtSource, featureCount: outlines.count,
            byteCount: outlines.reduce(0) { $0 + OutlineTable.text(of: $1.area).count })
    }

    private static let squaresPerDegree = 100.0
    private static let smallestShare = 50
    private static let fewProvinces = 5
}

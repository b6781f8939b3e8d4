internal import GeocliGeo

/// The smallest box around positions that are added one by one.
struct PlotExtent {
    /// For each whole degree of longitude, the westernmost and the easternmost longitude in it; nil if it has no
    /// positions.
    private var spans: [LongitudeSpan?] = Array(repeating: nil, count: 361)
    private var south = 90.0
    private var north = -90.0

    /// Adds a position.
    mutating func add(_ coordinate: Coordinate) {
        let degree = Int(coordinate.longitude.rounded(.down)) + 180
        let span = spans[degree] ?? LongitudeSpan(west: coordinate.longitude, east: coordinate.longitude)
        spans[degree] = LongitudeSpan(
            west: min(span.west, coordinate.longitude), east: max(span.east, coordinate.longitude))
        south = min(south, coordinate.latitude)
        north = max(north, coordinate.latitude)
    }

    /// The box. It crosses the antimeridian if it is narrower that way. It is nil without positions.
    ///
    /// - Edges: memory does not grow with the number of positions.
    var box: BoundingBox? { LongitudeSpan.box(around: spans.compactMap(\.self), south: south, north: north) }
}

extension BoundingBox {
    /// Returns the box with a margin on each side: `share` of its width and height, but at least `degrees`.
    func padded(by share: Double, atLeast degrees: Double) -> BoundingBox {
        let width = east - west + (crossesAntimeridian ? 360 : 0)
        let sideways = max(width * share, degrees)
        let upward = max((north - south) * share, degrees)
        guard width + 2 * sideways < 360 else {
            return BoundingBox(
                checkedWest: -180, south: max(south - upward, -90), east: 180, north: min(north + upward, 90))
        }
        func turned(_ longitude: Double) -> Double {
            longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        }
        return BoundingBox(
            checkedWest: turned(west - sideways), south: max(south - upward, -90), east: turned(east + sideways),
            north: min(north + upward, 90))
    }
}

internal import Geo

/// The smallest box around positions that come one by one.
struct PlotExtent {
    /// The westernmost and the easternmost longitude of each degree.
    private var spans: [(west: Double, east: Double)?] = Array(repeating: nil, count: 361)
    private var south = 90.0
    private var north = -90.0

    /// Takes in a position.
    mutating func add(_ coordinate: Coordinate) {
        let degree = Int(coordinate.longitude.rounded(.down)) + 180
        let span = spans[degree] ?? (coordinate.longitude, coordinate.longitude)
        spans[degree] = (min(span.west, coordinate.longitude), max(span.east, coordinate.longitude))
        south = min(south, coordinate.latitude)
        north = max(north, coordinate.latitude)
    }

    /// The box, crossing the antimeridian where that is narrower; nil without positions.
    ///
    /// - Edges: of two gaps equally wide the one that needs no crossing wins. Memory does not grow with the positions.
    var box: BoundingBox? {
        let spans = spans.compactMap(\.self)
        guard let first = spans.first, let last = spans.last else { return nil }
        var (west, east) = (first.west, last.east)
        var widestGap = 360 - (east - west)
        for (left, right) in zip(spans, spans.dropFirst()) where right.west - left.east > widestGap {
            widestGap = right.west - left.east
            (west, east) = (right.west, left.east)
        }
        return BoundingBox(checkedWest: west, south: south, east: east, north: north)
    }
}

extension BoundingBox {
    /// The box with so much more on each side, as a share of its width and height; at least `degrees`.
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

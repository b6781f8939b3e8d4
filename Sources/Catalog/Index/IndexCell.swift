internal import GeocliGeo

/// A box in the units of the R*Tree: degrees times ten million, rounded outward.
///
/// The rounding is monotone and the same for points and boxes. So the cell of a point in a box is always inside the
/// box's cell.
struct IndexCell {
    static let unitsPerDegree = 1e7

    let west: Int64
    let south: Int64
    let east: Int64
    let north: Int64

    init(_ box: BoundingBox) {
        west = Self.down(box.west)
        south = Self.down(box.south)
        east = Self.up(box.east)
        north = Self.up(box.north)
    }

    init(_ point: Coordinate) {
        west = Self.down(point.longitude)
        south = Self.down(point.latitude)
        east = Self.up(point.longitude)
        north = Self.up(point.latitude)
    }

    /// The edges in the order in which a query binds them to find the cells that meet this one. For example, a found
    /// cell's `east` is at least this cell's `west`, and the found cell's `west` is at most this cell's `east`.
    var edges: [Int64] { [west, east, south, north] }

    private static func down(_ degrees: Double) -> Int64 { Int64((degrees * unitsPerDegree).rounded(.down)) }
    private static func up(_ degrees: Double) -> Int64 { Int64((degrees * unitsPerDegree).rounded(.up)) }
}

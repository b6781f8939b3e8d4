/// The square world in whole numbers, so that every test at a whole zoom is exact.
///
/// A *level* is a zoom counted from the zoom where the world is 256 pt wide: the zoom itself for 256 pt tiles, the zoom
/// plus one for 512 pt tiles. A level has the same scale for both tile sizes. The stable mode starts at level 0.
/// - Units: the side of the world is 2^40 units, X eastward from ±180°, Y southward from the top edge.
enum CollisionPlane {
    /// The side of the world. X is always less than the side, because X wraps around. Y may be equal to the side.
    static let side: Int64 = 1 << 40

    /// A length greater than the distance between any two positions. Longer extents are cut to this length.
    static let longestExtent: Int64 = side << 1

    /// The width of the smallest world in use: 256 pt tiles at zoom 0.
    static let smallestWorldPoints = 256.0

    static func project(_ coordinate: Coordinate) -> PlanePoint {
        let x = Int64((WebMercator.mercatorX(longitude: coordinate.longitude) * Double(side)).rounded())
        let y = Int64((WebMercator.mercatorY(latitude: coordinate.latitude) * Double(side)).rounded())
        return PlanePoint(x: x & (side - 1), y: min(max(y, 0), side))
    }

    /// With cells of at least 2^10 units, the row and the column of a block fit in 28 bits each.
    private static let smallestCellBits = 10

    /// The highest level: zoom 22 of 512 pt tiles.
    static let highestLevel = CollisionOptions.highestZoom + 1

    /// Returns the binary logarithm of the side, in units, of cells whose side is 2^`bits` / 64 pt at `level`; no
    /// smaller than the smallest cell, no larger than the world.
    static func cellBits(_ bits: Int, level: Int) -> Int {
        min(max(bits + shift(level: level), smallestCellBits), 40)
    }

    /// Returns the index of a point on Morton's curve through cells of 2^`cellBits` units: the bits of the row and of
    /// the column, alternating, a row bit first. Points on the southern edge belong to the row above it.
    static func curve(at point: PlanePoint, cellBits: Int) -> UInt64 {
        let (row, column) = (min(point.y, side - 1) >> Int64(cellBits), point.x >> Int64(cellBits))
        return spread(UInt64(row)) << 1 | spread(UInt64(column))
    }

    /// Spreads the low 32 bits of `number` over 64 bits, with an empty bit before each of them.
    private static func spread(_ number: UInt64) -> UInt64 {
        var bits = number
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        bits = (bits | bits << 1) & 0x5555_5555_5555_5555
        return bits
    }

    /// Returns the binary logarithm of 2^40 / (256 · 2^level) / 64, the number of units in 1/64 pt at `level`.
    static func shift(level: Int) -> Int { 26 - level }
}

/// A point on the plane of the collision pass: the square world of web maps in whole numbers, with a side of 2^40.
public struct PlanePoint: Hashable, Sendable {
    /// The distance east of ±180°, 0 up to but not including 2^40.
    public private(set) var x: Int64
    /// The distance south of the top edge, 0…2^40.
    public private(set) var y: Int64

    init(x: Int64, y: Int64) { (self.x, self.y) = (x, y) }

    /// Creates the point where a coordinate is drawn. 180 and -180 have the same X, 0; latitudes beyond ±85.05° are
    /// moved to the edge of the square.
    public init(_ coordinate: Coordinate) { self = CollisionPlane.project(coordinate) }

    /// Creates a point from numbers that another program wrote; nil if they are outside the plane.
    public init?(checkedX x: Int64, y: Int64) {
        guard 0..<CollisionPlane.side ~= x, 0...CollisionPlane.side ~= y else { return nil }
        self.init(x: x, y: y)
    }
}

/// The four distances from a marker's anchor to the edges of its box, in 1/64 pt, or plane units after
/// `scaled(shift:)`.
struct CollisionBox: Hashable, Sendable {
    var left: Int64
    var right: Int64
    var top: Int64
    var bottom: Int64

    /// Creates the box of a marker with `padding` pt around it. Each distance is rounded to 1/64 pt, halves up.
    init(of marker: Marker, padding: Double) {
        left = Self.rounded(marker.width * marker.anchorX + padding)
        right = Self.rounded(marker.width * (1 - marker.anchorX) + padding)
        top = Self.rounded(marker.height * marker.anchorY + padding)
        bottom = Self.rounded(marker.height * (1 - marker.anchorY) + padding)
    }

    private static func rounded(_ points: Double) -> Int64 {
        // 2^38 · 1/64 pt is more than the width of the world at the highest level (23), and sums do not overflow.
        Int64(min(points * 64, 0x1p38).rounded())
    }

    var longestSide: Int64 { max(left + right, top + bottom) }

    mutating func formUnion(_ other: CollisionBox) {
        left = max(left, other.left)
        right = max(right, other.right)
        top = max(top, other.top)
        bottom = max(bottom, other.bottom)
    }

    /// Converts the box from 1/64 pt to plane units. Distances longer than `CollisionPlane.longestExtent` are cut to
    /// that length, which does not change which boxes collide.
    func scaled(shift: Int) -> CollisionBox {
        let longest = CollisionPlane.longestExtent >> Int64(shift)
        var box = self
        box.left = min(left, longest) << Int64(shift)
        box.right = min(right, longest) << Int64(shift)
        box.top = min(top, longest) << Int64(shift)
        box.bottom = min(bottom, longest) << Int64(shift)
        return box
    }

    /// Returns whether the interiors of two boxes in plane units overlap; boxes that only touch do not. The test goes
    /// around the world in both directions, because the shorter one alone would miss boxes that reach far to one side
    /// of their anchor.
    @inline(__always)
    func meets(_ other: CollisionBox, eastward: Int64, southward: Int64) -> Bool {
        guard southward < bottom + other.top, -southward < top + other.bottom else { return false }
        let east = eastward & (CollisionPlane.side - 1)
        let reachWest = left + other.right
        return (east < right + other.left && -east < reachWest) || CollisionPlane.side - east < reachWest
    }
}

/// A ring around an area and the rings of its holes. Each ring is closed: its last position repeats its first.
///
/// - Edges: positions are as in the file, with longitudes within ±180. If neighbors are more than 180° apart, their
///   edge takes the short way, across the antimeridian (see `MultiPolygon`).
public struct Polygon: Sendable, Equatable {
    /// The store of the rings; it may also hold rings of other polygons.
    let store: RingStore
    /// The indices of this polygon's rings in the store, the outer ring first.
    let range: Range<Int>

    /// Creates a polygon from closed rings.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) {
        var list = RingList()
        for ring in [exterior] + holes { list.append(ring) }
        self.init(RingStore(list), 0..<holes.count + 1)
    }

    /// Creates a polygon from one or more rings of a store.
    init(_ store: RingStore, _ range: Range<Int>) {
        self.store = store
        self.range = range
    }

    /// The outer ring, in either direction.
    public var exterior: [Coordinate] { Array(store.ring(range.lowerBound)) }

    /// The rings of the holes.
    public var holes: [[Coordinate]] { range.dropFirst().map { Array(store.ring($0)) } }

    /// All rings, the outer one first.
    public var rings: [[Coordinate]] { range.map { Array(store.ring($0)) } }

    /// Returns whether the rings are the same, position by position.
    public static func == (left: Polygon, right: Polygon) -> Bool {
        left.range.count == right.range.count
            && zip(left.range, right.range).allSatisfy { left.store.ring($0) == right.store.ring($1) }
    }
}

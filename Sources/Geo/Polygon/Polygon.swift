/// A ring around an area and the rings of its holes, each closed: the last position repeats the first.
///
/// - Edges: positions are as the file has them, longitudes within ±180. Neighbours that are more than 180° apart are
///   joined the short way, across the antimeridian (`MultiPolygon` says more).
public struct Polygon: Sendable, Equatable {
    /// Holds the rings, perhaps with those of other polygons.
    let store: RingStore
    /// Which of its rings are this polygon's, the outer one first.
    let range: Range<Int>

    /// A polygon of closed rings.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) {
        var list = RingList()
        for ring in [exterior] + holes { list.append(ring) }
        self.init(RingStore(list), 0..<holes.count + 1)
    }

    /// Some rings of a store; at least one.
    init(_ store: RingStore, _ range: Range<Int>) {
        self.store = store
        self.range = range
    }

    /// The outer ring, in either direction.
    public var exterior: [Coordinate] { Array(store.ring(range.lowerBound)) }

    /// The rings of what is left out.
    public var holes: [[Coordinate]] { range.dropFirst().map { Array(store.ring($0)) } }

    /// All rings, the outer one first.
    public var rings: [[Coordinate]] { range.map { Array(store.ring($0)) } }

    /// Whether the rings are the same, position by position.
    public static func == (left: Polygon, right: Polygon) -> Bool {
        left.range.count == right.range.count
            && zip(left.range, right.range).allSatisfy { left.store.ring($0) == right.store.ring($1) }
    }
}

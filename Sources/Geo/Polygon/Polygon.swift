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

    init(_ store: RingStore, _ range: Range<Int>) {
        self.store = store
        self.range = range
    }

    /// The outer ring, in either direction.
    public var exterior: [Coordinate] { Array(store.ring(range.lowerBound)) }

    public var holes: [[Coordinate]] { range.dropFirst().map { Array(store.ring($0)) } }

    /// All rings, the outer one first.
    public var rings: [[Coordinate]] { range.map { Array(store.ring($0)) } }

    /// Returns whether the rings are the same, position by position.
    public static func == (left: Polygon, right: Polygon) -> Bool {
        left.range.count == right.range.count
            && zip(left.range, right.range).allSatisfy { left.store.ring($0) == right.store.ring($1) }
    }
}

/// The rings of many polygons, one after the other, so that a small ring needs little more memory than its positions.
///
///     positions: ring 0 … | ring 1 … | …       ringEnds: the end of ring 0, of ring 1, …
///
/// It is a class so that the polygons of a file can share it. It never changes.
final class RingStore: Sendable {
    /// All positions, ring after ring; the last position of each ring repeats its first.
    let positions: [Coordinate]
    let ringEnds: [Int]

    init(_ list: RingList) {
        positions = list.positions
        ringEnds = list.ringEnds
    }

    func indices(of ring: Int) -> Range<Int> { (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring] }

    func ring(_ ring: Int) -> ArraySlice<Coordinate> { positions[indices(of: ring)] }
}

/// Rings that are being collected for a store.
struct RingList {
    var positions: [Coordinate] = []
    var ringEnds: [Int] = []

    mutating func append(_ ring: some Collection<Coordinate>) {
        positions += ring
        ringEnds.append(positions.count)
    }

    mutating func append(_ rings: Range<Int>, of store: RingStore) {
        guard let first = rings.first, let last = rings.last else { return }
        if positions.isEmpty, ringEnds.isEmpty, rings == store.ringEnds.indices {
            // Assigning the arrays copies nothing until one of them changes.
            (positions, ringEnds) = (store.positions, store.ringEnds)
            return
        }
        let start = store.indices(of: first).lowerBound
        let offset = positions.count - start
        positions += store.positions[start..<store.ringEnds[last]]
        for ring in rings { ringEnds.append(store.ringEnds[ring] + offset) }
    }
}

/// The directions in which a closed ring crosses the antimeridian.
enum RingTurns {
    /// Returns the number of full turns at each position of a ring; nil if the ring does not cross the antimeridian.
    /// Throws as `AreaBuilder.append`.
    static func turns(of ring: ArraySlice<Coordinate>) throws(GeoError) -> [Int]? {
        guard ring.count >= 4, ring.first == ring.last else {
            throw GeoError(
                .polygon,
                en:
                    "a ring is not closed (it needs four positions or more, and the last must equal the first); repeat its first position at its end",
                ko: "고리가 닫히지 않았습니다(점이 네 개 이상이고 마지막 점이 첫 점과 같아야 함). 첫 점을 끝에 다시 쓰세요")
        }
        guard hasLongEdge(ring) else { return nil }
        let positions = Array(ring)
        let turns = turns(positions)
        guard turns.last == 0 else {
            guard zip(positions, positions.dropFirst()).allSatisfy({ abs($1.longitude - $0.longitude) != 360 }) else {
                throw GeoError(
                    .polygon,
                    en:
                        "a ring has an edge of 360°, which could go either way; add a position along that edge, or, if the ring goes around a pole, make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)",
                    ko:
                        "고리에 경도 차이가 360°인 변이 있어 어느 쪽으로 도는지 알 수 없습니다. 그 변에 점을 더 넣으세요. 극을 도는 고리라면 경도 180을 따라 극까지, 극을 따라 -180까지 갔다가 돌아오게 하세요(RFC 7946, 3.1.9)"
                )
            }
            throw GeoError(
                .polygon,
                en:
                    "a ring goes around a pole and is not cut; make it run along longitude 180 to the pole, along the pole to longitude -180, and back (RFC 7946, 3.1.9)",
                ko: "고리가 잘리지 않은 채 극을 한 바퀴 돕니다. 경도 180을 따라 극까지, 극을 따라 -180까지 갔다가 돌아오게 하세요(RFC 7946, 3.1.9)")
        }
        return turns.contains { $0 != 0 } ? turns : nil
    }

    private static func hasLongEdge(_ ring: ArraySlice<Coordinate>) -> Bool {
        var before = ring[ring.startIndex].longitude
        for position in ring {
            if abs(position.longitude - before) > 180 { return true }
            before = position.longitude
        }
        return false
    }

    private static func turns(_ positions: [Coordinate]) -> [Int] {
        let widths = zip(positions, positions.dropFirst()).map { abs($1.longitude - $0.longitude) }
        let isUncut = widths.contains { $0 > 180 && $0 < 360 }
        var turn = 0
        var turns = [0]
        for (index, width) in widths.enumerated() {
            let isShort = width == 360 ? isCrossing(positions, index, isUncut: isUncut) : width > 180
            if isShort { turn += positions[index + 1].longitude < positions[index].longitude ? 1 : -1 }
            turns.append(turn)
        }
        return turns
    }

    /// If the ring was cut at the antimeridian, an edge between 180 and -180 goes the long way around the world, along
    /// a pole or along the edge of a band. If not, other edges of the ring cross the antimeridian, or the ring reaches
    /// it on one side and leaves it on the other side.
    private static func isCrossing(_ positions: [Coordinate], _ index: Int, isUncut: Bool) -> Bool {
        let (from, to) = (positions[index], positions[index + 1])
        if from.latitude == to.latitude, abs(from.latitude) == 90 { return false }
        if isUncut { return true }
        let before = positions[index > 0 ? index - 1 : positions.count - 2]
        let after = positions[index + 2 < positions.count ? index + 2 : 1]
        return abs(before.longitude) < 180 && abs(after.longitude) < 180
    }
}

/// Closed rings as curves in the plane; their longitudes continue beyond ±180°.
struct RingCurves: Sendable {
    let store: RingStore
    /// The number of full turns at each position; empty if no ring crosses the antimeridian.
    let turns: [Int32]

    @inline(__always)
    func vertex(_ index: Int) -> RingVertex {
        let position = store.positions[index]
        return RingVertex(
            longitude: position.longitude, latitude: position.latitude, turn: turns.isEmpty ? 0 : Int(turns[index]))
    }

    func bounds(of ring: Int) -> RingBounds {
        let indices = store.indices(of: ring)
        var bounds = RingBounds(vertex(indices.lowerBound))
        for index in indices.dropFirst() { bounds.add(vertex(index)) }
        return bounds
    }

    /// Returns whether the half-line from `place` to the east crosses one edge; nil if `place` is on the edge. The lower
    /// end belongs to the edge, the upper end does not.
    func isCrossed(_ edge: Int, eastOf place: RingVertex) -> Bool? {
        let (from, to) = (vertex(edge), vertex(edge + 1))
        guard place.latitude >= min(from.latitude, to.latitude), place.latitude <= max(from.latitude, to.latitude)
        else { return false }
        let (left, right) = to.isWest(of: from) ? (to, from) : (from, to)
        if right.isWest(of: place) { return false }
        if place.isWest(of: left) { return straddles(from, to, place) }
        guard from.latitude != to.latitude else { return nil }
        let side =
            from.latitude < to.latitude ? Orientation.sign(from, to, place) : Orientation.sign(to, from, place)
        if side == 0 { return nil }
        return side > 0 && straddles(from, to, place)
    }

    func straddles(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Bool {
        (from.latitude > place.latitude) != (to.latitude > place.latitude)
    }
}

struct RingBounds: Sendable {
    private(set) var west: RingVertex
    private(set) var east: RingVertex
    private(set) var south: Double
    private(set) var north: Double

    init(_ vertex: RingVertex) {
        (west, east) = (vertex, vertex)
        (south, north) = (vertex.latitude, vertex.latitude)
    }

    mutating func add(_ vertex: RingVertex) {
        if vertex.isWest(of: west) { west = vertex }
        if east.isWest(of: vertex) { east = vertex }
        south = min(south, vertex.latitude)
        north = max(north, vertex.latitude)
    }
}

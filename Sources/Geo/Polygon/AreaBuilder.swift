/// Combines polygons into one area.
///
/// It needs about 20 bytes of memory per position, plus 60 per ring.
public struct AreaBuilder {
    private var list = RingList()
    private var polygonEnds: [Int] = []
    private var turns: [Int32] = []

    /// Creates a builder without polygons.
    public init() {}

    /// The number of positions in all polygons that were added so far.
    public var positionCount: Int { list.positions.count }

    /// Adds polygons.
    ///
    /// - Throws: `GeoError(.polygon)` for a ring that is not closed, and for a ring that circles a pole without being
    ///   cut at the antimeridian. Polygons that were added before stay in the builder.
    public mutating func append(_ polygons: [Polygon]) throws(GeoError) {
        var next = polygons.startIndex
        while next < polygons.endIndex {
            // Polygons of one Feature are neighbors in one store, so they are added together.
            let store = polygons[next].store
            var end = next + 1
            while end < polygons.endIndex, polygons[end].store === store,
                polygons[end].range.lowerBound == polygons[end - 1].range.upperBound
            { end += 1 }
            try append(polygons[next..<end], of: store)
            next = end
        }
    }

    private mutating func append(_ polygons: ArraySlice<Polygon>, of store: RingStore) throws(GeoError) {
        guard let first = polygons.first, let last = polygons.last else { return }
        let rings = first.range.lowerBound..<last.range.upperBound
        var turned: [(ring: Int, turns: [Int])] = []
        for ring in rings {
            if let turns = try RingTurns.turns(of: store.ring(ring)) { turned.append((ring, turns)) }
        }
        let offset = list.ringEnds.count - rings.lowerBound
        list.append(rings, of: store)
        for polygon in polygons { polygonEnds.append(polygon.range.upperBound + offset) }
        guard !turned.isEmpty || !turns.isEmpty else { return }
        turns += repeatElement(0, count: list.positions.count - turns.count)
        for (ring, ringTurns) in turned {
            let start = ring + offset == 0 ? 0 : list.ringEnds[ring + offset - 1]
            for (position, turn) in ringTurns.enumerated() { turns[start + position] = Int32(truncatingIfNeeded: turn) }
        }
    }

    /// Returns the area of all added polygons, and empties the builder; nil if no polygon was added.
    ///
    /// - Complexity: O(n log n), n rings.
    public mutating func finish() -> MultiPolygon? {
        guard !polygonEnds.isEmpty else { return nil }
        let curves = RingCurves(store: RingStore(list), turns: turns)
        defer { self = AreaBuilder() }
        return MultiPolygon(curves, polygonEnds: polygonEnds)
    }
}

extension MultiPolygon {
    /// Creates the area of `polygons`.
    ///
    /// - Throws: `GeoError(.polygon)` if `polygons` is empty, for a ring that is not closed, and for a ring that
    ///   circles a pole without being cut at the antimeridian.
    public init(_ polygons: [Polygon]) throws(GeoError) {
        var builder = AreaBuilder()
        try builder.append(polygons)
        guard let area = builder.finish() else {
            throw GeoError(.polygon, en: "there is no polygon", ko: "다각형이 없습니다")
        }
        self = area
    }
}

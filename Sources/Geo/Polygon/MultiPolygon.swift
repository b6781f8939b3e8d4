package import GeocliText

/// An area of one or more polygons, edges and vertices included.
///
/// - Units: degrees (EPSG:4326). Edges are straight lines in longitude and latitude (RFC 7946 §3.1.1).
/// - Edges: a position on an edge or a vertex is inside, even on the edge of a hole. Within one polygon, the even-odd
///   rule applies to all its rings together. A position inside any polygon is inside the area. 180 and -180 are the
///   same meridian. If neighbors in a ring are more than 180° apart, their edge takes the short way, across that
///   meridian. If they are 360° apart, from -180 to 180, the edge takes the long way in rings that were cut there (RFC
///   7946 §3.1.9), and the short way in others (`RingTurns`).
public struct MultiPolygon: Sendable, Equatable {
    /// With more rings, a tree finds the rings around a position instead of checking them one by one.
    private static let fewRings = 16
    /// With at most this many polygons, `boxes` has one or two boxes for each. With more polygons, `boxes` takes at
    /// most this many boxes of the tree, and splits those that cross the antimeridian.
    private static let maximumBoxes = 64

    /// The smallest box that contains all polygons. It crosses the antimeridian if that makes it narrower.
    public let box: BoundingBox
    private let curves: RingCurves
    private let edges: RingEdges
    /// The index after the last ring of each polygon, among all rings.
    private let polygonEnds: [Int]
    /// The bounds of each ring that crosses the antimeridian, by the index of the ring.
    private let turnedRings: [Int: RingBounds]
    private let tree: RingTree?

    /// Creates the area of one or more rings that `RingTurns` has checked.
    init(_ curves: RingCurves, polygonEnds: [Int]) {
        self.curves = curves
        self.polygonEnds = polygonEnds
        let ringCount = curves.store.ringEnds.count
        let isLarge = ringCount > Self.fewRings
        var sum = SpanSum()
        var entries = RingTree.Entries()
        var turnedRings: [Int: RingBounds] = [:]
        for ring in 0..<ringCount {
            let bounds = curves.bounds(of: ring)
            sum.add(bounds)
            if isLarge { entries.add(ring, bounds) }
            if bounds.west.turn != 0 || bounds.east.turn != 0 { turnedRings[ring] = bounds }
        }
        box = sum.box ?? .world
        tree = isLarge ? RingTree(entries) : nil
        self.turnedRings = turnedRings
        edges = RingEdges(curves)
    }

    /// The polygons as they were given.
    public var polygons: [Polygon] {
        zip([0] + polygonEnds, polygonEnds).map { Polygon(curves.store, $0..<$1) }
    }

    /// Boxes that together contain every position of the area, at most a few hundred; none crosses the antimeridian. If
    /// the area touches the meridian of ±180, they contain that meridian both as 180 and as -180.
    public var boxes: [BoundingBox] {
        guard polygonEnds.count > Self.maximumBoxes, let tree else {
            return zip([0] + polygonEnds, polygonEnds).flatMap { start, end in
                var sum = SpanSum()
                for ring in start..<end { sum.add(curves.bounds(of: ring)) }
                return sum.box?.partsWithoutCrossing ?? []
            }
        }
        return tree.boxes(atMost: Self.maximumBoxes).flatMap { $0.boundingBox.partsWithoutCrossing }
    }

    /// Returns whether `coordinate` lies in the area or on its edge.
    ///
    /// - Complexity: O(log r + log v) if the boxes of the r rings overlap little; v vertices of the ring around the
    ///   position.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard let tree else { return isInside(coordinate, curves.store.ringEnds.indices) }
        // The only ring of a polygon without holes decides at once. Other rings are collected, sorted and checked
        // together.
        var rings: [Int] = []
        var isInside = false
        func take(_ ring: Int) -> Bool {
            if ringCount(ofPolygon: polygon(with: ring)) > 1 {
                rings.append(ring)
            } else {
                isInside = isCrossedOddly(ring, coordinate) ?? true
            }
            return !isInside
        }
        tree.forEachRing(around: coordinate.longitude, coordinate.latitude, take)
        if !isInside, abs(coordinate.longitude) == 180 {
            tree.forEachRing(around: -coordinate.longitude, coordinate.latitude, take)
        }
        if isInside { return true }
        rings.sort()
        return self.isInside(coordinate, rings)
    }

    /// Puts the indices of the polygons that contain `coordinate`, edges included, into `search.polygons`, ascending.
    ///
    /// - Complexity: as `contains`, for each of the polygons around the position.
    package func findPolygons(around coordinate: Coordinate, _ search: inout PolygonSearch) {
        search.polygons.removeAll(keepingCapacity: true)
        guard let tree else {
            return forEachPolygon(around: coordinate, curves.store.ringEnds.indices) {
                search.polygons.append($0)
                return true
            }
        }
        search.rings.removeAll(keepingCapacity: true)
        func take(_ ring: Int) -> Bool {
            search.rings.append(ring)
            return true
        }
        tree.forEachRing(around: coordinate.longitude, coordinate.latitude, take)
        if abs(coordinate.longitude) == 180 {
            tree.forEachRing(around: -coordinate.longitude, coordinate.latitude, take)
        }
        search.rings.sort()
        forEachPolygon(around: coordinate, search.rings) {
            search.polygons.append($0)
            return true
        }
    }

    /// Returns whether a position lies in any polygon. `rings` has all rings that may contain it, ascending.
    private func isInside(_ coordinate: Coordinate, _ rings: some Sequence<Int>) -> Bool {
        var isInside = false
        forEachPolygon(around: coordinate, rings) { _ in
            isInside = true
            return false
        }
        return isInside
    }

    /// Calls `body` with the index of each polygon that contains a position, ascending, until `body` returns false.
    /// `rings` has all rings that may contain the position, ascending; a ring may occur twice.
    private func forEachPolygon(
        around coordinate: Coordinate, _ rings: some Sequence<Int>, _ body: (Int) -> Bool
    ) {
        var (polygon, end) = (0, 0)
        var (isOdd, isOnEdge) = (false, false)
        var last: Int?
        for ring in rings where ring != last {
            last = ring
            if ring >= end {
                if isOdd || isOnEdge, !body(polygon) { return }
                (isOdd, isOnEdge) = (false, false)
                polygon = self.polygon(with: ring)
                end = polygonEnds[polygon]
            }
            if isOnEdge { continue }
            guard let isCrossed = isCrossedOddly(ring, coordinate) else {
                isOnEdge = true
                continue
            }
            if isCrossed { isOdd.toggle() }
        }
        if isOdd || isOnEdge { _ = body(polygon) }
    }

    private func polygon(with ring: Int) -> Int {
        var indices = 0..<polygonEnds.count
        while indices.count > 1 {
            let middle = indices.lowerBound + indices.count / 2
            indices = polygonEnds[middle - 1] > ring ? indices.lowerBound..<middle : middle..<indices.upperBound
        }
        return indices.lowerBound
    }

    private func ringCount(ofPolygon index: Int) -> Int {
        polygonEnds[index] - (index == 0 ? 0 : polygonEnds[index - 1])
    }

    /// Returns whether the half-lines that run east from a position cross the ring an odd number of times in total; nil
    /// if the position is on an edge. The longitudes of the ring may be full turns (360°) away, so there is one
    /// half-line for each turn that the ring reaches. A ring wider than a full turn may cross several; the sum decides.
    private func isCrossedOddly(_ ring: Int, _ coordinate: Coordinate) -> Bool? {
        guard let bounds = turnedRings[ring] else {
            let place = RingVertex(longitude: coordinate.longitude, latitude: coordinate.latitude, turn: 0)
            guard let isOdd = edges.isCrossedOddly(ring, eastOf: place) else { return nil }
            guard abs(coordinate.longitude) == 180 else { return isOdd }
            let other = RingVertex(longitude: -coordinate.longitude, latitude: coordinate.latitude, turn: 0)
            guard let isOtherOdd = edges.isCrossedOddly(ring, eastOf: other) else { return nil }
            return isOdd != isOtherOdd
        }
        guard coordinate.latitude >= bounds.south, coordinate.latitude <= bounds.north else { return false }
        var isOdd = false
        for turn in bounds.west.turn - 1...bounds.east.turn + 1 {
            let place = RingVertex(longitude: coordinate.longitude, latitude: coordinate.latitude, turn: turn)
            if place.isWest(of: bounds.west) || bounds.east.isWest(of: place) { continue }
            guard let isCrossed = edges.isCrossedOddly(ring, eastOf: place) else { return nil }
            if isCrossed { isOdd.toggle() }
        }
        return isOdd
    }

    /// Returns whether the polygons are the same, position by position.
    public static func == (left: MultiPolygon, right: MultiPolygon) -> Bool {
        left.polygonEnds == right.polygonEnds && left.curves.store.ringEnds == right.curves.store.ringEnds
            && left.curves.store.positions == right.curves.store.positions
    }

    /// Whether a corner of one area is in the other one, edges included.
    package func touches(_ other: MultiPolygon) -> Bool {
        let parts = box.partsWithoutCrossing
        guard other.box.partsWithoutCrossing.contains(where: { part in parts.contains { $0.overlaps(part) } }) else {
            return false
        }
        return other.hasCorner(in: self) || hasCorner(in: other)
    }

    private func hasCorner(in other: MultiPolygon) -> Bool {
        polygons.contains { $0.exterior.contains { other.contains($0) } }
    }

    /// Returns whether the area and the box have a position in common, edges included, in O(v), v vertices.
    public func meets(_ box: BoundingBox) -> Bool {
        let parts = box.partsWithoutCrossing
        guard parts.contains(where: { part in boxes.contains { $0.overlaps(part) } }) else { return false }
        for part in parts {
            // They meet if the area contains a corner of the box, or if an edge of the area meets the box.
            guard let corner = try? Coordinate(longitude: part.west, latitude: part.south) else { continue }
            if contains(corner) { return true }
            for polygon in polygons {
                for ring in polygon.rings
                where zip(ring, ring.dropFirst()).contains(where: { part.meets(from: $0, to: $1) }) {
                    return true
                }
            }
        }
        return false
    }
}

extension MultiPolygon {
    /// Creates the area of `polygons`; throws as `AreaBuilder.append`, and for no polygon.
    public init(_ polygons: [Polygon]) throws(GeoError) {
        var builder = AreaBuilder()
        try builder.append(polygons)
        guard let area = builder.finish() else {
            throw GeoError(.polygon, en: "there is no polygon", ko: "다각형이 없습니다")
        }
        self = area
    }
}

/// The polygons around a position. Their storage is used again for the next position.
package struct PolygonSearch: Sendable {
    package fileprivate(set) var polygons: [Int] = []
    fileprivate var rings: [Int] = []

    package init() {}
}

/// Combines polygons into one area, with about 20 bytes of memory per position, plus 60 per ring.
package struct AreaBuilder {
    private var list = RingList()
    private var polygonEnds: [Int] = []
    private var turns: [Int32] = []

    package init() {}

    /// The number of positions in all polygons that were added so far.
    package var positionCount: Int { list.positions.count }
    package var polygonCount: Int { polygonEnds.count }

    /// Throws `GeoError(.polygon)` for a ring that is not closed, and for one that circles a pole without being cut at
    /// the antimeridian. Polygons that were added before stay in the builder.
    package mutating func append(_ polygons: [Polygon]) throws(GeoError) {
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

    /// Returns the area of all added polygons in O(n log n), n rings, and empties the builder; nil without polygons.
    package mutating func finish() -> MultiPolygon? {
        guard !polygonEnds.isEmpty else { return nil }
        let curves = RingCurves(store: RingStore(list), turns: turns)
        defer { self = AreaBuilder() }
        return MultiPolygon(curves, polygonEnds: polygonEnds)
    }
}

extension MultiPolygon {
    /// Creates an area from the `coordinates` of a GeoJSON MultiPolygon. Throws `GeoError` for any other text.
    public init(coordinates text: [UInt8]) throws(GeoError) {
        try self.init(
            try GeoJSONText.read(text) { cursor throws(GeoError) in try GeometryReader.polygons(&cursor) })
    }

    /// Writes the `coordinates` of a GeoJSON MultiPolygon, each number as the shortest text that reads back the same.
    package func writeCoordinates(to json: inout JSONWriter) {
        json.beginArray()
        for polygon in polygons {
            json.beginArray()
            for ring in polygon.range {
                json.beginArray()
                for position in polygon.store.ring(ring) {
                    json.beginArray()
                    json.number(position.longitude)
                    json.number(position.latitude)
                    json.endArray()
                }
                json.endArray()
            }
            json.endArray()
        }
        json.endArray()
    }
}

extension BoundingBox {
    /// - Precondition: neither box crosses the antimeridian.
    fileprivate func overlaps(_ other: BoundingBox) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    /// Returns whether an edge of a ring meets the box, on both sides of the antimeridian if the edge takes the short
    /// way across it. The box must not cross it.
    fileprivate func meets(from start: Coordinate, to end: Coordinate) -> Bool {
        let width = end.longitude - start.longitude
        let turn = width > 180 && width < 360 ? -360.0 : width < -180 && width > -360 ? 360.0 : 0
        let further = end.longitude + turn
        return meets((start.longitude, start.latitude), (further, end.latitude))
            || turn != 0 && meets((start.longitude - turn, start.latitude), (end.longitude, end.latitude))
    }

    /// Returns whether a line meets the box: clips the line at each edge of the box, and checks whether a part is left.
    /// - Source: Liang and Barsky, "A new concept and method for line clipping", 1984.
    private func meets(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        var (first, last) = (0.0, 1.0)
        for (slope, room) in [
            (-dx, start.x - west), (dx, east - start.x), (-dy, start.y - south), (dy, north - start.y),
        ] {
            if slope == 0 {
                if room < 0 { return false }
            } else if slope < 0 {
                first = max(first, room / slope)
            } else {
                last = min(last, room / slope)
            }
        }
        return first <= last
    }
}

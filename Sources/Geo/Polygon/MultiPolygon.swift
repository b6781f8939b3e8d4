/// An area of one polygon or several, edges and vertices included.
///
/// - Units: degrees (EPSG:4326). Edges are straight lines in longitude and latitude (RFC 7946 §3.1.1).
/// - Edges: a position on an edge or a vertex is inside, also on the edge of a hole. In one polygon the rule is even-odd
///   over all its rings; a position inside any polygon is inside. 180 and -180 are the same meridian. Neighbours in a
///   ring that are more than 180° apart are joined the short way, across that meridian; those that are 360° apart, from
///   -180 to 180, are joined the long way, as in rings that were cut there (RFC 7946 §3.1.9).
public struct MultiPolygon: Sendable, Equatable {
    /// So many rings are looked at one after the other; of more a tree finds those around a position.
    private static let fewRings = 16
    /// An area of more polygons is looked for in so many boxes at most.
    private static let mostBoxes = 64

    /// The smallest box that holds all polygons, crossing the antimeridian where that is narrower.
    public let box: BoundingBox
    private let curves: RingCurves
    private let edges: RingEdges
    /// Where the rings of each polygon end.
    private let polygonEnds: [Int]
    /// The bounds of rings that cross the antimeridian.
    private let turnedRings: [Int: RingBounds]
    /// Nil for few rings.
    private let tree: RingTree?

    /// The area of `polygons`.
    ///
    /// - Throws: `GeoError(.polygon)` for no polygons, a ring that is not closed, and one that circles a pole without
    ///   being cut at the antimeridian.
    public init(_ polygons: [Polygon]) throws(GeoError) {
        var builder = AreaBuilder()
        try builder.append(polygons)
        guard let area = builder.finish() else {
            throw GeoError(.polygon, en: "there is no polygon", ko: "다각형이 없습니다")
        }
        self = area
    }

    /// The area of rings that `RingTurns` has looked at; at least one.
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

    /// Boxes that together hold every position of the area, at most some hundred, none across the antimeridian.
    ///
    /// - Edges: of an area that touches the meridian of ±180 both names of it are in a box.
    public var boxes: [BoundingBox] {
        guard polygonEnds.count > Self.mostBoxes, let tree else {
            return zip([0] + polygonEnds, polygonEnds).flatMap { start, end in
                var sum = SpanSum()
                for ring in start..<end { sum.add(curves.bounds(of: ring)) }
                return sum.box?.partsWithoutCrossing ?? []
            }
        }
        return tree.boxes(atMost: Self.mostBoxes).flatMap { $0.boundingBox.partsWithoutCrossing }
    }

    /// Whether `coordinate` lies in the area or on its edge.
    ///
    /// - Complexity: O(log r + log v) for r rings whose boxes overlap little, v vertices of the one it lies in.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard let tree else { return isInside(coordinate, curves.store.ringEnds.indices) }
        // Rings of polygons with holes are put in order first; others decide by themselves.
        var rings: [Int] = []
        var isInside = false
        func take(_ ring: Int) -> Bool {
            if polygon(with: ring).count > 1 {
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

    /// Whether a position lies in a polygon, of which all rings that may meet it are among `rings`, ascending.
    private func isInside(_ coordinate: Coordinate, _ rings: some Sequence<Int>) -> Bool {
        var polygonEnd = 0
        var isOdd = false
        var last: Int?
        for ring in rings where ring != last {
            last = ring
            if ring >= polygonEnd {
                if isOdd { return true }
                polygonEnd = polygon(with: ring).upperBound
            }
            guard let isCrossed = isCrossedOddly(ring, coordinate) else { return true }
            if isCrossed { isOdd.toggle() }
        }
        return isOdd
    }

    /// The rings of the polygon that a ring belongs to.
    private func polygon(with ring: Int) -> Range<Int> {
        var places = 0..<polygonEnds.count
        while places.count > 1 {
            let middle = places.lowerBound + places.count / 2
            places = polygonEnds[middle - 1] > ring ? places.lowerBound..<middle : middle..<places.upperBound
        }
        let place = places.lowerBound
        return (place == 0 ? 0 : polygonEnds[place - 1])..<polygonEnds[place]
    }

    /// Whether the half-lines to the east from a position, in every turn that the ring reaches, cross it an odd number of
    /// times together; nil on its edge.
    ///
    /// Rings may stand a full turn apart, and one that spans more than a turn is met several times: the sum decides.
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

    /// Whether the polygons are the same, position by position.
    public static func == (left: MultiPolygon, right: MultiPolygon) -> Bool {
        left.polygonEnds == right.polygonEnds && left.curves.store.ringEnds == right.curves.store.ringEnds
            && left.curves.store.positions == right.curves.store.positions
    }
}

/// A search for the nearest positions through an index in pages, with its result and the memory that it needs. A caller
/// keeps one instance and reuses it.
package struct PageSearch: Sendable {
    /// The result, nearest first. The `index` of each neighbor is the number of the position.
    package var neighbors: [IndexedNeighbor] { search.neighbors }
    private var search = NearestSearch()
    private var found = FoundPoints()
    private var memory = PageWalk.Memory()

    package init() {}

    /// Finds the `wanted` positions closest to `origin` within `limitMeters`, on the WGS 84 ellipsoid. As in
    /// `PackedRTree.nearest`, it computes a geodesic only where `GeodesicBounds` shows that a chord is not exact
    /// enough.
    ///
    /// - Edges: the result has fewer positions if there are fewer. Equal distances are ordered by number. A position
    ///   exactly at `limitMeters` counts. The result is empty if `wanted` is less than 1, or if the limit is less than
    ///   0 or NaN.
    /// - Parameter isWanted: called with a position that is near enough and that `traits` admits; returns whether the
    ///   position may enter the result.
    /// - Throws: errors of the source and of `isWanted`; the source's error for damage if a position has invalid
    ///   coordinates.
    /// - Complexity: O(log n + wanted) on average, n positions.
    package mutating func nearest<Pages: PageSource>(
        to origin: Coordinate, in pages: Pages, count wanted: Int, withinMeters limitMeters: Double = .infinity,
        traits: TraitFilter = .all,
        where isWanted: ((PagedPoint) throws -> Bool)? = nil
    ) throws {
        search.neighbors.removeAll(keepingCapacity: true)
        search.ranked.removeAll(keepingCapacity: true)
        guard wanted > 0, limitMeters >= 0 else { return }
        found.begin(at: origin)
        let limit = limitMeters + GeodesicBounds.roundingMeters
        // The search also finds one position more than is wanted. If its chord is nearly as short as that of the last
        // wanted position, geodesics must decide between the two.
        let most = wanted == .max ? .max : wanted + 1
        var ruler = Ruler.chords
        search.found.reset(wanted: most, limit: limit * limit)
        let isNear = try collect(pages, origin, ruler, withinMeters: limit, traits, isWanted)
        search.found.order()
        if !isNear || search.isInDoubt(wanted, ruler), search.last(wanted) > Ruler.chords.farMeters {
            ruler = .series
            found.begin(at: origin)
            search.found.reset(wanted: most, limit: limit * limit)
            guard try collect(pages, origin, ruler, withinMeters: limit, traits, isWanted) else {
                return try nearestByGeodesics(
                    to: origin, in: pages, count: wanted, withinMeters: limitMeters, traits, isWanted)
            }
            search.found.order()
        }
        if search.isInDoubt(wanted, ruler) {
            let reach = min(ruler.highest(search.last(wanted)), limit)
            guard reach < .infinity else {
                return try nearestByGeodesics(
                    to: origin, in: pages, count: wanted, withinMeters: limitMeters, traits, isWanted)
            }
            found.begin(at: origin)
            search.found.reset(wanted: .max, limit: reach * reach)
            try collect(pages, origin, ruler, withinMeters: reach, traits, isWanted, ofEach: wanted)
            search.found.order()
        }
        // Measures exactly where the bounds of two distances overlap, then sorts by distance and id.
        found.rank(origin, found.place, limitMeters: limitMeters, into: &search)
        search.answer(count: wanted)
    }

    /// Finds the positions that are nearest by the ruler. Of those with equal coordinates, keeps the `most` with the
    /// least numbers, or all. Returns false, without a result, if all positions are too far for the ruler.
    @discardableResult
    private mutating func collect<Pages: PageSource>(
        _ pages: Pages, _ origin: Coordinate, _ ruler: Ruler, withinMeters limit: Double,
        _ traits: TraitFilter, _ isWanted: ((PagedPoint) throws -> Bool)?, ofEach most: Int? = nil
    ) throws -> Bool {
        var equals = most.map(EqualPositions.init)
        var walk = PageWalk(from: origin, withinMeters: limit, memory: memory, traits)
        memory = PageWalk.Memory()
        let isDone = try walk.run(pages, nearMeters: ruler.farMeters) { page, walk in
            try walk.forEachGroup(of: page) { group, walk in
                let points = page.points(group)
                let squares = ruler == .chords ? found.squaredChords(to: points) : walk.squares(to: points)
                let before = search.found.limit
                for lane in 0..<PageLayout.lanes where squares[lane] <= search.found.limit {
                    if !traits.admits(points.traits[lane]) { continue }
                    let point = points[lane]
                    if let isWanted, try !isWanted(point) { continue }
                    if let slot = equals?.slot(for: point) {
                        if let slot { found.replace(slot, with: point) }
                        continue
                    }
                    guard let slot = found.add(point) else { throw pages.damage(PageLayout.root) }
                    equals?.add(point, slot: slot)
                    search.found.insert(squares[lane], slot: slot)
                }
                if search.found.limit < before {
                    walk.limitMeters = min(walk.limitMeters, ruler.highest(search.found.limit.squareRoot()))
                }
            }
        }
        memory = walk.takeMemory()
        return isDone
    }

    /// Finds the nearest positions when they are so far away that neither chords nor the series are exact enough.
    private mutating func nearestByGeodesics<Pages: PageSource>(
        to origin: Coordinate, in pages: Pages, count wanted: Int, withinMeters limitMeters: Double,
        _ traits: TraitFilter, _ isWanted: ((PagedPoint) throws -> Bool)?
    ) throws {
        var ranked: [RankedNeighbor] = []
        // Of the positions exactly at the limit, only those with a number below this one are wanted.
        var greatestAtLimit = Int64.max
        // Many positions may have the same coordinates. Their geodesic is computed once.
        var last = origin
        var distance = 0.0
        var walk = PageWalk(from: origin, withinMeters: limitMeters, memory: memory, traits)
        memory = PageWalk.Memory()
        try walk.run(pages) { page, walk in
            try walk.forEachGroup(of: page) { group, walk in
                let points = page.points(group)
                let squares = walk.squares(to: points)
                for lane in 0..<PageLayout.lanes where squares[lane].squareRoot() <= walk.limitMeters {
                    let point = points[lane]
                    guard traits.admits(point.traits) else { continue }
                    guard abs(point.longitude) <= 180, abs(point.latitude) <= 90 else {
                        throw pages.damage(PageLayout.root)
                    }
                    let coordinate = Coordinate(uncheckedLongitude: point.longitude, latitude: point.latitude)
                    if coordinate != last {
                        distance = Geodesic.distanceMeters(from: origin, to: coordinate)
                        last = coordinate
                    }
                    guard
                        distance < walk.limitMeters || distance == walk.limitMeters && point.id < greatestAtLimit,
                        try isWanted?(point) ?? true
                    else { continue }
                    ranked.append(RankedNeighbor(index: Int(point.id), slot: 0, low: distance, high: distance))
                    guard ranked.count > wanted, wanted <= 32 || ranked.count / 2 >= wanted else { continue }
                    ranked.sort { ($0.low, $0.index) < ($1.low, $1.index) }
                    ranked.removeLast(ranked.count - wanted)
                    walk.limitMeters = ranked[wanted - 1].low
                    greatestAtLimit = Int64(ranked[wanted - 1].index)
                }
            }
        }
        memory = walk.takeMemory()
        ranked.sort { ($0.low, $0.index) < ($1.low, $1.index) }
        search.ranked = ranked
        search.answer(count: wanted)
    }

    /// Calls `body` with positions, ordered by lower bounds on their distances. `body` returns a new limit in meters.
    /// The calls end when no other position can be within the limit that was returned last.
    ///
    /// - Throws: errors of `body`, and otherwise as `nearest`.
    /// - Complexity: O(log n + m), m positions within the limit.
    package mutating func forEachCandidate<Pages: PageSource>(
        near origin: Coordinate, in pages: Pages, withinMeters limit: Double,
        traits: TraitFilter = .all, body: (PagedPoint) throws -> Double
    ) throws {
        found.begin(at: origin)
        var walk = PageWalk(from: origin, withinMeters: limit, memory: memory, traits)
        memory = PageWalk.Memory()
        // Positions with equal coordinates are often next to each other. Their bound is computed once.
        var last = (x: Double.nan, y: Double.nan, meters: 0.0)
        try walk.run(pages) { page, walk in
            try walk.forEachGroup(of: page) { group, walk in
                let points = page.points(group)
                let units = PageLayout.unitsPerDegree
                let (x, y) = (points.longitudes * units, points.latitudes * units)
                var rough = walk.bound.rough(west: x, south: y, east: x, north: y)
                if walk.limitMeters >= walk.bound.meters(ofRough: walk.bound.greatestRough) {
                    rough = walk.bound.refined(rough, west: x, south: y, east: x, north: y)
                }
                for lane in 0..<PageLayout.lanes where walk.bound.meters(ofRough: rough[lane]) <= walk.limitMeters {
                    if !traits.admits(points.traits[lane]) { continue }
                    guard let slot = found.add(points[lane]) else { throw pages.damage(PageLayout.root) }
                    var meters = walk.bound.meters(ofRough: rough[lane])
                    if rough[lane] == BoxDistanceBound.farthestSquare {
                        if x[lane] != last.x || y[lane] != last.y {
                            let bound = walk.bound.meters(west: x[lane], south: y[lane], east: x[lane], north: y[lane])
                            last = (x[lane], y[lane], bound)
                        }
                        meters = last.meters
                    }
                    walk.wait(forPosition: slot, meters: meters)
                }
            }
        } meet: { slot, walk in
            walk.limitMeters = try body(found[slot])
        }
        memory = walk.takeMemory()
    }
}

/// A search for the positions in a box, edges included. It reads only the pages that meet the box.
package struct PageBoxSearch {
    private let box: BoundingBox
    /// The box in units, rounded outward: west, south, east, north.
    private let edges: SIMD4<Int32>

    /// - Precondition: the box does not cross the antimeridian.
    package init(_ box: BoundingBox) {
        precondition(!box.crossesAntimeridian)
        self.box = box
        edges = SIMD4(
            PageBox.down(box.west), PageBox.down(box.south), PageBox.up(box.east), PageBox.up(box.north))
    }

    /// Calls `body` with the positions in the box that `traits` admits, in no particular order, until `body` returns
    /// false; then returns false.
    ///
    /// - Complexity: O(log n + m) on average, n positions, m of them in the box.
    package func run<Pages: PageSource>(
        in pages: Pages, traits: TraitFilter = .all,
        body: (PagedPoint) throws -> Bool
    ) throws -> Bool {
        pages.begin()
        var waiting: [(number: Int64, level: Int?)] = [(PageLayout.root, nil)]
        var goesOn = true
        while goesOn, let next = waiting.popLast() {
            try pages.withPage(next.number) { bytes in
                guard let page = PointPage(bytes, level: next.level) else { throw pages.damage(next.number) }
                try forEachMeeting(page, traits) { index in
                    if page.level > 0 {
                        waiting.append((page.firstChild + Int64(index), page.level - 1))
                    } else if goesOn {
                        goesOn = try look(page.points(index), traits, body)
                    }
                }
            }
        }
        return goesOn
    }

    private func forEachMeeting(
        _ page: PointPage, _ traits: TraitFilter, _ body: (Int) throws -> Void
    ) rethrows {
        let count = page.level == 0 ? page.pointGroups : page.count
        for group in 0..<page.boxGroups {
            let boxes = page.boxes(group)
            let meets =
                boxes.east .>= edges.x .& boxes.north .>= edges.y .& boxes.west .<= edges.z .& boxes.south .<= edges.w
            let first = group * PageLayout.lanes
            for lane in 0..<min(PageLayout.lanes, count - first) where meets[lane] {
                if !traits.mayAdmit(boxes.leastTraits[lane], boxes.greatestTraits[lane]) { continue }
                try body(first + lane)
            }
        }
    }

    private func look(
        _ points: PointGroup, _ traits: TraitFilter, _ body: (PagedPoint) throws -> Bool
    ) rethrows -> Bool {
        let isInside =
            points.longitudes .>= box.west .& points.longitudes .<= box.east .& points.latitudes .>= box.south
            .& points.latitudes .<= box.north
        for lane in 0..<PageLayout.lanes where isInside[lane] {
            if !traits.admits(points.traits[lane]) { continue }
            guard try body(points[lane]) else { return false }
        }
        return true
    }
}

/// The positions that a search found within its limit, in a frame around the origin.
private struct FoundPoints: SlottedPositions, Sendable {
    private(set) var place = SIMD3<Double>()
    private var frame = EarthFrame(middle: Coordinate(uncheckedLongitude: 0, latitude: 0))
    private var points: [PagedPoint] = []

    mutating func begin(at origin: Coordinate) {
        frame = EarthFrame(middle: origin)
        place = frame.position(of: origin)
        points.removeAll(keepingCapacity: true)
    }

    /// Adds a position and returns its slot; nil if its coordinates are not valid.
    mutating func add(_ point: PagedPoint) -> Int? {
        guard abs(point.longitude) <= 180, abs(point.latitude) <= 90 else { return nil }
        points.append(point)
        return points.count - 1
    }

    subscript(slot: Int) -> PagedPoint { points[slot] }

    /// Replaces a position with another one that has the same coordinates.
    mutating func replace(_ slot: Int, with point: PagedPoint) { points[slot] = point }

    /// Returns the squares of the chords from the origin; NaN in unused lanes.
    @inline(__always)
    func squaredChords(to group: PointGroup) -> SIMD8<Double> {
        let (x, y, z) = frame.positions(longitudes: group.longitudes, latitudes: group.latitudes)
        let (east, north, up) = (x - place.x, y - place.y, z - place.z)
        return east * east + north * north + up * up
    }

    func index(ofSlot slot: Int) -> Int { Int(points[slot].id) }

    func coordinate(inSlot slot: Int) -> Coordinate {
        Coordinate(uncheckedLongitude: points[slot].longitude, latitude: points[slot].latitude)
    }

    func bounds(from place: SIMD3<Double>, toSlot slot: Int) -> GeodesicBounds {
        let target = frame.position(of: coordinate(inSlot: slot))
        let way = target - place
        let chord = (way.x * way.x + way.y * way.y + way.z * way.z).squareRoot()
        return GeodesicBounds(from: place, to: target, chord: chord, in: frame)
    }
}

/// The positions of a search that have equal coordinates. At each place, only the positions with the lowest numbers can
/// be in the result, because equal distances are ordered by number. So the search does not need memory for each of a
/// million positions in one building.
struct EqualPositions {
    /// A position that is kept. The greatest number comes first in a heap.
    private struct Kept: Comparable {
        let id: Int64
        let slot: Int

        static func < (left: Kept, right: Kept) -> Bool { left.id > right.id }
    }

    private struct Place: Hashable {
        let longitude: Double
        let latitude: Double
    }

    /// The maximum number of positions that are kept for each place.
    private let most: Int
    private var kept: [Place: (heap: BinaryHeap<Kept>, count: Int)] = [:]

    init(_ most: Int) { self.most = most }

    /// Returns nil if the position must be added, the slot of the one that it replaces, or `.some(nil)` if it is not
    /// kept.
    mutating func slot(for point: PagedPoint) -> Int?? {
        let place = Place(longitude: point.longitude, latitude: point.latitude)
        guard let index = kept.index(forKey: place), kept.values[index].count == most else { return nil }
        guard let greatest = kept.values[index].heap.first, point.id < greatest.id else { return .some(nil) }
        kept.values[index].heap.replaceFirst(with: Kept(id: point.id, slot: greatest.slot))
        return greatest.slot
    }

    mutating func add(_ point: PagedPoint, slot: Int) {
        let place = Place(longitude: point.longitude, latitude: point.latitude)
        kept[place, default: (BinaryHeap(), 0)].heap.insert(Kept(id: point.id, slot: slot))
        kept[place]?.count += 1
    }
}

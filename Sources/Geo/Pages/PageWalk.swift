/// A walk through the pages of an index, nearest page first.
///
/// The lower bound of a page is never more than the distance of any position in it. So when the least bound of all
/// waiting pages is beyond the limit, all positions that the walk has not met are beyond it, too.
///
/// The children of a page wait together: only the nearest of them has a place in the heap. Most of the other children
/// are beyond the limit before it is their turn, so the walk only computes their bounds.
/// - Source: G. R. Hjaltason and H. Samet, "Distance Browsing in Spatial Databases", ACM TODS 24 (1999).
struct PageWalk {
    struct Waiting: Comparable, Sendable {
        /// A lower bound on its distance.
        let meters: Double
        /// The number of the position, or that of the branch in `Memory`.
        let number: Int
        let isPosition: Bool

        static func < (left: Waiting, right: Waiting) -> Bool { left.meters < right.meters }
    }

    /// The memory of a walk. The next walk uses it again.
    struct Memory: Sendable {
        fileprivate var waiting = BinaryHeap<Waiting>()
        fileprivate var branches: [Branch] = []
        /// The bytes of the branches, one after the other.
        fileprivate var bytes: [UInt8] = []
        /// The bounds of the children of the branches, in the form of `BoxDistanceBound.rough`; infinite for children
        /// that no longer need a visit.
        fileprivate var bounds: [SIMD8<Double>] = []

        init() {}
    }

    fileprivate struct Branch: Sendable {
        let level: Int
        let count: Int
        let firstChild: Int64
        /// Where the bytes and the bounds of this branch begin in `Memory`.
        let firstByte: Int
        let firstBound: Int
        var nearest = 0
    }

    let bound: BoxDistanceBound
    let filter: TraitFilter
    var limitMeters: Double
    private var memory: Memory

    init(from origin: Coordinate, withinMeters limit: Double, memory: Memory, _ filter: TraitFilter) {
        bound = BoxDistanceBound(origin: origin, unitsPerDegree: PageLayout.unitsPerDegree)
        self.filter = filter
        limitMeters = limit
        self.memory = memory
        self.memory.waiting.removeAll()
        self.memory.branches.removeAll(keepingCapacity: true)
        self.memory.bytes.removeAll(keepingCapacity: true)
        self.memory.bounds.removeAll(keepingCapacity: true)
    }

    consuming func takeMemory() -> Memory { memory }

    /// Queues a position whose distance is at least `meters`.
    mutating func wait(forPosition number: Int, meters: Double) {
        memory.waiting.insert(Waiting(meters: meters, number: number, isPosition: true))
    }

    /// Calls `look` with the leaves that may have positions within the limit, and `meet` with the number of each
    /// position that `look` passed to `wait(forPosition:meters:)`, roughly nearest first. Both may lower the limit.
    /// Returns false, before it reads a second page, if no position is within `nearMeters`.
    @discardableResult
    mutating func run<Pages: PageSource>(
        _ pages: Pages, nearMeters: Double = .infinity, look: (PointPage, inout PageWalk) throws -> Void,
        meet: (Int, inout PageWalk) throws -> Void = { _, _ in }
    ) throws -> Bool {
        pages.begin()
        try visit(PageLayout.root, level: nil, pages, look)
        var isFirst = true
        while let next = memory.waiting.removeFirst(), next.meters <= limitMeters {
            if isFirst, next.meters > nearMeters { return false }
            if next.isPosition {
                try meet(next.number, &self)
                continue
            }
            if let child = takeNearestChild(of: next.number) {
                isFirst = false
                try visit(child, level: memory.branches[next.number].level - 1, pages, look)
            }
            wait(forBranch: next.number)
        }
        return true
    }

    private mutating func visit<Pages: PageSource>(
        _ number: Int64, level: Int?, _ pages: Pages, _ look: (PointPage, inout PageWalk) throws -> Void
    ) throws {
        try pages.withPage(number) { bytes in
            guard let page = PointPage(bytes, level: level) else { throw pages.damage(number) }
            if page.level == 0 { try look(page, &self) } else { add(page, bytes) }
        }
    }

    private mutating func add(_ page: PointPage, _ bytes: UnsafeRawBufferPointer) {
        let branch = Branch(
            level: page.level, count: page.count, firstChild: page.firstChild, firstByte: memory.bytes.count,
            firstBound: memory.bounds.count)
        memory.bytes.append(contentsOf: bytes)
        for group in 0..<page.boxGroups {
            var bounds = rough(page.boxes(group))
            let used = page.count &- group &* PageLayout.lanes
            if used < PageLayout.lanes { for lane in used..<PageLayout.lanes { bounds[lane] = .infinity } }
            memory.bounds.append(bounds)
        }
        memory.branches.append(branch)
        wait(forBranch: memory.branches.count - 1)
    }

    /// Puts a branch into the heap, with the bound of the nearest of its children that are still waiting.
    private mutating func wait(forBranch number: Int) {
        let branch = memory.branches[number]
        let groups = PageLayout.groups(branch.count)
        var least = Double.infinity
        var nearest = 0
        memory.bounds.withUnsafeBufferPointer { bounds in
            for group in 0..<groups {
                let bound = bounds[branch.firstBound &+ group].min()
                if bound < least { (least, nearest) = (bound, group) }
            }
            guard least < .infinity else { return }
            let group = bounds[branch.firstBound &+ nearest]
            nearest = nearest &* PageLayout.lanes
            for lane in 0..<PageLayout.lanes where group[lane] == least {
                nearest &+= lane
                break
            }
        }
        let meters = bound.meters(ofRough: least)
        guard meters <= limitMeters, meters < .infinity else { return }
        memory.branches[number].nearest = nearest
        memory.waiting.insert(Waiting(meters: meters, number: number, isPosition: false))
    }

    /// Returns the number of the nearest child's page. Returns nil if no position in the child is wanted, or if the
    /// call only replaced the child's rough bound with a closer one.
    private mutating func takeNearestChild(of number: Int) -> Int64? {
        let branch = memory.branches[number]
        let (group, lane) = (branch.nearest / PageLayout.lanes, branch.nearest % PageLayout.lanes)
        let boxes = boxes(group, of: branch)
        let place = branch.firstBound &+ group
        if !filter.mayAdmit(boxes.leastTraits[lane], boxes.greatestTraits[lane]) {
            memory.bounds[place][lane] = .infinity
            return nil
        }
        if memory.bounds[place][lane] == bound.greatestRough {
            refine(branch)
            return nil
        }
        if memory.bounds[place][lane] == BoxDistanceBound.farthestSquare {
            memory.bounds[place][lane] = closest(boxes, lane)
            return nil
        }
        memory.bounds[place][lane] = .infinity
        return branch.firstChild &+ Int64(branch.nearest)
    }

    /// Returns the squares of lower bounds on the distances to far positions; NaN in unused lanes.
    @inline(__always)
    func squares(to points: PointGroup) -> SIMD8<Double> {
        let units = PageLayout.unitsPerDegree
        let (x, y) = (points.longitudes * units, points.latitudes * units)
        let meters = bound.farMeters(west: x, south: y, east: x, north: y)
        return meters * meters
    }

    /// Replaces the bounds of a branch's far children with closer ones.
    private mutating func refine(_ branch: Branch) {
        for group in 0..<PageLayout.groups(branch.count) {
            let place = branch.firstBound &+ group
            memory.bounds[place] = refined(memory.bounds[place], boxes(group, of: branch))
        }
    }

    private func boxes(_ group: Int, of branch: Branch) -> BoxGroup {
        memory.bytes.withUnsafeBytes { bytes in
            BoxGroup(bytes, at: branch.firstByte &+ PageLayout.headerBytes &+ group &* PageLayout.boxGroupBytes)
        }
    }

    /// Returns the square of the closest bound of a box near the antipode.
    private func closest(_ boxes: BoxGroup, _ lane: Int) -> Double {
        let meters = bound.meters(
            west: Double(boxes.west[lane]), south: Double(boxes.south[lane]), east: Double(boxes.east[lane]),
            north: Double(boxes.north[lane]))
        return max(meters * meters, BoxDistanceBound.farthestSquare.nextUp)
    }

    @inline(__always)
    private func rough(_ boxes: BoxGroup) -> SIMD8<Double> {
        bound.rough(
            west: SIMD8<Double>(boxes.west), south: SIMD8<Double>(boxes.south), east: SIMD8<Double>(boxes.east),
            north: SIMD8<Double>(boxes.north))
    }

    @inline(__always)
    private func refined(_ rough: SIMD8<Double>, _ boxes: BoxGroup) -> SIMD8<Double> {
        bound.refined(
            rough, west: SIMD8<Double>(boxes.west), south: SIMD8<Double>(boxes.south),
            east: SIMD8<Double>(boxes.east), north: SIMD8<Double>(boxes.north))
    }

    /// Calls `body`, which may lower the limit, for each group of eight that may have positions within it, nearest
    /// first.
    @inline(__always)
    mutating func forEachGroup(
        of page: PointPage, _ body: (_ index: Int, inout PageWalk) throws -> Void
    ) rethrows {
        let groups = page.pointGroups
        var bounds = SIMD16<Double>(repeating: .infinity)
        let limit = bound.rough(ofMeters: max(limitMeters, 0))
        for group in 0..<page.boxGroups {
            let boxes = page.boxes(group)
            var rough = rough(boxes)
            if limit >= bound.greatestRough { rough = refined(rough, boxes) }
            let first = group &* PageLayout.lanes
            for lane in 0..<min(PageLayout.lanes, groups &- first) where rough[lane] <= limit {
                bounds[first &+ lane] =
                    rough[lane] == BoxDistanceBound.farthestSquare ? closest(boxes, lane) : rough[lane]
            }
        }
        while true {
            var (nearest, least) = (-1, Double.infinity)
            for group in 0..<groups where bounds[group] < least { (nearest, least) = (group, bounds[group]) }
            guard nearest >= 0, bound.meters(ofRough: least) <= limitMeters else { return }
            bounds[nearest] = .infinity
            let boxes = page.boxes(nearest / PageLayout.lanes)
            let lane = nearest % PageLayout.lanes
            guard filter.mayAdmit(boxes.leastTraits[lane], boxes.greatestTraits[lane]) else { continue }
            try body(nearest, &self)
        }
    }
}

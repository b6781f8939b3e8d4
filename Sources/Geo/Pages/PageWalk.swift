/// A walk through the pages of an index, nearest page first.
///
/// The lower bound of a page is never more than the distance of any position in it. So when the least bound of all
/// waiting pages is beyond the limit, all positions that the walk has not met are beyond it, too.
/// - Source: G. R. Hjaltason and H. Samet, "Distance Browsing in Spatial Databases", ACM TODS 24 (1999).
struct PageWalk {
    /// A page or a position that waits for its turn.
    struct Waiting: Comparable, Sendable {
        /// A lower bound of its distance.
        var meters: Double
        /// The number of the page or of the position.
        let number: Int64
        /// The level of the page; -1 for the root, whose level is not known yet, and -2 for a position.
        let level: Int32
        /// Whether the bound is `BoxDistanceBound.roughMeters` and can be made closer.
        var isRough: Bool
        let box: SIMD4<Int32>

        static func < (left: Waiting, right: Waiting) -> Bool { left.meters < right.meters }
    }

    let bound: BoxDistanceBound
    /// Returns whether positions with traits in this range may be wanted; nil if all are.
    let admits: ((_ least: Int32, _ greatest: Int32) -> Bool)?
    /// Positions beyond it are not wanted.
    var limitMeters: Double
    var waiting: BinaryHeap<Waiting>

    init(
        from origin: Coordinate, withinMeters limit: Double, heap: BinaryHeap<Waiting>,
        admits: ((_ least: Int32, _ greatest: Int32) -> Bool)?
    ) {
        bound = BoxDistanceBound(origin: origin, unitsPerDegree: PageLayout.unitsPerDegree)
        self.admits = admits
        limitMeters = limit
        waiting = heap
    }

    /// Calls `look` with the leaves that may have positions within the limit, and `meet` with the number of each
    /// position that `look` made wait, roughly nearest first. Both may lower the limit.
    ///
    /// - Throws: errors of the source and of the closures.
    mutating func run<Pages: PageSource>(
        _ pages: Pages, look: (PointPage, inout PageWalk) throws -> Void,
        meet: (Int64, inout PageWalk) throws -> Void = { _, _ in }
    ) throws {
        waiting.removeAll()
        waiting.insert(Waiting(meters: 0, number: PageLayout.root, level: -1, isRough: false, box: SIMD4()))
        while var next = waiting.removeFirst(), next.meters <= limitMeters {
            if next.level == -2 {
                try meet(next.number, &self)
            } else if next.isRough {
                next.isRough = false
                next.meters = max(next.meters, closeMeters(next.box))
                waiting.insert(next)
            } else {
                try pages.withPage(next.number) { bytes in
                    let level = next.level < 0 ? nil : Int(next.level)
                    guard let page = PointPage(bytes, level: level) else { throw pages.damage(next.number) }
                    if page.level == 0 { try look(page, &self) } else { takeChildren(of: page) }
                }
            }
        }
        waiting.removeAll()
    }

    /// Makes the children of a page wait.
    private mutating func takeChildren(of page: PointPage) {
        for group in 0..<page.boxGroups {
            let boxes = page.boxes(group)
            let meters = roughMeters(boxes)
            let first = group &* PageLayout.lanes
            for lane in 0..<min(PageLayout.lanes, page.count &- first) where meters[lane] <= limitMeters {
                if let admits, !admits(boxes.leastTraits[lane], boxes.greatestTraits[lane]) { continue }
                waiting.insert(
                    Waiting(
                        meters: meters[lane], number: page.firstChild &+ Int64(first &+ lane),
                        level: Int32(page.level &- 1), isRough: meters[lane] >= bound.roughMeters,
                        box: SIMD4(boxes.west[lane], boxes.south[lane], boxes.east[lane], boxes.north[lane])))
            }
        }
    }

    @inline(__always)
    func roughMeters(_ boxes: BoxGroup) -> SIMD8<Double> {
        bound.roughMeters(
            west: SIMD8<Double>(boxes.west), south: SIMD8<Double>(boxes.south), east: SIMD8<Double>(boxes.east),
            north: SIMD8<Double>(boxes.north))
    }

    private func closeMeters(_ box: SIMD4<Int32>) -> Double {
        bound.meters(west: Double(box.x), south: Double(box.y), east: Double(box.z), north: Double(box.w))
    }

    /// Calls `body` with the groups of eight positions of a leaf that may have positions within the limit, nearest
    /// group first. `body` may lower the limit.
    @inline(__always)
    mutating func forEachGroup(
        of page: PointPage, _ body: (_ index: Int, inout PageWalk) throws -> Void
    ) rethrows {
        let groups = page.pointGroups
        var bounds = SIMD16<Double>(repeating: .infinity)
        for group in 0..<page.boxGroups {
            let boxes = page.boxes(group)
            let meters = roughMeters(boxes)
            let first = group &* PageLayout.lanes
            for lane in 0..<min(PageLayout.lanes, groups &- first) where meters[lane] <= limitMeters {
                if let admits, !admits(boxes.leastTraits[lane], boxes.greatestTraits[lane]) { continue }
                bounds[first &+ lane] = meters[lane]
            }
        }
        while true {
            var (nearest, least) = (-1, Double.infinity)
            for group in 0..<groups where bounds[group] < least { (nearest, least) = (group, bounds[group]) }
            guard nearest >= 0, least <= limitMeters else { return }
            bounds[nearest] = .infinity
            try body(nearest, &self)
        }
    }
}

/// A search for the positions in a box, edges included, through an index in pages. It reads only the pages that meet
/// the box.
public struct PageBoxSearch {
    private let box: BoundingBox
    /// The box in units, rounded outward: west, south, east, north.
    private let edges: SIMD4<Int32>

    /// - Precondition: the box does not cross the antimeridian.
    public init(_ box: BoundingBox) {
        precondition(!box.crossesAntimeridian)
        self.box = box
        edges = SIMD4(
            PageBox.down(box.west), PageBox.down(box.south), PageBox.up(box.east), PageBox.up(box.north))
    }

    /// Calls `body` with the positions in the box, in no particular order, until `body` returns false.
    ///
    /// - Parameter traits: a condition; positions whose traits it does not admit are skipped.
    /// - Returns: false if `body` returned false.
    /// - Complexity: O(log n + m) on average, n positions, m of them in the box.
    public func run<Pages: PageSource>(
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

    /// Calls `body` with the children of a page, or the groups of a leaf, that meet the box.
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

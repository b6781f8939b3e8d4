/// Removes positions from an index that is stored in pages, and adds others. Only the leaves that change and the pages
/// above the leaves are written.
public enum PageUpdate {
    /// Removes and adds positions. Each new position enters the leaf of its neighbors along `HilbertCurve`.
    ///
    /// - Parameters:
    ///   - fresh: the new positions, in any order; all have valid coordinates.
    ///   - isStale: returns whether the position with this number is to be removed.
    ///   - write: stores a page in place of the page that has the same number.
    /// - Returns: false if a leaf has no room. In that case, some pages may already have been written, and the whole
    ///   index must be written again (`write(again:adding:removing:into:)`).
    /// - Throws: errors of the source and of `write`.
    /// - Complexity: O(n + m log m), n positions and m new ones. It reads every leaf, which takes about 10 ns for each
    ///   position.
    public static func run<Pages: PageSource>(
        in pages: Pages, adding fresh: [PagedPoint], removing isStale: (Int64) -> Bool,
        write: (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void
    ) throws -> Bool {
        var encoder = PageEncoder()
        var boxes: [PageBox] = []
        var added = sorted(fresh)[...]
        let isRootAlone = try forEachLeaf(of: pages) { leaf, next in
            var points = leaf.points
            points.removeAll { isStale($0.id) }
            // The last leaf takes all remaining positions.
            let own = added.prefix { entry in next.map { entry.place < $0 } ?? true }
            added = added.dropFirst(own.count)
            points.append(contentsOf: own.map(\.point))
            guard points.count <= PageLayout.leafCapacity else { return false }
            guard own.isEmpty, points.count == leaf.points.count else {
                // The positions are sorted, so that neighbors along the curve stay together in groups of eight.
                points = sorted(points).map(\.point)
                boxes.append(try encoder.leaf(points[...]) { try write(leaf.number, $0) })
                return true
            }
            boxes.append(leaf.box)
            return true
        }
        guard let isRootAlone else { return false }
        if !isRootAlone { try PageWriter.writeBranches(above: boxes, &encoder, write) }
        return true
    }

    /// Writes the whole index again, with positions removed and added, after `run` found no room.
    ///
    /// - Parameters:
    ///   - fresh: the same positions as for `run`, including those that `run` has already added.
    ///   - writer: writes the new index to another place.
    /// - Throws: errors of the source and of the writer.
    /// - Complexity: O(n + m log m), n positions and m new ones; about 100 ns for each position.
    public static func write<Pages: PageSource>(
        again pages: Pages, adding fresh: [PagedPoint], removing isStale: (Int64) -> Bool, into writer: inout PageWriter
    ) throws {
        let added = Set(fresh.map(\.id))
        var waiting = sorted(fresh)[...]
        try forEachPoint(of: pages) { point in
            guard !isStale(point.id), !added.contains(point.id) else { return }
            if !waiting.isEmpty {
                let place = HilbertCurve.position(of: point)
                while let next = waiting.first, next.place <= place {
                    try writer.add(next.point)
                    waiting.removeFirst()
                }
            }
            try writer.add(point)
        }
        for entry in waiting { try writer.add(entry.point) }
        try writer.finish()
    }

    /// Calls `body` with all positions of an index, in the order of the leaves.
    ///
    /// - Throws: errors of the source and of `body`.
    public static func forEachPoint<Pages: PageSource>(
        of pages: Pages, body: (PagedPoint) throws -> Void
    ) throws {
        _ = try forEachLeaf(of: pages) { leaf, _ in
            for point in leaf.points { try body(point) }
            return true
        }
    }

    /// Returns the positions with their places along the curve, sorted by place and then by number.
    private static func sorted(_ points: [PagedPoint]) -> [(place: UInt64, point: PagedPoint)] {
        points.map { (HilbertCurve.position(of: $0), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
    }

    private struct Leaf {
        let number: Int64
        let points: [PagedPoint]
        let box: PageBox
    }

    /// Calls `body` with each leaf and the place where the next leaf that is not empty begins, until `body` returns
    /// false.
    ///
    /// - Returns: whether the root is the only page; nil if `body` returned false.
    private static func forEachLeaf<Pages: PageSource>(
        of pages: Pages, _ body: (Leaf, _ next: UInt64?) throws -> Bool
    ) throws -> Bool? {
        let last = try lastLeaf(of: pages)
        pages.begin()
        guard let last else {
            return try body(try leaf(PageLayout.root, pages), nil) ? true : nil
        }
        var waiting: [Leaf] = []
        for number in PageLayout.root + 1...last {
            let next = try leaf(number, pages)
            if let first = next.points.first, !waiting.isEmpty {
                let place = HilbertCurve.position(of: first)
                for leaf in waiting { guard try body(leaf, place) else { return nil } }
                waiting = []
            }
            waiting.append(next)
        }
        for (index, leaf) in waiting.enumerated() {
            guard try body(leaf, index < waiting.count - 1 ? 0 : nil) else { return nil }
        }
        return false
    }

    /// Returns the number of the last leaf; nil if the root is the only page.
    private static func lastLeaf(of pages: some PageSource) throws -> Int64? {
        pages.begin()
        var (number, level) = (PageLayout.root, Int?.none)
        while true {
            var child: Int64?
            try pages.withPage(number) { bytes in
                guard let page = PointPage(bytes, level: level) else { throw pages.damage(number) }
                if page.level > 0 { child = page.firstChild + Int64(page.count) - 1 }
                level = page.level - 1
            }
            guard let child else { return number == PageLayout.root ? nil : number }
            number = child
        }
    }

    private static func leaf(_ number: Int64, _ pages: some PageSource) throws -> Leaf {
        var points: [PagedPoint] = []
        var box = PageBox()
        try pages.withPage(number) { bytes in
            guard let page = PointPage(bytes, level: 0) else { throw pages.damage(number) }
            points.reserveCapacity(page.count + 8)
            for group in 0..<page.pointGroups {
                let eight = page.points(group)
                for lane in 0..<min(PageLayout.lanes, page.count - group * PageLayout.lanes) {
                    let point = eight[lane]
                    guard abs(point.longitude) <= 180, abs(point.latitude) <= 90 else { throw pages.damage(number) }
                    points.append(point)
                }
            }
            for group in 0..<page.boxGroups {
                let boxes = page.boxes(group)
                for lane in 0..<PageLayout.lanes { box.add(boxes[lane]) }
            }
        }
        return Leaf(number: number, points: points, box: box)
    }
}

extension HilbertCurve {
    /// Returns the place of a position along the curve through the whole world, in cells of 1e-7 degrees.
    ///
    /// - Precondition: the coordinates of the position are valid.
    package static func position(of point: PagedPoint) -> UInt64 {
        position(
            x: UInt32(bitPattern: PageBox.down(point.longitude)) &+ 1 << 31,
            y: UInt32(bitPattern: PageBox.down(point.latitude)) &+ 1 << 31)
    }
}

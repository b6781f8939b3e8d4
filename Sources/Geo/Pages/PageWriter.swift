/// Writes an index in pages. The caller adds the positions in their order along `HilbertCurve`; this order affects only
/// how compact the pages are.
///
/// The leaves are pages 2, 3, …; the other pages follow, level by level, and the root comes last, as page 1. The writer
/// keeps one leaf in memory, and 24 bytes for each leaf that it has written.
package struct PageWriter {
    /// The number of positions in a new leaf. The rest is room for positions that are added later (`PageUpdate`).
    package static let leafFill = 112

    private let write: (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void
    private var encoder = PageEncoder()
    private var waiting: [PagedPoint] = []
    private var boxes: [PageBox] = []

    /// - Parameter write: stores a page; called once for each number.
    package init(_ write: @escaping (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
        waiting.reserveCapacity(Self.leafFill)
    }

    /// Adds a position, whose coordinates must be valid.
    package mutating func add(_ point: PagedPoint) throws {
        // A full leaf waits for the next position, because the only leaf of an index becomes its root.
        if waiting.count == Self.leafFill { try writeLeaf() }
        waiting.append(point)
    }

    /// Writes the remaining pages.
    package mutating func finish() throws {
        guard !boxes.isEmpty else {
            _ = try encoder.leaf(waiting[...]) { try write(PageLayout.root, $0) }
            return
        }
        try writeLeaf()
        try Self.writeBranches(above: boxes, &encoder, write)
    }

    private mutating func writeLeaf() throws {
        let number = Int64(boxes.count) + PageLayout.root + 1
        boxes.append(try encoder.leaf(waiting[...]) { try write(number, $0) })
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the pages above the leaves. `leaves` has the boxes of the leaves, which are pages 2, 3, ….
    static func writeBranches(
        above leaves: [PageBox], _ encoder: inout PageEncoder,
        _ write: (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var children = leaves
        var firstChild = PageLayout.root + 1
        var level = 1
        while children.count > PageLayout.branchCapacity {
            let pages = (children.count + PageLayout.branchCapacity - 1) / PageLayout.branchCapacity
            let firstPage = firstChild + Int64(children.count)
            var parents: [PageBox] = []
            for page in 0..<pages {
                // The pages get equal numbers of children, or numbers that differ by one.
                let range = children.count * page / pages..<children.count * (page + 1) / pages
                let number = firstPage + Int64(page)
                try encoder.branch(level: level, firstChild: firstChild + Int64(range.lowerBound), children[range]) {
                    try write(number, $0)
                }
                parents.append(children[range].reduce(into: PageBox()) { $0.add($1) })
            }
            (children, firstChild, level) = (parents, firstPage, level + 1)
        }
        try encoder.branch(level: level, firstChild: firstChild, children[...]) { try write(PageLayout.root, $0) }
    }
}

/// Removes and adds positions of an index in pages. Only the leaves that change and the pages above them are written.
package enum PageUpdate {
    /// Removes and adds positions. Each new position enters the leaf of its neighbors along `HilbertCurve`.
    ///
    /// `fresh` has the new positions, all valid, in any order; `isStale` says whether the position with this number is
    /// removed; `write` stores a page in place of the page that has the same number.
    /// - Returns: false if a leaf has no room. In that case, some pages may already have been written, and the whole
    ///   index must be written again (`write(again:adding:removing:into:)`).
    /// - Complexity: O(n + m log m), n positions and m new ones. It reads every leaf, about 10 ns for each position.
    package static func run<Pages: PageSource>(
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

    /// Writes the whole index again, to another place, with positions removed and added, after `run` found no room.
    /// `fresh` has the same positions as for `run`, including those that `run` has already added.
    ///
    /// - Complexity: O(n + m log m), n positions and m new ones; about 100 ns for each position.
    package static func write<Pages: PageSource>(
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
    package static func forEachPoint<Pages: PageSource>(
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

    /// Calls `body` with each leaf and the place where the next leaf that is not empty begins. Returns whether the root
    /// is the only page; nil if `body` returned false.
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

struct PageEncoder {
    private var bytes: [UInt8] = []

    /// - Precondition: at most `PageLayout.leafCapacity` positions, all with valid coordinates.
    /// - Returns: the box of the leaf.
    mutating func leaf(
        _ points: ArraySlice<PagedPoint>, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> PageBox {
        precondition(points.count <= PageLayout.leafCapacity)
        let groups = PageLayout.groups(points.count)
        var boxes: [PageBox] = []
        var whole = PageBox()
        start(level: 0, count: points.count, firstChild: 0)
        let pointsStart = PageLayout.headerBytes + PageLayout.groups(groups) * PageLayout.boxGroupBytes
        for group in 0..<groups {
            var (box, positions) = (PageBox(), PointGroup())
            let first = points.startIndex + group * PageLayout.lanes
            for (lane, point) in points[first..<min(first + PageLayout.lanes, points.endIndex)].enumerated() {
                box.add(point)
                (positions.longitudes[lane], positions.latitudes[lane]) = (point.longitude, point.latitude)
                (positions.ids[lane], positions.traits[lane]) = (point.id, point.traits)
            }
            bytes.withUnsafeMutableBytes {
                positions.store(to: $0, at: pointsStart + group * PageLayout.pointGroupBytes)
            }
            boxes.append(box)
            whole.add(box)
        }
        store(boxes[...])
        try bytes.withUnsafeBytes(body)
        return whole
    }

    /// - Precondition: at most `PageLayout.branchCapacity` boxes.
    mutating func branch(
        level: Int, firstChild: Int64, _ boxes: ArraySlice<PageBox>, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        precondition(boxes.count <= PageLayout.branchCapacity)
        start(level: level, count: boxes.count, firstChild: firstChild)
        store(boxes)
        try bytes.withUnsafeBytes(body)
    }

    private mutating func start(level: Int, count: Int, firstChild: Int64) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: repeatElement(0, count: PageLayout.bytes(level: level, count: count)))
        bytes.withUnsafeMutableBytes { bytes in
            bytes.storeBytes(of: UInt16(level).littleEndian, as: UInt16.self)
            bytes.storeBytes(of: UInt16(count).littleEndian, toByteOffset: 2, as: UInt16.self)
            bytes.storeBytes(of: firstChild.littleEndian, toByteOffset: 8, as: Int64.self)
        }
    }

    private mutating func store(_ boxes: ArraySlice<PageBox>) {
        for group in 0..<PageLayout.groups(boxes.count) {
            var eight = BoxGroup()
            let first = boxes.startIndex + group * PageLayout.lanes
            for (lane, box) in boxes[first..<min(first + PageLayout.lanes, boxes.endIndex)].enumerated() {
                eight[lane] = box
            }
            bytes.withUnsafeMutableBytes {
                eight.store(to: $0, at: PageLayout.headerBytes + group * PageLayout.boxGroupBytes)
            }
        }
    }
}

/// The Hilbert curve through a square of 2³² × 2³² cells. Neighbors along the curve are neighbors in the plane, so each
/// piece of the curve is a compact group of points.
/// - Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Math. Ann. 38 (1891). The
///   steps from the highest bit down are those of H. S. Warren, "Hacker's Delight", §16–2. R-trees packed in this
///   order: I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993.
package enum HilbertCurve {
    /// Returns the position of the cell at (`x`, `y`) along the curve, in 32 steps without a branch, about 40 ns.
    package static func position(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y) = (x, y)
        var position: UInt64 = 0
        for level in 0..<UInt32(32) {
            let shift = 31 &- level
            let right = (x &>> shift) & 1
            let upper = (y &>> shift) & 1
            position = position &<< 2 | UInt64((3 &* right) ^ upper)
            // In the two lower quarters the axes are exchanged; in the lower right one they are also reversed.
            let turned = upper &- 1
            let flipped = turned & (0 &- right)
            x ^= flipped
            y ^= flipped
            let exchanged = (x ^ y) & turned
            x ^= exchanged
            y ^= exchanged
        }
        return position
    }

    /// Returns the place of a valid position along the curve through the whole world, in cells of 1e-7 degrees.
    package static func position(of point: PagedPoint) -> UInt64 {
        position(
            x: UInt32(bitPattern: PageBox.down(point.longitude)) &+ 1 << 31,
            y: UInt32(bitPattern: PageBox.down(point.latitude)) &+ 1 << 31)
    }
}

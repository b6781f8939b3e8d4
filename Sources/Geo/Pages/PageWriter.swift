/// Writes an index in pages. The caller adds the positions in their order along `HilbertCurve`; this order affects only
/// how compact the pages are.
///
/// The leaves are pages 2, 3, …; the other pages follow, level by level, and the root comes last, as page 1. The writer
/// keeps one leaf in memory, and 24 bytes for each leaf that it has written.
public struct PageWriter {
    /// The number of positions in a new leaf. The rest is room for positions that are added later (`PageUpdate`).
    public static let leafFill = 112

    private let write: (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void
    private var encoder = PageEncoder()
    private var waiting: [PagedPoint] = []
    private var boxes: [PageBox] = []

    /// - Parameter write: stores a page; called once for each number.
    public init(_ write: @escaping (_ number: Int64, _ bytes: UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
        waiting.reserveCapacity(Self.leafFill)
    }

    /// Adds a position.
    ///
    /// - Precondition: its coordinates are valid.
    public mutating func add(_ point: PagedPoint) throws {
        // A full leaf is not written before the next position comes, because the only leaf of an index becomes its
        // root.
        if waiting.count == Self.leafFill { try writeLeaf() }
        waiting.append(point)
    }

    /// Writes the remaining pages.
    public mutating func finish() throws {
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

/// Writes pages as bytes, one after the other into the same memory.
struct PageEncoder {
    private var bytes: [UInt8] = []

    /// Calls `body` with the bytes of a leaf.
    ///
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

    /// Calls `body` with the bytes of a page whose children have these boxes.
    ///
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

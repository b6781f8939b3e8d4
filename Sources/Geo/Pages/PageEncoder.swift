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

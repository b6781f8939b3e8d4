/// Eight boxes of a page, with edges in units of 1e-7 degrees, and the least and greatest traits in each.
struct BoxGroup {
    var west = SIMD8<Int32>(repeating: .max)
    var east = SIMD8<Int32>(repeating: .min)
    var south = SIMD8<Int32>(repeating: .max)
    var north = SIMD8<Int32>(repeating: .min)
    var leastTraits = SIMD8<Int32>(repeating: .max)
    var greatestTraits = SIMD8<Int32>(repeating: .min)

    /// Eight empty boxes.
    init() {}

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        func edges(_ number: Int) -> SIMD8<Int32> {
            bytes.loadUnaligned(fromByteOffset: offset &+ number &* 32, as: SIMD8<Int32>.self)
        }
        (west, east, south, north) = (edges(0), edges(1), edges(2), edges(3))
        (leastTraits, greatestTraits) = (edges(4), edges(5))
    }

    func store(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
        for (number, edges) in [west, east, south, north, leastTraits, greatestTraits].enumerated() {
            bytes.storeBytes(of: edges, toByteOffset: offset + number * 32, as: SIMD8<Int32>.self)
        }
    }
}

/// Eight positions of a leaf; unused ones are NaN.
struct PointGroup {
    var longitudes = SIMD8<Double>(repeating: .nan)
    var latitudes = SIMD8<Double>(repeating: .nan)
    var ids = SIMD8<Int64>()
    var traits = SIMD8<Int32>()

    init() {}

    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        longitudes = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD8<Double>.self)
        latitudes = bytes.loadUnaligned(fromByteOffset: offset &+ 64, as: SIMD8<Double>.self)
        ids = bytes.loadUnaligned(fromByteOffset: offset &+ 128, as: SIMD8<Int64>.self)
        traits = bytes.loadUnaligned(fromByteOffset: offset &+ 192, as: SIMD8<Int32>.self)
    }

    func store(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
        bytes.storeBytes(of: longitudes, toByteOffset: offset, as: SIMD8<Double>.self)
        bytes.storeBytes(of: latitudes, toByteOffset: offset + 64, as: SIMD8<Double>.self)
        bytes.storeBytes(of: ids, toByteOffset: offset + 128, as: SIMD8<Int64>.self)
        bytes.storeBytes(of: traits, toByteOffset: offset + 192, as: SIMD8<Int32>.self)
    }

    @inline(__always)
    subscript(lane: Int) -> PagedPoint {
        PagedPoint(id: ids[lane], longitude: longitudes[lane], latitude: latitudes[lane], traits: traits[lane])
    }
}

/// A page that was read from bytes; `PageLayout` describes their layout.
struct PointPage {
    /// The number of levels below; 0 for a leaf.
    let level: Int
    /// The number of positions in a leaf, or the number of children of a page that is not a leaf.
    let count: Int
    /// The number of the first child; the other children have the numbers after it.
    let firstChild: Int64
    private let bytes: UnsafeRawBufferPointer
    private let pointsStart: Int

    /// Reads a page; nil if the bytes can't be a page.
    ///
    /// - Parameter level: the level that the page must have; nil for the root.
    init?(_ bytes: UnsafeRawBufferPointer, level wanted: Int?) {
        guard bytes.count >= PageLayout.headerBytes else { return nil }
        level = Int(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
        count = Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        firstChild = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
        guard level <= PageLayout.maximumLevel, level == wanted ?? level else { return nil }
        guard count <= (level == 0 ? PageLayout.leafCapacity : PageLayout.branchCapacity) else { return nil }
        guard bytes.count == PageLayout.bytes(level: level, count: count) else { return nil }
        // Only a leaf may be empty: all its positions may have been removed. The limit of `firstChild` ensures that the
        // numbers of the children do not overflow.
        guard count > 0 || level == 0, firstChild >= 0, firstChild < 1 << 48 else { return nil }
        self.bytes = bytes
        let boxes = level == 0 ? PageLayout.groups(count) : count
        pointsStart = PageLayout.headerBytes + PageLayout.groups(boxes) * PageLayout.boxGroupBytes
    }

    /// The number of groups of eight boxes.
    var boxGroups: Int { (pointsStart &- PageLayout.headerBytes) / PageLayout.boxGroupBytes }

    /// - Precondition: 0 ≤ index < boxGroups.
    @inline(__always)
    func boxes(_ index: Int) -> BoxGroup {
        assert(index >= 0 && index < boxGroups)
        return BoxGroup(bytes, at: PageLayout.headerBytes &+ index &* PageLayout.boxGroupBytes)
    }

    /// The number of groups of eight positions in a leaf.
    var pointGroups: Int { PageLayout.groups(count) }

    /// - Precondition: a leaf, 0 ≤ index < pointGroups.
    @inline(__always)
    func points(_ index: Int) -> PointGroup {
        assert(level == 0 && index >= 0 && index < pointGroups)
        return PointGroup(bytes, at: pointsStart &+ index &* PageLayout.pointGroupBytes)
    }

    /// Returns a position of a leaf.
    ///
    /// - Precondition: 0 ≤ index < count.
    func point(_ index: Int) -> PagedPoint { points(index / PageLayout.lanes)[index % PageLayout.lanes] }
}

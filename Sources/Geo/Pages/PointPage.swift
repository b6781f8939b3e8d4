/// The layout of an index of positions in pages. A file can hold the pages, and a query reads only those that it needs.
///
/// A leaf has up to 128 positions, which are neighbors along `HilbertCurve`. Each of the remaining pages has the boxes
/// of up to 160 pages, whose numbers are consecutive. Page 1 is the root; if there are few positions, it is the only
/// page and a leaf.
///
///     header    │ level (16 bits), 0 for a leaf │ count (16 bits) │ 0 (32 bits) │ number of the first child (64 bits)
///     boxes     │ west ×8, east ×8, south ×8, north ×8, least traits ×8, greatest traits ×8 │ …   32 bits each
///     positions │ longitude ×8, latitude ×8, id ×8 (64 bits each), traits ×8 (32 bits) │ …       only in a leaf
///
/// The boxes of a leaf are those of its groups of eight positions. Each array of boxes and of positions ends with a
/// full group of eight; an unused box is empty, and an unused position is NaN. Numbers are little-endian. Edges of
/// boxes are in units of 1e-7 degrees, rounded outward. The doubles of the positions are exact.
///
/// - Source: boxes along a curve, I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993; arrays of eight as in
///   `PackedRTree`.
package enum PageLayout {
    package static let root: Int64 = 1
    /// The maximum number of positions in a leaf, which is then just below 4 kB, the usual size of a page of SQLite.
    package static let leafCapacity = 128
    /// The maximum number of children of a page that is not a leaf.
    static let branchCapacity = 160
    /// The highest level that a reader accepts. Levels 0 to 2 already hold 160² · 128 positions, over three million.
    static let maximumLevel = 8
    /// Edges of boxes are degrees times this number.
    static let unitsPerDegree = 1e7

    static let headerBytes = 16
    static let lanes = 8
    static let boxGroupBytes = 6 * 4 * lanes
    static let pointGroupBytes = 3 * 8 * lanes + 4 * lanes

    /// Returns whether a page has the boxes of other pages. Does not check the page.
    package static func isBranch(_ page: UnsafeRawBufferPointer) -> Bool {
        page.count >= headerBytes && page.loadUnaligned(as: UInt16.self) != 0
    }

    static func groups(_ count: Int) -> Int { (count + lanes - 1) / lanes }

    static func bytes(level: Int, count: Int) -> Int {
        guard level == 0 else { return headerBytes + groups(count) * boxGroupBytes }
        return headerBytes + groups(groups(count)) * boxGroupBytes + groups(count) * pointGroupBytes
    }
}

/// A position in a page, with a number that its owner gave it.
package struct PagedPoint: Sendable, Equatable {
    /// The number of the position. Positions at equal distances are ordered by this number.
    package var id: Int64
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// Degrees north of the equator.
    package var latitude: Double
    /// A number by which searches can skip positions; the owner of the index decides what it means.
    package var traits: Int32

    package init(id: Int64, longitude: Double, latitude: Double, traits: Int32) {
        self.id = id
        self.longitude = longitude
        self.latitude = latitude
        self.traits = traits
    }
}

/// A condition on the traits of positions: on the lowest three bits (the flags), and on the number in the bits above
/// them (the code). It is not a closure, because a search applies it to every position that is near enough.
public struct TraitFilter: Sendable, Equatable {
    /// The number of bits of the flags.
    public static let flagBits: Int32 = 3
    /// The condition that admits every position.
    public static let all = TraitFilter(flags: .max, codes: nil)

    /// Bit i says whether positions whose flags are i are admitted.
    private let flags: UInt8
    /// The admitted codes, ascending; nil for all codes.
    private let codes: [Int32]?

    /// Creates a condition. Bit i of `flags` admits the flags i; `codes` are the admitted codes in any order, nil for
    /// all.
    public init(flags: UInt8, codes: [Int32]?) {
        self.flags = flags
        self.codes = codes?.sorted()
    }

    @inline(__always)
    public func admits(_ traits: Int32) -> Bool {
        guard flags >> UInt8(truncatingIfNeeded: traits & 7) & 1 != 0 else { return false }
        return codes == nil || hasCode(from: traits >> Self.flagBits, to: traits >> Self.flagBits)
    }

    /// Whether positions with traits from `least` to `greatest` may be admitted.
    @inline(__always)
    public func mayAdmit(_ least: Int32, _ greatest: Int32) -> Bool {
        let (first, last) = (least >> Self.flagBits, greatest >> Self.flagBits)
        if first == last {
            // The bits from (least & 7) to (greatest & 7).
            let span = (UInt16(2) << UInt16(greatest & 7)) &- (UInt16(1) << UInt16(least & 7))
            guard UInt16(flags) & span != 0 else { return false }
        }
        return codes == nil || hasCode(from: first, to: last)
    }

    private func hasCode(from first: Int32, to last: Int32) -> Bool {
        guard let codes else { return true }
        var indices = 0..<codes.count
        while let start = indices.first {
            let middle = start + indices.count / 2
            indices = codes[middle] < first ? middle + 1..<indices.upperBound : start..<middle
        }
        return indices.lowerBound < codes.count && codes[indices.lowerBound] <= last
    }
}

package protocol PageSource {
    /// Called at the start of each walk through the pages. A walk reads no page twice.
    func begin()

    /// Calls `body` with the bytes of a page, which are valid only during the call.
    /// - Throws: the source's own error if the source has no such page.
    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

    /// The error for a page whose bytes can't be a page of an index.
    func damage(_ number: Int64) -> any Error
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

    var boxGroups: Int { (pointsStart &- PageLayout.headerBytes) / PageLayout.boxGroupBytes }

    /// - Precondition: 0 ≤ index < boxGroups.
    @inline(__always)
    func boxes(_ index: Int) -> BoxGroup {
        assert(index >= 0 && index < boxGroups)
        return BoxGroup(bytes, at: PageLayout.headerBytes &+ index &* PageLayout.boxGroupBytes)
    }

    var pointGroups: Int { PageLayout.groups(count) }

    /// - Precondition: a leaf, 0 ≤ index < pointGroups.
    @inline(__always)
    func points(_ index: Int) -> PointGroup {
        assert(level == 0 && index >= 0 && index < pointGroups)
        return PointGroup(bytes, at: pointsStart &+ index &* PageLayout.pointGroupBytes)
    }

    /// - Precondition: 0 ≤ index < count.
    func point(_ index: Int) -> PagedPoint { points(index / PageLayout.lanes)[index % PageLayout.lanes] }
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

/// Eight boxes of a page, with edges in units of 1e-7 degrees, and the least and greatest traits in each.
struct BoxGroup {
    var west = SIMD8<Int32>(repeating: .max)
    var east = SIMD8<Int32>(repeating: .min)
    var south = SIMD8<Int32>(repeating: .max)
    var north = SIMD8<Int32>(repeating: .min)
    var leastTraits = SIMD8<Int32>(repeating: .max)
    var greatestTraits = SIMD8<Int32>(repeating: .min)

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

/// The box of some positions in units of 1e-7 degrees, rounded outward, with their least and greatest traits. The
/// rounding is monotone and everywhere the same, so a position in a box of degrees is always in the rounded box.
struct PageBox: Equatable {
    var west = Int32.max
    var east = Int32.min
    var south = Int32.max
    var north = Int32.min
    var leastTraits = Int32.max
    var greatestTraits = Int32.min

    init() {}

    init(_ group: BoxGroup, lane: Int) {
        (west, east) = (group.west[lane], group.east[lane])
        (south, north) = (group.south[lane], group.north[lane])
        (leastTraits, greatestTraits) = (group.leastTraits[lane], group.greatestTraits[lane])
    }

    /// - Precondition: the coordinates of the position are valid.
    mutating func add(_ point: PagedPoint) {
        west = min(west, Self.down(point.longitude))
        east = max(east, Self.up(point.longitude))
        south = min(south, Self.down(point.latitude))
        north = max(north, Self.up(point.latitude))
        leastTraits = min(leastTraits, point.traits)
        greatestTraits = max(greatestTraits, point.traits)
    }

    mutating func add(_ other: PageBox) {
        (west, east) = (min(west, other.west), max(east, other.east))
        (south, north) = (min(south, other.south), max(north, other.north))
        leastTraits = min(leastTraits, other.leastTraits)
        greatestTraits = max(greatestTraits, other.greatestTraits)
    }

    /// Returns degrees in units, rounded down.
    static func down(_ degrees: Double) -> Int32 { Int32((degrees * PageLayout.unitsPerDegree).rounded(.down)) }
    static func up(_ degrees: Double) -> Int32 { Int32((degrees * PageLayout.unitsPerDegree).rounded(.up)) }
}

extension BoxGroup {
    subscript(lane: Int) -> PageBox {
        get { PageBox(self, lane: lane) }
        set {
            (west[lane], east[lane]) = (newValue.west, newValue.east)
            (south[lane], north[lane]) = (newValue.south, newValue.north)
            (leastTraits[lane], greatestTraits[lane]) = (newValue.leastTraits, newValue.greatestTraits)
        }
    }
}

extension PageSource {
    /// The box around all positions, from the root alone, rounded outward to 1e-7 degrees; nil if there are none.
    package func extent() throws -> BoundingBox? {
        begin()
        var whole = PageBox()
        try withPage(PageLayout.root) { bytes in
            guard let page = PointPage(bytes, level: nil) else { throw damage(PageLayout.root) }
            for group in 0..<page.boxGroups {
                let boxes = page.boxes(group)
                // Unused boxes are empty, so they add nothing.
                for lane in 0..<PageLayout.lanes { whole.add(boxes[lane]) }
            }
        }
        func degrees(_ edge: Int32, _ limit: Double) -> Double {
            min(limit, max(-limit, Double(edge) / PageLayout.unitsPerDegree))
        }
        // Without positions, or in a damaged index, the edges do not form a box. The extent is then unknown.
        return try? BoundingBox(
            west: degrees(whole.west, 180), south: degrees(whole.south, 90), east: degrees(whole.east, 180),
            north: degrees(whole.north, 90))
    }
}

/// Checks the pages of an index: a search through them must be able to find every position, and must find nothing else.
package enum PageCheck {
    /// Calls `body` with the number of each page that can't be read, that is reached twice, or whose box in the page
    /// above is not the box of its content. Returns the number of pages that can be reached from the root.
    ///
    /// - Throws: errors of the source, except the errors for damage, and errors of `body`.
    /// - Complexity: O(n), n positions.
    package static func run<Pages: PageSource>(
        _ pages: Pages, isDamage: (any Error) -> Bool, body: (_ page: Int64) throws -> Void
    ) throws -> Int {
        pages.begin()
        var waiting: [(number: Int64, level: Int?, box: PageBox?)] = [(PageLayout.root, nil, nil)]
        var met: Set<Int64> = []
        while let next = waiting.popLast() {
            // In a damaged index, pages may refer to each other in a circle, or two pages may refer to the same page.
            guard met.insert(next.number).inserted else {
                try body(next.number)
                continue
            }
            do {
                try pages.withPage(next.number) { bytes in
                    guard let page = PointPage(bytes, level: next.level) else { throw pages.damage(next.number) }
                    let (whole, children) = try boxes(page, or: pages.damage(next.number))
                    if let box = next.box, box != whole { throw pages.damage(next.number) }
                    for (index, box) in children.enumerated() {
                        waiting.append((page.firstChild + Int64(index), page.level - 1, box))
                    }
                }
            } catch let error where isDamage(error) {
                try body(next.number)
            }
        }
        return met.count
    }

    /// Returns the box of a page and those of its children; none for a leaf, whose own boxes are checked here.
    private static func boxes(
        _ page: PointPage, or damage: @autoclosure () -> any Error
    ) throws -> (whole: PageBox, children: [PageBox]) {
        var whole = PageBox()
        var children: [PageBox] = []
        let count = page.level == 0 ? page.pointGroups : page.count
        for index in 0..<count {
            let box = page.boxes(index / PageLayout.lanes)[index % PageLayout.lanes]
            if page.level == 0 {
                var right = PageBox()
                for lane in 0..<min(PageLayout.lanes, page.count - index * PageLayout.lanes) {
                    let point = page.points(index)[lane]
                    guard abs(point.longitude) <= 180, abs(point.latitude) <= 90 else { throw damage() }
                    right.add(point)
                }
                guard box == right else { throw damage() }
            } else {
                children.append(box)
            }
            whole.add(box)
        }
        return (whole, children)
    }
}

/// The layout of an index of positions that is stored in pages. A file can hold the pages, and a query reads only those
/// that it needs.
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
public enum PageLayout {
    /// The number of the root.
    public static let root: Int64 = 1
    /// The maximum number of positions in a leaf. With this number, a leaf is just below 4 kB, the usual size of a page
    /// of SQLite.
    public static let leafCapacity = 128
    /// The maximum number of children of a page that is not a leaf.
    static let branchCapacity = 160
    /// The highest level that a reader accepts. Levels 0 to 2 already hold 160² · 128 positions, which is more than
    /// three million.
    static let maximumLevel = 8
    /// Edges of boxes are degrees times this number.
    static let unitsPerDegree = 1e7

    static let headerBytes = 16
    /// The number of positions in a group, and of boxes in a group.
    static let lanes = 8
    /// The size of eight boxes.
    static let boxGroupBytes = 6 * 4 * lanes
    /// The size of eight positions.
    static let pointGroupBytes = 3 * 8 * lanes + 4 * lanes

    /// Returns whether a page has the boxes of other pages. Does not check the page.
    ///
    /// - Complexity: O(1).
    public static func isBranch(_ page: UnsafeRawBufferPointer) -> Bool {
        page.count >= headerBytes && page.loadUnaligned(as: UInt16.self) != 0
    }

    /// Returns how many groups of eight hold `count` items.
    static func groups(_ count: Int) -> Int { (count + lanes - 1) / lanes }

    /// Returns the size of a page in bytes.
    static func bytes(level: Int, count: Int) -> Int {
        guard level == 0 else { return headerBytes + groups(count) * boxGroupBytes }
        return headerBytes + groups(groups(count)) * boxGroupBytes + groups(count) * pointGroupBytes
    }
}

/// A position in a page, with a number that its owner gave it.
public struct PagedPoint: Sendable, Equatable {
    /// The number of the position. Positions at equal distances are ordered by this number.
    public var id: Int64
    /// Degrees east of Greenwich.
    public var longitude: Double
    /// Degrees north of the equator.
    public var latitude: Double
    /// A number by which searches can skip positions. The owner of the index decides what the number means. A page
    /// stores the least and the greatest traits of each group.
    public var traits: Int32

    /// Creates a position.
    public init(id: Int64, longitude: Double, latitude: Double, traits: Int32) {
        self.id = id
        self.longitude = longitude
        self.latitude = latitude
        self.traits = traits
    }
}

/// A source of the pages of an index.
public protocol PageSource {
    /// Called at the start of each walk through the pages. A walk reads no page twice.
    func begin()

    /// Calls `body` with the bytes of a page, which are valid only during the call.
    ///
    /// - Throws: the source's own error if the source has no such page.
    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

    /// Returns the error for a page whose bytes can't be a page of an index.
    func damage(_ number: Int64) -> any Error
}

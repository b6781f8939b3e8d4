internal import GeocliDatabase
internal import GeocliGeo

/// A reader of the pages of the index of points. It keeps its prepared statements.
final class PageReader: PageSource {
    private let pages: Statement
    private let size: Statement
    /// The number of pages that one walk may read before the number of existing pages is checked.
    private let uncheckedPages: Int
    /// The number of pages that the walk may still read.
    private var pagesLeft: Int
    private var isCounted = false
    /// Branches that were read before; nil if none are kept.
    private var kept: KeptPages?

    init(_ db: Database, uncheckedPages: Int = 1000) throws {
        self.uncheckedPages = uncheckedPages
        pagesLeft = uncheckedPages
        pages = try Statement(db, "SELECT data FROM point_page WHERE number = ?")
        size = try Statement(db, "SELECT max(number) FROM point_page")
    }

    /// See `PageSource`.
    func begin() {
        pagesLeft = uncheckedPages
        isCounted = false
    }

    /// Keeps branches in memory for later walks. Use this for many walks through one snapshot.
    ///
    /// - Precondition: the reader is not used after the catalog has changed.
    func keepPages() { if kept == nil { kept = KeptPages() } }

    /// See `PageSource`.
    ///
    /// - Throws: `CatalogDamage` if this page is missing, or if a walk reads more pages than exist. In the second case,
    ///   pages refer to each other in a circle.
    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        pagesLeft -= 1
        if pagesLeft < 0 { try count() }
        if let page = kept?[number] { return try body(page) }
        pages.bind(1, number)
        defer { pages.reset() }
        guard try pages.step() else { throw damage(number) }
        try pages.withBytes(0) { bytes in
            // Most walks meet other leaves, but the same branches.
            if PageLayout.isBranch(bytes) { kept?.keep(number, bytes) }
            try body(bytes)
        }
    }

    func damage(_ number: Int64) -> any Error { CatalogDamage.placeIndex(node: number) }

    private func count() throws {
        defer { size.reset() }
        guard !isCounted, try size.step() else { throw damage(PageLayout.root) }
        isCounted = true
        // No file has 2^32 pages. This limit keeps a damaged number from making a search endless.
        pagesLeft = Int(min(max(size.integer(0), 0), 1 << 32)) - uncheckedPages
    }
}

/// Copies of some branches. Without it, SQLite would find a page, and copy it from the system's cache, for each walk
/// through it. It is a class because it owns its memory.
private final class KeptPages {
    /// Each page has one slot, which the page that was read last takes. Neighboring pages have different slots. The
    /// memory is small enough for the processor's second cache.
    private static let slots = 64
    /// No page of the index is larger.
    private static let slotBytes = 4096

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: slots * slotBytes, alignment: 16)
    private var numbers = [Int64](repeating: .min, count: slots)
    private var sizes = [Int](repeating: 0, count: slots)

    deinit { memory.deallocate() }

    /// The bytes of a page, valid until another page is kept; nil if the page is not kept.
    subscript(number: Int64) -> UnsafeRawBufferPointer? {
        let slot = Int(truncatingIfNeeded: number) & (Self.slots - 1)
        guard numbers[slot] == number else { return nil }
        let start = slot * Self.slotBytes
        return UnsafeRawBufferPointer(rebasing: memory[start..<start + sizes[slot]])
    }

    func keep(_ number: Int64, _ bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= Self.slotBytes else { return }
        let slot = Int(truncatingIfNeeded: number) & (Self.slots - 1)
        (numbers[slot], sizes[slot]) = (number, bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[(slot * Self.slotBytes)...]).copyMemory(from: bytes)
    }
}

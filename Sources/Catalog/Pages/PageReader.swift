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

    /// See `PageSource`.
    ///
    /// - Throws: `CatalogDamage` if this page is missing, or if a walk reads more pages than exist. In the second case,
    ///   pages refer to each other in a circle.
    func withPage(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        pagesLeft -= 1
        if pagesLeft < 0 { try count() }
        pages.bind(1, number)
        defer { pages.reset() }
        guard try pages.step() else { throw damage(number) }
        try pages.withBytes(0, body)
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

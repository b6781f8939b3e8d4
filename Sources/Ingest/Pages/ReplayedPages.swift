internal import GeocliCatalog
internal import GeocliText

/// The pages that an earlier run kept, to be read again.
struct ReplayedPages: FeedSource {
    let name: String
    /// The number of a good run that came after the run of these pages; nil if there is none.
    let laterGoodRun: Int64?
    let formerRepeats: String?
    private let pages: [KeptPage]
    private let archive: PageArchive

    /// Creates the source of the pages of `run`.
    ///
    /// - Throws: `CatalogError(.notFound)` if the run is not of this feed, or its pages are not kept.
    init(run: Int64, feed: String, from archive: PageArchive) throws {
        pages = try archive.pages(ofRun: run, feed: feed)
        laterGoodRun = try archive.goodRun(after: run, feed: feed)
        name = try archive.source(ofRun: run) ?? ""
        formerRepeats = try archive.repeats(ofRun: run)
        self.archive = archive
    }

    func page(_ number: Int, after former: PageSummary?) throws -> FeedPage? {
        guard pages.indices.contains(number - 1) else { return nil }
        let page = pages[number - 1]
        let bytes = try archive.bytes(of: page)
        // The pages are also kept under the new run, which shares the bytes.
        return FeedPage(
            name: page.name, bytes: ByteSource(name: page.name, bytes: bytes),
            fetched: FeedPage.Fetched(at: page.fetchedAt, bytes: bytes))
    }
}

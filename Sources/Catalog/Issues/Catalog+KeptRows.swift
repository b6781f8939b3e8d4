internal import GeocliDatabase
internal import GeocliPlaces

extension Catalog {
    /// Calls `body` with each page of the feed's last good run, in order. Does not call `body` if the catalog does not
    /// keep pages.
    ///
    /// - Parameter body: returns false to stop the calls.
    /// - Throws: `CatalogError(.corrupt)` for a damaged page.
    public func forEachKeptPage(ofFeed feed: String, body: (KeptPage, [UInt8]) throws -> Bool) throws {
        guard let run = try lastGoodRuns().first(where: { $0.feed == feed }), run.hasPages else { return }
        try read { db in
            let archive = PageArchive(db)
            for page in try archive.pages(ofRun: run.id, feed: feed) {
                guard try body(page, archive.bytes(of: page)) else { return }
            }
        }
    }
}

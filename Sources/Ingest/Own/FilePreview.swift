internal import GeocliText

/// A first reading of a person's own file. It shows whether the named columns fit the file.
public struct FilePreview {
    private let feed: Feed

    private struct FirstRow: Error {}

    /// Creates the preview for a feed.
    public init(_ feed: Feed) { self.feed = feed }

    /// Reads each table up to its first row, and GeoJSON to its end, as an ingest does. A table with a column of kinds
    /// is also read to its end, because only its rows show whether there are too many kinds.
    ///
    /// - Throws: the errors of an ingest.
    public func check(_ pages: SavedPages) throws {
        let rules = FeedRules(feed: feed)
        for page in pages.pages {
            do {
                // The properties and the coordinate system of GeoJSON are known only after the last Feature.
                let endsEarly = feed.envelope.form != .geojson && !feed.takesKindWords
                _ = try FeedEnvelope(feed: feed).read(try page.open()) { row in
                    // If all rows are unusable, the file may be in another encoding.
                    if case .unusable = row { return }
                    if endsEarly { throw FirstRow() }
                    if feed.takesKindWords, case .record(let record) = row { _ = try rules.verdict(record) }
                }
            } catch is FirstRow {}
        }
    }
}

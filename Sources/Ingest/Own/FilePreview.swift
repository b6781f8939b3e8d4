internal import GeocliText

/// The first row of a person's own file, read to see whether the columns fit.
public struct FilePreview {
    private let feed: Feed

    private struct FirstRow: Error {}

    /// Creates the preview for a feed.
    public init(_ feed: Feed) { self.feed = feed }

    /// Reads each table up to its first row, and GeoJSON to its end, as an ingest does.
    ///
    /// - Throws: the errors of an ingest.
    public func check(_ pages: SavedPages) throws {
        for page in pages.pages {
            do {
                // The properties of GeoJSON, and its coordinate system, are known after the last Feature.
                let endsEarly = feed.envelope.form != .geojson
                _ = try FeedEnvelope(feed: feed).read(try page.open()) { _ in if endsEarly { throw FirstRow() } }
            } catch is FirstRow {}
        }
    }
}

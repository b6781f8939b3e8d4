public import GeocliText

/// Rows as their feed sent them.
public enum RawRows {
    /// Returns those rows of a page whose id is one of `ids`, by id. A row is the JSON that came, or its fields as
    /// JSON.
    ///
    /// - Parameter ids: the feed's ids, in their canonical form.
    /// - Throws: the same errors as an ingest of the page.
    /// - Complexity: O(bytes of the page).
    public static func find(_ ids: Set<String>, of feed: Feed, in page: ByteSource) throws -> [String: String] {
        var found: [String: String] = [:]
        _ = try FeedEnvelope(feed: feed).read(page) { row in
            switch row {
            case .record(let record), .recordOfUnknownStatus(let record, _):
                let id = FeedRules.id(record)
                if ids.contains(id) { found[id] = record.raw }
            case .skipped, .unusable: break
            }
        }
        return found
    }
}

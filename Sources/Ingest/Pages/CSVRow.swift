internal import GeocliText

/// Turns the lines of a CSV file into rows.
struct CSVRow {
    let feed: Feed
    let columns: [String]
    /// The kind of all places of a person's own file; nil if a column has the kinds, or if no kind was given.
    let kindOfAll: String?

    /// Passes on one line. A line with more or fewer fields than columns is not a row, because its values can't be
    /// matched to the columns.
    func pass(_ values: [String], _ onRow: (FeedRow) throws -> Void) throws {
        var json = JSONWriter()
        guard values.count == columns.count else {
            json.value(.array(values.map(JSONValue.string)))
            return try onRow(.other(raw: String(decoding: json.bytes, as: UTF8.self)))
        }
        json.value(.object(zip(columns, values).map { JSONValue.Member($0, .string($1)) }))
        try FeedRow.pass(
            json.bytes, of: feed,
            value: { name in
                columns.firstIndex(of: name).map { values[$0] } ?? (name == feed.columns?.kind ? kindOfAll : nil)
            }, to: onRow)
    }
}

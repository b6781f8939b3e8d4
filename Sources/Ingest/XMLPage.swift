internal import Text

/// A page of the open-data envelope in XML: the root is the service's name, rows are `<row>` elements. An error is a
/// root `<RESULT>`.
struct XMLPage {
    let feed: Feed

    /// A row has about 500 bytes. The bound keeps a hostile one from taking memory many times its size.
    private static let maximumRowBytes = 4 << 20

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        try withoutActuallyEscaping(onRow) { onRow in
            let events = XMLEvents()
            var summary = PageSummary()
            var path: [String] = []
            var row: [JSONValue.Member] = []
            var rowBytes = 0
            events.onStart = { name in
                path.append(name)
                if path.count == 1, name != "RESULT" { summary.service = name }
                if path.count == 2, name == "row" { (row, rowBytes) = ([], 0) }
            }
            events.onEnd = { name, text in
                defer { path.removeLast() }
                switch (path.count, path.count > 1 ? path[path.count - 2] : "", name) {
                case (2, _, "list_total_count"): summary.total = JSONPage.count(text)
                case (2, _, "row"):
                    summary.rowCount += 1
                    try withRecord(row) { try onRow(.record($0)) }
                case (2...3, "RESULT", "CODE"): summary.code = text
                case (2...3, "RESULT", "MESSAGE"): summary.message = text
                case (3, "row", _):
                    rowBytes += name.utf8.count + text.utf8.count + MemoryLayout<JSONValue.Member>.stride
                    guard rowBytes <= Self.maximumRowBytes else { throw XMLError.tooLong(source.name) }
                    row.append(JSONValue.Member(name, .string(text)))
                default: break
                }
            }
            do {
                try events.parse(source)
            } catch let error as XMLError where summary.service?.lowercased() == "html" {
                // A maintenance page is seldom well-formed; what it is tells more than where it breaks.
                throw IngestError(.html, page: error.name)
            }
            return summary
        }
    }

    private func withRecord(_ members: [JSONValue.Member], _ body: (FeedRecord) throws -> Void) throws {
        var json = JSONWriter()
        json.value(.object(members))
        let found = feed.fields.compactMap { field, name in
            members.last { $0.name == name }?.value.stringValue.map { (field: field, text: $0) }
        }
        try FeedRecord.with(row: json.bytes, values: found, body)
    }
}

internal import GeocliText

/// A page of the open-data envelope in XML: the root is the service's name, rows are `<row>` elements. An error is a
/// root `<RESULT>`.
struct XMLPage {
    let feed: Feed

    /// The maximum size of a row. A row has about 500 bytes; a hostile row must not take many times its size in memory.
    private static let maximumRowBytes = 4 << 20

    // The compiler puts the length of this file's path into the checks that `onRow` does not escape: one after the
    // call, one for a thrown error at the end of the function. A fixed name instead of the path, so that builds in
    // different folders produce identical binaries.
    #sourceLocation(file:"XMLPage.read",line:1)
    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        try withoutActuallyEscaping(onRow) { try read(source, escaping: $0) }
    }
    #sourceLocation()

    private func read(_ source: ByteSource, escaping onRow: @escaping (FeedRow) throws -> Void) throws -> PageSummary {
        let events = XMLEvents()
        var summary = PageSummary()
        var path: [String] = []
        var row: [JSONValue.Member] = []
        var rowBytes = 0
        // The text of the page's first row, if that row has no fields. If no other row follows, it is not a row.
        var lone: String?
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
                if summary.rowCount == 1, row.isEmpty { return lone = text }
                if let first = lone { try withRow([], text: first, onRow) }
                lone = nil
                try withRow(row, text: text, onRow)
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
            // A maintenance page is rarely well-formed XML. The message "a web page" helps more than the place of the
            // syntax error.
            throw IngestError(.html, page: error.name)
        }
        if let lone { Self.take(lone: lone, into: &summary) }
        return summary
    }

    /// Takes the text of a `<row>` that has no fields and is the only row of a page. This is like `"row": "none"` or
    /// `"row": null` in JSON.
    private static func take(lone: String, into summary: inout PageSummary) {
        summary.rowCount = 0
        let text = lone.trimmingBlanks()
        if !text.isEmpty { summary.notRows = text.head(bytes: 200) }
    }

    /// Calls `onRow` with the row of `members`, or with the row's text if the row has no members.
    private func withRow(_ members: [JSONValue.Member], text: String, _ onRow: (FeedRow) throws -> Void) throws {
        var json = JSONWriter()
        if members.isEmpty, !text.trimmingBlanks().isEmpty {
            json.value(.string(text))
            return try onRow(.other(raw: String(decoding: json.bytes, as: UTF8.self)))
        }
        json.value(.object(members))
        let found = feed.fields.compactMap { field, name in
            members.last { $0.name == name }?.value.stringValue.map { (field: field, text: $0) }
        }
        try FeedRecord.with(row: json.bytes, values: found) { try onRow(.record($0)) }
    }
}

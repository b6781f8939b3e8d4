internal import GeocliText

/// A page in XML. The feed's envelope says where its rows, total and result are. The children and the attributes of a
/// row are its fields; if both have a name, the child counts.
struct XMLPage {
    let feed: Feed
    private let envelope: Feed.Envelope
    private let codes: [[String]]
    private let messages: [[String]]

    /// The maximum size of a row in bytes. A row has about 500. In memory, a row takes many times its size, so a
    /// hostile row must not be large.
    private static let maximumRowBytes = 4 << 20

    init(feed: Feed) {
        self.feed = feed
        envelope = feed.envelope
        codes = feed.envelope.codes + [Feed.Envelope.portalCode] + Feed.Envelope.loneCodes
        messages = feed.envelope.messages + [Feed.Envelope.portalMessage] + Feed.Envelope.loneMessages
    }

    // The compiler adds code that checks whether `onRow` escapes: after the call and, for a thrown error, at the end of
    // the function. This code contains the length of this file's path. A fixed name in place of the path lets builds in
    // different folders produce identical binaries.
    #sourceLocation(file:"XMLPage.read",line:1)
    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        try withoutActuallyEscaping(onRow) { try read(source, escaping: $0) }
    }
    #sourceLocation()

    private func read(_ source: ByteSource, escaping onRow: @escaping (FeedRow) throws -> Void) throws -> PageSummary {
        let events = XMLEvents()
        var summary = PageSummary()
        let broken = BrokenRows()
        var row: [JSONValue.Member] = []
        var rowBytes = 0
        // The text of the page's first row, if that row has no fields. If no other row follows, it is not a row.
        var lone: String?
        // Whether the next message belongs to the result code that was kept.
        var takesMessage = true
        events.onStart = { [unowned events] name in
            let path = events.path
            if path.count == 1, self.isOfRows(name) { summary.service = name }
            if path == self.envelope.rows { (row, rowBytes) = ([], 0) }
            if path.count <= self.envelope.rows.count && summary.rowCount == 0 || !self.isInRow(path) {
                summary.note(member: path)
            }
            if path.count < self.envelope.rows.count, self.envelope.rows.starts(with: path), path.count > 1 {
                summary.hasRows = true
            }
        }
        func add(_ name: String, _ text: String) throws {
            rowBytes += name.utf8.count + text.utf8.count + MemoryLayout<JSONValue.Member>.stride
            guard rowBytes <= Self.maximumRowBytes else { throw XMLError.tooLong(source.name) }
            row.append(JSONValue.Member(name, .string(text)))
        }
        events.onAttributes = { [unowned events] attributes in
            for (name, value) in attributes {
                let path = events.path + [name]
                if self.isInRow(path) {
                    try add(self.field(path), value)
                } else {
                    summary.note(member: path)
                    self.take(name, value, at: path, into: &summary, &takesMessage)
                }
            }
        }
        events.rows = envelope.rows
        events.onBroken = { error, bytes in
            summary.rowCount += 1
            summary.hasRows = true
            if let first = lone { try self.withRow([], text: first, onRow) }
            lone = nil
            try onRow(.unusable(try broken.row(error, bytes, rowCount: summary.rowCount)))
        }
        events.onEnd = { [unowned events] name, text in
            let path = events.path
            if path == self.envelope.rows {
                summary.rowCount += 1
                summary.hasRows = true
                if summary.rowCount == 1, row.isEmpty { return lone = text }
                if let first = lone { try self.withRow([], text: first, onRow) }
                lone = nil
                try self.withRow(row, text: text, onRow)
            } else if self.isInRow(path) {
                try add(self.field(path), text)
            } else {
                self.take(name, text, at: path, into: &summary, &takesMessage)
            }
        }
        do { try events.parse(source) } catch let error as XMLError { throw Self.failure(error, after: summary) }
        try broken.check(rowCount: summary.rowCount)
        if let lone { Self.take(lone: lone, into: &summary) }
        return summary
    }

    /// Takes a total, a result code or its message from an element that is not part of a row.
    private func take(
        _ name: String, _ text: String, at path: [String], into summary: inout PageSummary,
        _ takesMessage: inout Bool
    ) {
        let isDeclared = envelope.codes.contains(path) || envelope.messages.contains(path)
        if !isDeclared || StatedFault.holds(path), StatedFault.isBeside(path, rows: envelope.rows) {
            summary.fault.take(text, at: path)
        }
        if path == envelope.total {
            summary.take(total: text)
        } else if envelope.totalCounts == .none, Feed.Envelope.isUsualTotal(name) {
            summary.unreadTotal = PageSummary.count(text)
        } else if let rank = codes.firstIndex(of: path) {
            takesMessage = summary.take(code: text, message: nil, rank: rank, of: envelope)
        } else if Feed.Envelope.loneMessages.contains(path), !envelope.messages.contains(path) {
            summary.loneResult?.message = text
        } else if takesMessage, messages.contains(path) {
            summary.message = text
        }
    }

    private static func failure(_ error: XMLError, after summary: PageSummary) -> any Error {
        // A maintenance page is rarely well-formed XML. The message "a web page" helps more than the position of the
        // syntax error.
        summary.service?.lowercased() == "html" ? IngestError(.html, page: error.name) : error
    }

    private func isInRow(_ path: [String]) -> Bool {
        !envelope.rows.isEmpty && path.count > envelope.rows.count && path.starts(with: envelope.rows)
    }

    /// Returns the name of a field. Text and attributes of an element inside of a row have the path of both as a name.
    private func field(_ path: [String]) -> String {
        path.count == envelope.rows.count + 1
            ? path[path.count - 1] : path.dropFirst(envelope.rows.count).joined(separator: ".")
    }

    /// Returns whether a root element may belong to the service. The root element of an error does not.
    private func isOfRows(_ root: String) -> Bool {
        root == envelope.root || !codes.contains { $0.first == root }
    }

    /// Handles the text of the only row of a page if that row has no fields. In JSON, this is `"row": "none"` or
    /// `"row": null`.
    private static func take(lone: String, into summary: inout PageSummary) {
        summary.rowCount = 0
        let text = lone.trimmingBlanks()
        if !text.isEmpty { summary.notRows = text.head(bytes: 200) }
    }

    /// Calls `onRow` with the row of `members`, or with the text that came instead of members.
    private func withRow(_ members: [JSONValue.Member], text: String, _ onRow: (FeedRow) throws -> Void) throws {
        if members.isEmpty, !text.trimmingBlanks().isEmpty {
            return try onRow(.unusable(UnusableRow(raw: JSONValue.string(text).text)))
        }
        var json = JSONWriter()
        json.value(.object(members))
        try FeedRow.pass(
            json.bytes, of: feed, value: { name in members.last { $0.name == name }?.value.stringValue }, to: onRow)
    }
}

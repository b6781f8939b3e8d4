internal import GeocliText

/// A page in JSON. The feed's envelope says where its rows, total and result are; members may come in any order.
struct JSONPage {
    let feed: Feed
    private let envelope: Feed.Envelope
    /// The name that the feed uses for each `FeedField`.
    private let names: [[UInt8]?]
    /// The paths of the result codes, each with the path of its message.
    private let codes: [[String]]
    private let messages: [[String]]
    private let broken = BrokenRows()

    /// The maximum size of a row in bytes. A row has about 500. In memory, a row takes many times its size, so a
    /// hostile row must not be large.
    private static let maximumValueBytes = 4 << 20
    /// The maximum size in bytes of a result (a code and a sentence) or of a total.
    private static let maximumResultBytes = 2 << 20

    init(feed: Feed) {
        self.feed = feed
        envelope = feed.envelope
        names = FeedField.allCases.map { feed.fields[$0].map { Array($0.utf8) } }
        codes = feed.envelope.codes + [Feed.Envelope.portalCode]
        messages = feed.envelope.messages + [Feed.Envelope.portalMessage]
    }

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var json = JSONStream(source, maximumValueBytes: Self.maximumValueBytes)
        var summary = PageSummary()
        if envelope.rows.isEmpty, try json.peek() == UInt8(ascii: "[") {
            try readRows(&json, &summary, onRow)
        } else {
            try readObject(&json, [], &summary, onRow)
        }
        try broken.check(rowCount: summary.rowCount)
        try json.end()
        return summary
    }

    private func readObject(
        _ json: inout JSONStream, _ path: [String], _ summary: inout PageSummary, _ onRow: (FeedRow) throws -> Void
    ) throws {
        // A service may send the message before its code, and also a second result that is ignored.
        var code: String??
        var message: String?
        // If one object has a member twice, the last one is used. If two objects state a total, the totals must be
        // equal.
        var total: Int??
        var isPortal = false
        try json.enterObject()
        while let name = try json.nextMember() {
            let here = path + [name]
            if here == envelope.rows {
                if path.isEmpty { summary.service = name }
                try readRows(&json, &summary, onRow)
            } else if here == envelope.total {
                total = .some(try json.value(limit: Self.maximumResultBytes).scalarText.flatMap(Self.count))
            } else if codes.contains(here) {
                code = try json.value(limit: Self.maximumResultBytes).scalarText
                isPortal = here == Feed.Envelope.portalCode
            } else if messages.contains(here) {
                message = try json.value(limit: Self.maximumResultBytes).scalarText
            } else if isOnTheWay(here) {
                try readInner(&json, here, &summary, onRow)
            } else if envelope.totalCounts == .none, Feed.Envelope.usualTotals.contains(name) {
                summary.unreadTotal = try json.value(limit: Self.maximumResultBytes).scalarText.flatMap(Self.count)
            } else {
                // If the page is of another service, the error names that service. Other members next to the service's
                // object are harmless.
                if path.isEmpty, summary.service == nil, try json.peek() == UInt8(ascii: "{") { summary.service = name }
                try json.skipValue()
            }
        }
        if let total { summary.take(total: total) }
        if let code, summary.take(code: code, message: message, good: envelope.goodCodes) {
            summary.isPortalError = isPortal
        }
    }

    /// Reads a value that contains a declared member at some depth.
    private func readInner(
        _ json: inout JSONStream, _ path: [String], _ summary: inout PageSummary, _ onRow: (FeedRow) throws -> Void
    ) throws {
        let leadsToRows = envelope.rows.starts(with: path)
        switch try json.peek() {
        case UInt8(ascii: "{"):
            if leadsToRows, path.count == 1 { summary.service = path[0] }
            try readObject(&json, path, &summary, onRow)
        case UInt8(ascii: "["):
            if leadsToRows, path.count == 1 { summary.service = path[0] }
            var isEmpty = true
            try json.enterArray()
            while try json.nextElement() {
                isEmpty = false
                if try json.peek() == UInt8(ascii: "{") {
                    try readObject(&json, path, &summary, onRow)
                } else {
                    try json.skipValue()
                }
            }
            if leadsToRows, isEmpty { summary.hasRows = true }
        default:
            // A page without rows may have null or an empty text instead of the object around the rows.
            let value = try json.value(limit: Self.maximumResultBytes)
            if leadsToRows, path.count > 1, value == .null || value.stringValue?.trimmingBlanks() == "" {
                summary.hasRows = true
            }
        }
    }

    /// Returns whether a declared member is inside the value at `path`.
    private func isOnTheWay(_ path: [String]) -> Bool {
        ([envelope.rows, envelope.total] + codes + messages).contains {
            $0.count > path.count && $0.starts(with: path)
        }
    }

    private func readRows(
        _ json: inout JSONStream, _ summary: inout PageSummary, _ onRow: (FeedRow) throws -> Void
    ) throws {
        var rows = JSONRowReader(names: names)
        summary.hasRows = true
        switch try json.peek() {
        case UInt8(ascii: "["):
            try json.enterArray()
            while try json.nextElement() {
                summary.rowCount += 1
                do {
                    try readRow(&json, &rows, onRow)
                } catch let error as JSONError where error == json.fault {
                    try broken.pass(error, try json.skipBroken(), rowCount: summary.rowCount, onRow)
                }
            }
        case UInt8(ascii: "{"):
            // A single row may come without an array around it.
            summary.rowCount += 1
            try readRow(&json, &rows, onRow)
        default:
            // A text or a number can't count as one rejected row, because the number of rows that it replaces is
            // unknown.
            try json.withValue { bytes in
                if bytes.elementsEqual("null".utf8) { return }
                if envelope.allowsBlankRows, bytes.elementsEqual("\"\"".utf8) { return }
                summary.notRows = String(decoding: bytes.prefix(200), as: UTF8.self)
            }
        }
    }

    private func readRow(
        _ json: inout JSONStream, _ rows: inout JSONRowReader, _ onRow: (FeedRow) throws -> Void
    ) throws {
        guard feed.mapping != nil else { return try json.withRow(&rows) { try onRow(Self.row($0, $1)) } }
        try json.withValue { bytes in
            guard bytes.first == UInt8(ascii: "{") else {
                return try onRow(.unusable(UnusableRow(raw: String(decoding: bytes, as: UTF8.self))))
            }
            let row = Array(bytes)
            let value = try JSONStream.withCursor(row, name: "row") { $0.value() }
            try FeedRow.pass(row, of: feed, value: { Self.text(value[$0]) }, to: onRow)
        }
    }

    /// Returns the text of a member; empty for null and for a value that is neither a text nor a number; nil if
    /// the row has no such member.
    private static func text(_ value: JSONValue?) -> String? { value.map { $0.scalarText ?? "" } }

    private static func row(_ bytes: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) -> FeedRow {
        guard bytes.first == UInt8(ascii: "{") else {
            return .unusable(UnusableRow(raw: String(decoding: bytes, as: UTF8.self)))
        }
        return .record(FeedRecord(json: bytes, fields))
    }

    /// Returns a count of rows that is a number (`606`, `606.0`) or a string with such a number.
    static func count(_ text: String) -> Int? {
        DecimalText.number(text.filter { !$0.isWhitespace }).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

internal import GeocliText

/// A page of the open-data envelope in JSON:
/// `{"SERVICE": {"list_total_count": n, "RESULT": {"CODE": …, "MESSAGE": …}, "row": […]}}`, keys in any order.
struct JSONPage {
    let feed: Feed
    let service: String
    /// The feed's name of each `FeedField`.
    private let names: [[UInt8]?]

    /// The maximum size of a row. A row has about 500 bytes; a hostile row must not take many times its size in memory.
    private static let maximumValueBytes = 4 << 20
    /// The maximum size of a result (a code and a sentence) or of a total.
    private static let maximumResultBytes = 2 << 20

    init(feed: Feed, service: String) {
        self.feed = feed
        self.service = service
        names = FeedField.allCases.map { feed.fields[$0].map { Array($0.utf8) } }
    }

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var json = JSONStream(source, maximumValueBytes: Self.maximumValueBytes)
        var summary = PageSummary()
        try json.enterObject()
        while let name = try json.nextMember() {
            if name == "RESULT" {
                Self.take(try json.value(limit: Self.maximumResultBytes), into: &summary)
            } else if name == service, try json.peek() == UInt8(ascii: "{") {
                summary.service = name
                try readService(&json, &summary, onRow)
            } else {
                // If the page belongs to another service, the error names that service. Other members next to the
                // service's object are ignored.
                if summary.service == nil, try json.peek() == UInt8(ascii: "{") { summary.service = name }
                try json.skipValue()
            }
        }
        try json.end()
        return summary
    }

    private func readService(
        _ json: inout JSONStream, _ summary: inout PageSummary, _ onRow: (FeedRow) throws -> Void
    ) throws {
        try json.enterObject()
        while let name = try json.nextMember() {
            switch name {
            case "list_total_count":
                summary.total = try json.value(limit: Self.maximumResultBytes).scalarText.flatMap(Self.count)
            case "RESULT": Self.take(try json.value(limit: Self.maximumResultBytes), into: &summary)
            case "row": try readRows(&json, &summary, onRow)
            default: try json.skipValue()
            }
        }
    }

    private func readRows(
        _ json: inout JSONStream, _ summary: inout PageSummary, _ onRow: (FeedRow) throws -> Void
    ) throws {
        var rows = JSONRowReader(names: names)
        switch try json.peek() {
        case UInt8(ascii: "["):
            try json.enterArray()
            while try json.nextElement() {
                summary.rowCount += 1
                try json.withRow(&rows) { try onRow(Self.row($0, $1)) }
            }
        case UInt8(ascii: "{"):
            // A single row may come without an array around it.
            summary.rowCount += 1
            try json.withRow(&rows) { try onRow(Self.row($0, $1)) }
        default:
            // A text or a number can't be rejected as a row, because the number of rows that it replaces is unknown.
            try json.withValue { bytes in
                if bytes.elementsEqual("null".utf8) { return }
                summary.notRows = String(decoding: bytes.prefix(200), as: UTF8.self)
            }
        }
    }

    private static func row(_ bytes: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) -> FeedRow {
        guard bytes.first == UInt8(ascii: "{") else { return .other(raw: String(decoding: bytes, as: UTF8.self)) }
        return .record(FeedRecord(json: bytes, fields))
    }

    /// Takes a result. If a page has two results, a failure takes precedence over a success.
    private static func take(_ result: JSONValue, into summary: inout PageSummary) {
        let code = result["CODE"]?.scalarText
        guard summary.code == nil || summary.code == "INFO-000" || code == nil else { return }
        summary.code = code
        summary.message = result["MESSAGE"]?.scalarText
    }

    /// Returns a count of rows that came as a number (`606`, `606.0`) or as a string of one.
    static func count(_ text: String) -> Int? {
        DecimalText.number(text.filter { !$0.isWhitespace }).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }
}

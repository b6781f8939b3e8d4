internal import GeocliGeo
internal import GeocliText

/// A page in JSON. The feed's envelope says where its rows, total and result are; members may come in any order.
struct JSONPage {
    let feed: Feed
    private let envelope: Feed.Envelope
    /// The name that the feed uses for each `FeedField`.
    private let names: [[UInt8]?]
    /// The paths of the result codes: the declared ones, then the portals' own.
    private let codes: [[String]]
    private let messages: [[String]]
    private let broken = BrokenRows()
    private let paths: [[String]]
    /// The path of the coordinate system beside the Features; nil for rows that are not Features.
    private let systemPath: [String]?

    /// The maximum size of a row in bytes. A row has about 500. In memory, a row takes many times its size, so a
    /// hostile row must not be large.
    private static let maximumValueBytes = 4 << 20
    /// The maximum size of a row that is a Feature. Outlines have several megabytes.
    private static let maximumFeatureBytes = 64 << 20
    /// The maximum size in bytes of a result (a code and a sentence) or of a total.
    private static let maximumResultBytes = 2 << 20

    init(feed: Feed) {
        self.feed = feed
        envelope = feed.envelope
        names = FeedField.allCases.map { feed.fields[$0].map { Array($0.utf8) } }
        codes = feed.envelope.codes + [Feed.Envelope.portalCode] + Feed.Envelope.loneCodes
        messages = feed.envelope.messages + [Feed.Envelope.portalMessage] + Feed.Envelope.loneMessages
        paths = [envelope.rows, envelope.total] + codes + messages
        systemPath = envelope.form == .geojson ? Array(envelope.rows.dropLast()) + ["crs"] : nil
    }

    private struct Reading {
        let page: String
        var summary = PageSummary()
        var features: FeatureRows?
    }

    func read(_ source: ByteSource, onRow: (FeedRow) throws -> Void) throws -> PageSummary {
        var reading = Reading(page: source.name)
        if envelope.form == .geojson { reading.features = FeatureRows(feed: feed, name: source.name) }
        let maximum = reading.features == nil ? Self.maximumValueBytes : Self.maximumFeatureBytes
        var json = JSONStream(source, maximumValueBytes: maximum)
        if try json.peek() == UInt8(ascii: "[") {
            try envelope.rows.isEmpty
                ? readRows(&json, &reading, onRow) : readInner(&json, [], &reading, onRow)
        } else {
            try readObject(&json, [], &reading, onRow)
        }
        try broken.check(rowCount: reading.summary.rowCount)
        try json.end()
        if let features = reading.features {
            try features.finish()
            reading.summary.withoutPointGeometry = features.withoutPointCount
        }
        return reading.summary
    }

    private func readObject(
        _ json: inout JSONStream, _ path: [String], _ reading: inout Reading, _ onRow: (FeedRow) throws -> Void
    ) throws {
        // A service may send the message before its code, and also a second result that is ignored.
        var code: (text: String?, rank: Int)?
        var message: String?
        // If one object has a member twice, the last one is used. If two objects state a total, the totals must be
        // equal.
        var total: JSONValue?
        try json.enterObject()
        while let name = try json.nextMember() {
            let here = path + [name]
            reading.summary.note(member: here)
            if here == envelope.rows {
                if path.isEmpty { reading.summary.service = name }
                try readRows(&json, &reading, onRow)
            } else if here == envelope.total {
                total = try json.value(limit: Self.maximumResultBytes)
            } else if let rank = codes.firstIndex(of: here), try rank <= envelope.codes.count || isScalar(&json) {
                code = (Self.code(try json.value(limit: Self.maximumResultBytes)), rank)
                if rank > envelope.codes.count || StatedFault.holds(here) {
                    reading.summary.fault.take(code?.text ?? "", at: here)
                }
            } else if messages.contains(here), try envelope.messages.contains(here) || isScalar(&json) {
                message = try json.value(limit: Self.maximumResultBytes).scalarText
                if !envelope.messages.contains(here) { reading.summary.fault.take(message ?? "", at: here) }
            } else if isOnTheWay(here) {
                try readInner(&json, here, &reading, onRow)
            } else if here == systemPath {
                try StatedSystem.check(try json.value(limit: Self.maximumResultBytes), in: reading.page)
            } else if envelope.totalCounts == .none, Feed.Envelope.isUsualTotal(name), try isScalar(&json) {
                let text = try json.value(limit: Self.maximumResultBytes).scalarText
                reading.summary.unreadTotal = text.flatMap(PageSummary.count)
            } else if StatedFault.mayUse(name), try StatedFault.mayHold(name) || isScalar(&json) {
                reading.summary.fault.take(try json.value(limit: Self.maximumResultBytes), at: here)
            } else {
                // If the page is of another service, the error names that service. Other members next to the service's
                // object are harmless.
                if path.isEmpty, reading.summary.service == nil, try json.peek() == UInt8(ascii: "{") {
                    reading.summary.service = name
                }
                try json.skipValue()
            }
        }
        if let total { reading.summary.take(total: total == .null ? nil : total.scalarText ?? Self.shown(total)) }
        if let code { reading.summary.take(code: code.text, message: message, rank: code.rank, of: envelope) }
    }

    private func isScalar(_ json: inout JSONStream) throws -> Bool {
        let first = try json.peek()
        return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
    }

    /// Returns the text of a code, which may also be `true` or `false`.
    private static func code(_ value: JSONValue) -> String? {
        if case .bool(let isTrue) = value { isTrue ? "true" : "false" } else { value.scalarText }
    }

    private static func shown(_ value: JSONValue) -> String {
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes.prefix(100), as: UTF8.self)
    }

    private func readInner(
        _ json: inout JSONStream, _ path: [String], _ reading: inout Reading, _ onRow: (FeedRow) throws -> Void
    ) throws {
        let leadsToRows = envelope.rows.starts(with: path)
        switch try json.peek() {
        case UInt8(ascii: "{"):
            if leadsToRows, path.count == 1 { reading.summary.service = path[0] }
            try readObject(&json, path, &reading, onRow)
        case UInt8(ascii: "["):
            if leadsToRows, path.count == 1 { reading.summary.service = path[0] }
            var isEmpty = true
            try json.enterArray()
            while try json.nextElement() {
                isEmpty = false
                if try json.peek() == UInt8(ascii: "{") {
                    try readObject(&json, path, &reading, onRow)
                } else {
                    try json.skipValue()
                }
            }
            if leadsToRows, isEmpty { reading.summary.hasRows = true }
        default:
            // A page without rows may have null or an empty text instead of the object around the rows.
            let value = try json.value(limit: Self.maximumResultBytes)
            if leadsToRows, path.count > 1, value == .null || value.stringValue?.trimmingBlanks() == "" {
                reading.summary.hasRows = true
            }
        }
    }

    private func isOnTheWay(_ path: [String]) -> Bool {
        paths.contains { $0.count > path.count && $0.starts(with: path) }
    }

    private func readRows(
        _ json: inout JSONStream, _ reading: inout Reading, _ onRow: (FeedRow) throws -> Void
    ) throws {
        var rows = JSONRowReader(names: names)
        reading.summary.hasRows = true
        switch try json.peek() {
        case UInt8(ascii: "["):
            try json.enterArray()
            while try json.nextElement() {
                reading.summary.rowCount += 1
                do {
                    try readRow(&json, &rows, &reading, onRow)
                } catch let error as JSONError where error == json.fault {
                    let count = reading.summary.rowCount
                    try onRow(.unusable(try broken.row(error, try json.skipBroken(), rowCount: count)))
                }
            }
        case UInt8(ascii: "{"):
            // A single row may come without an array around it.
            reading.summary.rowCount += 1
            try readRow(&json, &rows, &reading, onRow)
        default:
            // A text or a number can't count as one rejected row, because the number of rows that it replaces is
            // unknown.
            try json.withValue { bytes in
                if bytes.elementsEqual("null".utf8) { return }
                if envelope.allowsBlankRows, bytes.elementsEqual("\"\"".utf8) { return }
                reading.summary.notRows = String(decoding: bytes.prefix(200), as: UTF8.self)
            }
        }
    }

    private func readRow(
        _ json: inout JSONStream, _ rows: inout JSONRowReader, _ reading: inout Reading,
        _ onRow: (FeedRow) throws -> Void
    ) throws {
        guard reading.features == nil else {
            return try json.withValue { bytes in
                try StatedSystem.check(bytes, in: reading.page)
                try reading.features?.pass(Array(bytes), onRow)
            }
        }
        guard feed.mapping != nil else { return try json.withRow(&rows) { try onRow(Self.row($0, $1)) } }
        try json.withValue { bytes in
            guard bytes.first == UInt8(ascii: "{") else {
                return try onRow(.unusable(UnusableRow(raw: String(decoding: bytes, as: UTF8.self))))
            }
            let row = Array(bytes)
            let value = try JSONStream.withCursor(row, name: "row") { $0.value() }
            try FeedRow.pass(row, of: feed, value: { Self.text(value.value(at: $0)) }, to: onRow)
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
}

@testable internal import GeocliText

/// CSV and XML: the result is the same in pieces and at once, and written records read back equal.
enum TableTarget {
    private struct Record: Equatable {
        let line: Int
        let fields: [[UInt8]]
    }

    static func checkCSV(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try records(.whole(bytes)) }
        let pieces = try Outcome { try records(.pieces(bytes)) }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        let goingOn = try Outcome { try readable(.whole(bytes)) }
        let goingOnInPieces = try Outcome { try readable(.pieces(bytes)) }
        try demand(goingOn == goingOnInPieces, "in pieces \(goingOnInPieces), at once \(goingOn)")
        guard let records = whole.value else { return }
        try demand(goingOn.value == records, "\(records) without a fault reads as \(goingOn)")
        try demand(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line }, "lines do not rise")
        let again = try Outcome { try Self.records(.pieces(records.flatMap(quoted))) }
        try demand(again.value?.map(\.fields) == records.map(\.fields), "\(records) quoted reads back as \(again)")
    }

    private static func records(_ source: ByteSource) throws -> [Record] {
        var reader = CSVReader(source)
        var records: [Record] = []
        while let fields = try reader.next() {
            try demand(!fields.isEmpty, "a record of no fields")
            records.append(Record(line: reader.line, fields: fields.map { Array($0.utf8) }))
        }
        return records
    }

    /// The records that remain when each broken one is passed over. A line with two fields is one by itself.
    private static func readable(_ source: ByteSource) throws -> [Record] {
        var reader = CSVReader(source)
        var records: [Record] = []
        while true {
            do {
                guard let fields = try reader.next() else { return records }
                records.append(Record(line: reader.line, fields: fields.map { Array($0.utf8) }))
            } catch is CSVError {
                let end = try reader.skipBroken { $0.count { $0 == 0x2C } == 1 }
                try demand(!reader.rawRecord.isEmpty, "a broken record of no bytes")
                records.append(Record(line: reader.line, fields: [Array(reader.rawRecord)]))
                if end == .atEnd { return records }
            }
        }
    }

    /// A record as a line, each field in quotes.
    private static func quoted(_ record: Record) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var line: [UInt8] = []
        for field in record.fields {
            if !line.isEmpty { line.append(UInt8(ascii: ",")) }
            line += [quote] + field.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
        }
        return line + [0x0D, 0x0A]
    }

    static func checkXML(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try events(.whole(bytes)) }
        let pieces = try Outcome { try events(.pieces(bytes)) }
        try demand((whole.value == nil) == (pieces.value == nil), "in pieces \(pieces), at once \(whole)")
        guard let events = whole.value else { return }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        var open: [String] = []
        for event in events {
            if let text = event.text {
                try demand(
                    open.popLast().map { areSame($0, event.name) } ?? false, "</\(event.name)> \(text) closes nothing")
            } else {
                open.append(event.name)
            }
        }
        try demand(open.isEmpty && !events.isEmpty, "\(open) are never closed")
    }

    private struct Event: Equatable {
        let name: String
        /// The text inside an element that ended; nil for one that starts.
        let text: String?
    }

    private static func events(_ source: ByteSource) throws -> [Event] {
        var found: [Event] = []
        let events = XMLEvents()
        events.onStart = { found.append(Event(name: $0, text: nil)) }
        events.onEnd = { found.append(Event(name: $0, text: $1)) }
        try events.parse(source)
        return found
    }
}

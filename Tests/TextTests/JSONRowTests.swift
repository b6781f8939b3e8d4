import TestSupport
import Testing

@testable import GeocliText

/// The fast reader of rows, compared with the grammar and the walk over members that it replaces.
@Suite struct JSONRowTests {
    private static let names: [[UInt8]?] = ["id", "name", "책", "x y", "id", nil, "\"", ""].map {
        $0.map { Array($0.utf8) }
    }

    /// The result of reading an array: each element's bytes and wanted members, and the error that ended the reading.
    private struct Reading: Equatable, CustomStringConvertible {
        var elements: [[UInt8]] = []
        var members: [String] = []
        var error: JSONError?

        var description: String { "\(members), \(String(describing: error))" }

        mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) {
            elements.append(Array(bytes))
            let texts = names.indices.map { index in
                // Compared by bytes, not characters: two spellings of é are two texts.
                fields.text(index, in: bytes).map { Array($0.utf8).description }
                    ?? (fields.has(index) ? "other" : "none")
            }
            members.append(texts.joined(separator: "|"))
        }
    }

    private func reading(
        _ source: ByteSource, limit: Int, _ read: (inout JSONStream, inout Reading) throws -> Void
    ) throws -> Reading {
        var json = JSONStream(source, maximumValueBytes: limit)
        var reading = Reading()
        do {
            try json.enterArray()
            while try json.nextElement() { try read(&json, &reading) }
            try json.end()
        } catch let error as JSONError { reading.error = error }
        return reading
    }

    private func quick(_ source: ByteSource, limit: Int = 1 << 20) throws -> Reading {
        var rows = JSONRowReader(names: Self.names)
        return try reading(source, limit: limit) { json, reading in
            try json.withRow(&rows) { reading.take($0, $1) }
        }
    }

    private func careful(_ source: ByteSource, limit: Int = 1 << 20) throws -> Reading {
        try reading(source, limit: limit) { json, reading in
            try json.withValue { bytes in
                let isObject = bytes.first == UInt8(ascii: "{")
                reading.take(bytes, isObject ? JSONMembers.fields(of: bytes, names: Self.names) : JSONFields())
            }
        }
    }

    private func expectAgreement(_ bytes: [UInt8], limit: Int = 1 << 20, _ comment: Comment) throws {
        let wanted = try careful(ByteSource(name: "rows", bytes: bytes), limit: limit)
        #expect(try quick(ByteSource(name: "rows", bytes: bytes), limit: limit) == wanted, comment)
        for size in [1, 3, 7, 16, 61] {
            #expect(try quick(.pieces(bytes, of: size, name: "rows"), limit: limit) == wanted, "\(comment), of \(size)")
        }
    }

    @Test func randomRowsAreReadAsTheGrammarReadsThem() throws {
        for seed in UInt64(1)...200 {
            var random = RandomRowText(seed: seed)
            try expectAgreement(Array(random.rows().utf8), "seed \(seed)")
        }
    }

    @Test func brokenRowsAreRefusedWhereTheGrammarRefusesThem() throws {
        for seed in UInt64(1)...600 {
            var random = RandomRowText(seed: seed)
            var bytes = Array(random.rows().utf8)
            for _ in 0...random.number(below: 2) { random.change(&bytes) }
            try expectAgreement(bytes, "seed \(seed)")
        }
    }

    @Test func everyByteInAStringIsTakenOrRefusedAsTheGrammarHasIt() throws {
        for first in UInt8.min...UInt8.max {
            for rest in Self.endings {
                for padding in [0, 3, 7] {
                    let text = [UInt8](repeating: 0x61, count: padding) + [first] + rest
                    let bytes = Array("[{\"id\":\"".utf8) + text + Self.middle + text + Array("\"}]".utf8)
                    let wanted = try careful(ByteSource(name: "rows", bytes: bytes))
                    let found = try quick(ByteSource(name: "rows", bytes: bytes))
                    #expect(found == wanted, "\(padding) letters before \(first), \(rest)")
                }
            }
        }
    }

    /// The bytes that may follow the first byte of a character, and the bounds of table 3-7.
    private static let endings: [[UInt8]] = [
        [], [0x80], [0x9F], [0xA0], [0x80, 0x80], [0xA0, 0xBF], [0x90, 0x80, 0x80], [0x8F, 0xBF, 0xBF],
    ]
    private static let middle = Array("\",\"x y\":1}, {\"id\":\"".utf8)

    @Test(arguments: [
        "[]", "[{}]", "[ { } , {} ]", "[{\"id\":1}", "[{\"id\":1},]", "[{\"id\":1,}]", "[{\"id\" 1}]", "[{\"id\":}]",
        "[{,}]",
        "[{\"id\":01}]", "[{\"id\":-}]", "[{\"id\":1.}]", "[{\"id\":1e}]", "[{\"id\":1e+5}]", "[{\"id\":-0.5E-3 }]",
        "[{\"id\":tru}]",
        "[{\"id\":truex}]", "[{\"id\":nulll}]", "[{\"id\":\"\\u12\"}]", "[{\"id\":\"\\x\"}]", "[{\"id\":\"\\\"}]",
        "[{id:1}]",
        "[{\"id\":1}{\"id\":2}]", "[null,1,\"{\",[],{\"id\":{\"id\":2}}]", "[{\"i\\u0064\":1},{\"i\\u0064\":2}]",
        "[{\"id\":1,\"id\":null},{\"id\":null,\"id\":\"\\n\"},{\"id\":\"\\n\",\"id\":\"n\"}]",
        "[{\"\":1},{\"\\\"\":2}]",
    ])
    func oddRowsAreReadAsTheGrammarReadsThem(text: String) throws { try expectAgreement(Array(text.utf8), "\(text)") }

    @Test func aRowOverTheLimitIsRefusedAtTheSamePlace() throws {
        let bytes = Array("[{\"id\":1},{\"id\":\"\(String(repeating: "책", count: 40))\"},{\"id\":2}]".utf8)
        for limit in [8, 9, 20, 128, 129, 130] { try expectAgreement(bytes, limit: limit, "limit \(limit)") }
    }

    /// The purpose of the reader: rows of the same form as the row before must take the fast way.
    @Test func rowsOfOneFormAreReadQuickly() throws {
        var rows = JSONRowReader(names: Self.names)
        for text in [
            "{\"id\":1,\"name\":\"책방\"}", "{\"id\":22,\"name\":\"a\\nb\"}", "{\"id\" : null , \"name\":\"\"} ",
        ] {
            let bytes = Array(text.utf8) + Array(",".utf8)
            bytes.withUnsafeBufferPointer {
                var fields = JSONFields()
                #expect(
                    rows.end(of: $0, fields: &fields)
                        == text.utf8.firstIndex(of: UInt8(ascii: "}")).map { _ in
                            text.hasSuffix(" ") ? text.utf8.count - 1 : text.utf8.count
                        })
                #expect(fields.has(0) && fields.has(1) && fields.presence == 3)
            }
        }
    }
}

/// Arrays of rows with the same form, sometimes with a row of another form between them.
private struct RandomRowText {
    private var json: RandomJSON
    private static let pieces = Array("{}[],:\"\\ 01-.etn\u{1}책é\u{7F}".utf8) + [0xC0, 0xED, 0xF4, 0xFF, 0x80]

    init(seed: UInt64) { json = RandomJSON(seed: seed) }

    mutating func number(below bound: Int) -> Int { json.number(below: bound) }

    mutating func rows() -> String {
        let form = form()
        let rows = (0..<2 + number(below: 6)).map { _ in
            switch number(below: 8) {
            case 0: json.value(depth: 3)
            case 1: row(self.form())
            default: row(form)
            }
        }
        return "[" + rows.joined(separator: number(below: 4) == 0 ? " ,\n" : ",") + "]"
    }

    private mutating func form() -> [String] {
        let names = ["id", "name", "책", "x y", "other", "i\\u0064", "\\\"", "", "a longer name than eight bytes"]
        return (0..<1 + number(below: 6)).map { _ in
            let blank = [" ", "\n\t", ""][min(number(below: 6), 2)]
            return "\(blank)\"\(names[number(below: names.count)])\"\(blank):\(blank)"
        }
    }

    private mutating func row(_ form: [String]) -> String {
        let members = form.map { front in
            let value =
                switch number(below: 12) {
                case 0: json.value(depth: 2)
                case 1, 2: json.numeral()
                case 3: ["true", "false", "null"][number(below: 3)]
                default: json.string()
                }
            return front + value + (number(below: 10) == 0 ? " " : "")
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Removes, replaces or inserts a byte.
    mutating func change(_ bytes: inout [UInt8]) {
        let offset = number(below: bytes.count)
        let byte = Self.pieces[number(below: Self.pieces.count)]
        switch number(below: 4) {
        case 0: bytes.remove(at: offset)
        case 1: bytes[offset] = byte
        case 2: bytes.removeSubrange(offset...)
        default: bytes.insert(byte, at: offset)
        }
        if bytes.isEmpty { bytes = [byte] }
    }
}

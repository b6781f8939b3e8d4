import Foundation

@testable internal import GeocliText

/// JSON: we read the same values as Foundation, in pieces or at once, and our output reads back equal.
enum JSONTarget {
    static func check(_ bytes: [UInt8]) throws {
        let whole = try Outcome { try JSONValue(parsing: bytes, name: "input") }
        let pieces = try Outcome {
            var stream = JSONStream(.pieces(bytes))
            let value = try stream.value()
            try stream.end()
            return value
        }
        try demand(whole == pieces, "in pieces \(pieces), at once \(whole)")
        try checkRows(bytes)
        guard let value = whole.value else { return try checkRefused(bytes) }
        try checkMembers(value, bytes)
        try checkWritten(value)
        try checkAgreement(value, bytes)
    }

    /// The fast reader of rows gives the same result as the grammar. The input is the second of three elements, so that
    /// the form of the first is known and a cut is noticed.
    private static func checkRows(_ bytes: [UInt8]) throws {
        let names: [[UInt8]?] = ["id", "name", "STORE_NAME", "XCNTS", "YDNTS"].map { Array($0.utf8) }
        let document = Array("[".utf8) + bytes + Array(",".utf8) + bytes + Array("]".utf8)
        func elements(_ read: (inout JSONStream, inout [String]) throws -> Void) throws -> Outcome<[String]> {
            try Outcome {
                var json = JSONStream(ByteSource(name: "rows", bytes: document))
                var found: [String] = []
                try json.enterArray()
                while try json.nextElement() { try read(&json, &found) }
                return found
            }
        }
        func described(_ value: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) -> String {
            "\(Array(value)) \(names.indices.map { fields.text($0, in: value) }) \(fields.presence)"
        }
        var rows = JSONRowReader(names: names)
        let quick = try elements { json, found in try json.withRow(&rows) { found.append(described($0, $1)) } }
        let careful = try elements { json, found in
            try json.withValue { value in
                let isObject = value.first == UInt8(ascii: "{")
                found.append(described(value, isObject ? JSONMembers.fields(of: value, names: names) : JSONFields()))
            }
        }
        try demand(quick == careful, "rows read as \(quick), by the grammar \(careful)")
    }

    /// Foundation refuses every input that we refuse.
    private static func checkRefused(_ bytes: [UInt8]) throws {
        guard let document = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { return }
        // Foundation accepts a comma before a closing bracket, which RFC 8259 does not allow, and twice our depth of
        // nesting.
        guard !document.contains(/,[ \t\r\n]*[\]}]/), bytes.count(where: { $0 == 0x5B || $0 == 0x7B }) < 200 else {
            return
        }
        try demand(foundation(bytes) == nil, "Foundation reads what we refuse")
    }

    /// Foundation reads every input that we read, with the same values.
    private static func checkAgreement(_ value: JSONValue, _ bytes: [UInt8]) throws {
        // A lone surrogate and a number beyond all doubles are errors for Foundation. Our reader replaces the surrogate
        // (no Swift string can hold it) and keeps the number as text. Foundation leaves out U+FEFF at the start of a text.
        guard !text(bytes).unicodeScalars.contains("\u{FEFF}"), !text(bytes).lowercased().contains("\\ud"),
            isWithinDoubles(value)
        else { return }
        guard let theirs = foundation(bytes) else {
            throw BrokenPromise(description: "Foundation refuses what we read")
        }
        try demand(agrees(value, theirs), "\(value) where Foundation has \(theirs)")
    }

    private static func foundation(_ bytes: [UInt8]) -> Any? {
        // Only whether it is JSON matters here, not the text of Foundation's error.
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    private static func isWithinDoubles(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let text):
            // Foundation reads up to 19 digits and a small exponent exactly. Only such numbers must be equal.
            text.utf8.count <= 18 && Double(text).map { $0 == 0 || 1e-300...1e300 ~= abs($0) } ?? false
        case .array(let elements): elements.allSatisfy(isWithinDoubles)
        case .object(let members): members.allSatisfy { isWithinDoubles($0.value) }
        case .null, .bool, .string: true
        }
    }

    private static func agrees(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let flag): return theirs as? Bool == flag
        case .number(let text):
            guard let number = (theirs as? NSNumber)?.doubleValue, let own = Double(text) else { return false }
            // Foundation reads 90071992.000001E-3 as 90071.99200000102.
            return abs(number - own) <= abs(own) * 1e-13
        case .string(let text): return (theirs as? String).map { areSame($0, text) } ?? false
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { agrees($0, $1) }
        case .object(let members):
            // If several members have the same name, Foundation keeps one; it treats canonical equivalents as the same
            // name.
            guard let others = theirs as? [String: Any] else { return false }
            guard Set(members.map(\.name)).count == members.count else { return others.count < members.count }
            return others.count == members.count
                && members.allSatisfy { member in others[member.name].map { agrees(member.value, $0) } ?? false }
        }
    }

    /// The walk over members, by which rows are read, finds the same values as the tree of the same bytes.
    private static func checkMembers(_ value: JSONValue, _ bytes: [UInt8]) throws {
        guard case .object(let members) = value else { return }
        let names = members.map { Array($0.name.utf8) }
        var found: [String] = []
        let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
        bytes.withUnsafeBufferPointer {
            let object = UnsafeBufferPointer(rebasing: $0[start...])
            JSONMembers.forEachWanted(in: object, names) { index, range in
                var place = range.lowerBound
                let text = JSONValue(checked: object, at: &place).scalarText
                found.append("\(names[index]) \(text ?? "none")")
            }
        }
        let wanted = members.map { "\(Array($0.name.utf8)) \($0.value.scalarText ?? "none")" }
        try demand(zip(found, wanted).allSatisfy(areSame) && found.count == wanted.count, "members \(found)")
    }

    private static func checkWritten(_ value: JSONValue) throws {
        let written = Self.written(value)
        try demand(isHarmless(text(written)), "a control character in what we write")
        let again = try Outcome { Self.written(try JSONValue(parsing: written, name: "written")) }
        try demand(again == .value(written), "written \(text(written)) reads back as \(again)")
    }

    private static func written(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }
}

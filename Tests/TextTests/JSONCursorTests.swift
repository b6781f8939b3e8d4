import Testing

@testable import GeocliText

@Suite struct JSONCursorTests {
    /// The value at the cursor, built from the cursor's own functions.
    private func rebuilt(_ cursor: inout JSONCursor) -> JSONValue {
        if cursor.isArray {
            var elements: [JSONValue] = []
            let isEmpty = cursor.isEmptyArray
            cursor.forEachElement { elements.append(rebuilt(&$0)) }
            #expect(isEmpty == elements.isEmpty)
            return .array(elements)
        }
        if cursor.isObject {
            var members: [JSONValue.Member] = []
            cursor.forEachMember { name, value in members.append(JSONValue.Member(name, rebuilt(&value))) }
            return .object(members)
        }
        let start = cursor
        var (again, passed) = (start, start)
        let value = cursor.value()
        #expect(again.number() == value.doubleValue, "\(value)")
        #expect(start.isNull == (value == .null))
        passed.skip()
        return value
    }

    @Test func valuesAreThoseOfTheTree() throws {
        for seed in UInt64(1)...1500 {
            var random = RandomJSON(seed: seed)
            let text = "{\"before\":0, \"it\" : \(random.value(depth: 4)) ,\"after\":[1]}"
            let bytes = Array(text.utf8)
            let tree = try JSONValue(parsing: bytes, name: "test")
            let found = try JSONStream.withCursor(bytes, name: "test") { rebuilt(&$0) }
            #expect(found == tree, "seed \(seed): \(text)")
        }
    }

    /// Skipping a value ends at the same index as reading it.
    @Test func whatIsPassedOverIsBehind() throws {
        for seed in UInt64(1)...500 {
            var random = RandomJSON(seed: seed)
            let text = "[\(random.value(depth: 4)),\(random.value(depth: 2)) , \"end\"]"
            let last = try JSONStream.withCursor(Array(text.utf8), name: "test") { cursor in
                var count = 0
                var last: JSONValue?
                cursor.forEachElement { element in
                    count += 1
                    if count == 3 { last = element.value() } else { element.skip() }
                }
                return last
            }
            #expect(last == .string("end"), "seed \(seed): \(text)")
        }
    }

    @Test func bytesThatAreNoValueAreRefused() {
        for text in ["", "[1", "{\"a\":}", "1 2", "[1]]"] {
            #expect(throws: JSONError.self, "\(text)") {
                try JSONStream.withCursor(Array(text.utf8), name: "test") { $0.skip() }
            }
        }
    }
}

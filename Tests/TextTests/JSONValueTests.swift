import Testing

@testable import GeocliText

@Suite struct JSONValueTests {
    @Test func theLastOfEqualNamesWins() throws {
        let value = try parsed("{\"a\":1,\"b\":2,\"\\u0061\":3}")
        #expect(value["a"] == .number("3"))
        #expect(value["b"] == .number("2"))
        #expect(value["c"] == nil)
        #expect(
            value == .object([.init("a", .number("1")), .init("b", .number("2")), .init("a", .number("3"))]))
    }

    @Test func membersKeepTheirOrder() throws {
        guard case .object(let members) = try parsed("{\"z\":1,\"a\":{\"y\":null,\"b\":true},\"m\":[false]}") else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["z", "a", "m"])
        #expect(members[1].value == .object([.init("y", .null), .init("b", .bool(true))]))
        #expect(members[2].value == .array([.bool(false)]))
    }

    @Test func askingAValueForWhatItIsNotGivesNil() throws {
        let all: [JSONValue] = [
            .null, .bool(true), .number("1.5"), .string("x"), .array([.null]), .object([.init("a", .null)]),
        ]
        #expect(all.map(\.stringValue) == [nil, nil, nil, "x", nil, nil])
        #expect(all.map(\.doubleValue) == [nil, nil, 1.5, nil, nil, nil])
        #expect(all.map(\.scalarText) == [nil, nil, "1.5", "x", nil, nil])
        #expect(all.map(\.arrayValue) == [nil, nil, nil, nil, [.null], nil])
        #expect(all.map { $0["a"] } == [nil, nil, nil, nil, nil, .null])
    }

    @Test func aNumberBeyondDoublesHasNoDoubleValue() {
        #expect(JSONValue.number("1e999").doubleValue == nil)
        #expect(JSONValue.number("-1e999").doubleValue == nil)
        #expect(JSONValue.number("1e308").doubleValue == 1e308)
    }

    /// The members that `JSONMembers.forEachWanted` finds; "-" for values that are neither strings nor numbers.
    private func scalars(_ object: String, _ names: [String]) -> [String] {
        var found: [String] = []
        Array(object.utf8).withUnsafeBufferPointer { bytes in
            JSONMembers.forEachWanted(in: bytes, names.map { Array($0.utf8) }) { name, range in
                var offset = range.lowerBound
                found.append("\(name)=\(JSONValue(checked: bytes, at: &offset).scalarText ?? "-")")
            }
        }
        return found
    }

    @Test func scalarsFindTheWantedMembersInOrder() {
        let object =
            "{ \"a\" : \"x\\ny\" ,\"skip\":{\"a\":[1,{\"a\":\"}]\"}]},\"b\":-1.50,\"c\":[\"]\",\"a\"] , \"d\":null,\"책\":\"방\"}"
        #expect(scalars(object, ["b", "a", "책"]) == ["1=x\ny", "0=-1.50", "2=방"])
        #expect(scalars(object, ["c", "d", "skip"]) == ["2=-", "0=-", "1=-"])
        #expect(scalars(object, []) == [])
        #expect(scalars("{}", ["a"]) == [])
    }

    @Test func scalarsKnowEscapedAndRepeatedNames() {
        #expect(scalars("{\"\\u0061\":1,\"a\":2,\"\\u0062\":3}", ["a"]) == ["0=1", "0=2"])
        #expect(scalars("{\"a\\\"b\":true,\"x\":false}", ["a\"b", "x"]) == ["0=-", "1=-"])
    }

    @Test func scalarsAgreeWithWholeValues() throws {
        for seed in UInt64(1)...200 {
            var random = RandomJSON(seed: seed)
            let text = random.object(depth: 4)
            let value = try parsed(text)
            guard case .object(let members) = value else { continue }
            let names = Array(Set(members.map(\.name))).sorted()
            let expected = members.map { "\(names.firstIndex(of: $0.name) ?? -1)=\($0.value.scalarText ?? "-")" }
            #expect(scalars(text, names) == expected, "seed \(seed)")
        }
    }
}

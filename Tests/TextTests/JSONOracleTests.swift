import Foundation
import Testing

@testable import GeocliText

/// Foundation's reader as an oracle.
@Suite struct JSONOracleTests {
    @Test func randomDocumentsReadAsFoundationReadsThem() throws {
        for seed in UInt64(1)...600 {
            var random = RandomJSON(seed: seed)
            let text = random.value(depth: 5)
            let theirs = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(agrees(try parsed(text), theirs), "seed \(seed): \(text)")
        }
    }

    @Test func randomDocumentsReadTheSameInRandomPieces() throws {
        for seed in UInt64(1)...300 {
            var random = RandomJSON(seed: seed)
            let text = random.array(depth: 5)
            let bytes = Array(text.utf8)
            let size = 1 + random.number(below: 16)
            var stream = JSONStream(.pieces(bytes, of: size))
            #expect(try stream.value() == parsed(text), "seed \(seed), pieces of \(size)")
            try stream.end()
        }
    }

    @Test func brokenDocumentsAreRefusedWhereFoundationRefusesThem() {
        let bytes = Array("{}[],:\" 01-.etn".utf8)
        var refused = 0
        for seed in UInt64(1)...3000 {
            var random = RandomJSON(seed: seed)
            var document = Array("{\"a\":[1,-2.5,true,null],\"b\":{\"c\":\"xy\",\"d\":[]}}".utf8)
            for _ in 0...random.number(below: 2) {
                let offset = random.number(below: document.count)
                switch random.number(below: 3) {
                case 0: document.remove(at: offset)
                case 1: document[offset] = bytes[random.number(below: bytes.count)]
                default: document.insert(bytes[random.number(below: bytes.count)], at: offset)
                }
            }
            // Foundation accepts a comma before a closing bracket, which RFC 8259 does not allow.
            guard !String(decoding: document, as: UTF8.self).contains(/,\s*[\]}]/) else { continue }
            // Only whether it is JSON matters here, not the text of Foundation's error.
            let theirs = try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)
            let ours = fault(document)
            refused += ours == nil ? 0 : 1
            #expect((ours == nil) == (theirs != nil), "seed \(seed): \(String(decoding: document, as: UTF8.self))")
        }
        #expect(refused > 1000 && refused < 2990)
    }

    private func agrees(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let flag): return theirs as? Bool == flag
        case .number(let text):
            guard let number = (theirs as? NSNumber)?.doubleValue, let own = Double(text) else { return false }
            // Foundation reads 90071992.000001E-3 as 90071.99200000102; our reader keeps the number's text.
            return abs(number - own) <= abs(own) * 1e-13
        case .string(let text): return haveSameBytes(theirs as? String, text)
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { agrees($0, $1) }
        case .object(let members):
            guard let others = theirs as? [String: Any], others.count == members.count else { return false }
            return members.allSatisfy { member in others[member.name].map { agrees(member.value, $0) } ?? false }
        }
    }
}

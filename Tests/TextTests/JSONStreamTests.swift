import Testing

@testable import GeocliText

@Suite struct JSONStreamTests {
    private static let document =
        "\u{FEFF} {\"id\" : 2283.0, \"책방\":\"서점 \\uD83D\\uDE00 é\\n\", \"list\":[ [], {}, true,false , null, -1.5e+3 ],\n"
        + "\"deep\":{\"a\":{\"b\":[[\"\\\\\\\"\"]]}},\"\":\"😀\"} \n"

    /// Reads a document in the intended way of `JSONStream`: enters two levels, and reads each value below them whole.
    private func walk(_ source: ByteSource) throws -> [String] {
        var stream = JSONStream(source)
        var seen: [String] = []
        try stream.enterObject()
        while let name = try stream.nextMember() {
            seen.append(name)
            if try stream.peek() == UInt8(ascii: "[") {
                try stream.enterArray()
                while try stream.nextElement() { seen.append("\(try stream.value())") }
            } else if name == "deep" {
                try stream.skipValue()
            } else {
                seen.append("\(try stream.value())")
            }
        }
        try stream.end()
        return seen
    }

    @Test func everyPieceSizeGivesTheSame() throws {
        let bytes = Array(Self.document.utf8)
        let whole = try JSONValue(parsing: bytes, name: "test")
        let walked = try walk(ByteSource(name: "test", bytes: bytes))
        #expect(walked.count == 14)
        for size in 1...bytes.count {
            var stream = JSONStream(.pieces(bytes, of: size))
            #expect(try stream.value() == whole, "pieces of \(size)")
            try stream.end()
            #expect(try walk(.pieces(bytes, of: size)) == walked, "pieces of \(size)")
        }
    }

    @Test func everySplitGivesTheSame() throws {
        let bytes = Array(Self.document.utf8)
        let whole = try JSONValue(parsing: bytes, name: "test")
        for index in 0...bytes.count {
            var stream = JSONStream(.split(bytes, at: index))
            #expect(try stream.value() == whole, "split at \(index)")
            try stream.end()
        }
    }

    @Test func documentsCutAtAnyByteAreTruncated() throws {
        let text = "{\"a\":[1.5,\"\\u00e9\\n책\",{\"b\":true}],\"c\":null,\"d\":{}}"
        let bytes = Array(text.utf8)
        #expect(fault(bytes) == nil)
        for count in 0..<bytes.count {
            let expected = JSONError(name: "test", offset: count, code: .truncated)
            #expect(fault(Array(bytes[..<count])) == expected, "cut at \(count)")
            #expect(throws: expected, "cut at \(count), bytes one by one") {
                var stream = JSONStream(.pieces(Array(bytes[..<count]), of: 1))
                _ = try stream.value()
            }
        }
    }

    @Test func documentsCutAtAnyByteAreTruncatedWhileTheyAreEntered() throws {
        let bytes = Array("{\"id\":1,\"list\":[1, 2,\"x\"], \"n\":null}".utf8)
        #expect(try walk(ByteSource(name: "test", bytes: bytes)).count == 8)
        for count in 0..<bytes.count {
            #expect(throws: JSONError(name: "test", offset: count, code: .truncated), "cut at \(count)") {
                _ = try walk(ByteSource(name: "test", bytes: Array(bytes[..<count])))
            }
        }
    }

    @Test func numbersAtTheEndOfAPieceGoOn() throws {
        for text in ["123456", "-1.25e+10", "0.0", "[12,34]"] {
            var stream = JSONStream(.pieces(Array(text.utf8), of: 1))
            #expect(try stream.value() == parsed(text))
        }
    }

    @Test(arguments: [
        "{\"a\":1 \"b\":2}", "{\"a\":1,}", "{,\"a\":1}", "{\"a\" 1}", "{1:1}", "{\"a\":1]", "{\"a\"::1}", "{\"a\":}",
        "{\"a\":1,,\"b\":1}",
        "{\"a\":[1 2]}", "{\"a\":[1,]}", "{\"a\":[,1]}", "{\"a\":[1}", "{\"a\":[1}]", "[1]", "1", "{\"a\":01}",
    ])
    func enteredContainersAreAsStrictAsWholeOnes(_ text: String) {
        #expect(throws: JSONError.self) {
            var stream = JSONStream(ByteSource(name: "test", bytes: Array(text.utf8)))
            try stream.enterObject()
            while try stream.nextMember() != nil {
                if try stream.peek() == UInt8(ascii: "[") {
                    try stream.enterArray()
                    while try stream.nextElement() { _ = try stream.value() }
                } else {
                    try stream.skipValue()
                }
            }
            try stream.end()
        }
    }

    @Test func emptyContainersHaveNothingInside() throws {
        var stream = JSONStream(ByteSource(name: "test", bytes: Array("[{ },[ ], [[]]]".utf8)))
        try stream.enterArray()
        #expect(try stream.nextElement())
        try stream.enterObject()
        #expect(try stream.nextMember() == nil)
        #expect(try stream.nextElement())
        try stream.enterArray()
        #expect(try !stream.nextElement())
        #expect(try stream.nextElement())
        #expect(try stream.value() == .array([.array([])]))
        #expect(try !stream.nextElement())
        #expect(try stream.peek() == nil)
        try stream.end()
    }

    @Test func sequencesTakeRecordSeparatorsAndDocumentsDoNot() throws {
        let bytes = Array("\u{1E}{\"a\":1}\n\u{1E}[2]\n\u{1E}\u{1E}3\n".utf8)
        for size in 1...bytes.count {
            var stream = JSONStream(.pieces(bytes, of: size), isSequence: true)
            #expect(try stream.value()["a"] == .number("1"))
            #expect(try stream.value() == .array([.number("2")]))
            #expect(try stream.value() == .number("3"))
            #expect(try stream.peek() == nil)
        }
        #expect(fault(bytes) == JSONError(name: "test", offset: 0, code: .syntax))
    }

    @Test func aValueLongerThanTheLimitIsRefused() throws {
        let long = Array(("[\"" + String(repeating: "x", count: 100) + "\"]").utf8)
        #expect(throws: JSONError(name: "test", offset: 0, code: .size)) {
            var stream = JSONStream(.pieces(long, of: 10), maximumValueBytes: 50)
            _ = try stream.value()
        }
        var stream = JSONStream(.pieces(long, of: 10), maximumValueBytes: 200)
        #expect(try stream.value().arrayValue?.count == 1)
    }

    private static let brokenObjects = [
        "{\"a\":\"\u{1}\"}", "{\"a\":\"\\x\"}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":\"x\ty\"}", "{\"a\":\"b\"c\"}",
        "{\"a\":\"[\u{1}\"}", "{\"a\":\"b\"c\"d\"}", "{\"a\" 1}", "{\"a\":{\"b\":\"\u{1}\"},\"c\":[1,]}", "{'a':1}",
        "{\"a\":\"\\\"\u{1}\\\\\"}", "{\"a\":\"12\" vinyl\"}",
    ]

    @Test(arguments: brokenObjects)
    func aBrokenObjectIsPassedOver(object: String) throws {
        for array in ["[{\"n\":1},@,{\"n\":2}]", "[@ ]", "[ @\n, {\"n\":2}]"] {
            let text = array.replacing("@", with: object)
            let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
            for size in [1, 3, 1000] {
                var stream = JSONStream(.pieces(bytes, of: size))
                var found: [String] = []
                try stream.enterArray()
                while try stream.nextElement() {
                    do {
                        found.append(try stream.value()["n"]?.scalarText ?? "?")
                    } catch let error as JSONError where error == stream.fault {
                        let skipped = try #require(try stream.skipBroken())
                        #expect(skipped == object.utf8.map { $0 == 1 ? 0xFF : $0 })
                        found.append("-")
                    }
                }
                try stream.end()
                let expected = array.contains("1") ? ["1", "-", "2"] : array.contains("2") ? ["-", "2"] : ["-"]
                #expect(found == expected, "\(text) in pieces of \(size)")
            }
        }
    }

    /// A stray quote makes the objects up to the next one look like a text. They are not swallowed.
    @Test func noObjectIsPassedOverWithABrokenOne() throws {
        let rows = "[{\"n\":\"a\"b\"},{\"n\":\"2\"},{\"n\":\"c\"d\"},{\"n\":\"4\"}]"
        var stream = JSONStream(ByteSource(name: "test", bytes: Array(rows.utf8)))
        var found: [String] = []
        try stream.enterArray()
        while try stream.nextElement() {
            do { found.append(try stream.value()["n"]?.stringValue ?? "?") } catch is JSONError {
                found.append(String(decoding: try #require(try stream.skipBroken()), as: UTF8.self))
            }
        }
        #expect(found == ["{\"n\":\"a\"b\"}", "2", "{\"n\":\"c\"d\"}", "4"])
    }

    @Test(arguments: [
        "[{\"a\":\"\\x\"", "[{\"a\":\"\\x\"}", "[{\"a\":\"\\x\"},", "[{\"a\":\"\\x\"} {}]", "[\"\\x\"]",
        "[{\"a\":01]}]",
    ])
    func anObjectWithoutAFrameIsNot(text: String) throws {
        var stream = JSONStream(ByteSource(name: "test", bytes: Array(text.utf8)))
        try stream.enterArray()
        _ = try stream.nextElement()
        #expect(throws: JSONError.self) { try stream.skipValue() }
        #expect(try stream.skipBroken() == nil)
    }

    @Test func aFailingSourceEndsTheReading() {
        #expect(throws: ByteSourceError(path: "p", number: 5)) {
            var stream = JSONStream(ByteSource(name: "p") { throw ByteSourceError(path: "p", number: 5) })
            _ = try stream.value()
        }
    }

    @Test func errorsSayWhatWhereAndWhatToTry() {
        func words(_ code: JSONError.Code) -> Words { JSONError(name: "p.json", offset: 7, code: code).words }
        #expect(words(.truncated).en == "p.json ends in the middle of its JSON, after byte 7; fetch it again")
        #expect(words(.truncated).ko == "p.json: JSON이 중간(7바이트)에서 끝났습니다. 다시 받으세요")
        #expect(words(.syntax).en == "p.json is not valid JSON at byte 7; correct that position")
        #expect(words(.syntax).ko == "p.json의 7바이트 위치에 JSON 문법 오류가 있습니다. 그 위치를 고치세요")
        #expect(
            words(.encoding).en
                == "p.json is not valid UTF-8 at byte 7; convert the data (iconv -f CP949 -t UTF-8; Western European text: iconv -f WINDOWS-1252 -t UTF-8) or declare its encoding"
        )
        #expect(
            words(.encoding).ko
                == "p.json의 7바이트 위치가 UTF-8이 아닙니다. 변환하거나(iconv -f CP949 -t UTF-8, 서유럽 언어는 iconv -f WINDOWS-1252 -t UTF-8) 인코딩을 선언하세요"
        )
        #expect(words(.depth).en == "p.json is nested more than 256 levels deep at byte 7, so it is not a feed page")
        #expect(words(.depth).ko == "p.json: 7바이트 위치의 중첩이 256단계를 넘습니다. 피드 페이지가 아닙니다")
        #expect(words(.size).en == "p.json contains a value that is too large at byte 7, so it is not a feed page")
        #expect(words(.size).ko == "p.json의 7바이트 위치에 너무 큰 값이 있습니다. 피드 페이지가 아닙니다")
        #expect(
            words(.trailing).en
                == "p.json continues after the end of its JSON at byte 7; put only one document in each file, or make one list of all: jq -s . OLD > NEW"
        )
        #expect(
            words(.trailing).ko
                == "p.json의 JSON이 끝난 뒤(7바이트)에 내용이 더 있습니다. 파일 하나에는 문서 하나만 두거나 목록 하나로 만드세요: jq -s . 파일 > 새파일"
        )
        #expect("\(JSONError(name: "p.json", offset: 7, code: .depth))" == words(.depth).en)
    }
}

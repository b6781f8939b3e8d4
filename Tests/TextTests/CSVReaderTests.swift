import TestSupport
import Testing

@testable import GeocliText

@Suite struct CSVReaderTests {
    private func records(_ source: ByteSource, separator: Character = ",") throws -> [[String]] {
        var reader = CSVReader(source, separator: separator.asciiValue ?? 0)
        var all: [[String]] = []
        while let record = try reader.next() { all.append(record) }
        return all
    }

    private func records(_ text: String, separator: Character = ",") throws -> [[String]] {
        try records(ByteSource(name: "test", bytes: Array(text.utf8)), separator: separator)
    }

    @Test func plainRecordsAreSplitAtCommasAndLineEnds() throws {
        #expect(try records("a,b\nc,d\n") == [["a", "b"], ["c", "d"]])
        #expect(try records("a,b\r\nc,d\r\n") == [["a", "b"], ["c", "d"]])
        #expect(try records("a,b\rc,d\r") == [["a", "b"], ["c", "d"]])
        #expect(try records("a,b\nc,d") == [["a", "b"], ["c", "d"]])
        #expect(try records("책방, 서점 \n") == [["책방", " 서점 "]])
        #expect(try records("a;b,c\n", separator: ";") == [["a", "b,c"]])
        #expect(try records("a\tb\n", separator: "\t") == [["a", "b"]])
    }

    /// Formerly, a line of commas took twenty times its size in memory, and a line without an end took all memory.
    @Test func aRecordWithoutEndIsRefused() {
        let long = CSVError(name: "test", line: 2, offset: 2, code: .tooLong)
        for piece in ["x", ",", "\"\","] {
            let source = ByteSource(
                name: "test", bytes: Array("a\n".utf8) + Array(String(repeating: piece, count: 9 << 20).utf8))
            #expect(throws: long, "\(piece)") { try records(source) }
        }
        #expect(throws: long) { try records("a\n\"" + String(repeating: "x", count: 9 << 20)) }
    }

    @Test func emptyFieldsAreKeptAndEmptyLinesAreNot() throws {
        #expect(try records("") == [])
        #expect(try records("\n\r\n\r") == [])
        #expect(try records(",") == [["", ""]])
        #expect(try records("a,\n,b\n,,\n") == [["a", ""], ["", "b"], ["", "", ""]])
        #expect(try records("\n\na\n\n\nb\n\n") == [["a"], ["b"]])
        #expect(try records("\"\"\n") == [[""]])
        #expect(try records("\"\",\"\"") == [["", ""]])
        #expect(try records(" \n") == [[" "]])
    }

    @Test func quotedFieldsHoldAnything() throws {
        #expect(try records("\"a,b\",\"c\"\"d\",\"e\nf\",\"g\r\nh\"\n") == [["a,b", "c\"d", "e\nf", "g\r\nh"]])
        #expect(try records("\"\"\"\"") == [["\""]])
        #expect(try records("\"\"\"a\"\"\"") == [["\"a\""]])
        #expect(try records("a\"b,c\"\n") == [["a\"b", "c\""]])
        #expect(try records(" \"a\"\n") == [[" \"a\""]])
    }

    @Test func aByteOrderMarkIsPassedOverAtTheStartOnly() throws {
        #expect(try records("\u{FEFF}a,b\n") == [["a", "b"]])
        #expect(try records("\u{FEFF}\"a\",b\n") == [["a", "b"]])
        #expect(try records("\u{FEFF}") == [])
        #expect(haveSameBytes(try records("a,\u{FEFF}b\n")[0][1], "\u{FEFF}b"))
        #expect(haveSameBytes(try records("\u{FEFF}\u{FEFF}b\n")[0][0], "\u{FEFF}b"))
        #expect(try records("\n\u{FEFF}b\n") == [["\u{FEFF}b"]])
    }

    @Test func everyPieceSizeGivesTheSame() throws {
        let text = "\u{FEFF}id,이름\r\n1,\"책,\"\"방\"\"\r\n😀\"\r\r\n\n2,é\r3,\"\"\n\"\"\"\",\"\r\"\r\n"
        let bytes = Array(text.utf8)
        let expected = [["id", "이름"], ["1", "책,\"방\"\r\n😀"], ["2", "é"], ["3", ""], ["\"", "\r"]]
        for size in 1...bytes.count {
            #expect(try records(.pieces(bytes, of: size)) == expected, "pieces of \(size)")
        }
        for index in 0...bytes.count {
            #expect(try records(.split(bytes, at: index)) == expected, "split at \(index)")
        }
    }

    @Test func recordsKnowTheLineTheyStartOn() throws {
        var reader = CSVReader(ByteSource(name: "test", bytes: Array("\na\r\n\"b\nc\r\nd\"\n\ne\rf".utf8)))
        #expect(reader.line == 0)
        var lines: [Int] = []
        while try reader.next() != nil { lines.append(reader.line) }
        #expect(lines == [2, 3, 7, 8])
    }

    @Test func carriageReturnsInQuotesCountAsLineEnds() throws {
        var reader = CSVReader(ByteSource(name: "test", bytes: Array("\"a\rb\"\rc\r".utf8)))
        _ = try reader.next()
        #expect(try reader.next() == ["c"])
        #expect(reader.line == 3)
    }

    @Test func anOpenQuoteIsRefusedWithTheLineOfItsRecord() {
        for text in ["a\n\"b", "a\n\"", "a\n\"b\nc\n", "a\n\"b\"\"", "a\nx,\"b\n\n"] {
            let offset = Array(text.utf8).firstIndex(of: 0x22) ?? -1
            #expect(throws: CSVError(name: "test", line: 2, offset: offset, code: .openQuote), "\(text)") {
                try records(text)
            }
        }
    }

    @Test func textBehindAClosingQuoteIsRefused() {
        for (text, offset) in [("\"a\"b\n", 3), ("\"a\" ,b\n", 3), ("\"a\"\"\"b", 5), ("x,\"\"y", 4)] {
            let error = CSVError(name: "test", line: 1, offset: offset, code: .textBehindQuote)
            #expect(throws: error, "\(text)") { try records(text) }
        }
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xC3], [0xE1, 0x80], [0xC3, 0xA5, 0xB9, 0xE6]]
            as [[UInt8]])
    func bytesThatAreNoUTF8AreRefused(_ bad: [UInt8]) {
        for (before, after) in [("a\n", ",b\n"), ("a\nb,", ""), ("a\n\"", "\""), ("a\n\"", "\",x\n")] {
            let bytes = Array(before.utf8) + bad + Array(after.utf8)
            let offset = before.utf8.count + (bad.count == 4 ? 2 : 0)
            let error = CSVError(name: "test", line: 2, offset: offset, code: .encoding)
            #expect(throws: error) { try records(ByteSource(name: "test", bytes: bytes)) }
            #expect(throws: error) { try records(.pieces(bytes, of: 1)) }
        }
    }

    @Test func whatWasWrittenByTheRulesReadsBackEqual() throws {
        let pieces = ["a", "책", " ", ",", "\"", "\n", "\r", "\r\n", "😀", "e\u{301}", "\t", ";", "\u{FEFF}", "'", "="]
        for seed in UInt64(1)...400 {
            var random = SeededGenerator(seed: seed)
            let table = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
                        .joined()
                }
            }
            let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
            let lines = table.map { record in
                record.map { field in
                    let plain = !field.isEmpty && !field.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
                    let isQuoted = !plain || Bool.random(using: &random) || field.hasPrefix("\u{FEFF}")
                    return isQuoted ? "\"" + quoted(field) + "\"" : field
                }.joined(separator: ",")
            }
            let bytes = Array(lines.joined(separator: lineEnd).utf8)
            let size = Int.random(in: 1...20, using: &random)
            #expect(
                try records(.pieces(bytes, of: size)).map { $0.map { Array($0.utf8) } }
                    == table.map { $0.map { Array($0.utf8) } }, "seed \(seed), pieces of \(size)")
        }
    }

    private func quoted(_ field: String) -> String {
        String(decoding: field.utf8.flatMap { $0 == 0x22 ? [$0, $0] : [$0] }, as: UTF8.self)
    }

    /// Reads all records, and goes on after each broken one. Lines with two fields are records by themselves.
    private func readable(_ source: ByteSource) throws -> (records: [[String]], broken: [String]) {
        var reader = CSVReader(source)
        var (records, broken): ([[String]], [String]) = ([], [])
        while true {
            do {
                guard let record = try reader.next() else { return (records, broken) }
                records.append(record)
            } catch let error as CSVError {
                let end = try reader.skipBroken { $0.count { $0 == 0x2C } == 1 }
                guard end != .atEnd else { throw error }
                broken.append("\(reader.line) \(String(decoding: reader.rawRecord, as: UTF8.self)) \(error.offset)")
            }
        }
    }

    @Test(arguments: [
        ("a,b\nc,\u{1}d\ne,f\n", [["a", "b"], ["e", "f"]], ["2 c,\u{FFFD}d 6"]),
        ("a,\"x\ny\u{1}\"\r\ne,f", [["e", "f"]], ["1 a,\"x\ny\u{FFFD}\" 6"]),
        ("a,\"b\nc,d\ne,f\n", [["c", "d"], ["e", "f"]], ["1 a,\"b 2"]),
        ("a,\"b\"x\nc,d\n", [["c", "d"]], ["1 a,\"b\"x 5"]),
        ("a,\"b\nc,\"d\"\ne,f\n", [["c", "d"], ["e", "f"]], ["1 a,\"b 8"]),
        ("a,\"b\nc\"x\nd,e\n", [["d", "e"]], ["1 a,\"b\nc\"x 7"]),
    ])
    func readingGoesOnAfterABrokenRecord(text: String, records: [[String]], broken: [String]) throws {
        let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
        for size in 1...bytes.count {
            let found = try readable(.pieces(bytes, of: size))
            #expect(found.records == records && found.broken == broken, "\(text) in pieces of \(size)")
        }
    }

    @Test func anOpenQuoteInTheLastRecordMayBeACutFile() {
        for text in ["a,b\nc,\"d", "a,b\nc,\"d\ne"] {
            #expect(throws: CSVError.self) { try readable(.pieces(Array(text.utf8), of: 3)) }
        }
    }

    @Test func errorsSayWhatWhereAndWhatToTry() {
        func words(_ code: CSVError.Code, _ text: WrongText = .otherEncoding) -> Words {
            var error = CSVError(name: "p.csv", line: 7, offset: 99, code: code)
            (error.value, error.text) = ("0xB1", text)
            return error.words
        }
        #expect(
            words(.openQuote).en
                == "p.csv: a quote that opens at line 7, byte 99 is never closed; close it, or double it inside a field; if the file is cut off, fetch it again"
        )
        #expect(
            words(.openQuote).ko
                == "p.csv: 7행(99바이트)에서 시작한 따옴표가 닫히지 않았습니다. 따옴표를 닫거나, 필드 안의 따옴표라면 두 번 쓰세요. 파일이 잘렸다면 다시 받으세요")
        #expect(
            words(.textBehindQuote).en
                == "p.csv: text follows a closing quote at line 7, byte 99; double the quotes inside the field")
        #expect(words(.textBehindQuote).ko == "p.csv: 7행(99바이트)의 닫는 따옴표 뒤에 글자가 있습니다. 필드 안의 따옴표는 두 번 쓰세요")
        #expect(
            words(.encoding).en
                == "p.csv: line 7 is not valid UTF-8 at byte 99; convert the file (iconv -f CP949 -t UTF-8; Western European text: iconv -f WINDOWS-1252 -t UTF-8) or declare its encoding"
        )
        #expect(
            words(.encoding).ko
                == "p.csv: 7행(99바이트)에 UTF-8이 아닌 글자가 있습니다. 변환하거나(iconv -f CP949 -t UTF-8, 서유럽 언어는 iconv -f WINDOWS-1252 -t UTF-8) 인코딩을 선언하세요"
        )
        #expect(
            words(.encoding, .broken).en == "p.csv: line 7 has a broken character at byte 99 (0xB1); correct it")
        #expect(words(.encoding, .broken).ko == "p.csv: 7행(99바이트)에 깨진 글자(0xB1)가 있습니다. 그 글자를 고치세요")
    }
}

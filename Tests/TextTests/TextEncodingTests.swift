import Testing

@testable import GeocliText

@Suite struct TextEncodingTests {
    /// Python 3.13, `str.encode("cp949")`.
    private static let known: [(String, [UInt8])] = [
        ("책방", [0xC3, 0xA5, 0xB9, 0xE6]), ("똠방각하", [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF]),
        ("뷁", [0x94, 0xEE]),
        ("서점 A", [0xBC, 0xAD, 0xC1, 0xA1, 0x20, 0x41]),
        ("헌책방 ①", [0xC7, 0xE5, 0xC3, 0xA5, 0xB9, 0xE6, 0x20, 0xA8, 0xE7]),
        ("漢字", [0xF9, 0xD3, 0xED, 0xAE]), ("힝", [0xC8, 0xFE]), ("plain\r\n", Array("plain\r\n".utf8)), ("", []),
    ]

    private func decoded(_ source: ByteSource, from encoding: TextEncoding = .cp949) throws -> [UInt8] {
        try #require(try encoding.decoding(source).readAll(limit: .max))
    }

    @Test func knownBytesAreKnownText() throws {
        for (text, bytes) in Self.known {
            #expect(try decoded(ByteSource(name: "test", bytes: bytes)) == Array(text.utf8), "\(text)")
        }
    }

    @Test func everyPieceSizeGivesTheSame() throws {
        let bytes = Self.known.flatMap(\.1)
        let text = Array(Self.known.map(\.0).joined().utf8)
        for size in 1...bytes.count { #expect(try decoded(.pieces(bytes, of: size)) == text, "pieces of \(size)") }
        for index in 0...bytes.count { #expect(try decoded(.split(bytes, at: index)) == text, "split at \(index)") }
    }

    @Test func aByteThatDoesNotFitIsNamedByItsPlace() {
        let cases: [([UInt8], Int)] = [
            ([0xFF], 0), ([0x41, 0xFF], 1), ([0x41, 0x80, 0x41], 1), ([0xC3, 0xA5, 0xB9, 0x20], 2),
            ([0xC3, 0xA5, 0xFF, 0xFF], 2),
            ([0xC9, 0x20], 0), (Array("abc".utf8) + [0xEC, 0x20], 3),
        ]
        for (bytes, offset) in cases {
            let expected = TextEncodingError(name: "test", encoding: .cp949, offset: offset)
            for size in 1...bytes.count {
                #expect(throws: expected, "\(bytes) in pieces of \(size)") { _ = try decoded(.pieces(bytes, of: size)) }
            }
        }
    }

    @Test func aCharacterCutOffAtTheEndIsRefused() {
        let bytes: [UInt8] = [0x41, 0xC3, 0xA5, 0xB9]
        for size in 1...bytes.count {
            #expect(throws: TextEncodingError(name: "test", encoding: .cp949, offset: 3)) {
                _ = try decoded(.pieces(bytes, of: size))
            }
        }
    }

    @Test func aMarkStandsForAByteThatDoesNotFit() throws {
        let cases: [([UInt8], [UInt8])] = [
            ([0x41, 0xFF, 0x0A], [0x41, 0xFF, 0x0A]),
            ([0xC3, 0xA5, 0xB9, 0x0A, 0x42], Array("책".utf8) + [0xFF, 0x0A, 0x42]),
            ([0xB9, 0x2C, 0xC3, 0xA5], [0xFF, 0x2C] + Array("책".utf8)), ([0x41, 0xC3], [0x41, 0xFF]),
        ]
        for (bytes, text) in cases {
            for size in 1...bytes.count {
                let source = try TextEncoding.cp949.decoding(.pieces(bytes, of: size), marksWrongBytes: true)
                #expect(try source.readAll(limit: 100) == text, "\(bytes) in pieces of \(size)")
                #expect(source.originalEnd?() == bytes.count && TextEncoding.cp949Length(text[...]) == bytes.count)
            }
        }
        let utf8 = try TextEncoding.cp949.decoding(
            ByteSource(name: "test", bytes: Array("1,책방,밤의 책방\n2,온\n".utf8)), marksWrongBytes: true)
        let error = #expect(throws: TextEncodingError.self) { try utf8.readAll(limit: 100) }
        #expect(error?.isUTF8 == true)
    }

    @Test func utf8IsHandedOnAsItIs() throws {
        let bytes: [UInt8] = [0xFF, 0x00, 0xC3, 0xA5]
        let source = ByteSource(name: "test", bytes: bytes)
        let same = try TextEncoding.utf8.decoding(source)
        #expect(same === source)
        #expect(try same.readAll(limit: 10) == bytes)
    }

    @Test func theDecodedSourceKeepsItsNameAndEnds() throws {
        let source = try TextEncoding.cp949.decoding(ByteSource(name: "p.csv", bytes: [0x41]))
        #expect(source.name == "p.csv")
        #expect(try source.next() == [0x41])
        #expect(try source.next() == [])
        #expect(try source.next() == [])
    }

    @Test func namesAreThoseOfIconv() {
        #expect(TextEncoding(rawValue: "CP949") == .cp949)
        #expect(TextEncoding(rawValue: "UTF-8") == .utf8)
        #expect(TextEncoding(rawValue: "EUC-KR") == nil)
    }

    @Test func errorsSayWhatWhereAndWhatToTry() {
        let bad = TextEncodingError(name: "p.csv", encoding: .cp949, offset: 7)
        #expect(
            bad.description
                == "p.csv is not valid CP949 at byte 7; correct that character or declare another encoding")
        #expect(
            bad.words.ko == "p.csv: 7바이트 위치에 CP949 인코딩으로 읽을 수 없는 글자가 있습니다. 그 글자를 고치거나 다른 인코딩을 선언하세요")
        let line = TextEncodingError(name: "p.csv", encoding: .cp949, offset: 7, line: 2)
        #expect(
            line.description
                == "p.csv is not valid CP949 at line 2, byte 7; correct that character or declare another encoding")
        let other = TextEncodingError(name: "p.csv", encoding: .cp949, offset: 7, isUTF8: true)
        #expect(other.description == "p.csv is not CP949 but UTF-8 (byte 7); declare UTF-8")
        let unknown = TextEncodingError(name: "p.csv", encoding: .cp949, offset: nil)
        #expect(unknown.description == "this system's iconv does not support CP949; install libc-bin and libc6")
        #expect(unknown.words.ko == "이 시스템의 iconv에 CP949가 없습니다. libc-bin과 libc6를 설치하세요")
    }
}

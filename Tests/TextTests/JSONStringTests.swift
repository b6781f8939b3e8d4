import Testing

@testable import GeocliText

@Suite struct JSONStringTests {
    private func text(_ json: String) throws -> String? { try parsed(json).stringValue }

    @Test func shortEscapesAreTheirCharacters() throws {
        #expect(try text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") == "\"\\/\u{08}\u{0C}\n\r\t")
        #expect(try text("\"a\\nb\\nc\"") == "a\nb\nc")
        #expect(try text("\"\\\\u0041\"") == "\\u0041")
    }

    @Test func everyEscapeOfTheBasicPlaneIsItsCharacter() throws {
        for value in UInt32(0)...0xFFFF {
            let digits = String(value, radix: 16)
            let padded = String(repeating: "0", count: 4 - digits.count) + digits
            let expected = Unicode.Scalar(value) ?? "\u{FFFD}"
            for spelling in [padded, padded.uppercased()] {
                let scalars = try text("\"\\u\(spelling)\"").map { Array($0.unicodeScalars) }
                #expect(scalars == [expected], "\\u\(spelling)")
            }
        }
    }

    @Test func surrogatePairsAreOneCharacter() throws {
        #expect(try text("\"\\uD83D\\uDE00\"") == "😀")
        #expect(try text("\"\\ud800\\udc00\"") == "\u{10000}")
        #expect(try text("\"\\uDBFF\\uDFFF\"") == "\u{10FFFF}")
        #expect(try text("\"a\\uD834\\uDD1Eb\"") == "a\u{1D11E}b")
    }

    @Test func loneSurrogatesBecomeTheReplacementCharacter() throws {
        #expect(try text("\"\\uD800\"") == "\u{FFFD}")
        #expect(try text("\"\\uDC00\"") == "\u{FFFD}")
        #expect(try text("\"\\uD800x\"") == "\u{FFFD}x")
        #expect(try text("\"\\uD800\\n\"") == "\u{FFFD}\n")
        #expect(try text("\"\\uD800\\u0041\"") == "\u{FFFD}A")
        #expect(try text("\"\\uDC00\\uD800\"") == "\u{FFFD}\u{FFFD}")
        #expect(try text("\"\\uD800\\uD83D\\uDE00\"") == "\u{FFFD}😀")
        #expect(try text("\"\\uD800\\uE000\"") == "\u{FFFD}\u{E000}")
    }

    @Test func textIsKeptByteForByte() throws {
        for kept in ["e\u{301}", "é", "\u{1112}\u{1161}\u{11AB}", "한", "a\u{FEFF}b", "\u{202E}"] {
            #expect(haveSameBytes(try text("\"\(kept)\""), kept))
            #expect(haveSameBytes(try text("\"\(kept)\\n\""), kept + "\n"))
        }
    }

    /// Table 3-7 of the Unicode standard, its gaps and its borders.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2, 0x20], [0xC3, 0xC3], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE1, 0x20, 0x80], [0xE1, 0x80, 0x20],
            [0xEF, 0xBF, 0xC0], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80, 0x20],
            [0xF1, 0x80, 0x20, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3, 0xA5, 0xBF],
        ] as [[UInt8]])
    func bytesThatAreNoUTF8AreRefusedWhereTheyStand(_ bad: [UInt8]) {
        let before = Array("[\"".utf8)
        let document = before + bad + Array("     \"]".utf8)
        let valid = bad == [0xC3, 0xA5, 0xBF] ? 2 : 0
        #expect(fault(document) == JSONError(name: "test", offset: before.count + valid, code: .encoding))
        #expect(fault(Array("{\"".utf8) + bad + Array("    \":1}".utf8))?.code == .encoding)
    }

    @Test func everyBorderOfUTF8IsRead() throws {
        for value in [
            0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0x10FFFF,
        ] {
            let scalar = try #require(Unicode.Scalar(UInt32(value)))
            let character = String(Character(scalar))
            #expect(haveSameBytes(try text("\"\(character)\""), character))
        }
    }

    @Test func badBytesOutsideStringsAreRefused() {
        for bytes in [[0xFF], [0xC3, 0xA5], [0xEF, 0xBB], [0xFE, 0xFF, 0x00, 0x5B]] as [[UInt8]] {
            #expect(fault(bytes) != nil)
        }
    }
}

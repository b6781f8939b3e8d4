import TestSupport
import Testing

@testable import GeocliText

@Suite struct PlainTextTests {
    /// The same by the standard library's decoder, scalar by scalar.
    private func isPlain(_ bytes: [UInt8], quotes: Bool) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x22: quotes
            case 0x5C: false
            case 0x20..<0x7F: true
            default: String(scalar).utf8.count == 3 && String(scalar).utf8.first != 0xE2
            }
        }
    }

    private func expectSame(_ bytes: [UInt8], _ note: String) {
        for quotes in [false, true] {
            #expect(
                bytes.withUnsafeBufferPointer { PlainText.isPlain($0, quotes: quotes) }
                    == isPlain(bytes, quotes: quotes),
                "\(bytes), quotes \(quotes), \(note)")
        }
    }

    @Test func everyByteAtEveryPlace() {
        for byte in UInt8.min...UInt8.max {
            for offset in 0..<18 {
                var bytes = Array("a plain text, yes.".utf8)
                bytes[offset] = byte
                expectSame(bytes, "byte \(byte) at \(offset)")
            }
        }
    }

    /// Every first byte with every second byte and a few third bytes: overlong, surrogate and truncated sequences are
    /// not plain.
    @Test func everyCharacterOfThreeBytes() {
        for first in UInt8(0xC0)...0xFF {
            for second in UInt8(0x70)...0xFF {
                for third in [0x00, 0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
                    expectSame([first, second, third], "alone")
                }
                expectSame([0x61, first, second], "cut short")
            }
        }
    }

    /// The same at every place in the words of eight bytes that the check takes, also where a character continues in
    /// the next word.
    @Test func charactersOfThreeBytesAtEveryPlace() {
        let firsts: [UInt8] = [0x7F, 0xC3, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xEA, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xFF]
        let others: [UInt8] = [0x22, 0x61, 0x7F, 0x80, 0x8F, 0x9F, 0xA0, 0xBF, 0xC0, 0xED]
        for first in firsts {
            for second in others {
                for third in others {
                    for before in 0..<10 {
                        for after in [0, 1, 2, 7, 8] {
                            let start = [UInt8](repeating: 0x61, count: before)
                            let end = [UInt8](repeating: 0x62, count: after)
                            expectSame(start + [first, second, third] + end, "\(before) before, \(after) after")
                        }
                    }
                }
            }
        }
    }

    @Test func randomTextsAreAsTheStandardLibraryHasThem() {
        let pieces = [
            "책", "방", "a", " ", "12345678", "é", "😀", "\"", "\\", "\u{7F}", "\u{2028}", "\u{202E}", "가나다", "\u{FFFD}",
            "\n",
        ]
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                // Most characters are plain, so that a whole text is sometimes plain.
                let last = Int.random(in: 0..<4, using: &random) == 0 ? pieces.count : 5
                text += pieces[Int.random(in: 0..<last, using: &random)]
            }
            expectSame(Array(text.utf8), "seed \(seed)")
        }
    }
}

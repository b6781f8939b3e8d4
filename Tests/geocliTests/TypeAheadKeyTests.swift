import TestSupport
import Testing

@testable import geocli

/// The keys that the bytes of a terminal mean.
@Suite struct TypeAheadKeyTests {
    private static func keys(_ text: String) -> [KeyPress] { keys(Array(text.utf8)) }

    private static func keys(_ bytes: [UInt8]) -> [KeyPress] {
        var decoder = KeyDecoder()
        return decoder.decode(bytes)
    }

    // These are not arguments of the test, because the test report would print the control characters.
    private static let known: [(String, [KeyPress])] = [
        ("책방 a1", [.text("책방 a1")]), ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]),
        ("\u{8}", [.backspace]), ("\u{15}", [.clear]), ("\u{17}", [.deleteWord]), ("\u{1}", [.home]),
        ("\u{5}", [.end]), ("\u{2}", [.left]), ("\u{6}", [.right]), ("\u{4}", [.delete]), ("\u{10}", [.up]),
        ("\u{E}", [.down]), ("\u{3}", [.leave]), ("\u{7}", [.leave]),
        ("책\u{7F}방\r", [.text("책"), .backspace, .text("방"), .enter]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
        ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", [.home, .end, .home, .end]),
        ("\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end]),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]), ("\u{1B}[1;5D", [.left]),
        ("\u{1B}\u{7F}", [.deleteWord]), ("\u{1B}책", [.text("책")]),
    ]

    @Test func aKeyIsKnownByItsBytes() {
        for (bytes, keys) in Self.known { #expect(Self.keys(bytes) == keys, "\(bytes.debugDescription)") }
    }

    private static let unknown = [
        // Control characters, with Alt or alone, function keys, reports of a terminal, and reports of a mouse that were
        // not requested.
        "\u{0}\u{9}\u{B}\u{C}\u{11}\u{13}\u{1A}\u{1C}\u{1F}", "\u{1B}x\u{1B}\r", "\u{1B}[[A\u{1B}[15~\u{1B}OP",
        "\u{1B}[12;40R", "\u{1B}[?1;2c", "\u{1B}[<0;1;1M", "\u{1B}]0;title\u{7}", "\u{1B}]11;rgb:0/0/0\u{1B}\\",
        "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[201~", "\u{1B}[999999999999999999999999999999~", "\u{1B}[3;3~",
        // Characters that change the direction of text or control a terminal.
        "\u{9B}\u{85}\u{202E}\u{2066}\u{200F}\u{2028}",
    ]

    @Test func whatIsNoKeyDoesNothing() {
        for bytes in Self.unknown {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes.utf8) + decoder.timeOut() == [], "\(bytes.debugDescription)")
            #expect(decoder.decode("책".utf8) == [.text("책")], "\(bytes.debugDescription)")
        }
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x80, 0xBF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xEC, 0xB1], [0xEC],
        ] as [[UInt8]])
    func brokenUTF8IsLeftOutAndTheNextCharacterKept(_ bytes: [UInt8]) {
        #expect(Self.keys(bytes + Array("책".utf8)) == [.text("책")])
        #expect(Self.keys(bytes + Array("a".utf8)) == [.text("a")])
    }

    @Test func aSyllableMayComeByteByByte() {
        var decoder = KeyDecoder()
        let bytes = Array("책".utf8)
        #expect(decoder.decode(bytes[..<1]) == [])
        #expect(!decoder.isUndecided, "no key waits for its end: the next byte may take its time")
        #expect(decoder.timeOut() == [])
        #expect(decoder.decode(bytes[1..<2]) == [])
        #expect(decoder.decode(bytes[2...]) == [.text("책")])
    }

    @Test func onlyTimeTellsALoneEscape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isUndecided)
        #expect(decoder.timeOut() == [.leave])
        #expect(!decoder.isUndecided)
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.decode("[A".utf8) == [.up])
        #expect(decoder.decode([0x1B, 0x1B]) == [.leave], "the first of two stood alone")
        #expect(decoder.timeOut() == [.leave])
    }

    @Test func aSequenceThatNeverEndsIsForgotten() {
        for start in ["\u{1B}[", "\u{1B}[1;5", "\u{1B}O", "\u{1B}]0;title", "\u{1B}]0;title\u{1B}"] {
            var decoder = KeyDecoder()
            #expect(decoder.decode(start.utf8) == [])
            #expect(decoder.isUndecided)
            #expect(decoder.timeOut() == [], "\(start.debugDescription)")
            #expect(decoder.decode("A".utf8) == [.text("A")])
        }
    }

    @Test func aPasteIsTextWhateverItHolds() {
        let paste = "\u{1B}[200~책방\r\nrm -rf\t~\u{15}\u{1B}[A\u{1B}x\u{7F}\u{1B}]0;t\u{7}끝\u{1B}[201~\r"
        #expect(Self.keys(paste) == [.text("책방  rm -rf ~끝"), .enter])
    }

    @Test func aPasteThatNeverEndsHoldsNobody() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[200~책\u{1B}".utf8) == [.text("책")])
        #expect(decoder.timeOut() == [])
        #expect(decoder.decode("\r".utf8) == [.text(" ")])
        #expect(decoder.decode([0x03]) == [.leave])
        #expect(decoder.decode("\r".utf8) == [.enter])
    }

    @Test(arguments: 0..<200) func piecesMakeNoDifference(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let parts: [[UInt8]] =
            ["책", "e\u{301}", "a", "\r", "\u{1B}[A", "\u{1B}[5~", "\u{1B}OB", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}"]
            .map { Array($0.utf8) } + [[0xFF], [0xEC, 0xB1], [0x03], [0x9B], [0x5B], [0x5D], [0x07]]
        let bytes = (0..<60).flatMap { _ in parts.randomElement(using: &generator) ?? [] }
        let whole = Self.keys(bytes)
        var decoder = KeyDecoder()
        var pieces: [KeyPress] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...5, using: &generator))
            rest = rest.dropFirst(piece.count)
            for key in decoder.decode(piece) {
                if case .text(let end) = key, case .text(let start) = pieces.last {
                    pieces[pieces.count - 1] = .text(start + end)
                } else {
                    pieces.append(key)
                }
            }
        }
        #expect(pieces == whole, "seed \(seed)")
    }
}

import GeocliText
import Testing

@Suite struct TextStyleTests {
    private func harmless(_ text: String, keepsStyles: Bool) -> String {
        String(decoding: DisplayText.harmless(Array(text.utf8), keepsStyles: keepsStyles), as: UTF8.self)
    }

    @Test func looksPassTheGateOnlyWhereTheyAreWanted() {
        for style in TextStyle.allCases {
            let text = "a \(style.applied(to: "책방")) b\n"
            #expect(text.contains("\u{1B}[\(style.rawValue)m"))
            #expect(harmless(text, keepsStyles: true) == text)
            #expect(!harmless(text, keepsStyles: false).contains("\u{1B}"))
        }
        #expect(TextStyle.red.applied(to: "") == "")
    }

    @Test(
        arguments: [
            "\u{1B}[2J", "\u{1B}[31", "\u{1B}[", "\u{1B}", "\u{1B}[m", "\u{1B}[7m", "\u{1B}[5m", "\u{1B}[031m",
            "\u{1B}[31;5m",
            "\u{1B}]0;t\u{07}", "\u{9B}31m", "\u{1B}[255m", "\u{1B}[999m", "\u{1B}[ 1m", "\u{1B}(0", "\u{1B}\u{1B}[2J",
        ])
    func noOtherSequencePasses(_ sequence: String) {
        let kept = harmless("x\(sequence)y\u{1B}[1m", keepsStyles: true)
        #expect(kept.hasSuffix("y\u{1B}[1m") && kept.count { $0 == "\u{1B}" } == 1 && !kept.contains("\u{9B}"))
    }
}

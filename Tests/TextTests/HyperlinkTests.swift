import GeocliText
import Testing

@Suite struct HyperlinkTests {
    private func harmless(_ text: String, keepsStyles: Bool = true) -> String {
        String(decoding: DisplayText.harmless(Array(text.utf8), keepsStyles: keepsStyles), as: UTF8.self)
    }

    @Test func aLinkPassesTheGateOnlyWhereStylesAreWanted() {
        let address = "https://map.naver.com/?lng=126.9&lat=37.5&title=%EA%B3%A0%EB%9E%98"
        let link = Hyperlink.applied(to: "고래", address: address)
        #expect(link == "\u{1B}]8;;\(address)\u{1B}\\고래\u{1B}]8;;\u{1B}\\")
        #expect(harmless(link) == link)
        #expect(!harmless(link, keepsStyles: false).contains("\u{1B}"))
        let styled = "a \(TextStyle.magenta.applied(to: link)) b"
        #expect(harmless(styled) == styled)
        #expect(DisplayText.widthWithoutStyles(styled) == 8)
    }

    @Test(arguments: [
        "", "javascript:alert(1)", "file:///etc/passwd", "ftp://a.b", "HTTPS://a.b", "https", "http:/a",
        "https://a b", "https://책방.kr", "https://a\u{7}b", "https://a\u{1B}b", "https://a\u{9C}b", "https://a\nb",
        "https://" + String(repeating: "a", count: 2076),
    ])
    func otherAddressesMakeNoLink(_ address: String) {
        #expect(Hyperlink.applied(to: "고래", address: address) == "고래")
        let forged = "x\u{1B}]8;;\(address)\u{1B}\\고래\u{1B}]8;;\u{1B}\\y"
        // The escape sequence that ends a link may remain, because it opens nothing.
        #expect(!harmless(forged).contains("\u{1B}]8;;\(address)\u{1B}\\") || address.isEmpty)
    }

    @Test func theLongestAddressIsALink() {
        let address = "https://" + String(repeating: "a", count: 2075)
        #expect(harmless(Hyperlink.applied(to: "a", address: address)).contains(address))
    }

    @Test(arguments: [
        "\u{1B}]8;id=1;https://a.b\u{1B}\\", "\u{1B}]8;;https://a.b\u{7}", "\u{1B}]8;;https://a.b", "\u{1B}]8;;",
        "\u{1B}]8", "\u{1B}]0;title\u{1B}\\", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{9D}8;;https://a.b\u{9C}",
        "\u{1B}]8;;https://a.b\u{1B}]8;;\u{1B}",
    ])
    func noOtherSequencePasses(_ sequence: String) {
        let kept = harmless("x\(sequence)y")
        #expect(!kept.contains("\u{1B}") && !kept.contains("\u{9D}") && !kept.contains("\u{9C}") && kept.hasSuffix("y"))
    }
}

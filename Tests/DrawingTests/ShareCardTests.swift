import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliDrawing

/// What must be true of every card, and the recorded lines of 50 phrases. `CardBrowserTests` measures the cards with a
/// browser.
@Suite struct ShareCardTests {
    private static let isRecording = ProcessInfo.processInfo.environment["GEOCLI_RECORD"] != nil

    private func expectGolden(_ text: String, _ name: String) throws {
        let file = CardExample.folder.appendingPathComponent("Golden/\(name)")
        if Self.isRecording { try text.write(to: file, atomically: true, encoding: .utf8) }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden, "\(name) differs; record it with GEOCLI_RECORD=1 and read the difference")
    }

    @Test func fiftyPhrasesBreakAsRecorded() throws {
        let examples = try CardExample.all()
        #expect(examples.count == 50)
        var text = ""
        for example in examples {
            for size in CardSize.allCases {
                let layout = CardLayout(example.card(size), CardText(example.phrase))
                let letters = DecimalText.text(layout.phrase.size, maximumDecimals: 1)
                text += "\(example.name), \(size.rawValue), \(letters)\n"
                for line in layout.phrase.lines { text += "    \(line.text)\n" }
            }
        }
        try expectGolden(text, "cards.txt")
    }

    @Test func aWholeCardIsAsRecorded() throws {
        let examples = try CardExample.all()
        var card = try #require(examples.first { $0.name == "dialogue" }).card(.story)
        card.outlines = CardExample.squares
        card.coordinate = try Coordinate(longitude: 126.92, latitude: 37.52)
        card.attribution = "구 경계: 꾸며 낸 자료"
        try expectGolden(String(decoding: card.picture().svg, as: UTF8.self), "dialogue.svg")
        var other = try #require(examples.first { $0.name == "hebrew" }).card(.square)
        other.photo = try StrippedPhoto(CardExample.photo("turned-6.jpg"))
        try expectGolden(String(decoding: other.picture().svg, as: UTF8.self), "hebrew-photo.svg")
    }

    /// The words by the plainest definition: what stands between blanks. Nothing of a phrase may be lost or moved.
    @Test func noWordIsBrokenOrLost() throws {
        for example in try CardExample.all() where !["japanese", "chinese", "controls", "zalgo"].contains(example.name)
        {
            let words = Folding.composed(example.phrase).split { $0.isWhitespace }.map(String.init)
            for size in CardSize.allCases {
                let lines = CardLayout(example.card(size), CardText(example.phrase)).phrase.lines
                #expect(lines.flatMap { $0.text.split(separator: " ").map(String.init) } == words, "\(example.name)")
                for line in lines {
                    let (first, last) = (try #require(line.text.first), try #require(line.text.last))
                    #expect(!",.!?:;)]}”’」』》〉".contains(first), "\(example.name): \(line.text)")
                    #expect(!"([{“‘「『《〈".contains(last), "\(example.name): \(line.text)")
                }
            }
        }
    }

    @Test func chineseAndJapaneseBreakBetweenCharacters() throws {
        for example in try CardExample.all() where ["japanese", "chinese"].contains(example.name) {
            let lines = CardLayout(example.card(.story), CardText(example.phrase)).phrase.lines
            #expect(lines.count > 2 && lines.map(\.text).joined() == example.phrase)
            for line in lines {
                #expect(!"、。，」ーっ".contains(line.text.first ?? " ") && line.text.last != "「", "\(line.text)")
            }
        }
    }

    @Test func everyTextFitsItsBoxAndNoTwoBoxesMeet() throws {
        for example in try CardExample.all() {
            for size in CardSize.allCases {
                var card = example.card(size)
                card.outlines = CardExample.squares
                card.coordinate = try Coordinate(longitude: 126.92, latitude: 37.52)
                card.attribution = "구 경계: 꾸며 낸 자료"
                let layout = CardLayout(card, CardText(card.phrase))
                var boxes = layout.texts.map {
                    PlotBox(left: $0.left, top: $0.top, right: $0.left + $0.width, bottom: $0.top + $0.block.height)
                }
                for placed in layout.texts {
                    for line in placed.block.lines { #expect(line.width <= placed.width + 0.01, "\(line.text)") }
                }
                let map = try #require(layout.map)
                let right = Double(size.width) - layout.edges.margin
                let top = layout.edges.rule + 1
                boxes.append(PlotBox(left: right - map.width, top: top, right: right, bottom: top + map.height))
                for (index, box) in boxes.enumerated() {
                    #expect(box.top >= layout.edges.top && box.bottom <= Double(size.height) - 30, "\(example.name)")
                    for other in boxes[..<index] { #expect(!box.meets(other), "\(example.name) \(size) \(index)") }
                }
            }
        }
    }

    /// A phrase of 400 characters of usual words is easy to read on a story.
    @Test func fourHundredCharactersAreEasyToRead() throws {
        let phrase = try #require(CardExample.all().first { $0.name == "four-hundred" }).phrase
        #expect(phrase.count >= 400)
        #expect(try ShareCard(phrase: phrase, shopName: "보기책방").picture().phraseSizePixels >= ShareCard.easySize)
    }

    @Test func linesAreBalanced() {
        let phrase = CardText("책을 펼치면 창이 하나 열린다 그리고 닫힌다").paragraphs[0].pieces
        // Greedy lines of this width would leave one word alone.
        let width = CardFont.units("책을 펼치면 창이 하나 열린다 그리고", .measured)
        let lines = CardLines.balanced(phrase, width: width).map { $0.map(\.text).joined(separator: " ") }
        #expect(lines.count == 2 && lines[1].contains(" "), "\(lines)")
    }

    /// The fewest lines, and the best of all ways to fill them: every way is tried.
    @Test func aShortFormOfAThingStaysWithItsWord() {
        func faults(_ second: String) -> Double {
            CardLines.faults(["소중하게 만든", second].map { CardText($0).paragraphs[0].pieces })
        }
        // The other word has as many syllables, so the lines are equally long.
        for (word, other, leans) in [
            ("건", "꽃", true), ("거야.", "나무.", true), ("걸까?", "나무?", true), ("거리", "나무", false), ("건물", "나무", false),
        ] {
            let difference = faults("\(word) 시간") - faults("\(other) 시간")
            #expect(leans ? difference > 0.1 : abs(difference) < 0.001, "\(word): \(difference)")
        }
    }

    @Test func breakingIsTheBestOfAllWays() {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<100 {
            let words = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                String(repeating: "가", count: Int.random(in: 1...6, using: &random))
            }
            let pieces = CardPieces.pieces(of: words.joined(separator: " "))
            let width = Int.random(in: 6000...16000, using: &random)
            var least = Double.infinity
            var fewest = Int.max
            for cuts in 0..<(1 << (words.count - 1)) {
                var lines: [[String]] = [[words[0]]]
                for (index, word) in words.dropFirst().enumerated() {
                    if cuts >> index & 1 == 1 { lines.append([word]) } else { lines[lines.count - 1].append(word) }
                }
                guard lines.count <= fewest, let cost = cost(lines, width) else { continue }
                least = lines.count < fewest ? cost : min(least, cost)
                fewest = lines.count
            }
            let found = CardLines.balanced(pieces, width: width).map { $0.map(\.text) }
            #expect(found.count == fewest && CardLines.count(pieces, width: width) == fewest)
            #expect(abs((cost(found, width) ?? .infinity) - least) < 1e-9, "\(words) \(width)")
        }
    }

    /// The cost of lines of plain words, written again: nil if a line is too wide.
    private func cost(_ lines: [[String]], _ width: Int) -> Double? {
        var cost = 0.0
        for (index, line) in lines.enumerated() {
            let units = line.reduce(-307) { $0 + 307 + 973 * $1.count }
            guard units <= width else { return nil }
            let free = 1 - Double(units) / Double(width)
            cost += free * free
            if index > 0, index == lines.count - 1, line.count == 1, free > 0.65 { cost += 0.3 }
        }
        return cost
    }

    @Test func punctuationStaysWithItsWord() {
        func texts(_ line: String) -> [String] { CardPieces.pieces(of: line).map(\.text) }
        #expect(texts("문은 ( 언제나 ) 열려 !") == ["문은", "( 언제나 )", "열려 !"])
        #expect(texts("\" 그래서 \" 나는 다시 .") == ["\" 그래서 \"", "나는", "다시 ."])
        #expect(texts("« Un livre »") == ["« Un", "livre »"])
        #expect(texts("…그리고 아무 일도 …") == ["…그리고", "아무", "일도 …"])
        #expect(texts("夜の本。本屋") == ["夜", "の", "本。", "本", "屋"])
        #expect(texts("讀書는 旅行") == ["讀書는", "旅", "行"])
    }

    @Test func anEmptyPhraseIsRefused() {
        for phrase in ["", " \n\t", "\u{0}\u{7}\u{202E}", "\u{200D}\u{FE0F}", "\u{FFFE}"] {
            #expect(throws: ShareCardError.noPhrase) { try ShareCard(phrase: phrase, shopName: "책방").picture() }
        }
    }

    @Test func tooMuchTextIsRefused() {
        let long = String(repeating: "가", count: ShareCard.maximumCharacters + 1)
        #expect(throws: ShareCardError.self) { try ShareCard(phrase: long, shopName: "책방").picture() }
        #expect(throws: ShareCardError.self) { try ShareCard(phrase: "가", shopName: long).picture() }
        // Marks are one character with their letter, however many they are.
        let marks = "가" + String(repeating: "\u{301}", count: ShareCard.maximumCharacters)
        #expect(throws: ShareCardError.self) { try ShareCard(phrase: marks, shopName: "책방").picture() }
    }

    /// The longest texts in every field: one word, many words, and a line for each letter.
    @Test func theLongestTextsFit() throws {
        let most = ShareCard.maximumCharacters
        for text in [
            String(repeating: "가", count: most), String(repeating: "W ", count: most / 2),
            String(repeating: "가\n", count: most / 2), String(repeating: "( ", count: most / 2),
            String(repeating: "夜", count: most),
        ] {
            var card = ShareCard(phrase: text, shopName: text)
            (card.bookTitle, card.address) = (text, text)
            card.size = .square
            let layout = CardLayout(card, CardText(text))
            for placed in layout.texts {
                for line in placed.block.lines { #expect(line.width <= placed.width + 0.01) }
                #expect(placed.top + placed.block.height < 1080)
            }
        }
    }

    /// Random texts of markup, controls, emoji, both directions and lone marks give well-formed XML.
    @Test func anyTextGivesWellFormedXML() throws {
        let scraps = [
            "<", ">", "&", "\"", "'", "]]>", "<!--", "\u{0}", "\u{1B}", "\u{202E}", "\u{FFFF}", "가", "책방", "a", " ",
            "\n", "\r\n", "\u{2028}", "👩‍👩‍👧", "\u{301}", "ע", "ع", "(", ")", "『", "』", "\u{1100}", "\u{200B}", "夜",
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            func text() -> String {
                (0..<Int.random(in: 0...30, using: &random)).map { _ in scraps.randomElement(using: &random) ?? "" }
                    .joined()
            }
            var card = ShareCard(phrase: "가" + text(), shopName: text())
            (card.bookTitle, card.author, card.page, card.address) = (text(), text(), text(), text())
            let svg = String(decoding: try card.picture().svg, as: UTF8.self)
            // The only tags are ours; all others are text.
            let tags = Set(svg.matches(of: /<\/?([A-Za-z]+)/).map { String($0.1) })
            #expect(tags.isSubset(of: ["svg", "title", "desc", "rect", "g", "path", "text"]), "\(tags)")
            let allowed = svg.unicodeScalars.allSatisfy { !DisplayText.isUnsafe($0) || $0 == "\n" }
            #expect(allowed && !svg.contains("\u{FFFF}"))
        }
    }

    @Test func aCardRefersToNothingOutside() throws {
        var card = ShareCard(phrase: "https://example.com/a.png url(https://example.com)", shopName: "책방")
        card.photo = try StrippedPhoto(CardExample.photo("turned-1.jpg"))
        let svg = String(decoding: try card.picture().svg, as: UTF8.self)
        for reference in svg.matches(of: /(?:href|src)="([^"]*)"/) {
            #expect(reference.1.hasPrefix("data:image/jpeg;base64,"))
        }
        #expect(!svg.contains("<script") && !svg.contains("<style") && !svg.contains("<foreignObject"))
    }

    @Test func aShopOutsideTheAreasHasNoMap() throws {
        var card = ShareCard(phrase: "책이 있다", shopName: "보기책방")
        card.outlines = CardExample.squares
        card.attribution = "구 경계"
        for point in [nil, try Coordinate(longitude: 129, latitude: 35), try Coordinate(longitude: -52, latitude: 4)] {
            card.coordinate = point
            let svg = String(decoding: try card.picture().svg, as: UTF8.self)
            #expect(!svg.contains("class=\"map\"") && !svg.contains("구 경계"))
        }
        card.coordinate = try Coordinate(longitude: 126.92, latitude: 37.52)
        let map = try #require(CardMap(card, right: 984, top: 1420, width: 280, height: 210))
        #expect(map.areas.count == 3 && map.chosen == [0] && map.height <= 210.01)
    }

    @Test func namesAreQuotedAndPagesCounted() throws {
        func words(_ title: String, _ page: String, _ language: Language) -> [String] {
            var card = ShareCard(phrase: "가", shopName: "")
            (card.bookTitle, card.author, card.page, card.language) = (title, "A", page, language)
            let words = CardWords(card)
            return [words.title, words.byline].map {
                $0.paragraphs.flatMap { $0.pieces.map(\.text) }.joined(separator: " ")
            }
        }
        #expect(words("밤", "37", .korean) == ["『밤』", "A · 37쪽"])
        #expect(words("《밤》", "37–38", .korean) == ["《밤》", "A · 37–38쪽"])
        #expect(words("Night", "37", .english) == ["“Night”", "A · p. 37"])
        #expect(words("Night", "5, 8", .english) == ["“Night”", "A · pp. 5, 8"])
        #expect(words("", "ch. 3", .english) == ["", "A · ch. 3"])
    }

    /// WCAG 2.2: text 4.5, shapes 3; on a photo the worst case is a white one.
    @Test func colorsCanBeReadOnPaperAndOnAnyPhoto() {
        let paper = CardColors.onPaper
        for (color, least) in [(paper.text, 7.0), (paper.soft, 4.5), (paper.accent, 4.5)] {
            #expect(Contrast.ratio(color, paper.paper) >= least)
        }
        let level = Int((255 * (1 - CardColors.dimming)).rounded())
        let worst = "#" + String(repeating: String(level, radix: 16), count: 3)
        let photo = CardColors.onPhoto
        for (color, least) in [(photo.text, 4.5), (photo.soft, 4.5), (photo.accent, 3)] {
            #expect(Contrast.ratio(color, worst) >= least)
        }
    }

    @Test func aCardWithEmojiIsDrawnByABrowser() throws {
        for (phrase, hasEmoji) in [
            ("꽃 🌹", true), ("❤\u{FE0F}", true), ("1\u{FE0F}\u{20E3}", true), ("1984 #★ ©", false), ("네 장미꽃", false),
        ] {
            #expect(try ShareCard(phrase: phrase, shopName: "밤의 책방").picture().hasEmoji == hasEmoji, "\(phrase)")
        }
        #expect(try ShareCard(phrase: "네 장미꽃", shopName: "🌙 책방").picture().hasEmoji)
        let all = try #require(CardConverter(hasEmoji: true) { _ in true })
        #expect(all.program == "chromium" && all.drawsEmoji)
        let plain = try #require(CardConverter(hasEmoji: true) { ["inkscape", "rsvg-convert"].contains($0) })
        #expect(plain.program == "rsvg-convert" && !plain.drawsEmoji)
        #expect(Set(CardConverter.programs(hasEmoji: true)) == Set(CardConverter.programs))
    }

    @Test func aConverterIsChosenInOrder() throws {
        #expect(CardConverter { _ in false } == nil)
        #expect(CardConverter { _ in true }?.program == "rsvg-convert")
        let chromium = try #require(CardConverter { $0 == "chromium" || $0 == "magick" })
        let words = chromium.arguments(
            svgPath: "/tmp/책 #1%.svg", pngPath: "/tmp/a.png", size: .story, scratch: "/tmp/s")
        #expect(words.last == "file:///tmp/%EC%B1%85%20%231%25.svg")
        #expect(words.contains("--window-size=1080,1920") && !words.contains("--no-sandbox"))
        for program in CardConverter.programs {
            let converter = try #require(CardConverter { $0 == program })
            let words = converter.arguments(
                svgPath: "/a.svg", pngPath: "/b.png", size: .square, scratch: "/s", isRoot: true)
            #expect(words.contains { $0.hasSuffix("/a.svg") } && words.contains { $0.hasSuffix("/b.png") })
        }
    }
}

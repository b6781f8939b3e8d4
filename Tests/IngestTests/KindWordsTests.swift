import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Words of a person's column of kinds.
@Suite struct KindWordsTests {
    @Test func aWordIsTheSameKindInEveryRun() throws {
        for (word, kind) in [
            ("도서관", "doseogwan"), ("카페", "kape"), ("Public Library", "public-library"),
            ("public_library", "public-library"),
            (" PUBLIC  LIBRARY ", "public-library"), ("used", "used"), ("헌책", "used"), ("기타", "other"), ("", "other"),
            ("  ", "other"), ("24", "24"), ("책방 2호", "chaegbang-2ho"),
        ] {
            #expect(try KindWords(column: "c").kind(word, in: "p").rawValue == kind, "\(word)")
        }
    }

    /// What letters can't say, a hash does, also of words that differ only there.
    @Test func wordsBeyondLettersStayApart() throws {
        let kinds = KindWords(column: "c")
        let long = String(repeating: "가나다라마바사", count: 5)
        let words = ["漢字", "書店", "Café", "cafe", "A/B", "a b", "a·b", "😀", "😁", long, long + "아", "\u{202E}x"]
        var seen: [Kind: String] = [:]
        for word in words {
            let kind = try kinds.kind(word, in: "p")
            #expect(seen[kind] == nil, "\(word) and \(seen[kind] ?? "") are \(kind.rawValue)")
            seen[kind] = word
            #expect(Kind(rawValue: kind.rawValue) == kind && !kind.isUsual, "\(word): \(kind.rawValue)")
        }
        // Titles reach terminals and pages.
        #expect(kinds.titles.count == words.count)
        #expect(kinds.titles.allSatisfy { !$0.title.en.unicodeScalars.contains("\u{202E}") })
    }

    /// Random words of letters that sound alike: two that differ are two kinds, or are refused.
    @Test func noTwoWordsBecomeOneKindUnseen() throws {
        var random = SplitMix(seed: 41)
        let parts = ["앉", "안", "자", "짜", "각", "까", "가", "강", "아", "-", " ", "a", "1", "é"]
        var refusedCount = 0
        for _ in 0..<3000 {
            func word() -> String {
                (0..<Int.random(in: 1...3, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
                    .joined()
            }
            func plain(_ word: String) -> String {
                word.split { $0 == "-" || $0 == " " }.joined(separator: "-")
            }
            let (one, other) = (word(), word())
            let kinds = KindWords(column: "c")
            let first = try kinds.kind(one, in: "p")
            do {
                let second = try kinds.kind(other, in: "p")
                #expect((first == second) == (plain(one) == plain(other)), "\(one) \(other): \(first.rawValue)")
            } catch is PlainError { refusedCount += 1 }
        }
        let kinds = KindWords(column: "c")
        _ = try kinds.kind("앉자", in: "p")
        let error = #expect(throws: PlainError.self) { try kinds.kind("안짜", in: "p") }
        #expect(
            error?.words.en == "p has the kinds 앉자 and 안짜, which geocli can't tell apart (--kind); rename one of them")
        #expect(refusedCount < 1000)
    }
}

/// Codes of kinds are found by their bytes.
@Suite struct KindCodesTests {
    /// Against the dictionary of the declaration, for many codes of similar bytes.
    @Test func everyCodeIsFoundAmongMany() throws {
        let codes = (0..<300).map { "\($0 % 7 == 0 ? "가" : "K")\($0)" } + ["", "K", "가"]
        let kinds = Dictionary(
            uniqueKeysWithValues: try codes.enumerated().map {
                ($0.element, try #require(Kind(rawValue: "kind-\($0.offset)")))
            })
        let feed = Feed(
            id: "many-kinds", title: Words(en: "t", ko: "t"), publisher: "p", license: "l",
            envelope: try #require(Feed.named("localdata-animal-hospitals")).envelope,
            fields: [.id: "i", .name: "n", .kind: "k", .x: "x", .y: "y"],
            area: try #require(Feed.named("seoul-bookstores")).area, kinds: kinds)
        let rules = FeedRules(feed: feed)
        for code in codes + ["K300", "L", "가가", "k1"] {
            let verdict = try FeedRecord.with(
                row: Array("{}".utf8),
                values: [(.id, "1"), (.name, "n"), (.kind, code), (.x, "127"), (.y, "37.5")], rules.verdict)
            guard case .place(let place, _) = verdict else {
                Issue.record("\(code)")
                continue
            }
            #expect(place.kind == kinds[code] ?? .other, "\(code)")
        }
    }
}

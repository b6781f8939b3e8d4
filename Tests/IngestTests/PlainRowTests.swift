import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Plain rows are read by their bytes. The same row with each character escaped is read through strings; the result
/// must be the same.
@Suite struct PlainRowTests {
    private static let pieces: [FeedField: [String]] = [
        .id: [
            "1", "0", "12", ".0", ".", "-", "e3", "E+2", " ", "\t", "A", "책", "99999999999999999999", "00", "\u{FEFF}",
        ],
        .name: [
            "책", "방", " ", "\u{3000}", "\u{A0}", "a", "é", "\u{FEFF}", "\u{0}", "漢", "😀", "\"", "\\", "鿿", "\u{4000}",
        ],
        .kind: ["0001", "0002", "0003", " ", "", "1", "책", "é"],
        .district: ["마포구", "", " ", "\u{2003}", "중구"],
        .address: ["서울", "마포구", " ", "종로구", "1", "\u{200B}", "구"],
        .phone: [
            "02", "-", "325", "1984", "010", "+82", " ", "~", ")", "1588", "031", "050", "7", "12345678", "０", "0082",
            "82",
        ],
        .website: [
            "http://", "https://", "www.", "a", ".kr", "/", " ", ",", ";", "책방", "?", "#", ":", "%", "~", "HTTP://",
            "[", "@",
        ],
        .sns: ["http://", "https://", "a.kr", " ", "@id", "\n", "//", "instagram", ".", "\u{202E}"],
        .x: [
            "126.9", "127", "0", "00", "7", "1234567890", ".", "-", "e2", "E-1", "+", " ", "37.5", "nan",
            "9007199254740993",
        ],
        .y: [
            "37.5", "38", "0", "5", "1234567890123", ".", "-", "e1", "+", "\u{3000}", "126.9", "inf",
            "90071992547409931",
        ],
    ]

    @Test func aRowComesToTheSameHoweverItIsSpelled() throws {
        var verdicts: Set<String> = []
        for seed in UInt64(1)...1000 {
            var random = SeededGenerator(seed: seed)
            var texts = FeedField.allCases.map { random.text(of: Self.pieces[$0] ?? [], upTo: 5) }
            // Most rows of a feed are good except for one field.
            if seed % 2 == 0 {
                let good = ["2283.0", "책방", "0001", "마포구", "마포구 동교로 1", "02-325-1984", "", "", "126.92", "37.55", ""]
                let odd = Int.random(in: 0..<good.count, using: &random)
                texts = good.indices.map { $0 == odd ? texts[$0] : good[$0] }
            }
            for feed in [Feed.seoulBookstores, .places] {
                let plain = try verdict(texts.map(RowText.quoted), feed)
                #expect(plain == (try verdict(texts.map(escaped), feed)), "seed \(seed): \(texts)")
                verdicts.insert(plain)
            }
        }
        // If all rows had the same result, the test would prove nothing.
        #expect(verdicts.count > 500)
    }

    @Test func aNumberIsReadAsItsText() throws {
        for number in ["126.92", "126.920000", "1.2692e2", "-126.92", "126", "0.0", "126.91999999999999999999999"] {
            let others = FeedField.allCases.map { _ in "\"1\"" }
            var plain = others
            plain[FeedField.x.rawValue] = number
            plain[FeedField.y.rawValue] = "37.55"
            var spelled = others
            spelled[FeedField.x.rawValue] = escaped(number)
            spelled[FeedField.y.rawValue] = escaped("37.55")
            #expect(try verdict(plain, .places) == verdict(spelled, .places), "\(number)")
        }
    }

    /// If a text is a plain phone number, the fast reading finds the same number as a search through the whole text.
    @Test func aPlainPhoneNumberIsTheOneThatIsSearched() {
        var found = 0
        for seed in UInt64(1)...5000 {
            var random = SeededGenerator(seed: seed)
            let pieces = [
                "0", "02", "031", "010", "050", "0502", "060", "070", "1588", "82", "325", "1984", "7", "-", "-", "--",
            ]
            let text = random.text(of: pieces, upTo: 7)
            let number = PhoneNumber.e164(text, inKorea: true)
            #expect(number == PhoneNumber.searched(text, inKorea: true), "\(text)")
            found += number == nil ? 0 : 1
        }
        #expect(found > 200)
    }

    /// The result for a JSON row of these values, with each text as its bytes.
    private func verdict(_ values: [String], _ feed: Feed) throws -> String {
        let members = FeedField.allCases.map { "\(RowText.quoted(feed.fields[$0] ?? "")):\(values[$0.rawValue])" }
        let page = PageText.json(["{\(members.joined(separator: ","))}"])
        let rules = FeedRules(feed: feed)
        var found = ""
        _ = try FeedEnvelope(feed: feed).read(ByteSource(name: "page", bytes: page)) { row in
            guard case .record(let record) = row else { return }
            found = Array("\(try rules.verdict(record)) \(rules.unknownKinds)".utf8).description
        }
        return found
    }

    private func escaped(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(units.joined())\""
    }
}

extension SeededGenerator {
    fileprivate mutating func text(of pieces: [String], upTo count: Int) -> String {
        (0..<Int.random(in: 0...count, using: &self)).compactMap { _ in pieces.randomElement(using: &self) }.joined()
    }
}

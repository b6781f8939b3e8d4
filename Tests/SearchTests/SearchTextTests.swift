import Foundation
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct SearchTextTests {
    private static let row = Row(
        name: "동네 책갈피 (BOOK) 캘린더", address: "서울특별시 종로구 대학로 12길 31", district: "종로구", phone: "02-325-1984, 1990")

    private func kind(_ text: String, _ row: Row = row) -> MatchKind? { SearchText(text)?.kind(row.text) }

    @Test(
        arguments: [
            ("동네 책갈피 (BOOK) 캘린더", .exact), (" 동네  책갈피 (book)　캘린더 ", .exact), ("동네 책", .prefix), ("동", .prefix),
            ("책갈피", .substring), ("(", .substring), ("캘린더", .substring), ("리더", nil), ("린더", .substring),
            ("동네책갈피", .spacing),
            ("책갈피-book", .spacing), ("네책", .spacing), ("ㅊㄱㅍ", .initials), ("ㅊ갈피", .initials), ("ㄷㄴㅊ", .initials),
            ("ㄷ", .initials), ("책 동네", .words), ("ㅋㄹㄷ 동네", .words), ("book 동네 ㅊㄱ", .words), ("책갈피 대학로", .mixed),
            ("종로구 캘린더", .mixed), ("jongno 책갈피", .mixed), ("1984 책갈피", .mixed), ("책갈피 325 jongno-gu", .mixed),
            ("대학로", .address),
            ("대학로 종로", .address), ("12길31", .address), ("Jongno", .address), ("JONGNO-GU", .address),
            ("jongnogu 대학로", .address),
            ("1984", .phone), ("대학로 1984", .phone), ("종로 1990", .phone), ("책방", nil), ("mapo", nil), ("대학로 책방", nil),
            ("ㄷㅎㄹ", nil), ("1984 1985", nil), ("book 종로 1984 ㅊㄱㅍ", .mixed),
        ] as [(String, MatchKind?)])
    func textsHaveTheirKind(text: String, kind expected: MatchKind?) { #expect(kind(text) == expected) }

    @Test(arguments: [
        "325-1984", "3251984", "+82-2-325-1984", "82-2-325-1984", "02 325 1984", "(02) 325.1984", "+8223251984", "325",
        "25198",
    ])
    func partsOfAPhoneNumberFindIt(text: String) { #expect(kind(text) == .phone) }

    /// A number of another country, as the feed has it and as people type it.
    @Test(arguments: [
        ("+44 (0)20 7946 0018", "+44 20 7946 0018"), ("+44 (0)20 7946 0018", "+44 (0)20 7946 0018"),
        ("+44 (0)20 7946 0018", "020 7946 0018"), ("+44 (0)20 7946 0018", "+442079460018"),
        ("+33 1 23 45 67 89", "+33 1 23 45 67 89"), ("+33 1 23 45 67 89", "+33-1-23456789"),
        ("031 123 4567", "031 123 4567"), ("031 123 4567", "0311234567"), ("(02) 5550 1234", "5550-1234"),
    ])
    func aForeignNumberIsFound(raw: String, typed: String) {
        let row = Row(name: "Book Cafe", address: "1 King Street", district: nil, phone: raw)
        #expect(SearchText(typed)?.kind(row.text) == .phone, "\(typed)")
    }

    @Test(arguments: [
        "19841990", "84", "5-", "+82", "+82 2", "+82-25", "9841", "03251984", "+82-325-1985", "1984a",
        "1990 02-326-1984",
    ])
    func otherNumbersDoNot(text: String) { #expect(kind(text) == nil) }

    @Test func aNumberWithoutTheZeroOfKoreaIsFoundByItsInternationalForm() {
        let row = Row(name: "가", phone: "1544-0000")
        #expect(kind("+82-1544-0000", row) == .phone)
        #expect(kind("15440000", row) == .phone)
    }

    @Test(
        arguments: [
            ("값", "ㄱ", .initials), ("값", "ㅏ", nil), ("갚ㅏ", "ㅏ", .substring), ("가사", "ㄳ", .initials),
            ("가사", "ㄱㅅ", .initials),
            ("ㄳ", "ㄳ", .exact), ("ㄳ", "ㄱㅅ", nil), ("바사", "ㅄ", .initials), ("삭", "ㄳ", nil), ("까", "ㄱ", nil),
            ("까", "ㄲ", .initials),
            ("가 사", "ㄳ", .initials), ("가x사", "ㄱxㅅ", .initials), ("ㅊ책", "ㅊㅊ", .initials), ("책방", "ㅊㅏ", nil),
            ("책", "\u{110E}", .initials), ("책", "\u{FFBA}", .initials), ("책", "책ㅂ", nil),
        ] as [(String, String, MatchKind?)])
    func bareConsonantsStandForSyllablesAndBareVowelsForThemselves(
        name: String, text: String, kind expected: MatchKind?
    ) {
        #expect(kind(text, Row(name: name)) == expected)
    }

    @Test func eitherNormalFormFindsEither() {
        for name in ["책방 café", "책방 café".decomposedStringWithCanonicalMapping] {
            for text in ["책방 CAFÉ", "책방 café".decomposedStringWithCanonicalMapping] {
                #expect(kind(text, Row(name: name)) == .exact)
            }
        }
    }

    @Test func punctuationAloneIsLookedForAsItStands() {
        #expect(kind("...", Row(name: "책방...")) == .substring)
        #expect(kind("...", Row(name: "책방. . .")) == nil)
        #expect(kind("!?", Row(name: "!?")) == .exact)
        #expect(kind("! ?", Row(name: "?!")) == nil)
        #expect(kind("-", Row(name: "책", address: "12-3", phone: "02-1")) == nil)
        #expect(kind("책 -", Row(name: "책방")) == .spacing)
    }

    @Test(arguments: ["", " ", "\u{3000}\n", "\u{0}", "\u{200B}", "\u{3164}\u{AD}"])
    func nothingIsNoText(text: String) { #expect(SearchText(text) == nil) }

    @Test func aRowWithoutAnythingMatchesNothing() {
        for text in ["a", "ㅊ", "-", "325", "mapo-gu", "a b"] {
            #expect(kind(text, Row(name: "")) == nil)
            #expect(SearchText(text)?.kind("") == nil)
        }
    }

    @Test func noMatchSpansTwoFields() {
        let row = Row(name: "가나", address: "다라", district: "마바", phone: "123")
        for text in ["나다", "라마", "바1", "나 ㄷ", "가나\n다라"] {
            let expected: MatchKind? = text == "가나\n다라" ? .mixed : nil
            #expect(kind(text, row) == expected, "\(text)")
        }
    }

    @Test func everyAnswerIsTheOracles() {
        var counts: [MatchKind?: Int] = [:]
        for seed in UInt64(1)...12_000 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let text = random.query(row)
            let expected = SearchOracle(row).kind(text)
            counts[expected, default: 0] += 1
            let found = kind(text, row)
            #expect(found == expected, "seed \(seed): \(text.debugDescription) in \(row)")
        }
        for kind in MatchKind.asWritten { #expect(counts[kind, default: 0] > 20, "\(kind) is hardly tried") }
        #expect(counts[nil, default: 0] > 1000)
    }

    // MARK: Words that were one letter apart

    @Test(
        arguments: [
            ("리더", true, nil), ("리더", false, .substring), ("캘린", true, .substring), ("책갈피", true, .prefix),
        ] as [(String, Bool, MatchKind?)])
    func aShortGuessMustStandAtTheStartOfAWord(text: String, isShort: Bool, kind expected: MatchKind?) {
        let row = Row(name: "책갈피 캘린더 (캘리더)")
        #expect(SearchText(typo: text, in: 0, isShort: isShort)?.kind(row.text) == expected)
    }

    @Test func onlyTheWordThatWasChangedMustStandAtTheStart() {
        let row = Row(name: "동네책방 캘리더")
        #expect(SearchText(typo: "책방 캘리", in: 1, isShort: true)?.kind(row.text) == .words)
        #expect(SearchText(typo: "동네 리더", in: 1, isShort: true)?.kind(row.text) == nil)
        #expect(SearchText(typo: "동네 리더", in: 0, isShort: true)?.kind(row.text) == .words)
    }

    @Test func aWordThatIsSaidTwiceIsOneWord() {
        #expect(kind("책방 책방", Row(name: "동네 책방")) == .words)
        #expect(kind("책방 책방 이음", Row(name: "이음 책방")) == .words)
        #expect(SearchText(typo: "동네 동네 리더", in: 2, isShort: true)?.kind(Row(name: "동네 캘리더").text) == nil)
    }

    @Test func punctuationBeforeTheChangedWordDoesNotTurnTheRuleToAnotherWord() {
        let row = Row(name: "동네책방 캘리더")
        #expect(SearchText(typo: "- 리더", in: 1, isShort: true)?.kind(row.text) == nil)
        #expect(SearchText(typo: "- 동네 책방", in: 1, isShort: true)?.kind(row.text) == .words)
        #expect(SearchText(typo: "- 동네 리더", in: 2, isShort: true)?.kind(row.text) == nil)
    }
}

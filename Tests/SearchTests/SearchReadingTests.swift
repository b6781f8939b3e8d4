import GeocliText
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct SearchReadingTests {
    private static let row = Row(
        name: "동네 책방-이음", address: "서울 종로구 대학로 12길", district: "종로구", phone: "02-325-1984")

    private func text(_ text: String) throws -> SearchText { try #require(SearchText(text)) }

    @Test(arguments: [
        ("동네 책방-이음", "the name is \"동네 책방-이음\"", "이름이 \"동네 책방-이음\""),
        ("동네", "the name starts with \"동네\"", "이름이 \"동네\"로 시작"), ("책방", "the name contains \"책방\"", "이름에 \"책방\""),
        (
            "책방 이음", "the name contains \"책방이음\", ignoring spaces and punctuation", "띄어쓰기와 문장 부호를 빼면 이름에 \"책방이음\""
        ), ("ㅊㅂ", "the name has the initial consonants \"ㅊㅂ\"", "이름에 초성 \"ㅊㅂ\""),
        ("이음 동네", "\"이음\" in the name, \"동네\" in the name", "이름에 \"이음\", 이름에 \"동네\""),
        ("대학로 이음", "\"대학로\" in the address, \"이음\" in the name", "주소에 \"대학로\", 이름에 \"이음\""),
        ("Jongno-gu 대학로", "\"jongnogu\" in the district, \"대학로\" in the address", "자치구에 \"jongnogu\", 주소에 \"대학로\""),
        ("종로 325-1984", "\"종로\" in the district, \"3251984\" in the phone number", "자치구에 \"종로\", 전화번호에 \"3251984\""),
    ])
    func whyARowMatchesIsSaid(typed: String, en: String, ko: String) throws {
        #expect(SearchReading(try text(typed)).explanation(Self.row.text) == Words(en: en, ko: ko))
    }

    @Test(
        arguments: [
            (.partial, "unfinished", "입력 중"), (.spaced, "missing spaces", "띄어쓰기 없음"),
            (.keyboard, "wrong keyboard layout", "한/영 전환"),
            (.fewer, "general words ignored", "일반 단어 제외"), (.romanized, "romanized", "로마자 표기"),
            (.typo, "one letter off", "한 글자 차이"),
        ] as [(MatchKind, String, String)])
    func aGuessSaysHowItReadTheText(guess: MatchKind, en: String, ko: String) throws {
        let reading = SearchReading(guess, [try text("서점"), try text("책방")])
        let expected = Words(
            en: "\(en), read as \"책방\": the name contains \"책방\"", ko: "\(ko), \"책방\"으로 읽음: 이름에 \"책방\"")
        #expect(reading.explanation(Self.row.text) == expected)
    }

    @Test func theBestOfSeveralTextsIsExplained() throws {
        let reading = SearchReading(.partial, [try text("책방"), try text("동네"), try text("ㄷㄴ")])
        #expect(Self.row.withFields(reading.kind) == .prefix)
        #expect(
            reading.explanation(Self.row.text)?.en == "unfinished, read as \"동네\": the name starts with \"동네\"")
    }

    @Test func nothingIsSaidOfARowThatDoesNotMatch() throws {
        #expect(SearchReading(try text("서점")).explanation(Self.row.text) == nil)
        #expect(SearchReading(.typo, []).explanation(Self.row.text) == nil)
        #expect(SearchReading(.typo, [try text("대학로")], isForNames: true).explanation(Self.row.text) == nil)
        #expect(SearchReading(try text("서점")).explanation("") == nil)
    }

    @Test(arguments: [
        (["책방"], "no match; showing results for \"책방\"", "일치하는 결과가 없어 \"책방\"의 결과를 보여 줍니다"),
        (["책방", "서점"], "no match; showing results for \"책방\", \"서점\"", "일치하는 결과가 없어 \"책방\", \"서점\"의 결과를 보여 줍니다"),
        (
            ["가", "나", "다"], "no match; showing results for \"가\", \"나\", \"다\"",
            "일치하는 결과가 없어 \"가\", \"나\", \"다\"의 결과를 보여 줍니다"
        ),
        (
            ["가", "나", "다", "라", "마"], "no match; showing results for \"가\", \"나\", \"다\" and 2 more",
            "일치하는 결과가 없어 \"가\", \"나\", \"다\" 외 2개 검색어의 결과를 보여 줍니다"
        ),
    ])
    func aNoteSaysWhatIsShown(texts: [String], en: String, ko: String) {
        #expect(SearchReading(.typo, texts.compactMap(SearchText.init)).note == Words(en: en, ko: ko))
    }

    @Test func aTextAsItStandsAndAGuessOfNothingHaveNoNote() throws {
        #expect(SearchReading(try text("책방")).note == nil)
        #expect(SearchReading(.typo, []).note == nil)
    }

    // MARK: Readings

    @Test func aReadingForNamesLooksAtNothingElse() throws {
        let texts = [try text("대학로"), try text("1984"), try text("대학로 동네")]
        #expect(Self.row.withFields(SearchReading(.typo, texts).kind) == .mixed)
        #expect(Self.row.withFields(SearchReading(.typo, texts, isForNames: true).kind) == nil)
        #expect(Self.row.withFields(SearchReading(.typo, [try text("이음 동네")], isForNames: true).kind) == .words)
        let kinds = SearchReading(.typo, texts, isForNames: true).passes.compactMap(\.kind)
        #expect(kinds.allSatisfy { $0 <= .words } && !kinds.isEmpty)
    }

    @Test func theKindIsTheBestOfAllTexts() {
        for seed in UInt64(1)...1500 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let texts = (0..<3).compactMap { _ in SearchText(random.query(row)) }
            let best = texts.compactMap { $0.kind(row.text) }.map(\.score).max()
            let kind = row.withFields(SearchReading(.typo, texts).kind)
            #expect(kind?.score == best, "seed \(seed): \(texts.map(\.folded)) in \(row)")
        }
    }

    @Test func stepsComeBestFirstAndEachOnce() {
        for seed in UInt64(1)...300 {
            var random = RandomRows(seed: seed)
            let row = random.row()
            let texts = (0..<random.number(1...3)).compactMap { _ in SearchText(random.query(row)) }
            let kinds = SearchReading(.typo, texts).passes.compactMap(\.kind)
            #expect(zip(kinds, kinds.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
            #expect(kinds.isEmpty == texts.isEmpty, "seed \(seed)")
        }
    }

    @Test func onlyKeptTextsStay() throws {
        let reading = SearchReading(.typo, [try text("가"), try text("나"), try text("다")], isForNames: true)
        let kept = reading.keeping { one in one.texts.map(\.folded) != ["나"] && one.isForNames && one.guess == .typo }
        #expect(kept.texts.map(\.folded) == ["가", "다"] && kept.isForNames)
        #expect(reading.keeping { _ in false }.texts.isEmpty)
        let written = SearchReading(try text("가"))
        #expect(written.keeping { _ in false } == written)
    }

    // MARK: Kinds

    @Test func kindsHaveTheirOrderNamesAndScores() {
        let names = [
            "exact", "prefix", "substring", "spacing", "initials", "words", "mixed", "address", "phone", "typo",
            "partial",
            "spaced", "fewer", "keyboard", "romanized",
        ]
        #expect(MatchKind.allCases.map(\.rawValue) == names)
        #expect(MatchKind.allCases.map(\.score) == [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5, 5, 5, 5, 5])
        #expect(MatchKind.allCases.shuffled().sorted() == MatchKind.allCases)
        #expect(MatchKind.asWritten.map(\.rawValue) == Array(names.prefix(9)))
    }
}

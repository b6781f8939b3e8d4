import Testing

@testable import GeocliText

@Suite struct WordsTests {
    private struct Oops: ExplainedError {
        let words = Words(en: "it broke", ko: "고장")
        let exit = GeocliText.ExitStatus.software
    }

    @Test func eachLanguageHasItsSentence() {
        let words = Words(en: "bookstore", ko: "서점")
        #expect(words.text(.english) == "bookstore")
        #expect(words.text(.korean) == "서점")
        #expect(words == Words(en: "bookstore", ko: "서점"))
        #expect(words != Words(en: "bookstore", ko: "책방"))
    }

    @Test func languagesAreNamedByTheirCodes() {
        #expect(Language.allCases == [.english, .korean])
        #expect(Language(rawValue: "ko") == .korean)
        #expect(Language(rawValue: "en") == .english)
        #expect(Language(rawValue: "ja") == nil)
    }

    @Test func anErrorDescribesItselfInEnglish() {
        #expect("\(Oops())" == "it broke")
        #expect(Oops().description == "it broke")
    }
}

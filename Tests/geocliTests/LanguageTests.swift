import TestSupport
import Testing

/// `--lang`, else the locale, decides the language of text for people. Keys, values of kind and codes never change.
@Suite struct LanguageTests {
    @Test(arguments: [
        ("", ["LC_ALL": "C"], false), ("", ["LC_ALL": "ko_KR.UTF-8"], true),
        ("", ["LC_ALL": "", "LANG": "ko_KR.UTF-8"], true),
        ("", ["LC_ALL": "", "LC_MESSAGES": "ko_KR", "LANG": "en_US.UTF-8"], true),
        ("", ["LC_ALL": "en_US.UTF-8", "LANG": "ko_KR.UTF-8"], false), ("--lang ko", ["LC_ALL": "C"], true),
        ("--lang en", ["LC_ALL": "ko_KR.UTF-8"], false), ("--lang=ko", ["LC_ALL": "C"], true),
    ])
    func theLanguageIsTheOneAskedForElseTheLocales(words: String, locale: [String: String], isKorean: Bool) throws {
        let place = try Workplace.sample.get()
        let table = try place.succeed("list --limit 1 --format table \(words)", environment: locale)
        #expect(table.text.contains("이름") == isKorean)
        let wrong = try place.geocli("near nan,1 \(words)", environment: locale)
        #expect(wrong.errorText.contains("숫자") == isKorean)
    }

    @Test(arguments: [
        "list", "near 37.5,127", "runs last", "status", "cluster --zoom 9", "export", "show 1 --links", "changes",
    ])
    func dataIsTheSameInEveryLanguage(_ line: String) throws {
        let place = try Workplace.sample.get()
        let korean = try place.succeed("\(line) --lang ko")
        #expect(korean.output == (try place.succeed("\(line) --lang en").output))
    }

    /// The line contains the commit only if scripts/build.sh made the program.
    @Test func theVersionIsOneLine() throws {
        let run = try Workplace.sample.get().succeed("--version")
        #expect(run.text.wholeMatch(of: /geocli [0-9]+\.[0-9]+\.[0-9]+( \([0-9a-f]{7}(-dirty)?\))?\n/) != nil)
    }
}

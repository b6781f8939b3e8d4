import Testing

@testable import GeocliText

/// The expected forms were written by hand from the rules of standard Korean, not taken from the program.
@Suite struct KoreanParticleTests {
    private static func forms(_ value: String) -> String {
        KoreanParticle.allCases.map { "\(value)\($0)\($0 == .copula ? "나" : "")" }.joined(separator: " ")
    }

    private static func expected(_ value: String, _ ending: String) -> String {
        let particles =
            switch ending {
            case "vowel": ["는", "가", "를", "와", "로", "나", "야"]
            case "rieul": ["은", "이", "을", "과", "로", "이나", "아"]
            default: ["은", "이", "을", "과", "으로", "이나", "아"]
            }
        return particles.map { value + $0 }.joined(separator: " ")
    }

    @Test(arguments: ["나무", "마포구", "지도", "바다", "가", "뼈", "의", "ㅏ", "\u{1112}\u{1161}"])
    func hangulWithoutAFinalConsonant(_ value: String) { #expect(Self.forms(value) == Self.expected(value, "vowel")) }

    @Test(arguments: ["책방", "서울역", "값", "삶", "흙", "여덟개월분", "ㄱ", "한국", "\u{1112}\u{1161}\u{11AB}"])
    func hangulWithAFinalConsonant(_ value: String) { #expect(Self.forms(value) == Self.expected(value, "consonant")) }

    @Test(arguments: ["서울", "파일", "길", "알", "물", "ㄹ", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"])
    func hangulWithRieul(_ value: String) { #expect(Self.forms(value) == Self.expected(value, "rieul")) }

    /// 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구.
    @Test(
        arguments: [
            ("0", "consonant"), ("1", "rieul"), ("2", "vowel"), ("3", "consonant"), ("4", "vowel"), ("5", "vowel"),
            ("6", "consonant"), ("7", "rieul"), ("8", "rieul"), ("9", "vowel"),
        ])
    func digits(_ value: String, _ ending: String) {
        #expect(Self.forms(value) == Self.expected(value, ending))
        #expect(Self.forms("1" + value).contains("1\(value)으로") == (ending == "consonant"))
        #expect(Self.forms("0." + value) == Self.expected("0.\(value)", ending))
        #expect(Self.forms("37.5563,126.923" + value) == Self.expected("37.5563,126.923\(value)", ending))
    }

    @Test(
        arguments: [
            ("10", "consonant"), ("100", "consonant"), ("1000", "consonant"), ("1,000", "consonant"),
            ("10000", "consonant"), ("1,000,000", "consonant"), ("100000000", "consonant"),
            // 조 and 경.
            ("1,000,000,000,000", "vowel"), ("20000000000000000", "consonant"),
            ("37.5563,126.9236", "consonant"), ("126.9780", "consonant"), ("-7", "rieul"), ("02-1234-5678", "rieul"),
            ("02-000-0000", "consonant"), ("EPSG:5186", "consonant"), ("EPSG:5181", "rieul"), ("2026-11-22", "vowel"),
            ("0.0", "consonant"), ("1.", "rieul"), ("０", "consonant"), ("２", "vowel"),
        ])
    func numbers(_ value: String, _ ending: String) { #expect(Self.forms(value) == Self.expected(value, ending)) }

    /// 퍼센트, 킬로미터, 미터, 도, 픽셀, 킬로그램, 메비바이트.
    @Test(
        arguments: [
            ("20%", "vowel"), ("20 %", "vowel"), ("1 km", "vowel"), ("1.5km", "vowel"), ("300 m", "vowel"),
            ("3㎞", "vowel"), ("90°", "vowel"), ("5℃", "vowel"), ("24px", "rieul"), ("2kg", "consonant"),
            ("64 MiB", "vowel"), ("12pt", "vowel"),
        ])
    func units(_ value: String, _ ending: String) { #expect(Self.forms(value) == Self.expected(value, ending)) }

    /// 에이, 비, 씨 … 엘, 엠, 엔, 알.
    @Test func eachLatinLetter() {
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            let ending = ["L": "rieul", "R": "rieul", "M": "consonant", "N": "consonant"][letter] ?? "vowel"
            #expect(Self.forms(String(letter)) == Self.expected(String(letter), ending))
            let small = letter.lowercased()
            #expect(Self.forms(small) == Self.expected(small, ending))
        }
    }

    /// Abbreviations by their letters, words as words: 시에스브이, 제이슨, 에이치티엠엘, 서버, 폴더, 빌딩, 맵.
    @Test(
        arguments: [
            ("CSV", "vowel"), ("csv", "vowel"), ("json", "consonant"), ("GeoJSON", "consonant"), ("html", "rieul"),
            ("kml", "rieul"), ("URL", "rieul"), ("gpkg", "vowel"), ("PNG", "vowel"), ("png", "vowel"),
            ("--limit", "vowel"), ("--kind", "vowel"), ("--max-zoom", "consonant"), ("server", "vowel"),
            ("folder", "vowel"), ("PDR", "rieul"), ("building", "consonant"), ("map", "consonant"), ("http", "vowel"),
            ("feed.json", "consonant"), ("/tmp/catalog.sqlite", "vowel"), ("Ａ", "vowel"), ("Ｌ", "rieul"),
            ("A1", "rieul"), ("kind=new", "vowel"), ("file", "rieul"), ("--sample", "rieul"), ("name", "consonant"),
            ("line", "consonant"), ("page", "vowel"), ("/tmp/x.sqlite", "vowel"),
        ])
    func latinWords(_ value: String, _ ending: String) { #expect(Self.forms(value) == Self.expected(value, ending)) }

    @Test(
        arguments: [
            ("\"1\"", "rieul"), ("'나무'", "vowel"), ("“서울”", "rieul"), ("「책」", "consonant"), ("(서울)", "rieul"),
            ("[126.9, 37.5]", "vowel"), ("{KEY}", "vowel"), ("\"json\"", "consonant"), ("<나무>", "vowel"),
            // A note in round brackets is not read: 국립국어원, the particle follows the word before the brackets.
            ("책방(나무)", "consonant"), ("나무(책)", "vowel"), ("\"나무(책)\"", "vowel"), ("구로구 (서울)", "vowel"),
            ("나무...", "vowel"), ("책방 ", "consonant"), ("나무)", "vowel"),
        ])
    func quotesAndBracketsAreSkipped(_ value: String, _ ending: String) {
        #expect(Self.forms(value) == Self.expected(value, ending))
    }

    /// What can't be read aloud is called a value.
    @Test(arguments: ["漢字", "かな", "🙂", "é", "ж", "", "()", "\"\""])
    func theUnknownIsAValue(_ value: String) { #expect(Self.forms(value) == Self.expected("\(value) 값", "consonant")) }

    @Test func theParticleSeesTheWholeSentenceBeforeIt() {
        let (path, run) = ("catalog.sqlite", 10)
        #expect("카탈로그 \(path)\(.subject) 실행 \(run)\(.object) 잃었습니다" == "카탈로그 catalog.sqlite가 실행 10을 잃었습니다")
        #expect("\"\(run)\"\(.topic) 없습니다" == "\"10\"은 없습니다")
    }
}

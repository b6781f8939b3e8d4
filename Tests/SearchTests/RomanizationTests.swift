import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct RomanizationTests {
    /// Words whose syllables, and whose neighboring pairs of them, are known.
    private static let words = [
        "종로", "독립문", "신림", "왕십리", "학림", "대오", "책방", "강남", "서점", "선릉", "한라", "합정", "책갈피", "문학", "읽기",
    ]

    private func readings(_ word: String, of words: [String] = words) throws -> [String] {
        var pairs: Set<String> = []
        for word in words {
            pairs.formUnion(word.map(String.init))
            pairs.formUnion(zip(word, word.dropFirst()).map { "\($0)\($1)" })
        }
        var romanization = Romanization { former, syllable in
            pairs.contains((former.map { String($0) } ?? "") + String(syllable))
        }
        return try romanization.readings(word)
    }

    // The official names of stations and streets, and other spellings that people use.
    @Test(arguments: [
        ("jongno", "종로"), ("jongro", "종로"), ("dongnimmun", "독립문"), ("dokripmun", "독립문"), ("sillim", "신림"),
        ("sinrim", "신림"),
        ("wangsimni", "왕십리"), ("hangnim", "학림"), ("haklim", "학림"), ("daeo", "대오"), ("chaekbang", "책방"),
        ("chaegbang", "책방"),
        ("gangnam", "강남"), ("kangnam", "강남"), ("seojeom", "서점"), ("seolleung", "선릉"), ("halla", "한라"),
        ("hapjeong", "합정"),
        ("chaekgalpi", "책갈피"), ("munhak", "문학"), ("moonhak", "문학"),
    ])
    func spellingsAreRead(latin: String, hangul: String) throws { #expect(try readings(latin).contains(hangul)) }

    @Test(arguments: ["", "xyz", "jongn", "ng", "q", "jongnox", "책방", "seoul", "bbb", "1", "jong no", "JONGNO"])
    func otherWordsHaveNoReading(word: String) throws { #expect(try readings(word) == []) }

    @Test func onlyKnownSyllablesBesideEachOtherAreGiven() throws {
        #expect(try readings("jongno", of: []) == [])
        #expect(try readings("jongno", of: ["종", "로"]) == [])
        #expect(try readings("jongno", of: ["종로"]) == ["종로"])
        for word in try readings("daeo", of: ["대오", "다어"]) { #expect(["대오", "다어"].contains(word)) }
        #expect(Set(try readings("daeo", of: ["대오", "다어"])) == ["대오", "다어"])
    }

    @Test func readingsAreFewAndEachOnce() throws {
        for word in ["gugugu", "sinlim", "aeoeu", "gakgak", "ununun"] {
            var romanization = Romanization { _, _ in true }
            let readings = try romanization.readings(word)
            #expect(1...8 ~= readings.count && Set(readings).count == readings.count, "\(word)")
        }
    }

    @Test(
        arguments: [
            String(repeating: "a", count: 30), String(repeating: "a", count: 1000), String(repeating: "a", count: 4096),
            String(repeating: "eu", count: 500), String(repeating: "gang", count: 300),
            String(repeating: "u", count: 29) + "q",
        ])
    func triesAreBounded(word: String) throws {
        var tries = 0
        var romanization = Romanization { _, _ in
            tries += 1
            return true
        }
        #expect(try romanization.readings(word).count <= 8)
        // Very long words are not read at all.
        let isBounded = word.utf8.count > 100 ? tries == 0 : 1...20_000 ~= tries
        #expect(isBounded, "\(tries) tries")
        // The limit also holds if no reading reaches the end of the word, and for a second use of the same value.
        _ = try romanization.readings(word + "q")
        #expect(tries <= 40_000)
    }

    @Test func whatTheIndexThrowsIsThrown() {
        struct Broken: Error {}
        var romanization = Romanization { _, _ in throw Broken() }
        #expect(throws: Broken.self) { try romanization.readings("jongno") }
    }
}

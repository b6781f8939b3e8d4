import Foundation
import TestSupport
import Testing

/// How the program's sentences are written, in all files that hold one.
@Suite struct WordingTests {
    /// The files of Sources with these endings.
    static func files(_ endings: [String]) throws -> [(path: String, text: String)] {
        let base = TestSupport.packageRoot.appendingPathComponent("Sources")
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
        let wanted = paths.filter { path in endings.contains { path.hasSuffix(".\($0)") } }.sorted()
        return try wanted.map {
            ($0, try String(contentsOf: base.appendingPathComponent($0), encoding: .utf8))
        }
    }

    /// A particle is chosen by `KoreanParticle`, not left to the reader as in 은(는).
    @Test func noSentenceLeavesAParticleToItsReader() throws {
        let both = /[은이을과와]\([는가를와과]\)|\(으\)로|\(이\)[나라고]|[는가를]\([은이을]\)/
        let files = try Self.files(["swift", "js", "html", "toml"])
        #expect(files.count > 500)
        for file in files {
            #expect(file.text.firstMatch(of: both) == nil, "\(file.path): \(file.text.firstMatch(of: both)?.0 ?? "")")
        }
        for text in ["\"x\"은(는)", "x이(가)", "x을(를)", "x와(과)", "6(으)로"] {
            #expect(text.firstMatch(of: both) != nil)
        }
    }

    /// A particle written after a value fits only some values: `\(name)은` is wrong for 나무.
    @Test func noSentenceHasAFixedParticleAfterAValue() throws {
        let fixed = /\\\((?:[^()"]|\([^()]*\))+\)(?:\\"|['”])*(?:은|는|이|가|을|를|과|와|으로|로|이나)(?=[ ,;:."\\])/
        for file in try Self.files(["swift"]) {
            for found in file.text.matches(of: fixed) where !found.0.hasPrefix("\\(.") {
                Issue.record("\(file.path): \(found.0)")
            }
        }
        #expect(#"\(name)은 없습니다"#.firstMatch(of: fixed) != nil)
        #expect(#"\"\(shown(text))\"을 쓰세요"#.firstMatch(of: fixed) != nil)
        #expect(#"\(count)개는 없습니다"#.firstMatch(of: fixed) == nil)
    }

    /// A semicolon is not a mark of Korean: sentences end with a full stop.
    @Test func noKoreanSentenceEndsWithASemicolon() throws {
        let texts = /"(?:[^"\\\n]|\\.)*"/
        let korean = /ko: ?$/
        let sentence = /(?:니다|세요|가요)[)"'”]*;\s/
        func semicolons(_ text: String) -> [Substring] {
            text.matches(of: texts).map(\.range).filter { range in
                let isKorean = text[..<range.lowerBound].suffix(4).firstMatch(of: korean) != nil
                let found = text[range]
                return isKorean ? found.contains("; ") : found.contains(/[가-힣]/) && found.contains(sentence)
            }
            .map { text[$0] }
        }
        for file in try Self.files(["swift", "js"]) where !file.path.hasPrefix("Search/") {
            for found in semicolons(file.text) { Issue.record("\(file.path): \(found)") }
        }
        #expect(semicolons(#"Words(en: "a; b", ko: "\(name); \(next)")"#).count == 1)
        #expect(semicolons(#"at("is empty; check it", "비어 있습니다; 확인하세요")"#).count == 1)
        #expect(semicolons(#"Words(en: "no 책방; check it", ko: "책방이 없습니다. 확인하세요")"#).isEmpty)
    }
}

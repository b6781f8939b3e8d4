import GeocliText
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct KeyboardLayoutTests {
    // The keys of KS X 5002 in the order of syllables.
    private static let initials = "r R s e E f a q Q t T d w W c z x v g".split(separator: " ").map(String.init)
    private static let vowels = "k o i O j p u P h hk ho hl y n nj np nl b m ml l".split(separator: " ").map(
        String.init)
    private static let finals =
        [""] + "r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g".split(separator: " ").map(String.init)

    private func keys(_ syllable: Hangul.Syllable) -> String {
        Self.initials[syllable.initial] + Self.vowels[syllable.vowel] + Self.finals[syllable.final]
    }

    private func randomWord(_ random: inout SeededGenerator) -> [Hangul.Syllable] {
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
            Hangul.Syllable(
                initial: Int.random(in: 0..<19, using: &random), vowel: Int.random(in: 0..<21, using: &random),
                final: Bool.random(using: &random) ? 0 : Int.random(in: 0..<28, using: &random))
        }
    }

    private func text(_ word: [Hangul.Syllable]) -> String { word.map { String($0.scalar) }.joined() }

    @Test(arguments: [
        ("corqkd", "책방"), ("tjwja", "서점"), ("CORQKD", "책방"), ("Rnafkf", "꿈랄"), ("dhkr", "왁"), ("rkqt", "값"),
        ("djqt", "없"),
        ("rkqtl", "갑시"), ("akvh corqkd", "마포 책방"), ("corqkd 2", "책방 2"), ("dP", "예"), ("EhRl", "또끼"), ("q", "ㅂ"),
        ("cq", "ㅊㅂ"),
        ("Corqkd", "책방"), ("rr", "ㄱㄱ"), ("rkr-", "각-"),
    ])
    func latinKeysGiveHangul(typed: String, meant: String) { #expect(KeyboardLayout.hangul(typed).contains(meant)) }

    @Test(arguments: ["book", "k", "qkk", "", "123", "-", "café", "책방", "corqkd책", "yes", "corqkdㅏ", "漢", "Ａ"])
    func keysThatLeaveAVowelOrAreNoneOfTheKeyboardGiveNothing(typed: String) {
        #expect(KeyboardLayout.hangul(typed).isEmpty)
    }

    @Test(arguments: [
        ("ㅛㄷㄴ", "yes"), ("ㅠㅐㅐㅏ", "book"), ("왁", "dhkr"), ("값", "rkqt"), ("없", "djqt"), ("책방", "corqkd"),
        ("ㅠㅐㅐㅏ 2", "book 2"),
        ("ㄳ", "rt"), ("ㅢ", "ml"), ("빵", "qkd"), ("애", "do"),
    ])
    func hangulKeysGiveLatin(typed: String, meant: String) { #expect(KeyboardLayout.latin(typed) == meant) }

    @Test(arguments: ["", "12", "-", "book", "책a", "漢", "책漢", "\u{317F}", "é책"])
    func textsWithoutHangulOrWithOtherLettersGiveNothing(typed: String) { #expect(KeyboardLayout.latin(typed) == nil) }

    @Test func theKeysOfEverySyllableGiveIt() {
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value), let syllable = Hangul.Syllable(scalar) else { continue }
            #expect(KeyboardLayout.hangul(keys(syllable)).first == String(scalar), "\(scalar)")
            #expect(KeyboardLayout.latin(String(scalar)) == keys(syllable).lowercased(), "\(scalar)")
        }
    }

    @Test func theKeysOfEveryWordGiveIt() {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let word = randomWord(&random)
            #expect(KeyboardLayout.hangul(word.map(keys).joined()).first == text(word), "seed \(seed)")
        }
    }

    @Test func wordsWithoutShiftedKeysComeBack() {
        var words = 0
        for seed in UInt64(1)...6000 {
            var random = SeededGenerator(seed: seed)
            let word = randomWord(&random)
            let typed = word.map(keys).joined()
            guard typed == typed.lowercased() else { continue }
            words += 1
            #expect(KeyboardLayout.latin(text(word)).map(KeyboardLayout.hangul)?.first == text(word), "seed \(seed)")
            #expect(KeyboardLayout.hangul(typed.uppercased()).contains(text(word)), "seed \(seed)")
        }
        #expect(words > 500)
    }

    @Test func lockedCapitalsGiveWhatWasMeantToo() {
        // 혜림문고 with its shifted vowel, as typed with caps lock on.
        #expect(KeyboardLayout.hangul("GpFLAANSRH").contains("혜림문고"))
        #expect(KeyboardLayout.hangul("gPflaansrh") == ["혜림문고", "헤림문꼬"])
    }

    @Test func longTextsAreNoTrouble() {
        #expect(
            KeyboardLayout.hangul(String(repeating: "rk", count: 2048)).first == String(repeating: "가", count: 2048))
        #expect(KeyboardLayout.hangul(String(repeating: "k", count: 4096)).isEmpty)
        #expect(KeyboardLayout.latin(String(repeating: "값", count: 1365))?.utf8.count == 1365 * 4)
    }
}

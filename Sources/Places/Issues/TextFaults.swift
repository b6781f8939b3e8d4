internal import GeocliText

/// Finds texts that fill the name field but are not names: 테스트, 이름 없음, ㅇㅇㅇ, "-".
package enum PlaceholderName {
    /// Words that make a name a placeholder if the name contains nothing else. 시험공간, 임시정부기념관, 무명서점, 테스트리 and 미정서점 are
    /// real names. For this reason only whole words count, and every word of a placeholder must be one of these words
    /// or a number.
    private static let words: Set<String> = [
        "테스트", "테스트용", "테스트데이터", "test", "testing", "시험용", "임시", "임시명", "임시등록", "미정", "미상", "없음", "이름없음",
        "상호없음", "상호미정", "이름미정", "상호명", "명칭없음", "확인중", "확인필요", "준비중", "입력", "입력요망", "샘플", "sample", "dummy",
        "null", "none", "undefined", "unknown", "n/a", "tbd", "삭제", "삭제예정", "ㅁㄴㅇㄹ", "asdf", "qwerty", "ㅇㅇ", "ㅇㅇㅇ",
    ]

    /// Words that can be part of a placeholder, but that can also be the name of a shop when they stand alone: 이름, 상호,
    /// 데이터, 책방.
    private static let companions: Set<String> = ["이름", "상호", "명칭", "데이터", "data", "중", "용", "입니다", "책방"]

    /// The words, without digits at their ends, with which a placeholder made of letters can begin.
    package static let openings = words.union(companions)

    /// Characters that people type to fill a required name field.
    private static let fillers = Set("ㅇㅁㅋㅎㄱㄴㅏㅡxX○●◯〇0*.-_?".unicodeScalars)

    private static let maximumBytes = 64

    /// - Edges: a name longer than 64 bytes is never a placeholder. A number of two to six digits counts as a name,
    ///   because a place is called 1984. Exceptions are numbers that consist of zeros or that count up from 1 (123).
    /// - Complexity: O(length).
    static func isOne(_ name: String) -> Bool {
        guard name.utf8.count <= maximumBytes else { return false }
        // NFKC turns ㅇ into U+110B, a part of a syllable, so both forms are checked.
        return isPlaceholder(name.lowercased()) || isPlaceholder(Folding.compatible(name).lowercased())
    }

    private static func isPlaceholder(_ folded: String) -> Bool {
        let letters = folded.unicodeScalars.filter { !$0.properties.isWhitespace }
        guard let first = letters.first else { return true }
        // The name has only punctuation.
        if !letters.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }) { return true }
        // One character is repeated: ㅇㅇㅇ, xxx, 000.
        if letters.allSatisfy({ $0 == first }), fillers.contains(first), letters.count >= 2 { return true }
        if letters.allSatisfy({ 0x30...0x39 ~= $0.value }) { return isFillerNumber(letters.map(\.value)) }
        if letters.allSatisfy({ 0x3131...0x318E ~= $0.value }) { return letters.count >= 2 && Set(letters).count <= 2 }
        return hasOnlyPlaceholderWords(folded)
    }

    private static func isFillerNumber(_ digits: [UInt32]) -> Bool {
        let counts = digits.count >= 3 && digits.enumerated().allSatisfy { $0.element == 0x31 + UInt32($0.offset) }
        return counts || !(2...6 ~= digits.count)
    }

    private static func hasOnlyPlaceholderWords(_ folded: String) -> Bool {
        let parts = folded.split { !($0.isLetter || $0.isNumber || $0 == "/") }.map(String.init)
        var found = false
        for part in parts {
            let word = part.trimmedOfDigits
            if words.contains(part) || words.contains(word) {
                found = true
            } else if !word.isEmpty, !companions.contains(word) {
                return false
            }
        }
        if found { return true }
        return words.contains(parts.joined())
    }
}

extension String {
    fileprivate var trimmedOfDigits: String {
        let digits = reversed().prefix { $0.isASCII && $0.isNumber }.count
        return String(dropLast(digits))
    }
}

/// Finds texts that lost characters or were read in another encoding before geocli got them: 책�방, 책?방, ì±…ë°©, Ã¥¹æ,
/// f√ºr, 梨낅갑.
package enum BrokenText {
    private static let maximumBytes = 4096

    /// - Edges: a question mark counts only between two syllables of Hangul, where no sentence ends: `뭐? 책방` and `책방?`
    ///   are names.
    /// - Complexity: O(length).
    package static func isOne(_ text: String) -> Bool {
        let scalars = Array(text.head(bytes: maximumBytes).unicodeScalars)
        return scalars.contains("\u{FFFD}") || hasLostSyllable(scalars) || hasForeignBytes(scalars)
            || isUTF8AsMacRoman(scalars) || isUTF8AsCP949(scalars)
    }

    /// Whether `isOne` must check a text. In UTF-8, each broken text has one of these bytes: a question mark, or the first
    /// byte of U+FFFD, of a letter of Latin-1, of a sign such as √ and „, or of an ideograph.
    package static func mayBe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        var index = 0
        while index + 16 <= bytes.count {
            let word = UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let isIdeograph = (word .>= 0xE4) .& (word .<= 0xE9)
            let isLatin = (word .== 0xC2) .| (word .== 0xC3)
            if any((word .== 0x3F) .| isLatin .| (word .== 0xE2) .| (word .== 0xEF) .| isIdeograph) { return true }
            index += 16
        }
        return bytes[index...].contains {
            $0 == 0x3F || $0 == 0xC2 || $0 == 0xC3 || $0 == 0xE2 || $0 == 0xEF || 0xE4...0xE9 ~= $0
        }
    }

    private static func hasLostSyllable(_ scalars: [Unicode.Scalar]) -> Bool {
        var isAfterSyllable = false
        var marks = 0
        for scalar in scalars {
            if scalar == "?" {
                marks += 1
                continue
            }
            let isSyllable = 0xAC00...0xD7A3 ~= scalar.value
            if marks > 0, isAfterSyllable, isSyllable { return true }
            (isAfterSyllable, marks) = (isSyllable, 0)
        }
        return false
    }

    /// Whether the letters of Latin-1 or Windows-1252 in the text are the bytes of another encoding.
    private static func hasForeignBytes(_ scalars: [Unicode.Scalar]) -> Bool {
        var run: [UInt8] = []
        for scalar in scalars + ["\n"] {
            if scalar.value >= 0x80, let byte = Windows1252.byte(scalar) {
                run.append(byte)
            } else {
                if run.count >= 2, isUTF8(run) || isKorean(run) { return true }
                run = []
            }
        }
        return false
    }

    /// Whether the bytes have a character of UTF-8 that is not an accident: a letter of Latin-1, or one of three bytes in the
    /// blocks of punctuation, symbols, Hangul, kana and ideographs.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        for start in bytes.indices.dropLast() {
            let (first, second) = (bytes[start], bytes[start + 1])
            guard 0x80...0xBF ~= second else { continue }
            // À to ÿ; not before a blank or a closing quote, which may follow Ã in Portuguese.
            if first == 0xC3, ![0x92, 0x94, 0xA0, 0xAB, 0xBB].contains(second) { return true }
            guard 0xE1...0xED ~= first || first == 0xEF, start + 2 < bytes.count, 0x80...0xBF ~= bytes[start + 2] else {
                continue
            }
            switch UInt32(first & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(bytes[start + 2] & 0x3F) {
            case 0x1100...0x11FF, 0x2010...0x27BF, 0x3000...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFFEF: return true
            default: continue
            }
        }
        return false
    }

    /// Whether the bytes are two or more syllables of Hangul in EUC-KR (KS X 1001, rows 16 to 40).
    private static func isKorean(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4, bytes.count % 2 == 0 else { return false }
        return stride(from: 0, to: bytes.count, by: 2).allSatisfy {
            0xB0...0xC8 ~= bytes[$0] && 0xA1...0xFE ~= bytes[$0 + 1]
        }
    }

    // MARK: UTF-8 that was read as Mac Roman

    /// Whether the characters between ASCII characters are UTF-8 whose bytes were read as Mac Roman: f√ºr, Ï±ÖÎ∞©. What
    /// could be a name (√π, „Öökull“) is none: √ must follow a letter, and longer text must have a sign such as ± or ∞.
    private static func isUTF8AsMacRoman(_ scalars: [Unicode.Scalar]) -> Bool {
        var run: [Unicode.Scalar] = []
        var before: Unicode.Scalar = " "
        for scalar in scalars + [" "] {
            guard scalar.value < 0x80 else {
                run.append(scalar)
                continue
            }
            let isWord = before.properties.isAlphabetic && run.last.map("π∞Ω∑".unicodeScalars.contains) == false
            let isSure = run.count == 2 ? isWord : run.contains(where: macSigns.contains)
            if isSure {
                let bytes = run.compactMap { macRoman[$0] }
                if bytes.count == run.count, String(validating: bytes, as: UTF8.self) != nil, isUTF8(bytes) {
                    return true
                }
            }
            (run, before) = ([], scalar)
        }
        return false
    }

    /// The bytes from 80 to EF of Mac Roman.
    private static let macRoman: [Unicode.Scalar: UInt8] = {
        let all =
            "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
            + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ"
        return Dictionary(uniqueKeysWithValues: zip(all.unicodeScalars, 0x80...0xEF))
    }()

    /// The characters of Mac Roman from A0 to BF that are not letters.
    private static let macSigns = Set("†°¢£§•¶®©™´¨≠∞±≤≥¥∂∑∏∫".unicodeScalars)

    // MARK: UTF-8 that was read as CP949

    /// Whether a word of the text is Hangul in UTF-8 whose bytes were read as CP949: an ideograph of the rows EA to ED of
    /// KS X 1001 begins every second syllable. A question mark stands for bytes that are not a character of CP949.
    private static func isUTF8AsCP949(_ scalars: [Unicode.Scalar]) -> Bool {
        var word: [Unicode.Scalar] = []
        var mark: Unicode.Scalar = " "
        for scalar in scalars + [" "] {
            guard scalar.value < 0x80 else {
                word.append(scalar)
                continue
            }
            if mark == "?" || word.contains(where: isIdeograph), word.contains(where: { 0xAC00...0xD7A3 ~= $0.value }) {
                let other = word.map { twins[Character($0)] ?? $0 }
                for word in other == word ? [word] : [word, other] {
                    let text = String(String.UnicodeScalarView(word))
                    guard let bytes = TextEncoding.cp949Bytes(of: text) else { continue }
                    if isHangul(bytes, startIsLost: mark == "?", endIsLost: scalar == "?") { return true }
                }
            }
            (word, mark) = ([], scalar)
        }
        return false
    }

    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        0x4E00...0x9FFF ~= scalar.value || 0xF900...0xFAFF ~= scalar.value
    }

    /// The ideographs that KS X 1001 has twice, by the equal ones into which a normal form turns them: 梨 (U+F9E2) becomes
    /// U+68A8. Characters that are canonically equal are one key.
    private static let twins: [Character: Unicode.Scalar] = {
        let all = (UInt32(0xF900)...0xFA0B).compactMap(Unicode.Scalar.init)
        return Dictionary(all.map { (Character($0), $0) }) { first, _ in first }
    }()

    /// Whether bytes of CP949 are syllables of Hangul in UTF-8. One of the characters must be outside KS X 1001, because
    /// 梨대가 has the bytes of syllables, too.
    private static func isHangul(_ bytes: [UInt8], startIsLost: Bool, endIsLost: Bool) -> Bool {
        var rest = bytes[...]
        if startIsLost { rest = rest.dropFirst(rest.prefix(2).prefix { $0 & 0xC0 == 0x80 }.count) }
        if endIsLost, let last = rest.lastIndex(where: { $0 & 0xC0 != 0x80 }), rest.endIndex - last < 3 {
            rest = rest[..<last]
        }
        guard !rest.isEmpty, let text = String(validating: rest, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ 0xAC00...0xD7A3 ~= $0.value })
        else { return false }
        return bytes.contains { 0x81...0xA0 ~= $0 }
    }
}

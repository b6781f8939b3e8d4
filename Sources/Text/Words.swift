/// A language of the messages that people read. Keys, codes and values never depend on it.
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case korean = "ko"
}

/// One sentence in both languages, written together so that neither is forgotten.
public struct Words: Sendable, Equatable {
    /// The English sentence, without a full stop.
    public let en: String
    public let ko: String

    public init(en: String, ko: String) {
        self.en = en
        self.ko = ko
    }

    /// Returns these sentences followed by those of `next`: after a semicolon in English, as a new sentence in Korean.
    public func followed(by next: Words) -> Words { Words(en: "\(en); \(next.en)", ko: "\(ko). \(next.ko)") }

    public func text(_ language: Language) -> String {
        switch language {
        case .english: en
        case .korean: ko
        }
    }
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

package enum EnglishNoun {
    /// Returns a count and the words for it: "1 row has", "2 rows have".
    package static func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    /// Returns the regular plural: libraries, churches, cafes.
    package static func plural(of noun: String) -> String {
        let letters = Array(noun.lowercased())
        guard let last = letters.last else { return noun }
        let beforeLast = letters.dropLast().last
        if last == "y", let beforeLast, !"aeiou".contains(beforeLast) { return noun.dropLast() + "ies" }
        if "sxz".contains(last) || last == "h" && (beforeLast == "c" || beforeLast == "s") { return noun + "es" }
        return noun + "s"
    }
}

/// A Korean particle whose form depends on the sound before it, as 은/는 does.
///
/// In an interpolated sentence, the particle takes the form that fits the text before it: `"\(name)\(.subject) 없습니다"`.
package enum KoreanParticle: Sendable, CaseIterable {
    /// 은/는.
    case topic
    /// 이/가.
    case subject
    /// 을/를.
    case object
    /// 과/와.
    case with
    /// 으로/로.
    case by
    /// 이/(nothing), the stem of 이나/나, 이라/라, 이고/고.
    case copula
    /// 아/야.
    case vocative

    /// Returns the form that fits the end of `text`. Text whose reading is unknown, such as Chinese characters, gets
    /// the noun 값 (value) and the form that fits it.
    package func form(after text: some StringProtocol) -> String {
        guard let ending = KoreanEnding(of: text) else { return " 값" + form(.consonant) }
        return form(ending)
    }

    private func form(_ ending: KoreanEnding) -> String {
        let isOpen = ending == .vowel
        return switch self {
        case .topic: isOpen ? "는" : "은"
        case .subject: isOpen ? "가" : "이"
        case .object: isOpen ? "를" : "을"
        case .with: isOpen ? "와" : "과"
        case .by: ending == .consonant ? "으로" : "로"
        case .copula: isOpen ? "" : "이"
        case .vocative: isOpen ? "야" : "아"
        }
    }
}

extension DefaultStringInterpolation {
    package mutating func appendInterpolation(_ particle: KoreanParticle) {
        appendLiteral(particle.form(after: description))
    }
}

/// The kind of sound at the end of a text when it is read aloud in Korean.
enum KoreanEnding: Sendable, Equatable {
    /// The last syllable has no final consonant.
    case vowel
    /// The final consonant is ㄹ, after which 으로 becomes 로.
    case rieul
    case consonant

    /// Creates the ending of `text`; nil without a letter or digit, and for scripts whose Korean reading is unknown.
    /// Closing quotes and brackets are skipped, and so is a note in round brackets: 책방(서점) ends as 책방 does.
    init?(of text: some StringProtocol) {
        let spoken = Self.withoutClosers(Array(text.unicodeScalars).map(Self.halfWidth))
        guard let last = spoken.last else { return nil }
        if let sign = Self.signs[last] {
            self = sign
        } else if Self.isDigit(last) {
            self.init(number: spoken.reversed().prefix { Self.isDigit($0) || $0 == "," || $0 == "." })
        } else if last.isASCII, last.properties.isAlphabetic {
            self.init(latin: spoken)
        } else {
            self.init(hangul: last)
        }
    }

    // MARK: Signs

    private static let signs: [Unicode.Scalar: KoreanEnding] = [
        "%": .vowel, "‰": .consonant, "°": .vowel, "℃": .vowel, "㎞": .vowel, "㎝": .vowel, "㎜": .vowel, "㎡": .vowel,
        "㎢": .vowel, "㎏": .consonant, "㎎": .consonant, "+": .vowel, "&": .vowel, "*": .vowel, "/": .vowel,
        "₩": .consonant, "€": .vowel, "=": .consonant, "_": .vowel, "²": .consonant, "³": .consonant, "#": .consonant,
        "@": .consonant, "$": .vowel, "~": .consonant,
    ]

    private static let closers: Set<Unicode.Scalar> = [
        ")", "]", "}", ">", "\"", "'", "`", "”", "’", "」", "』", "》", "〉", "】", "»", "›", " ", "\u{A0}", "…", ".", ",",
        "!", "?", ":", ";", "-", "–", "—", "·",
    ]

    /// Returns the ASCII form of a full-width character such as １ or Ａ; other characters stay.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }

    private static func withoutClosers(_ text: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        var spoken = text[...]
        while let last = spoken.last, closers.contains(last) {
            spoken.removeLast()
            guard last == ")", let opening = spoken.lastIndex(of: "("),
                spoken[..<opening].contains(where: { !closers.contains($0) && $0 != "(" })
            else { continue }
            spoken = spoken[..<opening]
        }
        return spoken
    }

    // MARK: Numbers

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Creates the ending of a number from its last digit: 일, 이, 삼 and so on. If that digit is 0, a whole number ends
    /// in 십, 백, 천, 만, 억, 조 or 경; a decimal, a telephone number or zero ends in 영 or 공.
    private init(number reversed: some Sequence<Unicode.Scalar>) {
        let digits = reversed.map(String.init).joined()
        let last = digits.first { $0 != "," && $0 != "." } ?? "0"
        switch last {
        case "2", "4", "5", "9": self = .vowel
        case "1", "7", "8": self = .rieul
        case "3", "6": self = .consonant
        default:
            // Only 조 (10¹²) and 해 (10²⁰) end in a vowel.
            let zeros = digits.filter { $0 != "," }.prefix { $0 == "0" }.count
            let isZero = digits.allSatisfy { !("1"..."9").contains($0) }
            let isDecimal = digits.contains(".")
            self =
                !isZero && !isDecimal && ((12...15).contains(zeros) || (20...23).contains(zeros)) ? .vowel : .consonant
        }
    }

    // MARK: Latin letters

    /// Units, which are read in full after a number: 3 km is 3킬로미터.
    private static let units: [String: KoreanEnding] = [
        "km": .vowel, "m": .vowel, "cm": .vowel, "mm": .vowel, "px": .rieul, "kg": .consonant, "g": .consonant,
        "mg": .consonant, "ms": .vowel, "min": .consonant, "h": .consonant, "d": .rieul,
    ]

    /// Creates the ending of Latin letters. A word is read as a word, so server is 서버. Other letters are read one by
    /// one, so png is 피엔지. Three or more letters count as a word if one of them is a vowel and at least one letter
    /// after the first is lower case.
    private init(latin text: ArraySlice<Unicode.Scalar>) {
        let run = text.suffix(while: { $0.isASCII && $0.properties.isAlphabetic })
        let word = String(String.UnicodeScalarView(run))
        let before = text.prefix(run.startIndex - text.startIndex).last { $0 != " " }
        if let before, Self.isDigit(before), let unit = Self.units[word] {
            self = unit
            return
        }
        let small = word.lowercased()
        let isWord =
            word.count > 2 && word.dropFirst().contains(where: \.isLowercase)
            && small.contains(where: "aeiouy".contains)
        // A final e is silent after l, m and n: file is 파일, name is 네임.
        let isSilent = isWord && ["le", "me", "ne"].contains(where: small.hasSuffix)
        switch (isSilent ? small.dropLast() : small[...]).last {
        case "l": self = .rieul
        case "m", "n": self = .consonant
        case "r": self = isWord ? .vowel : .rieul
        case "g": self = isWord && small.hasSuffix("ng") ? .consonant : .vowel
        case "p": self = isWord && small.dropLast().last.map("aeiou".contains) == true ? .consonant : .vowel
        default: self = .vowel
        }
    }

    // MARK: Hangul

    private init?(hangul scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xAC00...0xD7A3:
            let final = (scalar.value - 0xAC00) % 28
            self = final == 0 ? .vowel : final == 8 ? .rieul : .consonant
        // Letters on their own have names: ㄱ is 기역, ㄹ 리을, ㅏ 아.
        case 0x3131...0x314E: self = scalar == "ㄹ" ? .rieul : .consonant
        case 0x314F...0x3163: self = .vowel
        // Decomposed syllables, as macOS writes them in file names.
        case 0x1161...0x1175: self = .vowel
        case 0x11A8...0x11C2: self = scalar.value == 0x11AF ? .rieul : .consonant
        default: return nil
        }
    }
}

extension ArraySlice {
    fileprivate func suffix(while matches: (Element) -> Bool) -> ArraySlice {
        self[(lastIndex { !matches($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}

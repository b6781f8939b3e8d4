/// A phone number in international form: a plus sign, the code of a country, and the number within that country.
///
/// No numbering plan but Korea's is known, so whether such a number is complete can't be checked. It is read only if the
/// text leaves no doubt about where it ends.
///
/// - Source: ITU-T E.164, and its list of assigned country codes.
struct InternationalNumber {
    /// The number in E.164; nil if it is in doubt or not complete, and for a Korean number.
    let text: String?
    /// Whether it has the code of Korea.
    let isKorean: Bool

    /// The plus sign that is as wide as a Hangul syllable.
    static let widePlus: Unicode.Scalar = "\u{FF0B}"

    /// Returns whether a plus sign at `start` may begin a number. The signs of `1+1`, `카페+ 15` and `phone-context=+82` do
    /// not.
    static func mayBegin(at start: String.Index, in text: String.UnicodeScalarView) -> Bool {
        guard text[start] == "+" || text[start] == widePlus else { return false }
        var next = text[start...].dropFirst()
        var isDetached = false
        while let scalar = next.first, scalar.properties.isWhitespace || scalar.plainByte == UInt8(ascii: "(") {
            isDetached = isDetached || scalar.properties.isWhitespace
            next = next.dropFirst()
        }
        guard let digit = next.first?.plainByte, 0x31...0x39 ~= digit else { return false }
        guard start > text.startIndex else { return true }
        let former = text[text.index(before: start)]
        return former != "=" && former.properties.numericType == nil && !(isDetached && former.properties.isAlphabetic)
    }

    /// Reads the number after a plus sign; nil if the text has fewer than seven digits there.
    init?(_ text: Substring.UnicodeScalarView) {
        let groups = Groups(text)
        guard groups.digits.count >= 7 else { return nil }
        isKorean = groups.digits.starts(with: "82".utf8)
        self.text = isKorean || groups.isInDoubt ? nil : Self.number(groups.digits)
    }

    /// Returns the number with its plus sign, without the zero for calls within its country; nil for an impossible
    /// number.
    private static func number(_ digits: [UInt8]) -> String? {
        let codeLength = codeLength(digits)
        let code = String(decoding: digits.prefix(codeLength), as: UTF8.self)
        var national = digits.dropFirst(codeLength)
        if let prefix = otherPrefixes[code], national.first == prefix { return nil }
        if national.first == UInt8(ascii: "0"), !keepsZero.contains(code) {
            national = national.dropFirst()
            guard national.first != UInt8(ascii: "0") else { return nil }
        }
        let isPossible =
            switch codeLength {
            // No code of an area in North America begins with 0 or 1.
            case 1: national.count == 10 && (code == "7" || national.first.map { 0x32...0x39 ~= $0 } ?? false)
            case 2: national.count >= 7
            default: national.count >= 4
            }
        guard isPossible, codeLength + national.count <= maximumDigits else { return nil }
        return "+" + code + String(decoding: national, as: UTF8.self)
    }

    /// The number of digits of the country's code: one in the zones 1 and 7, two for the listed codes, otherwise three.
    private static func codeLength(_ digits: [UInt8]) -> Int {
        if digits[0] == UInt8(ascii: "1") || digits[0] == UInt8(ascii: "7") { return 1 }
        return twoDigitCodes.contains((digits[0] &- 0x30) * 10 + (digits[1] &- 0x30)) ? 2 : 3
    }

    private static let twoDigitCodes: Set<UInt8> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// The codes after which a zero belongs to the number: Italy and its neighbors, some countries of West Africa, and
    /// the codes of services that belong to no country.
    private static let keepsZero: Set<String> = [
        "39", "378", "379", "225", "226", "229", "242", "800", "808", "870", "878", "881", "882", "883", "888", "979",
    ]

    /// The first digit of the prefix for calls within a country, if the prefix is not a single zero: Hungary 06, Mexico
    /// 01, Lithuania and Belarus 8. A number that has it after the country's code is in doubt.
    private static let otherPrefixes: [String: UInt8] = [
        "36": UInt8(ascii: "0"), "52": UInt8(ascii: "0"), "370": UInt8(ascii: "8"), "375": UInt8(ascii: "8"),
    ]

    /// The maximum number of digits, the country's code included.
    fileprivate static let maximumDigits = 15
}

/// The digits after a plus sign, in the groups in which they are written.
private struct Groups {
    private(set) var digits: [UInt8] = []
    /// Whether the digits may not be exactly one number.
    private(set) var isInDoubt = false
    /// The number of digits of the last group and of the one before it.
    private var last = 0
    private var former = 0
    /// Whether a blank is before the last group.
    private var isApart = false

    private enum Gap { case none, hyphen, blank }

    init(_ text: Substring.UnicodeScalarView) {
        var rest = text
        var gap = Gap.none
        while let scalar = rest.first, digits.count <= InternationalNumber.maximumDigits {
            let byte = scalar.plainByte ?? 0
            if 0x30...0x39 ~= byte {
                add(byte, gap)
                gap = .none
            } else if scalar.isDash || Self.hyphens.contains(byte) {
                if gap == .none { gap = .hyphen }
            } else if byte == UInt8(ascii: "("), digits.count < 7 {
                if gap == .none { gap = .hyphen }
            } else if byte == UInt8(ascii: ")") || scalar.properties.isWhitespace && !Self.isLineEnd(scalar) {
                gap = .blank
            } else if scalar.properties.generalCategory != .format {
                break
            }
            rest = rest.dropFirst()
        }
        let hasOneTooMany = isApart && (last == 1 || last == 2 && former >= 4)
        isInDoubt =
            digits.count > InternationalNumber.maximumDigits || hasOneTooMany || !isEnd(rest, after: gap)
    }

    private mutating func add(_ digit: UInt8, _ gap: Gap) {
        if gap != .none || digits.isEmpty { (former, last, isApart) = (last, 0, gap == .blank) }
        digits.append(digit)
        last += 1
    }

    /// Returns whether a number ends before this text.
    private func isEnd(_ rest: Substring.UnicodeScalarView, after gap: Gap) -> Bool {
        guard let scalar = rest.first, gap != .blank || scalar == "/" else { return true }
        switch scalar {
        // In Germany and Austria, a slash is also written after the code of the area.
        case "/", "\u{FF0F}": return digits.count >= 10
        // 5678~9 is a range of numbers; 10~18 are hours.
        case "~", "\u{FF5E}", "\u{301C}", "\u{223C}": return last >= 3
        case ":", "\u{FF1A}", "%", "*", "@", "=": return false
        default: break
        }
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return true }
        let word = String(String.UnicodeScalarView(rest.prefix(3))).lowercased()
        return gap == .none && (word == "ext" || word.hasPrefix("x") && !word.dropFirst().contains(where: \.isLetter))
    }

    private static let hyphens: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")]

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        0x0A...0x0D ~= scalar.value || scalar.value == 0x85 || 0x2028...0x2029 ~= scalar.value
    }
}

extension Unicode.Scalar {
    /// The ASCII character that this character is, also in full width; nil for any other character.
    var plainByte: UInt8? {
        0xFF01...0xFF5E ~= value ? UInt8(value - 0xFEE0) : value < 0x80 ? UInt8(value) : nil
    }

    /// Whether it is a hyphen, dash or minus other than that of ASCII, or the Korean vowel ㅡ, which people type as a
    /// dash.
    var isDash: Bool { 0x2010...0x2015 ~= value || value == 0x2212 || value == 0x3161 }
}

internal import GeocliText
/// Phone numbers as feeds and people write them, converted to E.164.
///
/// A number with a plus sign is complete in itself. Any other number is one of Korea's numbering plan, and is read only
/// for a place in Korea (`PlaceCountry`): the same digits are another number elsewhere.
///
/// - Source: ITU-T E.164; the numbering plan of the Republic of Korea (MSIT notice on the administration of
///   telecommunication numbers): area codes 02 and 0[3-6]x; mobile 01x; services 050x, 070 and 080; 15xx/16xx/18xx
///   without area code.
enum PhoneNumber {
    /// Returns the first number in `text`, such as `+82234375092`; of a list or a range (`02-3437-5092~5`,
    /// `02-3435-0950, 0956`), the first complete one. Returns nil for a number without area code, an impossible number,
    /// or words; abroad also for every number without a plus sign, even after `00`, because not every country dials
    /// `00`.
    static func e164(_ text: String, inKorea: Bool) -> String? {
        let isPlain = text.utf8.withContiguousStorageIfAvailable(isPlain) ?? false
        guard isPlain else { return searched(text, inKorea: inKorea) }
        return inKorea ? plainNumber(text) : nil
    }

    /// Does the work of `e164(_:inKorea:)` for a text of any form. Searches the first 4 KiB of the text.
    static func searched(_ text: String, inKorea: Bool) -> String? {
        let text = text.head(bytes: 4096)
        let scalars = text.unicodeScalars
        if text.utf8.contains(UInt8(ascii: "+")) || scalars.contains(InternationalNumber.widePlus) {
            for start in scalars.indices where InternationalNumber.mayBegin(at: start, in: scalars) {
                guard let found = InternationalNumber(scalars[start...].dropFirst()) else { continue }
                if inKorea, let first = national(scalars[..<start]) { return first }
                return found.isKorean ? national(scalars[start...]) : found.text
            }
        }
        guard inKorea else { return nil }
        return dialedAbroad(scalars) ?? national(scalars[...])
    }

    /// Returns the first number that is written as it is dialed in Korea for another country: a prefix, the country's
    /// code and the number, such as `001-86-10-1234-5678`. Nil if there is none or it is in doubt: the prefix must stand
    /// by itself, because 008 61 is a prefix and 00 86 1 is none, and 001-212-555-0123 may be a number of North America.
    private static func dialedAbroad(_ text: String.UnicodeScalarView) -> String? {
        for start in text.indices where text[start].plainByte == UInt8(ascii: "0") {
            guard start == text.startIndex || !(text[text.index(before: start)].plainByte.map(isDigit) ?? false) else {
                continue
            }
            let prefix = text[start...].prefix { $0.plainByte.map(isDigit) ?? false }
            let code = String(decoding: prefix.compactMap(\.plainByte), as: UTF8.self)
            let number = text[prefix.endIndex...].drop { !($0.plainByte.map(isDigit) ?? false) }
            guard abroad.contains(code), number.first?.plainByte != UInt8(ascii: "0"),
                let found = InternationalNumber(text[prefix.endIndex...])
            else { continue }
            if found.isKorean { return national(number) }
            let isDoubtful =
                code == "001" && InternationalNumber(("1" + String(Substring(number))).unicodeScalars[...])?.text != nil
            return isDoubtful ? nil : found.text
        }
        return nil
    }

    /// The prefixes for calls from Korea to other countries. 007 alone is none.
    private static let abroad: Set<String> = [
        "001", "002", "005", "006", "008", "00700", "00722", "00727", "00755", "00766", "00770",
    ]

    private static func national(_ text: Substring.UnicodeScalarView) -> String? {
        for run in runs(of: text) {
            // A run of fewer than 7 digits belongs to the words before the number. Only the first longer run is
            // searched.
            guard run.count(where: isDigit) >= 7 else { continue }
            // A date or opening hours may come before the number, so words are dropped until a number begins.
            var words = run.split(separator: UInt8(ascii: " "))[...]
            while let word = words.first {
                // What follows the digits of a call to another country, as in 00786 010…, is not a number of Korea.
                let digits = word.prefix(while: isDigit)
                guard digits.count < 5 || !digits.starts(with: "00".utf8) || digits.starts(with: "0082".utf8) else {
                    break
                }
                let groups = words.prefix(8).flatMap { $0.split { !isDigit($0) } }.prefix(8)
                if let number = number(of: groups.map { String(decoding: $0, as: UTF8.self) }) { return number }
                words = words.dropFirst()
            }
            return nil
        }
        return nil
    }

    /// Returns whether a text has only digits and hyphens, and starts with a zero and then a digit from 1 to 9. Nearly
    /// all numbers are written like this.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard 7...longestPlain ~= text.count, text[0] == UInt8(ascii: "0"), 0x31...0x39 ~= text[1] else { return false }
        var hyphenCount = 0
        for byte in text where !isDigit(byte) {
            guard byte == UInt8(ascii: "-") else { return false }
            hyphenCount += 1
        }
        return hyphenCount < 8 && text.count - hyphenCount >= 7
    }

    /// Does the work of `searched` for a text that `isPlain`: the first groups of digits that form a complete number.
    private static func plainNumber(_ text: String) -> String? {
        let found = String(unsafeUninitializedCapacity: 2 + longestPlain) { number in
            // The digits start at offset 2, so that "+82" later fits into the two bytes before them and the byte of the
            // leading zero.
            var end = 2
            var isWhole = false
            for byte in text.utf8 {
                if isDigit(byte) {
                    number[end] = byte
                    end += 1
                } else if isWholeNational(UnsafeBufferPointer(rebasing: number[2..<end])) {
                    isWhole = true
                    break
                }
            }
            guard isWhole || isWholeNational(UnsafeBufferPointer(rebasing: number[2..<end])) else { return 0 }
            (number[0], number[1], number[2]) = (UInt8(ascii: "+"), UInt8(ascii: "8"), UInt8(ascii: "2"))
            return end
        }
        return found.isEmpty ? nil : found
    }

    private static let longestPlain = 14

    /// Returns the parts of `text` that can be one number: digits, and the characters that people write between them.
    private static func runs(of text: Substring.UnicodeScalarView) -> [[UInt8]] {
        var runs: [[UInt8]] = [[]]
        for scalar in text {
            switch scalar.plainByte {
            case .some(let byte) where isDigit(byte): runs[runs.count - 1].append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "_"),
                UInt8(ascii: "+"):
                runs[runs.count - 1].append(UInt8(ascii: "-"))
            default:
                if scalar.isDash {
                    runs[runs.count - 1].append(UInt8(ascii: "-"))
                } else if scalar.properties.isWhitespace || scalar.value == 0x200B {
                    runs[runs.count - 1].append(UInt8(ascii: " "))
                } else {
                    runs.append([])
                }
            }
        }
        return runs
    }

    /// Adds one group after another until they form a complete number, so that a remainder such as `-3` or `(6)` is
    /// left out.
    private static func number(of groups: [String]) -> String? {
        var digits = ""
        for (position, group) in groups.enumerated() {
            digits += position == 0 ? withoutCountryCode(group) : group
            // No phone number has more digits.
            guard digits.utf8.count <= 14 else { return nil }
            // These groups had only the country code, as in "+82-2-…" and "+82 (0)2-…".
            if digits.isEmpty { continue }
            let national =
                (groups[0].hasPrefix("82") || groups[0].hasPrefix("0082")) && !digits.hasPrefix("0") && !isShort(digits)
                ? "0" + digits : digits
            if isWhole(national) { return "+82" + (national.hasPrefix("0") ? String(national.dropFirst()) : national) }
        }
        return nil
    }

    private static func withoutCountryCode(_ group: String) -> String {
        if group.hasPrefix("0082") { return String(group.dropFirst(4)) }
        return group == "82" || group.hasPrefix("82") && group.count >= 10 ? String(group.dropFirst(2)) : group
    }

    private static func isWhole(_ digits: String) -> Bool {
        isShort(digits) || digits.utf8.withContiguousStorageIfAvailable(isWholeNational) ?? false
    }

    private static func isWholeNational(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = digits.count
        guard count >= 9, digits[0] == UInt8(ascii: "0") else { return false }
        switch (digits[1] &- 0x30, digits[2] &- 0x30) {
        case (2, _): return 9...10 ~= count
        case (3, 1...3), (4, 1...4), (5, 1...5), (6, 1...4): return 10...11 ~= count
        case (1, 0), (7, 0): return count == 11
        case (1, 1), (1, 6...9), (8, 0), (6, 0): return 10...11 ~= count
        // 0502 to 0508 and 0303 are services, not areas.
        case (5, 0), (3, 0): return 11...12 ~= count && 0x32...0x39 ~= digits[3]
        default: return false
        }
    }

    /// Returns whether the digits are a nationwide number: 15xx, 16xx or 18xx, then four digits.
    private static func isShort(_ digits: String) -> Bool {
        digits.count == 8 && ["15", "16", "18"].contains(digits.prefix(2))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// A phone number in international form (ITU-T E.164, and its list of assigned country codes): a plus sign, the code of
/// a country, and the number within that country. No numbering plan but Korea's is known, so whether such a number is
/// complete can't be checked. It is read only if the text leaves no doubt about where it ends.
struct InternationalNumber {
    /// The number in E.164; nil if it is in doubt or not complete, and for a Korean number.
    let text: String?
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

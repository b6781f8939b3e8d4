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
    /// Returns the first number in `text`, such as `+82234375092`. Returns nil for a number without area code, an
    /// impossible number, or words; abroad also for every number without a plus sign, even after `00`, because not
    /// every country dials `00`.
    ///
    /// - Edges: for a list or a range (`02-3437-5092~5`, `02-3435-0950, 0956`), returns the first complete number.
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
        return inKorea ? national(scalars[...]) : nil
    }

    /// Returns the first number of Korea's plan.
    private static func national(_ text: Substring.UnicodeScalarView) -> String? {
        for run in runs(of: text) {
            // A run of fewer than 7 digits belongs to the words before the number. Only the first longer run is
            // searched.
            guard run.count(where: isDigit) >= 7 else { continue }
            // A date or opening hours may come before the number, so words are dropped until a number begins.
            var words = run.split(separator: UInt8(ascii: " "))[...]
            while !words.isEmpty {
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

    /// Returns what `searched` finds in a text for which `isPlain` is true: the first groups of digits that form a
    /// complete number.
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

    /// Returns whether the digits begin with the code of an area or a service and have the right length.
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

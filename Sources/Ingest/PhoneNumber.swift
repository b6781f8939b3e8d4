internal import Text

/// Korean phone numbers as feeds write them, made E.164.
///
/// - Source: the numbering plan of the Republic of Korea (MSIT notice on the administration of telecommunication
///   numbers): area codes 02 and 0[3-6]x, mobile 01x, 050x and 070 and 080 services, 15xx/16xx/18xx without area code.
enum PhoneNumber {
    /// The first number in `text`, `+82…`; nil for one without area code, for an impossible one, and for words.
    ///
    /// - Edges: of a list or a range (`02-3437-5092~5`, `02-3435-0950, 0956`) the first whole number.
    static func e164(_ text: String) -> String? {
        for run in runs(of: text.head(bytes: 4096)) {
            // A stray digit in the words before is no number yet; the first that is long enough decides.
            guard run.count(where: isDigit) >= 7 else { continue }
            // A date or opening hours may stand before it: words are left out until a number begins.
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

    /// The stretches of `text` that can be one number: digits, and what people write between them.
    private static func runs(of text: String) -> [[UInt8]] {
        var runs: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let plain = 0xFF01...0xFF5E ~= scalar.value ? UInt8(scalar.value - 0xFEE0) : UInt8(exactly: scalar.value)
            switch plain {
            case .some(let byte) where isDigit(byte): runs[runs.count - 1].append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "_"),
                UInt8(ascii: "+"):
                runs[runs.count - 1].append(UInt8(ascii: "-"))
            default:
                // Unicode's hyphens, dashes and minus, and the vowel that a Korean keyboard has in their place.
                if 0x2010...0x2015 ~= scalar.value || scalar.value == 0x2212 || scalar.value == 0x3161 {
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

    /// Adds group after group until they make a whole number, so that what follows (`-3`, `(6)`) is left out.
    private static func number(of groups: [String]) -> String? {
        var digits = ""
        for (position, group) in groups.enumerated() {
            digits += position == 0 ? withoutCountryCode(group) : group
            // No number is longer than that.
            guard digits.utf8.count <= 14 else { return nil }
            // "+82-2-…" and "+82 (0)2-…".
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
        if isShort(digits) { return true }
        let count = digits.count
        switch digits.prefix(3) {
        case "031", "032", "033", "041", "042", "043", "044", "051", "052", "053", "054", "055", "061", "062", "063",
            "064":
            return 10...11 ~= count
        case "010", "070": return count == 11
        case "011", "016", "017", "018", "019", "080", "060": return 10...11 ~= count
        // 0502 to 0508 and 0303 are services, not areas.
        case "050", "030": return 11...12 ~= count && digits.dropFirst(3).first.map { "2"..."9" ~= $0 } ?? false
        default: return digits.hasPrefix("02") && 9...10 ~= count
        }
    }

    /// A number that stands for the whole country: 15xx, 16xx, 18xx and four digits.
    private static func isShort(_ digits: String) -> Bool {
        digits.count == 8 && ["15", "16", "18"].contains(digits.prefix(2))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

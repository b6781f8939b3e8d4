/// A phone number as people in Korea write it.
enum NationalNumber {
    /// Returns a Korean number in its national form, such as `02-3437-5092` for `+82234375092`. Returns any other text
    /// unchanged.
    static func text(_ e164: String) -> String {
        guard e164.hasPrefix("+82") else { return e164 }
        let digits = String(e164.dropFirst(3))
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), digits.utf8.count >= 7 else { return e164 }
        let end = digits.suffix(4)
        // 15xx, 16xx and 18xx have no area code.
        if digits.utf8.count == 8, ["15", "16", "18"].contains(digits.prefix(2)) {
            return "\(digits.prefix(4))-\(end)"
        }
        // Personal numbers have a prefix of four digits, such as 0507. Seoul's area code is 02.
        let area =
            digits.hasPrefix("2") ? digits.prefix(1) : digits.hasPrefix("50") ? digits.prefix(3) : digits.prefix(2)
        let middle = digits.dropFirst(area.count).dropLast(4)
        return middle.isEmpty ? "0\(area)-\(end)" : "0\(area)-\(middle)-\(end)"
    }
}

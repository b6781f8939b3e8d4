/// Korean phone numbers as people in Korea write them.
///
/// - Source: the numbering plan of the Republic of Korea (MSIT notice on the administration of telecommunication
///   numbers): 02 has two digits; the other area codes, 01x, 070, 080 and 060 have three; 050x and 030x have four. The
///   last four digits are a group of their own. 15xx, 16xx and 18xx have no area code.
public enum NationalPhone {
    /// Returns `+82234375092` as `02-3437-5092`; nil for a number that is not Korean or has no known form.
    public static func text(e164 number: String) -> String? {
        let digits = Array(number.utf8.dropFirst(3))
        guard number.utf8.starts(with: "+82".utf8), digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            let first = digits.first, first != UInt8(ascii: "0")
        else { return nil }
        if digits.count == 8, isNationwide(digits) { return joined([digits[..<4], digits[4...]], zero: false) }
        let codeLength = first == UInt8(ascii: "2") ? 1 : isService(digits) ? 3 : 2
        // The group between the code and the last four digits has three or four digits.
        guard 3...4 ~= digits.count - codeLength - 4 else { return nil }
        return joined([digits[..<codeLength], digits[codeLength..<digits.count - 4], digits.suffix(4)], zero: true)
    }

    /// Whether the number begins with 15, 16 or 18.
    private static func isNationwide(_ digits: [UInt8]) -> Bool {
        digits[0] == UInt8(ascii: "1") && [UInt8(ascii: "5"), UInt8(ascii: "6"), UInt8(ascii: "8")].contains(digits[1])
    }

    /// Whether the number has a service code of four digits: 0502 to 0509, 0303 and similar.
    private static func isService(_ digits: [UInt8]) -> Bool {
        digits.count >= 10 && [UInt8(ascii: "5"), UInt8(ascii: "3")].contains(digits[0])
            && digits[1] == UInt8(ascii: "0")
    }

    private static func joined(_ groups: [ArraySlice<UInt8>], zero: Bool) -> String {
        (zero ? "0" : "") + groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}

extension DecimalText {
    /// The maximum number of digits to which an exponent may expand a whole number.
    ///
    /// No feed has row numbers this large, and `1e999999999` must not become a gigabyte of zeros.
    public static let maximumWrittenDigits = 40

    /// Returns the normal spelling of a whole number that `text` spells as in JSON: its digits, after a minus sign if
    /// it is negative. `1e3`, `10E2`, `1000.000` and `1000` become `1000`; `-0` becomes `0`.
    ///
    /// - Returns: nil for a number with a fraction, for anything that is not a JSON number, and for a number whose
    ///   exponent makes it longer than `maximumWrittenDigits`.
    /// - Complexity: O(length).
    /// - Source: RFC 8259, §6.
    public static func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let number = SpelledNumber(text) else { return nil }
        let digits = number.digits(of: text)
        guard let first = digits.firstIndex(where: { $0 != 0x30 }) else { return "0" }
        let end = (digits.lastIndex { $0 != 0x30 } ?? first) + 1
        // The exponent moves the decimal point. This is the number of digits before its new position.
        let (length, overflows) = (number.whole.count - first).addingReportingOverflow(number.exponent)
        guard !overflows, length >= end - first, length <= max(maximumWrittenDigits, number.whole.count) else {
            return nil
        }
        var written: [UInt8] = number.isNegative ? [UInt8(ascii: "-")] : []
        written += digits[first..<end]
        written += repeatElement(0x30, count: length - (end - first))
        return String(decoding: written, as: UTF8.self)
    }
}

/// The parts of a number as spelled in JSON.
private struct SpelledNumber {
    let isNegative: Bool
    /// The digits before the point, and those after it.
    let whole: Range<Int>
    let fraction: Range<Int>
    /// The exponent. Far too large exponents are reduced, so that sums can't overflow.
    let exponent: Int

    private static let largestExponent = 1 << 40

    /// - Returns: nil for anything that is not a JSON number.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        func digits() -> Range<Int> {
            let start = index
            while index < text.count, 0x30...0x39 ~= text[index] { index += 1 }
            return start..<index
        }
        isNegative = text.first == UInt8(ascii: "-")
        if isNegative { index = 1 }
        whole = digits()
        guard !whole.isEmpty, whole.count == 1 || text[whole.lowerBound] != 0x30 else { return nil }
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            fraction = digits()
            guard !fraction.isEmpty else { return nil }
        } else {
            fraction = index..<index
        }
        var exponent = 0
        if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            let sign = index < text.count ? text[index] : 0
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
            let written = digits()
            guard !written.isEmpty else { return nil }
            for digit in text[written] { exponent = min(exponent * 10 + Int(digit - 0x30), Self.largestExponent) }
            if sign == UInt8(ascii: "-") { exponent = -exponent }
        }
        guard index == text.count else { return nil }
        self.exponent = exponent
    }

    /// Returns all digits, before and after the point.
    func digits(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] { Array(text[whole]) + Array(text[fraction]) }
}

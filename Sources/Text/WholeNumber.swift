extension DecimalText {
    /// A whole number that an exponent makes longer than this is not written out.
    ///
    /// No feed numbers its rows so high, and `1e999999999` must not become a gigabyte of zeros.
    public static let mostWrittenDigits = 40

    /// The one spelling of the whole number that `text` spells as JSON spells numbers: its digits, with a minus where it is
    /// negative. `1e3`, `10E2`, `1000.000` and `1000` are `1000`; `-0` is `0`.
    ///
    /// - Returns: nil for a number with a fraction, for anything that is not a number of JSON, and for one that its exponent
    ///   makes longer than `mostWrittenDigits`.
    /// - Complexity: O(length).
    /// - Source: RFC 8259, §6.
    public static func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard let number = SpelledNumber(text) else { return nil }
        let digits = number.digits(of: text)
        guard let first = digits.firstIndex(where: { $0 != 0x30 }) else { return "0" }
        let end = (digits.lastIndex { $0 != 0x30 } ?? first) + 1
        // How many digits stand before the point once the exponent has moved it.
        let (length, overflows) = (number.whole.count - first).addingReportingOverflow(number.exponent)
        guard !overflows, length >= end - first, length <= max(mostWrittenDigits, number.whole.count) else {
            return nil
        }
        var written: [UInt8] = number.isNegative ? [UInt8(ascii: "-")] : []
        written += digits[first..<end]
        written += repeatElement(0x30, count: length - (end - first))
        return String(decoding: written, as: UTF8.self)
    }

    /// The same of a text.
    public static func wholeNumber(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { wholeNumber($0) }
    }
}

/// The parts of a number as JSON spells it.
private struct SpelledNumber {
    let isNegative: Bool
    /// The digits before the point, and those behind it.
    let whole: Range<Int>
    let fraction: Range<Int>
    /// The exponent; one that is far too large is made smaller, so that sums can't overflow.
    let exponent: Int

    private static let largestExponent = 1 << 40

    /// - Returns: nil for anything that is not a number of JSON.
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

    /// All digits, those before the point and those behind it.
    func digits(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] { Array(text[whole]) + Array(text[fraction]) }
}

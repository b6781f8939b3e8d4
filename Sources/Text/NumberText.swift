internal import Glibc

/// Numbers as text, the same on every machine.
package enum DecimalText {
    /// Maximum number of decimals; ten to this power is exact in a double.
    package static let maximumDecimals = 9

    /// Appends `value` rounded exactly to `decimals` (ties away from zero), without zeros at the end.
    ///
    /// - Units: |value| · 10^decimals below 2^53, about 9·10^15; a coordinate with 9 decimals has 1.8·10^11.
    /// - Edges: -0 is written as 0; a result beyond 64 bits becomes the nearest number that fits.
    package static func append(_ value: Double, maximumDecimals decimals: Int, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value, maximumDecimals: decimals, to: $0) }
    }

    /// Appends `value` rounded exactly to `decimals` (ties away from zero), with all decimals.
    package static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value, decimals: decimals, to: $0) }
    }

    package static func text(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func text(_ value: Double, maximumDecimals decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, maximumDecimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the shortest text that reads back as the same number. A coordinate never gets an exponent.
    package static func append(shortest value: Double, to bytes: inout [UInt8]) {
        append(to: &bytes, room: maximumShortestBytes) { write(shortest: value, to: $0) }
    }

    /// The maximum number of bytes of the shortest text: a sign, `0.`, 20 zeros and 17 digits; a text with an exponent
    /// is shorter.
    package static let maximumShortestBytes = 48

    /// Writes the shortest text. `target` has room for `maximumShortestBytes`.
    static func write(shortest value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if let (units, decimals) = units(of: value) { return write(units, ofDecimals: decimals, to: target) }
        if value == value.rounded(), abs(value) < 1e15 {
            return write(UInt64(abs(value)), isNegative: value < 0, decimals: 0, to: target)
        }
        var text = plain(value.description)
        return text.withUTF8 { utf8 in
            precondition(utf8.count <= maximumShortestBytes)
            if let start = utf8.baseAddress { target.update(from: start, count: utf8.count) }
            return utf8.count
        }
    }

    /// Returns the whole number `units` for which units / 10^decimals is exactly `value`; nil if there is none.
    ///
    /// Such a quotient has at most 15 digits. Two different decimal numbers of at most 15 digits are never the same
    /// double, so no other such number reads back as `value`. Without its trailing zeros, the quotient is the shortest
    /// text of `value`, the same as `description`.
    /// - Source: DBL_DIG of IEEE 754 is 15; the whole number is below 2^53 and the power of ten is exact, so the
    ///   division rounds once.
    private static func units(of value: Double) -> (units: Int64, decimals: Int)? {
        let magnitude = abs(value)
        // Most coordinates in files have at most 7 decimals, or 15 digits in all.
        if let units = units(of: value, decimals: 7) { return (units, 7) }
        guard magnitude < 1000 else { return nil }
        let decimals = magnitude >= 100 ? 12 : magnitude >= 10 ? 13 : 14
        return units(of: value, decimals: decimals).map { ($0, decimals) }
    }

    private static func units(of value: Double, decimals: Int) -> Int64? {
        let power = powersOfTen[decimals]
        let product = value * power
        // One less than 10^15, so that rounding does not reach 10^15.
        guard abs(product) < 999_999_999_999_999 else { return nil }
        let units = Int64(product + (product < 0 ? -0.5 : 0.5))
        return Double(units) / power == value ? units : nil
    }

    /// Returns the text of a small number without its exponent: `1.5e-06` becomes `0.0000015`. Other texts stay
    /// unchanged.
    private static func plain(_ text: String) -> String {
        // Most texts have no exponent. Searching the bytes for one takes a tenth of the time of searching the
        // characters.
        guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
            -20...(-1) ~= exponent
        else { return text }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text[..<mark].filter(\.isNumber)
        let fraction = String(repeating: "0", count: -exponent - 1) + digits
        // Drops the needless zero of `1.0e-05`.
        return sign + "0." + (fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)
    }

    package static func append(_ value: Int64, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value.magnitude, isNegative: value < 0, decimals: 0, to: $0) }
    }

    /// Returns the finite number that `text` spells in plain decimals, also with an exponent (`1.2695e2`), as in JSON,
    /// but without blanks; nil for anything else. `Double(_:)` also accepts "nan", "inf", "0x1.2p5" and "1e999"; none
    /// of them is a number that a person writes.
    package static func number(_ text: some StringProtocol) -> Double? {
        var text = String(text)
        return text.withUTF8(number(bytes:))
    }

    /// Returns the number in `bytes`, the same double as from `number`: at most 19 digits, with an optional minus sign
    /// and optional decimals. Returns nil if they are not a number, or are a number that only the slower `number`
    /// reads.
    package static func plainNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var digits: UInt64 = 0
        var decimals = -1
        let isNegative = bytes.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        // At most 19 digits and a point are accepted, because any 19 digits fit into 64 bits.
        guard 1...20 ~= bytes.count - start, bytes[start] != UInt8(ascii: ".") else { return nil }
        var index = start
        while index < bytes.count {
            let digit = bytes[index] &- 0x30
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                decimals += decimals < 0 ? 0 : 1
            } else {
                guard bytes[index] == UInt8(ascii: "."), decimals < 0 else { return nil }
                decimals = 0
            }
            index += 1
        }
        guard decimals != 0, decimals > 0 || bytes.count - start < 20 else { return nil }
        let value = quotient(digits, max(decimals, 0))
        return isNegative ? -value : value
    }

    /// Returns the double nearest to `digits` divided by a power of ten, at most 10^18. If both numbers are exact in a
    /// double, the one division rounds once (Clinger, "How to read floating point numbers accurately", PLDI 1990).
    /// Otherwise the division is one of whole numbers with a remainder.
    private static func quotient(_ digits: UInt64, _ decimals: Int) -> Double {
        if digits <= 1 << 53 { return Double(digits) / powersOfTen[decimals] }
        let divisor = wholePowersOfTen[decimals]
        let (up, divisorUp) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
        // The dividend is digits · 2^(63 + up), and the divisor has its highest bit set, so the quotient has at least 63
        // bits, ten more than a double. So a remainder rounds like a set lowest bit.
        let dividend = digits << up
        let (quotient, remainder) = (divisor << divisorUp).dividingFullWidth((dividend >> 1, dividend << 63))
        let rounded = Double(remainder == 0 ? quotient : quotient | 1)
        return rounded * Double(sign: .plus, exponent: divisorUp - up - 63, significand: 1)
    }

    /// Returns the finite number that `bytes` spell in any form that `number` reads; nil for anything else.
    package static func number(bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        if let value = plainNumber(bytes) { return value }
        var sawDigit = false
        for byte in bytes {
            switch byte {
            case 0x30...0x39: sawDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
            case UInt8(ascii: "e"), UInt8(ascii: "E"): guard sawDigit else { return nil }
            default: return nil
            }
        }
        guard sawDigit else { return nil }
        // Unlike `strtod`, this does not depend on the locale of the process.
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The powers of ten that are exact in a double: 5^22 is less than 2^53.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private static let wholePowersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// Returns `value` · 10^decimals as a whole number, rounded as the exact product requires.
    ///
    /// The multiplication is off by at most half a unit in the last place: less than 2^-13 for products below 2^40. A
    /// product farther than that from a tie is on the correct side of the tie.
    private static func scaled(_ value: Double, _ decimals: Int) -> Int64 {
        precondition((0...maximumDecimals).contains(decimals))
        let product = value * powersOfTen[decimals]
        if abs(product) < 0x1p40 {
            let units = Int64(product)
            let rest = abs(product - Double(units))
            if rest < 0.499 { return units }
            if rest > 0.501 { return product < 0 ? units - 1 : units + 1 }
        }
        return scaledNearTie(value, decimals)
    }

    /// Does the same as `scaled`, but also for large products and for products close to a tie. If the multiplication
    /// rounds to a tie, `fma` shows on which side of the tie the exact product is.
    static func scaledNearTie(_ value: Double, _ decimals: Int) -> Int64 {
        let scale = powersOfTen[decimals]
        let product = value * scale
        let error = fma(value, scale, -product)
        var units = product.rounded(.toNearestOrEven)
        let distance = product - units
        if distance + error > 0.5 || distance == 0.5 && error == 0 && value > 0 {
            units += 1
        } else if distance + error < -0.5 || distance == -0.5 && error == 0 && value < 0 {
            units -= 1
        } else if distance == 0.5, error > 0 {
            units += 1
        } else if distance == -0.5, error < 0 {
            units -= 1
        }
        // A result beyond 64 bits becomes the nearest number that fits.
        return Int64(exactly: units) ?? (units > 0 ? .max : units < 0 ? .min : 0)
    }

    // MARK: Writing

    /// The maximum number of bytes of a number: a sign, the 20 digits of the largest number, a point and a zero before
    /// the point.
    package static let maximumBytes = 24

    @inline(__always)
    private static func append(
        to bytes: inout [UInt8], room: Int = maximumBytes, _ write: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        bytes.append(addingCapacity: room) { span in
            span.withUnsafeMutableBufferPointer { buffer, count in
                if let base = buffer.baseAddress { count += write(base + count) }
            }
        }
    }

    /// Writes `value` as `append` does, into room for `maximumBytes`. As below, the result is the number of bytes
    /// written.
    static func write(_ value: Double, maximumDecimals decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        write(scaled(value, decimals), ofDecimals: decimals, to: target)
    }

    static func write(_ value: Double, decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let units = scaled(value, decimals)
        return write(units.magnitude, isNegative: units < 0, decimals: decimals, to: target)
    }

    /// Writes `units` / 10^`decimals` without zeros at the end.
    private static func write(
        _ units: Int64, ofDecimals decimals: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var magnitude = units.magnitude
        var kept = decimals
        while kept >= 4, magnitude % 10_000 == 0 {
            magnitude /= 10_000
            kept -= 4
        }
        while kept > 0, magnitude % 10 == 0 {
            magnitude /= 10
            kept -= 1
        }
        return write(magnitude, isNegative: units < 0, decimals: kept, to: target)
    }

    /// Writes `units` / 10^`decimals` with all its decimals.
    static func write(
        _ units: UInt64, isNegative: Bool, decimals: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // All digits of the number, and at least one before the point.
        let digits = max(digitCount(units), decimals + 1)
        let count = (isNegative ? 1 : 0) + digits + (decimals > 0 ? 1 : 0)
        let end = target + count
        if decimals > 0 {
            let power = wholePowersOfTen[decimals]
            put(units % power, digits: decimals, before: end)
            (end - decimals - 1).pointee = UInt8(ascii: ".")
            put(units / power, digits: digits - decimals, before: end - decimals - 1)
        } else {
            put(units, digits: digits, before: end)
        }
        if isNegative { target.pointee = UInt8(ascii: "-") }
        return count
    }

    /// Returns the number of digits; 1 for 0. 1233 / 4096 is a little less than log10 2 (S. E. Anderson, "Bit Twiddling
    /// Hacks", integer log base 10).
    private static func digitCount(_ value: UInt64) -> Int {
        let bits = UInt64.bitWidth - (value | 1).leadingZeroBitCount
        let estimate = (bits &* 1233) &>> 12
        return value >= wholePowersOfTen[estimate] ? estimate + 1 : max(estimate, 1)
    }

    /// Writes the last `count` digits of a number in front of `end`, two at a time.
    private static func put(_ value: UInt64, digits count: Int, before end: UnsafeMutablePointer<UInt8>) {
        var (rest, left, end) = (value, count, end)
        while left >= 2 {
            let pair = pairs.utf8Start + Int(truncatingIfNeeded: rest % 100) * 2
            rest /= 100
            left -= 2
            end -= 2
            (end[0], end[1]) = (pair[0], pair[1])
        }
        if left == 1 { (end - 1).pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10) }
    }

    private static let pairs: StaticString = """
        0001020304050607080910111213141516171819\
        2021222324252627282930313233343536373839\
        4041424344454647484950515253545556575859\
        6061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """
}

extension DecimalText {
    /// The maximum number of digits to which an exponent may expand a whole number: no feed has larger row numbers, and
    /// `1e999999999` must not become a gigabyte of zeros.
    package static let maximumWrittenDigits = 40

    /// Returns the normal spelling of a whole number that `text` spells as in JSON (RFC 8259, §6): its digits, after a
    /// minus sign if it is negative. `1e3`, `10E2`, `1000.000` and `1000` become `1000`; `-0` becomes `0`. Nil for a
    /// number with a fraction, for anything that is not a JSON number, and for a number whose exponent makes it longer
    /// than `maximumWrittenDigits`.
    package static func wholeNumber(_ text: UnsafeBufferPointer<UInt8>) -> String? {
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

private struct SpelledNumber {
    let isNegative: Bool
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

    func digits(of text: UnsafeBufferPointer<UInt8>) -> [UInt8] { Array(text[whole]) + Array(text[fraction]) }
}

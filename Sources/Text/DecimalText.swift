internal import Glibc

/// Numbers as text, the same on every machine.
public enum DecimalText {
    /// The number of decimals that `fixed` takes at most; ten to this power is exact in a double.
    public static let maximumDecimals = 9

    /// Appends `value` rounded to `decimals`, exactly (ties away from zero), zeros at the end left out.
    ///
    /// - Units: |value| · 10^decimals below 2^53, about 9·10^15; a coordinate with 9 decimals has 1.8·10^11.
    /// - Edges: -0 is written 0; beyond 64 bits the last number that they hold.
    public static func append(_ value: Double, maximumDecimals decimals: Int, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value, maximumDecimals: decimals, to: $0) }
    }

    /// Appends `value` rounded to `decimals`, exactly (ties away from zero), all decimals written.
    public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value, decimals: decimals, to: $0) }
    }

    /// `value` rounded to `decimals`, as text with all of them.
    public static func text(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `value` rounded to `decimals`, as text without zeros at the end.
    public static func text(_ value: Double, maximumDecimals decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, maximumDecimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the shortest text that reads back equal, without an exponent for all numbers a coordinate can be.
    public static func append(shortest value: Double, to bytes: inout [UInt8]) {
        append(to: &bytes, room: maximumShortestBytes) { write(shortest: value, to: $0) }
    }

    /// Bytes of the shortest text at most: a sign, `0.`, 20 zeros and 17 digits; with an exponent it is shorter.
    public static let maximumShortestBytes = 48

    /// Writes the shortest text; there is room for `maximumShortestBytes`.
    static func write(shortest value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if let (units, decimals) = units(of: value) { return write(units, ofDecimals: decimals, to: target) }
        if value == value.rounded(), abs(value) < 1e15 {
            return write(UInt64(abs(value)), isNegative: value < 0, places: 0, to: target)
        }
        var text = plain(value.description)
        return text.withUTF8 { utf8 in
            precondition(utf8.count <= maximumShortestBytes)
            if let start = utf8.baseAddress { target.update(from: start, count: utf8.count) }
            return utf8.count
        }
    }

    /// `value` as a whole number of units of 10^-decimals where so few decimals say it: the quotient is `value` again.
    ///
    /// Such a quotient has at most 15 digits, and of decimals with so many no two are one double: so it is the only one that
    /// reads back equal, without the zeros at its end the shortest, and what `description` says.
    /// - Source: DBL_DIG of IEEE 754 is 15; the whole number is below 2^53 and the power of ten exact, so the division rounds
    ///   once.
    private static func units(of value: Double) -> (units: Int64, decimals: Int)? {
        let magnitude = abs(value)
        // Coordinates in files mostly have 7 decimals or fewer, or as many as make 15 digits.
        if let units = units(of: value, decimals: 7) { return (units, 7) }
        guard magnitude < 1000 else { return nil }
        let decimals = magnitude >= 100 ? 12 : magnitude >= 10 ? 13 : 14
        return units(of: value, decimals: decimals).map { ($0, decimals) }
    }

    private static func units(of value: Double, decimals: Int) -> Int64? {
        let power = powersOfTen[decimals]
        let product = value * power
        // One less than 10^15, that rounding does not reach it.
        guard abs(product) < 999_999_999_999_999 else { return nil }
        let units = Int64(product + (product < 0 ? -0.5 : 0.5))
        return Double(units) / power == value ? units : nil
    }

    /// The same number without an exponent where it is small: `1.5e-06` becomes `0.0000015`.
    private static func plain(_ text: String) -> String {
        // Most have none, and to look for one among the bytes costs a tenth of looking among the characters.
        guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]),
            -20...(-1) ~= exponent
        else { return text }
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text[..<mark].filter(\.isNumber)
        let fraction = String(repeating: "0", count: -exponent - 1) + digits
        // `1.0e-05` has a zero that says nothing.
        return sign + "0." + (fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)
    }

    /// Appends a whole number.
    public static func append(_ value: Int64, to bytes: inout [UInt8]) {
        append(to: &bytes) { write(value.magnitude, isNegative: value < 0, places: 0, to: $0) }
    }

    /// The finite number that `text` spells in plain decimals, nil for anything else.
    ///
    /// `Double(_:)` also takes "nan", "inf", "0x1.2p5" and "1e999"; none of them is a number a person wrote down.
    /// - Edges: an exponent is taken (`1.2695e2`), as JSON has it; blanks are not.
    public static func number(_ text: some StringProtocol) -> Double? {
        var sawDigit = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: sawDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
            case UInt8(ascii: "e"), UInt8(ascii: "E"): guard sawDigit else { return nil }
            default: return nil
            }
        }
        guard sawDigit, let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The number that `bytes` spell as digits, perhaps with a minus before and decimals behind them; nil for one that
    /// takes longer than that to be read, which `number` reads, and for what is none.
    ///
    /// - Edges: the nearest double, as `number` gives it: the digits are a whole number of at most 2^53 and the power of ten
    ///   one that doubles hold, so the one division rounds once.
    /// - Source: Clinger, "How to read floating point numbers accurately", PLDI 1990.
    public static func plainNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var digits: UInt64 = 0
        var decimals = -1
        let isNegative = bytes.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        // So many digits fit into 64 bits, whatever they are.
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
        guard decimals != 0, decimals > 0 || bytes.count - start < 20, digits <= 1 << 53 else { return nil }
        let value = Double(digits) / powersOfTen[max(decimals, 0)]
        return isNegative ? -value : value
    }

    /// The finite number that `bytes` spell, however it is written, as `number` reads it; nil for anything else.
    ///
    /// - Complexity: O(n); a tenth of what reading it as a text takes.
    public static func number(bytes: UnsafeBufferPointer<UInt8>) -> Double? {
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
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
            for index in bytes.indices { text[index] = CChar(bitPattern: bytes[index]) }
            text[bytes.count] = 0
            // The C library's reader takes what these letters spell, and says where it stopped.
            var end: UnsafeMutablePointer<CChar>?
            let value = strtod(text.baseAddress!, &end)
            return end == text.baseAddress! + bytes.count && value.isFinite ? value : nil
        }
    }

    /// The powers that are whole numbers of 53 bits and twos: 5^22 is less than 2^53.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// `value` · 10^decimals as a whole number, rounded by the exact product.
    ///
    /// The multiplication is off by half a unit in its last place, less than 2^-13 below 2^40; where the product is farther
    /// than that from a tie, it lies on the same side of it.
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

    /// The same for any value: `fma` tells on which side of the tie the product lies where the multiplication alone has
    /// rounded onto it.
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
        // Beyond the numbers there are the last one stands for all.
        return Int64(exactly: units) ?? (units > 0 ? .max : units < 0 ? .min : 0)
    }

    // MARK: Writing

    /// A sign, the 20 digits of the largest number, a point and a zero before it.
    public static let maximumBytes = 24

    /// Appends what `write` writes, at most `room` bytes.
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

    /// Writes `value` as `append` does; there is room for `maximumBytes`.
    ///
    /// - Returns: how many bytes that took, as all of these do.
    static func write(_ value: Double, maximumDecimals decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        write(scaled(value, decimals), ofDecimals: decimals, to: target)
    }

    static func write(_ value: Double, decimals: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let units = scaled(value, decimals)
        return write(units.magnitude, isNegative: units < 0, places: decimals, to: target)
    }

    /// `units` / 10^`decimals` without zeros at the end.
    private static func write(
        _ units: Int64, ofDecimals decimals: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var magnitude = units.magnitude
        var places = decimals
        while places > 0, magnitude % 10 == 0 {
            magnitude /= 10
            places -= 1
        }
        return write(magnitude, isNegative: units < 0, places: places, to: target)
    }

    /// `units` / 10^`places`, with so many decimals.
    static func write(
        _ units: UInt64, isNegative: Bool, places: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        // As many digits as the number has, and one before the point.
        var digits = 1
        var rest = units
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        digits = max(digits, places + 1)
        let count = (isNegative ? 1 : 0) + digits + (places > 0 ? 1 : 0)
        var end = target + count
        rest = units
        func putDigits(_ count: Int) {
            for _ in 0..<count {
                end -= 1
                end.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        putDigits(places)
        if places > 0 {
            end -= 1
            end.pointee = UInt8(ascii: ".")
        }
        putDigits(digits - places)
        if isNegative { target.pointee = UInt8(ascii: "-") }
        return count
    }
}

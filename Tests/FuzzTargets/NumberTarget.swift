@testable internal import GeocliText

/// Numbers as text: one grammar reads them, and written numbers read back equal.
enum NumberTarget {
    static func check(_ bytes: [UInt8]) throws {
        let text = text(bytes)
        let number = DecimalText.number(text)
        let own = isNumeral(bytes) ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        try demand(
            number?.bitPattern == own?.bitPattern,
            "\"\(text)\" read as \(number as Any), by the grammar \(own as Any)")
        if let number { try checkWritten(number) }
        let plain = bytes.withUnsafeBufferPointer { DecimalText.plainNumber($0) }
        try demand(plain == nil || plain?.bitPattern == number?.bitPattern, "\"\(text)\" read quickly as \(plain ?? 0)")
        let byBytes = bytes.withUnsafeBufferPointer { DecimalText.number(bytes: $0) }
        try demand(byBytes?.bitPattern == own?.bitPattern, "\"\(text)\" read by its bytes as \(byBytes as Any)")
        guard bytes.count >= 8 else { return }
        let bits = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let value = Double(bitPattern: bits)
        if value.isFinite { try checkWritten(value) }
        var whole: [UInt8] = []
        DecimalText.append(Int64(bitPattern: bits), to: &whole)
        try demand(
            Int64(Self.text(whole)) == Int64(bitPattern: bits), "\(Int64(bitPattern: bits)) written \(Self.text(whole))"
        )
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    static func checkWritten(_ value: Double) throws {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        let shortest = text(bytes)
        try demand(DecimalText.number(shortest) == value, "\(value) written \(shortest)")
        // All possible values of a coordinate.
        if abs(value) <= 180, abs(value) > 1e-12 || value == 0 {
            try demand(!shortest.contains("e"), "\(value) written \(shortest)")
        }
        for decimals in 0...DecimalText.maximumDecimals {
            var scale = 1.0
            for _ in 0..<decimals { scale *= 10 }
            guard abs(value) * scale < 0x1p53 else { return }
            let all = DecimalText.text(value, decimals: decimals)
            let some = DecimalText.text(value, maximumDecimals: decimals)
            let read = DecimalText.number(all)
            try demand(read == DecimalText.number(some), "\(value) written \(all) and \(some)")
            // Half a unit of the last place, plus the rounding error of reading the text as a double.
            let limit = 0.5 / scale + abs(value).ulp
            try demand(read.map { abs($0 - value) <= limit } ?? false, "\(value) written \(all)")
            try demand(
                (all.split(separator: ".").dropFirst().first?.count ?? 0) == decimals && all != "-0", "\(value): \(all)"
            )
        }
    }

    /// Digits with a point before, within or after them, a sign before and an exponent after: checked byte by byte.
    private static func isNumeral(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        func takeSign() { if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() } }
        func takeDigits() -> Int {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            rest = rest.dropFirst(digits.count)
            return digits.count
        }
        takeSign()
        var digits = takeDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += takeDigits()
        }
        guard digits > 0 else { return false }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            takeSign()
            guard takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

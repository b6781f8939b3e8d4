import TestSupport
import Testing

@testable import GeocliText

@Suite struct DecimalTextTests {
    /// The exact value of `value`, rounded in whole-number arithmetic, ties away from zero.
    private func oracle(_ value: Double, decimals: Int) -> String {
        let magnitude = value.magnitude
        var power: UInt128 = 1
        for _ in 0..<decimals { power *= 10 }
        var units: UInt128 = 0
        if magnitude > 0 {
            // magnitude = significand · 2^exponent, the significand below 2^53.
            let exponent = Int(magnitude.exponent) - 52
            let significand = UInt128(UInt64(magnitude.significand * 4_503_599_627_370_496))
            let product = significand * power
            if exponent >= 0 {
                units = product << UInt128(exponent)
            } else if exponent > -127 {
                let half = UInt128(1) << UInt128(-exponent - 1)
                units = (product + half) >> UInt128(-exponent)
            }
        }
        let whole = String(units / power)
        let fraction = String(units % power)
        let sign = value < 0 && units > 0 ? "-" : ""
        return decimals == 0
            ? sign + whole : sign + whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    private func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        let digits = text.reversed().drop { $0 == "0" }.reversed()
        return String(digits.last == "." ? Array(digits.dropLast()) : Array(digits))
    }

    private func expectExact(_ value: Double, decimals: Int, _ note: String) {
        let expected = oracle(value, decimals: decimals)
        #expect(DecimalText.text(value, decimals: decimals) == expected, "\(value), \(decimals) decimals, \(note)")
        #expect(
            DecimalText.text(value, maximumDecimals: decimals) == trimmed(expected),
            "\(value), at most \(decimals) decimals, \(note)")
    }

    @Test func theOracleItselfIsRight() {
        #expect(oracle(0.5, decimals: 0) == "1")
        #expect(oracle(-2.5, decimals: 0) == "-3")
        #expect(oracle(1.0000001, decimals: 7) == "1.0000001")
        // 0.15 is 0.1499999999999999944…, 0.35 is 0.3499999999999999777…, 0.25 is itself.
        #expect(oracle(0.15, decimals: 1) == "0.1")
        #expect(oracle(0.35, decimals: 1) == "0.3")
        #expect(oracle(0.25, decimals: 1) == "0.3")
        #expect(trimmed("1.500") == "1.5" && trimmed("100") == "100" && trimmed("2.000") == "2")
    }

    @Test func coordinatesAreRoundedExactly() {
        for seed in UInt64(1)...4000 {
            var random = SeededGenerator(seed: seed)
            let value = Double.random(in: -180...180, using: &random)
            for decimals in [0, 3, 7, 9] { expectExact(value, decimals: decimals, "seed \(seed)") }
        }
    }

    @Test func numbersWrittenWithAFinalFiveAreRoundedByTheirExactValue() {
        for seed in UInt64(1)...4000 {
            var random = SeededGenerator(seed: seed)
            let units = Int64.random(in: -1_800_000_000...1_800_000_000, using: &random) * 10 + 5
            expectExact(Double(units) / 1e8, decimals: 7, "seed \(seed)")
            expectExact(Double(units) / 1e4, decimals: 3, "seed \(seed)")
        }
    }

    @Test func trueTiesGoAwayFromZero() {
        for whole in -20...20 {
            for decimals in 0...9 {
                expectExact(Double(whole) + 0.5, decimals: decimals, "half")
                expectExact(Double(whole) / 1024, decimals: decimals, "1024ths")
                expectExact((Double(whole) + 0.5).nextUp, decimals: decimals, "above")
                expectExact((Double(whole) + 0.5).nextDown, decimals: decimals, "below")
            }
        }
        #expect(DecimalText.text(0.5, decimals: 0) == "1")
        #expect(DecimalText.text(1.5, decimals: 0) == "2")
        #expect(DecimalText.text(2.5, decimals: 0) == "3")
        #expect(DecimalText.text(-2.5, decimals: 0) == "-3")
        #expect(DecimalText.text(-0.125, decimals: 2) == "-0.13")
    }

    @Test func smallNumbersAndZeros() {
        for value in [0.0, -0.0, 1e-8, -1e-8, 4.9e-8, 5e-8, -5e-8, 5.1e-8, .leastNonzeroMagnitude, -1e-300] {
            for decimals in 0...9 { expectExact(value, decimals: decimals, "small") }
        }
        // The product of value and power of ten, rounded to a double, is a tie; only the exact product shows on which
        // side it is.
        for (decimals, half) in [0.5, 0.05, 0.005, 5e-4, 5e-5, 5e-6, 5e-7, 5e-8, 5e-9, 5e-10].enumerated() {
            for value in [half, half.nextUp, half.nextDown, 3 * half, (3 * half).nextUp, (3 * half).nextDown] {
                expectExact(value, decimals: decimals, "near a tie")
                expectExact(-value, decimals: decimals, "near a tie")
            }
        }
        #expect(DecimalText.text(-0.0, decimals: 2) == "0.00")
        #expect(DecimalText.text(-0.004, decimals: 2) == "0.00")
        #expect(DecimalText.text(-0.0, maximumDecimals: 7) == "0")
        #expect(DecimalText.text(126.9236, maximumDecimals: 7) == "126.9236")
        #expect(DecimalText.text(100, maximumDecimals: 7) == "100")
        #expect(DecimalText.text(-0.0000001, maximumDecimals: 7) == "-0.0000001")
    }

    @Test func distancesRoundTheEarthAreRoundedExactly() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let value = Double.random(in: 0...20_004_000, using: &random)
            for decimals in [0, 2, 3] { expectExact(value, decimals: decimals, "seed \(seed)") }
        }
    }

    /// The range that the documentation promises: |value| · 10^decimals below 2^53.
    @Test func largeNumbersAreRoundedExactlyToo() {
        for seed in UInt64(1)...20 {
            var random = SeededGenerator(seed: seed)
            let decimals = Int.random(in: 0...9, using: &random)
            var limit = 9.0e15
            for _ in 0..<decimals { limit /= 10 }
            expectExact(Double.random(in: -limit...limit, using: &random), decimals: decimals, "seed \(seed)")
        }
    }

    private func shortest(_ value: Double) -> String {
        var bytes: [UInt8] = []
        DecimalText.append(shortest: value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func theShortestTextReadsBackEqual() {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(Double(shortest(value)) == value, "seed \(seed)")
        }
        #expect(shortest(37.5563) == "37.5563")
        #expect(shortest(127) == "127")
        #expect(shortest(-180) == "-180")
        #expect(shortest(0) == "0")
        #expect(shortest(999_999_999_999_999) == "999999999999999")
        #expect(Double(shortest(1e15)) == 1e15)
    }

    @Test func theShortestTextOfACoordinateHasNoExponent() {
        for value in [0.001, 0.0001, 0.00012345, 0.00001, -0.0000015, 1e-7, 179.99999999999997, 1e-10] {
            #expect(!shortest(value).lowercased().contains("e"), "\(value)")
            #expect(Double(shortest(value)) == value)
        }
    }

    @Test func wholeNumbersOfAnySize() {
        for value in [0, 7, -7, 1_000_000, Int64.max, Int64.min] {
            var bytes: [UInt8] = []
            DecimalText.append(value, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == String(value))
        }
    }

    @Test func plainNumbersAreRead() {
        let cases: [(String, Double)] = [
            ("0", 0), ("-0", 0), ("126.9236", 126.9236), ("-37.5", -37.5), ("+37.5", 37.5), ("1.5e2", 150),
            ("1.2695E2", 126.95),
            ("1e-2", 0.01), (".5", 0.5), ("-.5", -0.5), ("007", 7), ("1e308", 1e308),
        ]
        for (text, value) in cases {
            #expect(DecimalText.number(text) == value, "\(text)")
            #expect(DecimalText.number(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
            #expect(Self.byBytes(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
        #expect(DecimalText.number("x126.5y".dropFirst().dropLast()) == 126.5)
    }

    @Test(arguments: [
        "", " ", "nan", "NaN", "-nan", "inf", "-inf", "infinity", "0x10", "0x1.2p5", "1e999", "-1e999", "1,5", "+", "-",
        ".", "e",
        "1e", "1e+", "e5", ".e5", "1.2.3", "1-2", "--1", "+-1", "1 ", " 1", "1_000", "1\u{0}", "１", "٣", "1e5e5",
        "1e1.5", "½", "1'0",
        "37°", "1\n", "5e.", "-e1",
    ])
    func whatIsNoPlainNumberIsNone(_ text: String) {
        #expect(DecimalText.number(text) == nil)
        #expect(Self.byBytes(text) == nil)
    }

    private static func byBytes(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { DecimalText.number(bytes: $0) }
    }

    @Test func numbersOfAnyLengthAreReadByTheirBytesToTheLastBit() {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = value.description
            #expect(Self.byBytes(text)?.bitPattern == value.bitPattern, "\(text)")
        }
    }

    /// The result of the fast reader of plain numbers.
    private func plain(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBufferPointer { DecimalText.plainNumber($0) }
    }

    @Test func plainNumbersAreReadQuicklyToTheLastBit() throws {
        for (text, value) in [
            ("0", 0.0), ("126.9236", 126.9236), ("-37.5", -37.5), ("007", 7), ("9007199254740992", 0x1p53),
        ] {
            #expect(plain(text) == value, "\(text)")
        }
        #expect(plain("-0")?.sign == .minus && plain("-0.0")?.sign == .minus && plain("0.0")?.sign == .plus)
        var random = SeededGenerator(seed: 6)
        for _ in 0..<10_000 {
            let digits = String(
                UInt64.random(in: 0...9_007_199_254_740_992, using: &random)
                    >> UInt64.random(in: 0...50, using: &random))
            let index = digits.index(digits.startIndex, offsetBy: Int.random(in: 0..<digits.count, using: &random))
            let text =
                digits[...index] + (index == digits.indices.last ? "" : "." + digits[digits.index(after: index)...])
            #expect(plain(String(text))?.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    /// Up to 19 digits, also numbers in the middle between two doubles.
    @Test func manyDigitsAreReadQuicklyToTheLastBit() {
        var random = SeededGenerator(seed: 7)
        var ties = 0
        for round in 0..<6000 {
            var number = UInt64.random(in: 1 << 53...9_999_999_999_999_999_999, using: &random)
            if round % 2 == 0 {
                // A tie between two doubles, or the number just before or after it.
                let end = 63 - number.leadingZeroBitCount - 53
                let tie = (number >> UInt64(end) | 1) << UInt64(end)
                number = tie &+ UInt64(bitPattern: Int64(round / 2 % 3) - 1)
                ties += 1
            }
            let digits = String(number)
            guard digits.count <= 19 else { continue }
            let whole = Int.random(in: 1...digits.count, using: &random)
            let text = digits.prefix(whole) + (whole < digits.count ? "." + digits.dropFirst(whole) : "")
            #expect(plain(String(text))?.bitPattern == Double(text)?.bitPattern, "\(text)")
            #expect(plain(digits)?.bitPattern == Double(digits)?.bitPattern, "\(digits)")
        }
        #expect(ties == 3000)
    }

    @Test(arguments: [
        "", "-", ".", "-.", ".5", "5.", "-.5", "1.2.3", "1-2", "--1", "+1", "1e5", " 1", "1 ", "nan",
        "00000000000000000001", "99999999999999999999", "1234567890.12345678901", "٣", "1,5",
        "1\u{0}",
    ])
    func whatIsNotPlainIsLeftToTheOtherReader(text: String) { #expect(plain(text) == nil) }

    @Test func anyTextIsReadAlikeOrNotAtAll() {
        let pieces = Array("0123456789.-+e0 ")
        for seed in UInt64(1)...5000 {
            var random = SeededGenerator(seed: seed)
            let text = String(
                (0..<Int.random(in: 0...22, using: &random)).compactMap { _ in pieces.randomElement(using: &random) })
            if let value = plain(text) { #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)") }
        }
    }

    @Test func aFinalPointChangesNothing() {
        // JSON has no such number, but people write it. The result is 5 or nil, never another number.
        #expect([nil, 5].contains(DecimalText.number("5.")))
    }

    @Test func moreDecimalsThanExactOnesAreOurOwnMistake() async {
        await #expect(processExitsWith: .failure) { _ = DecimalText.text(1, decimals: 10) }
        await #expect(processExitsWith: .failure) { _ = DecimalText.text(1, decimals: -1) }
    }

    /// `description` is the shortest text, as the standard library promises; compared without its exponent and its last
    /// zero.
    @Test func theShortestIsWhatTheStandardLibrarySays() {
        func expectDescription(_ value: Double, _ note: String) {
            let description = value.description
            guard !description.contains("e") else {
                #expect(Double(shortest(value)) == value, "\(value), \(note)")
                return
            }
            let plain = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
            #expect(shortest(value) == (plain == "-0" ? "0" : plain), "\(value), \(note)")
        }
        for seed in UInt64(1)...6000 {
            var random = SeededGenerator(seed: seed)
            let value = Double.random(in: -180...180, using: &random)
            expectDescription(value, "seed \(seed)")
            for power in [1e0, 1e2, 1e6, 1e7, 1e8, 1e11, 1e12, 1e13, 1e14] {
                let rounded = (value * power).rounded() / power
                expectDescription(rounded, "seed \(seed), \(power)")
                expectDescription(rounded.nextUp, "seed \(seed), \(power), above")
                expectDescription(rounded.nextDown, "seed \(seed), \(power), below")
                expectDescription(rounded / 1000, "seed \(seed), \(power), small")
                expectDescription(rounded * 1000, "seed \(seed), \(power), large")
            }
        }
        for value in [
            0.0, -0.0, 1, -1, 0.1, 0.3, 9.995, 10, 100, 999.9999999, 1000, 1e6 + 0.1, 1e-5, .leastNonzeroMagnitude,
            1e14 + 0.5,
            99999999.9999999,
            99_999_999.999_999_95, 0.999_999_999_999_99, 9.999_999_999_999_99, 99.999_999_999_999_9, 1e22,
            .greatestFiniteMagnitude,
        ] {
            expectDescription(value, "chosen")
            expectDescription(-value, "chosen, negative")
            expectDescription(value.nextUp.isFinite ? value.nextUp : value, "chosen, above")
        }
    }

    /// The fast way to the rounded number leaves numbers near a tie to the slow one.
    @Test func theShortRoundingSaysWhatTheLongOneSays() {
        for seed in UInt64(1)...6000 {
            var random = SeededGenerator(seed: seed)
            let units = Double(Int64.random(in: -1_800_000_000...1_800_000_000, using: &random))
            for offset in [0.49, 0.498, 0.499, 0.4999999, 0.5, 0.5000001, 0.501, 0.502, 0.51] {
                let value = (units + offset) / 1e7
                #expect(
                    DecimalText.text(value, decimals: 7)
                        == oracle(value, decimals: 7), "seed \(seed), \(offset)")
            }
        }
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@Suite struct WholeNumberTests {
    private func wholeNumber(_ text: String) -> String? {
        var text = text
        return text.withUTF8 { DecimalText.wholeNumber($0) }
    }

    @Test(
        arguments: [
            ("1000", "1000"), ("1e3", "1000"), ("1E3", "1000"), ("1E+3", "1000"), ("1e03", "1000"), ("10E2", "1000"),
            ("1000.000", "1000"), ("0.1e4", "1000"), ("100000e-2", "1000"), ("1.0E3", "1000"), ("20e-1", "2"),
            ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("0e999999999", "0"), ("-0e-9", "0"), ("0.000e5", "0"),
            ("-5", "-5"),
            ("-5e1", "-50"), ("-1.5e1", "-15"), ("2.283e3", "2283"), ("9.007199254740993E15", "9007199254740993"),
            ("1e39", "1" + String(repeating: "0", count: 39)),
            ("123456789012345678901234567890123456789012345678", "123456789012345678901234567890123456789012345678"),
            ("1234567890123456789012345678901234567890123450e-1", "123456789012345678901234567890123456789012345"),
        ])
    func aNumberHasOneForm(text: String, number: String) { #expect(wholeNumber(text) == number) }

    @Test(
        arguments: [
            "3.7", "1e-3", "0.5", "-3.7", "15e-1", "1.5", "1e40", "1e400", "1e999999999",
            "1e99999999999999999999999999", "1e-99999999999999999999999999", "-1e999999999", "", "-", "+1", "01", "-01",
            ".5",
            "1.", "1.e3", "1e", "1e+", "e3", "1e3 ", " 1", "1e3x", "0x10", "nan", "1_0", "1e3.0", "１",
        ])
    func whatIsNoWholeNumberHasNone(text: String) { #expect(wholeNumber(text) == nil) }

    /// Against Foundation's decimal arithmetic, on seeded spellings.
    @Test func aDecimalCalculatorSaysTheSame() throws {
        var random = SplitMix(seed: 15)
        for _ in 0..<20_000 {
            var text = random.below(4) == 0 ? "-" : ""
            text += String(random.below(random.below(2) == 0 ? 10 : 100_000))
            if random.below(2) == 0 { text += "." + String(random.below(2000)) }
            if random.below(2) == 0 { text += ["e", "E", "e+", "E-"][random.below(4)] + String(random.below(9)) }
            let value = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
            var (whole, rounded) = (value, Decimal())
            NSDecimalRound(&rounded, &whole, 0, .plain)
            let expected = rounded == value ? rounded.description : nil
            #expect(wholeNumber(text) == expected, "\(text)")
        }
    }
}

/// Functions that write text as UTF-8 bytes without an intermediate `String`.
extension [UInt8] {
    /// Adds a literal.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Adds a random element of `words`. Each element has the same chance.
    mutating func append(oneOf words: WordList, using random: inout SplitMix64) {
        append(words[random.below(words.count)])
    }

    /// Adds a number of zero or more in decimal, with leading zeros up to `width` digits.
    mutating func append(decimal number: Int, width: Int = 1) {
        var digits = 1
        var power = 10
        while power <= number {
            digits += 1
            power *= 10
        }
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits, width)))
        var rest = number
        var index = count
        while rest > 0 {
            index -= 1
            self[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// Adds `number` divided by ten to the power of `decimals`. Trailing zeros are removed, except one right after the
    /// point.
    mutating func append(fixedPoint number: Int, decimals: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(decimal: abs(number), width: decimals + 1)
        insert(UInt8(ascii: "."), at: count - decimals)
        while last == UInt8(ascii: "0"), self[count - 2] != UInt8(ascii: ".") { removeLast() }
    }
}

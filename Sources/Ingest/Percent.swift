internal import Text

/// Shares in percent, as guards compute and say them.
enum Percent {
    /// What share `part` is of `whole`; 0 of nothing.
    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    /// With at most two decimals.
    static func shown(_ percent: Double) -> String { DecimalText.text(percent, maximumDecimals: 2) }
}

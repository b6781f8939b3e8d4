internal import GeocliPlaces
internal import GeocliText

/// Percentages, as the guards compute and show them.
enum Percent {
    /// Returns the share of `part` in `whole`, in percent; 0 if `whole` is 0.
    static func share(_ part: Int, of whole: Int) -> Double { whole == 0 ? 0 : 100 * Double(part) / Double(whole) }

    /// Returns `percent` in the form in which a reason states a limit.
    static func limit(_ percent: Double) -> JSONValue.Member { .init("limit", JSONValue.number(shown(percent))) }

    /// Returns `percent` as text with at most two decimals.
    static func shown(_ percent: Double) -> String { DecimalText.text(percent, maximumDecimals: 2) }
}

extension Feed {
    /// The values of a reason that name the feed's places; none for bookstores. In this way the reasons for the
    /// bookstore feed keep the values that scripts know.
    var reasonNoun: [JSONValue.Member] {
        let words = words
        guard words.noun != FeedWords.bookstores.noun else { return [] }
        return [.init("places", DisplayText.shown(words.plural)), .init("noun_ko", DisplayText.shown(words.noun.ko))]
    }
}

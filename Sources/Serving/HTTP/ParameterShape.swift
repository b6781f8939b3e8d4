internal import GeocliAsking
internal import GeocliText

/// A parameter in the query of an address.
struct ParameterShape: Sendable {
    /// What a value is.
    enum Value: Sendable {
        case text
        case flag
        /// A whole number in this range. A range up to `.max` has no upper end.
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        /// One of these words.
        case word([String])
        /// West, south, east and north in degrees, separated by commas.
        case box
        /// The same box; a height in meters may follow each corner.
        case boxWithHeights
        /// A time or a day, or two of them with a slash between; one of the two may be `..`.
        case interval
        /// A text that an earlier answer gave.
        case key
    }

    let name: String
    let value: Value
    let about: Words
    /// Whether the parameter can be given several times, or hold several values separated by commas.
    var isList = false
    var isRequired = false
    /// Whether a number above the range counts as the maximum.
    var isClamped = false
    /// What to do instead of sending a number above the range.
    var advice: Words?

    init(
        _ name: String, _ value: Value, en: String, ko: String, isList: Bool = false, isRequired: Bool = false,
        isClamped: Bool = false
    ) {
        (self.name, self.value, about) = (name, value, Words(en: en, ko: ko))
        (self.isList, self.isRequired, self.isClamped) = (isList, isRequired, isClamped)
    }

    /// Refuses a number outside of the declared range, before any function computes with it.
    ///
    /// - Throws: `UsageError` with the name of the parameter.
    func check(_ text: String) throws {
        switch value {
        case .integer(let range):
            let allowed = isClamped ? range.lowerBound...(.max) : range
            _ = try ValueArgument.count(text, option: name, in: allowed, advice: advice)
        case .number(let range): _ = try ValueArgument.number(text, option: name, in: range)
        default: break
        }
    }
}

package import GeocliText

/// A value that a question takes. A command has it as an option or an argument, an address of the service as a parameter
/// in its query.
package struct Parameter: Sendable {
    /// What a value is.
    package enum Value: Sendable {
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

    /// What several values of one parameter mean.
    package enum Several: Sendable {
        /// A place needs one of them.
        case any
        /// A place needs all of them.
        case all
    }

    /// The name in an address. An option is called `--name`.
    package let name: String
    /// How a command calls the value if it is not `--name`: `WHERE`, `-k`.
    package var argument: String?
    package let value: Value
    /// What the value does. An option is called `--name` here, also in the description of the service, which changes it.
    package var about: Words
    /// What several values mean; nil if there can be only one.
    package var several: Several?
    package var isRequired = false
    /// Whether a number above the range counts as the maximum.
    package var isClamped = false
    /// The greatest number that a service accepts; nil for that of the range. A command has no such maximum.
    package var served: Int?
    /// What to do instead of sending a number above the range to a service.
    package var advice: Words?

    package init(
        _ name: String, _ value: Value, en: String, ko: String, argument: String? = nil, several: Several? = nil,
        isRequired: Bool = false, isClamped: Bool = false, served: Int? = nil
    ) {
        (self.name, self.value, about) = (name, value, Words(en: en, ko: ko))
        (self.argument, self.several, self.isRequired) = (argument, several, isRequired)
        (self.isClamped, self.served) = (isClamped, served)
    }

    /// The value as a service accepts it.
    package var servedValue: Value {
        guard case .integer(let range) = value, let served else { return value }
        return .integer(range.lowerBound...served)
    }

    /// Refuses a number that a service does not accept, before any function computes with it.
    ///
    /// - Throws: `UsageError` with the name of the parameter.
    package func check(_ text: String) throws {
        switch servedValue {
        case .integer(let range):
            let allowed = isClamped ? range.lowerBound...(.max) : range
            _ = try ValueArgument.count(text, option: name, in: allowed, advice: advice)
        case .number(let range): _ = try ValueArgument.number(text, option: name, in: range)
        default: break
        }
    }
}

/// How errors spell the name of an argument: as an option of a command, or as a parameter of a web address.
package enum ArgumentStyle: Sendable {
    /// `--kind`.
    case option
    /// `kind`.
    case parameter

    /// Returns the spelling of `name`.
    package func callAsFunction(_ name: String) -> String {
        switch self {
        case .option: "--" + name
        case .parameter: name
        }
    }

    /// Returns the spelling of a parameter's name.
    package func callAsFunction(_ parameter: Parameter) -> String {
        self == .option ? parameter.argument ?? self(parameter.name) : parameter.name
    }
}

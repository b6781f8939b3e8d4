/// The type of a column's values, for formats that have types.
public enum ColumnType: Sendable {
    /// Any text, including the JSON of lists and objects.
    case text
    /// A whole number.
    case integer
    /// A number that can have decimals.
    case number
    /// True or false.
    case flag
    /// A day in the form `YYYY-MM-DD`.
    case date
}

extension ValueShape {
    /// The type for formats that declare only simple types. A shape without a simple type becomes text.
    var columnType: ColumnType {
        switch self {
        case .integer: .integer
        case .number: .number
        case .flag: .flag
        case .date: .date
        default: .text
        }
    }
}

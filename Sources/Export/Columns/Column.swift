public import GeocliText

/// A column of a listing: its key, its title for people, and the source of its value.
public struct Column<Row> {
    /// The key in JSON, CSV and `--fields`; never changes.
    public let key: String
    /// The title in tables.
    public let title: Words
    /// The type of its values, for formats that declare types.
    public let type: ColumnType
    let value: (Row) -> OutputValue

    /// Makes a column.
    public init(
        _ key: String, en: String, ko: String, type: ColumnType = .text, value: @escaping (Row) -> OutputValue
    ) {
        self.key = key
        self.type = type
        title = Words(en: en, ko: ko)
        self.value = value
    }

    /// Returns the same column for rows that contain such a row.
    public func of<Outer>(_ inner: @escaping (Outer) -> Row) -> Column<Outer> {
        Column<Outer>(key, en: title.en, ko: title.ko, type: type) { value(inner($0)) }
    }
}

/// The type of a column's values, for formats that have types.
public enum ColumnType: Sendable {
    case text
    case integer
    case number
    case flag
    /// `YYYY-MM-DD`.
    case date
}

public import GeocliGeo
public import GeocliText

/// A column of a listing: its key, its title, the type of its values, and a closure that reads its value from a row.
public struct Column<Row> {
    /// The key in JSON, CSV and `--fields`. It never changes.
    public let key: String
    /// The title in tables.
    public let title: Words
    /// The JSON type of its values.
    public let shape: ValueShape
    /// Whether a value can be null.
    public let isOptional: Bool
    /// The meaning of its values in one English sentence, for the JSON Schema.
    public let about: String
    let value: (Row) -> OutputValue
    /// Returns the text that a table in this language shows instead of the value; nil to show the value.
    var spoken: ((Row, Language) -> String?)?

    /// Makes a column.
    public init(
        _ key: String, en: String, ko: String, type: ValueShape = .text, orNull: Bool = false, about: String = "",
        value: @escaping (Row) -> OutputValue
    ) {
        self.key = key
        shape = type
        isOptional = orNull
        self.about = about
        title = Words(en: en, ko: ko)
        self.value = value
    }

    /// The type of its values, for formats that declare types.
    public var type: ColumnType { shape.columnType }

    /// Returns a function that reads the column's value from a row, for a table in `language`.
    func spoken(in language: Language) -> (Row) -> OutputValue {
        guard let spoken else { return value }
        return { row in spoken(row, language).map(OutputValue.text) ?? value(row) }
    }

    /// Returns the same column for a row type that wraps this one.
    public func of<Outer>(_ inner: @escaping (Outer) -> Row) -> Column<Outer> {
        Column<Outer>(key, en: title.en, ko: title.ko, type: shape, orNull: isOptional, about: about) {
            value(inner($0))
        }
    }

    /// Returns the columns for the latitude and the longitude of a row's point.
    ///
    /// - Parameters:
    ///   - north: the meaning of the latitude.
    ///   - east: the meaning of the longitude.
    public static func position(
        north: String = "", east: String = "", orNull: Bool = true, of point: @escaping (Row) -> Coordinate?
    ) -> [Column<Row>] {
        [
            Column("latitude", en: "latitude", ko: "위도", type: .number, orNull: orNull, about: north) {
                point($0).map { .degrees($0.latitude) } ?? .null
            },
            Column("longitude", en: "longitude", ko: "경도", type: .number, orNull: orNull, about: east) {
                point($0).map { .degrees($0.longitude) } ?? .null
            },
        ]
    }

    /// Returns the columns for a stored reason: its code and its values.
    public static func reasonData(_ path: KeyPath<Row, Reason?>) -> [Column<Row>] {
        [
            Column(
                "reason_code", en: "reason code", ko: "이유 코드", orNull: true,
                about:
                    "A stable name for the reason, such as known-lost."
            ) { .code($0[keyPath: path]?.code) },
            Column(
                "reason_values", en: "reason values", ko: "이유 값", type: .values, orNull: true,
                about: "The numbers and texts in the reason, each under its name."
            ) { row in
                row[keyPath: path].map { .json(.object($0.values)) } ?? .null
            },
        ]
    }
}

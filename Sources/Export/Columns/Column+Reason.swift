public import GeocliText

extension Column {
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

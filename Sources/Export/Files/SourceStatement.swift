/// What a file says of one feed that its data comes from.
public struct SourceStatement: Sendable, Equatable {
    /// The feed's id.
    public let feed: String
    /// What it is.
    public let title: String
    /// Who publishes it, and where.
    public let publisher: String
    /// What one may do with it.
    public let license: String
    /// The day of the data, in Asia/Seoul.
    public let dataDate: String
    /// When the run that took the data over began, RFC 3339, UTC.
    public let runStartedAt: String
    /// The hash of the bytes it was read from.
    public let sha256: String

    /// What is said, each with its key, in the order of GeoJSON's `sources`.
    var pairs: [(key: String, value: String)] {
        [
            ("feed", feed), ("title", title), ("source", publisher), ("license", license), ("data_date", dataDate),
            ("sha256", sha256),
        ]
    }

    /// The same in a sentence.
    var sentence: String {
        "\(title). Source: \(publisher). License: \(license). Data of \(dataDate), SHA-256 \(sha256)."
    }
}

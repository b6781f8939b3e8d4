/// A file's statement about one of the feeds from which its data comes.
public struct SourceStatement: Sendable, Equatable {
    /// The feed's id.
    public let feed: String
    /// The feed's title.
    public let title: String
    /// The feed's publisher, and where the feed is published.
    public let publisher: String
    /// The feed's license.
    public let license: String
    /// The day of the data, in Asia/Seoul.
    public let dataDate: String
    /// The start of the run that imported the data, RFC 3339, UTC.
    public let runStartedAt: String
    /// The hash of the bytes from which the data was read.
    public let sha256: String

    /// The keys and values, in the order of GeoJSON's `sources`.
    var pairs: [(key: String, value: String)] {
        [
            ("feed", feed), ("title", title), ("source", publisher), ("license", license), ("data_date", dataDate),
            ("sha256", sha256),
        ]
    }

    /// The statement as a sentence.
    var sentence: String {
        "\(title). Source: \(publisher). License: \(license). Data as of \(dataDate), SHA-256 \(sha256)."
    }
}

package import GeocliPlaces
package import GeocliText

/// The origin of a file's data, as members of the file itself; without the time of writing, so the same data gives the
/// same file.
public enum Provenance {
    /// A description of a feed, for a file that contains its data.
    public struct Source: Sendable {
        /// The feed's id.
        public let feed: String
        public let title: String
        /// The feed's publisher, and where the feed is published.
        public let publisher: String
        public let license: String
        /// The title in English; nil if there is only one title.
        package var englishTitle: String?

        public init(feed: String, title: String, publisher: String, license: String) {
            self.feed = feed
            self.title = title
            self.publisher = publisher
            self.license = license
        }
    }

    /// Returns a statement for each of `runs`, the last good run of each feed. `exception` returns the source of a run
    /// whose pages did not come from the feed's publisher; nil for other runs.
    package static func statements(
        _ runs: [CatalogStatus.Run], sources: [Source], exception: (CatalogStatus.Run) -> Source? = { _ in nil }
    ) -> [SourceStatement] {
        runs.map { run in
            let source = exception(run) ?? sources.first { $0.feed == run.feed }
            return SourceStatement(
                feed: run.feed, title: source?.title ?? run.feed, englishTitle: source?.englishTitle,
                publisher: source?.publisher ?? run.source, license: source?.license ?? "unknown", dataDate: run.date,
                runStartedAt: run.startedAt, sha256: run.sha256)
        }
    }

    /// Returns the member `sources`: the title, publisher, license, day and hash of each statement.
    package static func members(_ statements: [SourceStatement]) -> [JSONValue.Member] {
        [.init("sources", .array(statements.map(\.json)))]
    }
}

/// A file's statement about one of the feeds from which its data comes.
package struct SourceStatement: Sendable, Equatable {
    /// The feed's id.
    package let feed: String
    package let title: String
    /// The title in English; nil if there is only one title.
    package var englishTitle: String?
    /// The feed's publisher, and where the feed is published.
    package let publisher: String
    package let license: String
    /// The day of the data, in Asia/Seoul.
    package let dataDate: String
    /// The start of the run that imported the data, RFC 3339, UTC.
    package let runStartedAt: String
    /// The hash of the bytes from which the data was read.
    package let sha256: String

    /// The keys and values, in the order of GeoJSON's `sources`.
    var pairs: [(key: String, value: String)] {
        [
            ("feed", feed), ("title", title), ("source", publisher), ("license", license), ("data_date", dataDate),
            ("sha256", sha256),
        ]
    }

    var json: JSONValue { .object(pairs.map { .init($0.key, .string($0.value)) }) }

    var sentence: String {
        "\(title). Source: \(publisher). License: \(license). Data as of \(dataDate), SHA-256 \(sha256)."
    }
}

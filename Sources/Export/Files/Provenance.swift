public import GeocliPlaces
public import GeocliText

/// Where the data of a file comes from, as members of the file itself. No time of writing: the same data gives the same
/// file.
public enum Provenance {
    /// A feed in words, for the file.
    public struct Source: Sendable {
        /// The feed's id.
        public let feed: String
        /// What it is.
        public let title: String
        /// Who publishes it, and where.
        public let publisher: String
        /// What one may do with it.
        public let license: String

        /// A feed in words.
        public init(feed: String, title: String, publisher: String, license: String) {
            self.feed = feed
            self.title = title
            self.publisher = publisher
            self.license = license
        }
    }

    /// The member `sources`: for each feed its title, publisher and licence, the day of the data and the hash of the
    /// bytes it was read from.
    ///
    /// - Parameter exception: what is to be said of a run whose pages did not come from the feed's publisher.
    public static func members(
        _ status: CatalogStatus, sources: [Source], exception: (CatalogStatus.Run) -> Source? = { _ in nil }
    ) -> [JSONValue.Member] {
        members(statements(status.lastGoodRuns, sources: sources, exception: exception))
    }

    /// What is to be said of each feed, in their order.
    ///
    /// - Parameters:
    ///   - runs: the last good run of each feed.
    ///   - exception: what is to be said of a run whose pages did not come from the feed's publisher.
    public static func statements(
        _ runs: [CatalogStatus.Run], sources: [Source], exception: (CatalogStatus.Run) -> Source? = { _ in nil }
    ) -> [SourceStatement] {
        runs.map { run in
            let source = exception(run) ?? sources.first { $0.feed == run.feed }
            return SourceStatement(
                feed: run.feed, title: source?.title ?? run.feed, publisher: source?.publisher ?? run.source,
                license: source?.license ?? "unknown", dataDate: run.date, runStartedAt: run.startedAt,
                sha256: run.sha256)
        }
    }

    /// The member `sources` that says so.
    public static func members(_ statements: [SourceStatement]) -> [JSONValue.Member] {
        let list = statements.map { statement -> JSONValue in
            .object(statement.pairs.map { .init($0.key, .string($0.value)) })
        }
        return [.init("sources", .array(list))]
    }
}

internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// What files say of where their data comes from.
enum SourceNotes {
    /// The members of a file of this catalog.
    static func members(_ status: CatalogStatus) -> [JSONValue.Member] {
        Provenance.members(statements(status.lastGoodRuns))
    }

    /// The same for files that say it in their own way, of the last good run of each feed.
    static func statements(_ runs: [CatalogStatus.Run]) -> [SourceStatement] {
        Provenance.statements(runs, sources: Feed.known.map(\.provenance)) { run in
            run.source == IngestCommand.sampleName ? madeUp : nil
        }
    }

    /// What is said of the sample, so that nobody takes it for the city's data.
    private static let madeUp = Provenance.Source(
        feed: Feed.seoulBookstores.id, title: "made-up bookstores", publisher: "the sample that comes with geocli",
        license: "MIT")
}

extension Feed {
    /// The feed in words, for files.
    fileprivate var provenance: Provenance.Source {
        Provenance.Source(feed: id, title: title.ko, publisher: publisher, license: license)
    }
}

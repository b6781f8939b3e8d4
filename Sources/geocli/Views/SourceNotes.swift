internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// Statements in output files about the source of their data.
enum SourceNotes {
    /// Returns the members of a JSON file made from this catalog.
    ///
    /// - Parameter landmarks: the last good runs of the feeds whose landmarks the file shows.
    static func members(_ status: CatalogStatus, landmarks: [CatalogStatus.Run] = []) -> [JSONValue.Member] {
        Provenance.members(statements(status.lastPlaceRuns + landmarks))
    }

    private static func provenance(_ run: CatalogStatus.Run) -> Provenance.Source? {
        if let feed = Feed.named(run.feed) { return feed.provenance }
        if let words = run.words, !run.isMadeUp {
            return Provenance.Source(
                feed: run.feed, title: words.title.ko, publisher: words.publisher, license: words.license)
        }
        return source(of: run.feed)?.provenance
    }

    /// Returns the feed with this id. Files of declarations are read only for a feed that is not the program's.
    private static func source(of id: String) -> Feed? {
        if id == Feed.sample.id { return .sample }
        return Feed.named(id) ?? FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }

    /// Returns the statements for other formats, from the last good run of each feed.
    static func statements(_ runs: [CatalogStatus.Run]) -> [SourceStatement] {
        Provenance.statements(runs, sources: runs.compactMap(provenance)) { run in
            run.source == SampleNames.source ? Feed.sample.provenance : nil
        }
    }
}

extension Feed {
    /// The source of the feed, in words for files.
    fileprivate var provenance: Provenance.Source {
        Provenance.Source(feed: id, title: title.ko, publisher: publisher, license: license)
    }
}

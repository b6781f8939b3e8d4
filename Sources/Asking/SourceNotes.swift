package import GeocliExport
package import GeocliIngest
package import GeocliPlaces
package import GeocliText

/// Statements in output files about the source of their data.
package enum SourceNotes {
    /// Returns the members of a JSON file made from this catalog.
    ///
    /// - Parameters:
    ///   - landmarks: the last good runs of the feeds whose landmarks the file shows.
    ///   - other: returns the feed with a given id. Called if neither the program nor the run describes the feed.
    package static func members(
        _ status: CatalogStatus, landmarks: [CatalogStatus.Run] = [], other: (String) -> Feed?
    ) -> [JSONValue.Member] {
        Provenance.members(statements(status.lastPlaceRuns + landmarks, other: other))
    }

    private static func provenance(_ run: CatalogStatus.Run, other: (String) -> Feed?) -> Provenance.Source? {
        if let feed = Feed.named(run.feed) { return feed.provenance }
        if let words = run.words, !run.isMadeUp {
            return Provenance.Source(
                feed: run.feed, title: words.title.ko, publisher: words.publisher, license: words.license)
        }
        return run.feed == Feed.sample.id ? Feed.sample.provenance : other(run.feed)?.provenance
    }

    /// Returns the statements for other formats, from the last good run of each feed.
    package static func statements(_ runs: [CatalogStatus.Run], other: (String) -> Feed?) -> [SourceStatement] {
        Provenance.statements(runs, sources: runs.compactMap { provenance($0, other: other) }) { run in
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

/// The heading of a drawing of a catalog.
package enum DrawingTitle {
    /// Returns the heading: the user's title, or else the one that fits the feeds. `seoul` and `other` are for
    /// bookstores. A single feed of other places has its own title.
    package static func words(_ title: String?, _ status: CatalogStatus, seoul: Words, other: Words) -> Words {
        if let title { return Words(en: title, ko: title) }
        let ofSeoul = [Feed.seoulBookstoresID, Feed.sample.id]
        if status.lastPlaceRuns.allSatisfy({ ofSeoul.contains($0.feed) }) { return seoul }
        let words = status.words
        guard words.noun != PlaceWords.bookstores.noun else { return other }
        let titles = status.lastPlaceRuns.compactMap { $0.words?.title }
        return titles.count == 1 ? titles[0] : Words(en: words.plural.capitalizedFirst, ko: words.noun.ko)
    }

    /// Returns the heading of a map page.
    package static func ofPage(_ title: String?, _ status: CatalogStatus) -> Words {
        words(
            title, status, seoul: Words(en: "Bookstores of Seoul", ko: "서울 책방 지도"),
            other: Words(en: "Bookstores", ko: "책방 지도"))
    }
}

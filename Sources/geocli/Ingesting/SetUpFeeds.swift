internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The feeds that `ingest --all` reads: those with a live service that are set up.
///
/// A feed in the user's or the machine's folder is set up because its file is there. A feed that comes with the program
/// is set up if the catalog holds a good run from its service. The user has not asked for any other feed.
enum SetUpFeeds {
    /// A declared feed, or a file whose declaration is wrong.
    struct Entry {
        /// The feed's id; nil if the declaration is wrong.
        let id: String?
        /// The feed's id; if the declaration is wrong, the path of its file.
        let name: String
        let feed: Result<Feed, any Error>
    }

    /// Returns the feeds without duplicates, the program's own first.
    ///
    /// - Throws: `UsageError` if there is none; `CatalogError` for a file that is not a catalog.
    static func all(db: String?) throws -> [Entry] {
        let path = try Environment.catalogPath(db)
        var entries: [Entry] = []
        for found in FeedShelf.all() {
            guard let entry = try entry(found, catalog: path) else { continue }
            // The same file may be in both folders.
            if !entries.contains(where: { $0.name == entry.name && found.isWhole }) { entries.append(entry) }
        }
        guard !entries.isEmpty else {
            throw PlainError(
                .noInput,
                en:
                    "no feed is set up; ingest a feed once with 'geocli ingest --feed ID', or put a declaration with a [service] into \(FeedShelf.userFolder ?? "~/.config/geocli/feeds")",
                ko:
                    "설정된 피드가 없습니다. 'geocli ingest --feed ID'로 한 번 수집하거나, [service]가 있는 선언을 \(FeedShelf.userFolder ?? "~/.config/geocli/feeds")에 두세요"
            )
        }
        return entries
    }

    private static func entry(_ found: FeedShelf.Entry, catalog path: String) throws -> Entry? {
        guard let file = found.path else {
            guard let feed = try? found.feed.get(), try holds(feed, path) else { return nil }
            return Entry(id: feed.id, name: feed.id, feed: found.feed)
        }
        // A file with a mistake may be a feed with a service. If it were left out, the user would not notice the loss.
        guard let feed = try? found.feed.get() else { return Entry(id: nil, name: file, feed: found.feed) }
        guard feed.serviceAddress != nil else { return nil }
        return Entry(id: feed.id, name: feed.id, feed: Result { try FeedShelf.feed(file, argument: "--all") })
    }

    /// Returns whether a catalog holds a good run of a feed from its own service.
    private static func holds(_ feed: Feed, _ path: String) throws -> Bool {
        guard let address = feed.serviceAddress, CatalogWriter.exists(path) else { return false }
        var isThere = false
        try Catalog(path: path).forEachRun { run in
            let isLive = run.description.source.hasPrefix(address + "/")
            if run.goodRun != nil, run.description.feed == feed.id, isLive { isThere = true }
        }
        return isThere
    }
}

extension FeedShelf.Entry {
    /// Whether the file's declaration is right.
    fileprivate var isWhole: Bool { if case .success = feed { true } else { false } }
}

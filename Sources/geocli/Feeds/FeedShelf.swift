internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The declared feeds: those that come with the program, and the files in the folders of the user and the machine.
enum FeedShelf {
    struct Entry {
        /// The file; nil for a feed that comes with the program.
        let path: String?
        let feed: Result<Feed, any Error>
    }

    static let machineFolder = "/etc/geocli/feeds.d"

    /// The folder of the user's declarations; nil if neither XDG_CONFIG_HOME nor HOME is set.
    static var userFolder: String? {
        SettingsFile.usualPath.map { String($0.dropLast("config".count)) + "feeds" }
    }

    /// Returns all entries: first the program's own, then those in the user's folder, then those in the machine's
    /// folder. Files are sorted by name.
    static func all() -> [Entry] {
        let own = Feed.known.map { Entry(path: nil, feed: .success($0)) }
        let files = [userFolder, machineFolder].compactMap { $0 }.flatMap(paths).map { path in
            Entry(path: path, feed: Result { try FeedDeclaration.feed(at: path) })
        }
        return own + files
    }

    /// Returns the feed whose id is `word`, or the feed that the file `word` declares.
    static func feed(_ word: String, argument: String) throws -> Feed {
        if isPath(word) {
            let feed = try FeedDeclaration.feed(at: word)
            try refuseSameID(of: feed)
            return feed
        }
        if let feed = Feed.named(word) { return feed }
        let entries = all()
        guard let feed = entries.lazy.compactMap({ try? $0.feed.get() }).first(where: { $0.id == word }) else {
            let names = entries.compactMap { try? $0.feed.get().id }
            throw ValueArgument.unknown(argument, word, among: names)
        }
        try refuseSameID(of: feed)
        return feed
    }

    /// Returns whether a word is the path of a declaration, and not an id.
    static func isPath(_ word: String) -> Bool { word.contains("/") || word.lowercased().hasSuffix(".toml") }

    /// Refuses a feed if a different declaration has the same id, because each feed would overwrite the other one's
    /// places.
    private static func refuseSameID(of feed: Feed) throws {
        let path = feed.declarationPath.map(Environment.realPath)
        let twin = all().first { entry in
            guard let other = try? entry.feed.get(), other.id == feed.id else { return false }
            return entry.path.map(Environment.realPath) != path && other.declarationHash != feed.declarationHash
        }
        guard let twin else { return }
        let origin = Words(en: twin.path ?? "a feed built into geocli", ko: twin.path ?? "geocli에 내장된 피드")
        throw UsageError(
            en: "\(feed.declarationPath ?? feed.id): id \(feed.id) already belongs to \(origin.en); choose another id",
            ko: "\(feed.declarationPath ?? feed.id): ID \(feed.id)\(.topic) \(origin.ko)에서 이미 쓰고 있습니다. 다른 ID를 쓰세요")
    }

    /// Returns the declaration files of a folder, by name; none if the folder can't be read.
    private static func paths(in folder: String) -> [String] {
        let names = (FileSystem.names(in: folder) ?? []).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
        return names.sorted(by: NaturalOrder.isBefore).map { "\(folder)/\($0)" }
    }
}

extension SourceNotes {
    /// Returns the statements of these runs, the last good run of each feed. Files of declarations are read only for a
    /// feed that nothing else describes.
    static func statements(_ runs: [CatalogStatus.Run]) -> [SourceStatement] { statements(runs, other: declared) }

    private static func declared(_ id: String) -> Feed? {
        FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }
}

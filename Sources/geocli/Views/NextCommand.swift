internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// A command that the user can copy and run unchanged: for this feed, this catalog and this service.
struct NextCommand {
    /// The options that name the feed, the catalog and the file of addresses, if these are not the usual ones.
    private let place: String
    /// The feed's own service, if its declaration is known.
    private let service: FeedService?

    /// - Parameters:
    ///   - declaration: the file of the feed's declaration, for a feed that is not known by its id.
    ///   - addresses: the file of addresses that the user named.
    init(feed: String, catalog path: String, declaration: String? = nil, addresses: String? = nil) {
        // Without a home folder, no catalog is the usual one.
        let usual = try? Environment.catalogPath(nil)
        // A declaration that is gone or has a mistake has no service to compare with.
        let known = try? FeedShelf.feed(feed, argument: "--feed")
        let found = known ?? declaration.flatMap { try? FeedShelf.feed($0, argument: "--feed") }
        service = found?.service
        let word = known == nil ? declaration ?? feed : feed
        place =
            ([Feed.seoulBookstoresID, Feed.sample.id].contains(feed) ? "" : " --feed \(Self.quoted(word))")
            + (path == usual ? "" : " --db \(Self.quoted(path))")
            + (addresses.map { " --addresses-db \(Self.quoted($0))" } ?? "")
    }

    /// Returns the command that accepts the pages that a guard has refused.
    func accepting(run: Int64) -> String { "geocli ingest --replay \(run) --accept \"why\"\(place)" }

    /// Returns the command that ingests `source` again; with `resuming`, it reuses the kept pages.
    func again(_ source: String, resuming: Bool) -> String {
        "geocli ingest\(words(for: source))\(resuming ? " --resume" : "")\(place)"
    }

    /// Returns the command that ingests `source` again and accepts it.
    func accepting(source: String) -> String { "geocli ingest\(words(for: source)) --accept \"why\"\(place)" }

    /// Returns the paths of `source`, or a service's address without the part that the program appends; nothing for the
    /// feed's own service.
    private func words(for source: String) -> String {
        if source == SampleNames.source { return " --sample" }
        if let service, !service.steadyPart.isEmpty, source.hasSuffix(service.steadyPart) {
            let address = String(source.dropLast(service.steadyPart.count))
            return address == service.address ? "" : " " + Self.quoted(address)
        }
        guard let end = source.firstRange(of: "/{KEY}/") else { return source.isEmpty ? "" : " " + source }
        return " " + Self.quoted(String(source[..<end.lowerBound]))
    }

    /// Returns the command that ingests these sources, as the user gave them, and accepts them.
    func accepting(sources: [String]) -> String {
        "geocli ingest\(sources.map { " " + Self.quoted($0) }.joined()) --accept \"why\"\(place)"
    }

    /// Returns a word quoted for a shell.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._/:+@%".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

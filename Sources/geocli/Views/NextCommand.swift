internal import GeocliIngest
internal import GeocliText

/// A command that a person can copy and run as it stands: for this feed, this catalog and this service.
struct NextCommand {
    /// Options that name the feed and the catalog, where these are not the usual ones.
    private let place: String

    init(feed: String, catalog path: String) {
        // Without a home there is no usual catalog.
        let usual = try? Environment.catalogPath(nil)
        place =
            (feed == Feed.seoulBookstores.id ? "" : " --feed \(feed)")
            + (path == usual ? "" : " --db \(Self.quoted(path))")
    }

    /// Takes the pages that a guard has refused.
    func accepting(run: Int64) -> String { "geocli ingest --replay \(run) --accept \"why\"\(place)" }

    /// Ingests `source` once more; `resuming` the pages that were kept.
    func again(_ source: String, resuming: Bool) -> String {
        "geocli ingest\(Self.words(for: source))\(resuming ? " --resume" : "")\(place)"
    }

    /// Ingests `source` once more and lets it through.
    func accepting(source: String) -> String { "geocli ingest\(Self.words(for: source)) --accept \"why\"\(place)" }

    /// A service's address without what the program puts behind it, nothing for a feed's own; else the paths.
    private static func words(for source: String) -> String {
        guard let end = source.firstRange(of: "/{KEY}/") else {
            return source == IngestCommand.sampleName ? " --sample" : source.isEmpty ? "" : " " + source
        }
        let address = String(source[..<end.lowerBound])
        return Feed.known.contains { $0.serviceAddress == address } ? "" : " " + quoted(address)
    }

    /// A word as a shell wants it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._/:+@%".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliText

/// The option that limits a history to some feeds.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only this feed. Repeat the option for several feeds.",
            ko: "이 피드의 행만. 여러 번 쓰면 지정한 피드의 행을 모두 보여 줍니다.", value: .feed),
        completion: .feeds)
    var feed: [String] = []

    /// Returns the feeds; an empty set if all are wanted. A feed can be named as soon as it has had a run, even a
    /// failed one.
    ///
    /// - Throws: `UsageError` for an id that no run of the catalog has.
    func feeds(in catalog: Catalog) throws -> Set<String> {
        let wanted = ValueArgument.list(feed)
        guard !wanted.isEmpty else { return [] }
        let known = try catalog.feedIDs()
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            throw ValueArgument.unknown("--feed", unknown, among: known)
        }
        return Set(wanted)
    }
}

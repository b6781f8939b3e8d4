internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

extension ShopRows {
    /// Prefers the feeds of the setting `feeds`.
    ///
    /// - Throws: `UsageError` for `--unique` with a former day; the source's error for a server without links.
    init(_ source: some PlaceSource, isUnique: Bool) throws {
        try self.init(source, isUnique: isUnique, preferring: try Self.preferredFeeds(source), .option)
    }

    private static func preferredFeeds(_ source: some PlaceSource) throws -> [String] {
        let feeds = try Settings.preferredFeeds()
        try PreferredFeeds.warnOfUnknown(in: source)
        return feeds
    }

    /// What the rows of an answer become.
    enum Form { case rows, markers }

    /// Tells the user how many rows repeat a shop.
    func tell(_ form: Form = .rows, isQuiet: Bool) throws {
        guard let count = try repeatCount(), count > 0 else { return }
        let hint =
            form == .rows
            ? Words(en: "--unique lists each shop once", ko: "--unique를 쓰면 가게마다 한 번만 나옵니다")
            : Words(en: "--unique uses one marker for each shop", ko: "--unique를 쓰면 가게마다 마커를 하나만 씁니다")
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "row repeats a shop" : "rows repeat shops") of another feed; \(hint.en)",
                ko: "다른 피드의 행과 같은 가게인 행이 \(count)개 있습니다. \(hint.ko)"),
            isQuiet: isQuiet)
    }
}

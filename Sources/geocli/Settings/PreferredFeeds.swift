internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The `feeds` setting, compared with the known feeds.
enum PreferredFeeds {
    /// Returns the preferred feeds, and warns of names that neither the source nor a declaration has.
    static func checked(in source: some PlaceSource) throws -> [String] {
        let feeds = try Settings.preferredFeeds()
        try warnOfUnknown(in: source)
        return feeds
    }

    /// Warns about names in the setting that neither the catalog nor a declaration has. Such a name has no effect in
    /// this catalog. It may be right for another one, because all catalogs share the configuration file.
    ///
    /// - Parameter catalog: opened only if the setting exists. Without a catalog, the user gets no warning, because
    ///   any name may be right.
    /// - Throws: `PlainError`, `ByteSourceError`; errors from reading the catalog.
    static func warnOfUnknown(in catalog: @autoclosure () -> (any PlaceSource)?) throws {
        guard let file = try SettingsFile.own.get(), let entry = file[.feeds], let catalog = catalog() else { return }
        let known = try catalog.lastGoodRuns().map(\.feed)
        var unknown = try Settings.preferredFeeds().filter { !known.contains($0) }
        // The folders of declarations are read only if a name is not in the catalog.
        guard !unknown.isEmpty else { return }
        let declared = FeedShelf.all().compactMap { try? $0.feed.get().id }
        unknown.removeAll { declared.contains($0) }
        guard !unknown.isEmpty else { return }
        let names = unknown.map { DisplayText.truncated($0, columns: 40) }.joined(separator: ", ")
        let near = Set(unknown.flatMap { Spelling.near($0, among: known + declared) }).sorted().joined(separator: ", ")
        let words = Words(
            en: "warning: \(file.path), line \(entry.line): feeds: no feed is called \(names)",
            ko: "주의: \(file.path) \(entry.line)행: feeds: 그런 피드가 없습니다: \(names)")
        let advice =
            near.isEmpty
            ? Words(en: "'geocli feeds' lists the feeds", ko: "피드 이름은 'geocli feeds'로 확인하세요")
            : Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")
        Console.complain(words.followed(by: advice))
    }
}

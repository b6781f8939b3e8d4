internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The rows of places as their feeds last sent them.
enum KeptRows {
    /// Returns the rows of those places whose pages the catalog keeps, in the order of the places. If a page is
    /// damaged, or the feed's declaration can't read it, the user gets a warning and no error, because the issue itself
    /// is not damaged.
    static func rows(of places: [CatalogEntry], in catalog: Catalog) throws -> [String] {
        var found: [String: String] = [:]
        for feed in Set(places.map(\.feed)).sorted() {
            guard let declared = source(of: feed) else { continue }
            let wanted = Set(places.filter { $0.feed == feed }.map(\.place.feedID))
            do {
                var rows: [String: String] = [:]
                try catalog.forEachKeptPage(ofFeed: feed) { page, bytes in
                    let source = ByteSource(name: page.name, bytes: bytes)
                    rows.merge(try RawRows.find(wanted, of: declared, in: source)) { first, _ in first }
                    return rows.count < wanted.count
                }
                for (id, row) in rows { found["\(feed)/\(id)"] = row }
            } catch let error as any ExplainedError {
                Console.complain(
                    Words(
                        en: "warning: the feed's row is not shown: \(error.words.en)",
                        ko: "주의: 피드의 원본 행을 표시하지 못했습니다: \(error.words.ko)"))
            }
        }
        return places.compactMap { found[$0.ref] }
    }

    private static func source(of id: String) -> Feed? {
        Feed.named(id) ?? FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }
}

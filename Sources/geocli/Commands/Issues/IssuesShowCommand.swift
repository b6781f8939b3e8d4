internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// The row of one issue.
enum IssueRow: RowsOnMap {
    static let someKeys = "number,text,history"
    static let isSingle = true
}

/// `geocli issues show N`: one issue with its history.
struct IssuesShowSource: RowSource {
    static let configuration = CommandConfiguration(
        "show", en: "Show one issue: its first and current evidence, its places, and who did what, when and why.",
        ko: "이슈 하나를 보여 줍니다: 처음과 지금의 근거, 장소, 누가 언제 왜 무엇을 했는지.",
        examples: """
            $ geocli issues show 1
            $ geocli issues show 1 --lang ko --format table
            $ geocli issues show 1 --json -o issue.json
            """)

    @Argument(
        help: ArgumentHelp("The number of an issue, such as 12.", ko: "12 같은 이슈 번호", value: .argument("NUMBER")),
        completion: .issues)
    var number: String

    func write(_ given: ListingArguments<IssueRow>) throws {
        let listing = try given.checked()
        let wanted = try GivenWords.numbers([number])
        guard wanted.count == 1 else { throw GivenWords.noNumber }
        let catalog = try IssueCatalog.reading(given.common)
        let issue = try catalog.issue(wanted[0])
        let sheet = IssueSheet(
            issue, events: try catalog.events(ofIssue: issue.number), group: try catalog.group(of: issue),
            rawRows: try KeptRows.rows(of: issue.places, in: catalog))
        guard listing.options.format == .table, listing.options.fields == nil else {
            return try Listing.write(.issue(Console.language), listing, adjust: { $0.isSingle = true }) { writer in
                try writer.write(sheet)
            }
        }
        let text = IssueText(sheet, listing.options.language, columns: listing.options.terminalColumns).text
        try Listing.write(text: text, listing)
    }
}

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

    /// Returns the feed with this id; nil if no declaration has it. A declaration that can't be read is not this one, and
    /// 'geocli feeds' names its error.
    private static func source(of id: String) -> Feed? {
        Feed.named(id) ?? FeedShelf.all().lazy.compactMap { try? $0.feed.get() }.first { $0.id == id }
    }
}

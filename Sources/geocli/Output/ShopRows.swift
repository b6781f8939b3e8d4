internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// What a listing does with rows of several feeds that are the same shop: with `--unique` it has one of them and names
/// the others; without, the user is told how many rows repeat a shop.
struct ShopRows {
    /// The shops, and the feeds that stand for them; nil without `--unique`, and in a catalog without links.
    let unique: UniqueShops?
    private let isUnique: Bool
    private let answered: AnsweredRows?

    /// - Throws: `UsageError` for `--unique` with a source that has no links: a server, or a former day.
    init(_ source: some PlaceSource, isUnique: Bool) throws {
        self.isUnique = isUnique
        let catalog = source as? Catalog
        guard isUnique else {
            answered = try catalog.flatMap { try AnsweredRows($0) }
            unique = nil
            return
        }
        guard let catalog else {
            throw UsageError(
                en:
                    "--unique needs the links between feeds, which are not on the server; give --db the path of the catalog",
                ko: "--unique에 필요한 연결은 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        guard catalog.day == nil else {
            throw UsageError(
                en: "--unique can't be combined with --as-of: links join only the rows of now",
                ko: "--unique는 --as-of와 함께 쓸 수 없습니다: 연결은 현재의 행만 잇습니다")
        }
        answered = nil
        let feeds = try Settings.preferredFeeds()
        try PreferredFeeds.warnOfUnknown(in: catalog)
        unique = try catalog.sameShops().map { UniqueShops($0, preferring: feeds) }
    }

    /// Returns the filter without the rows that another row of the same shop stands for.
    ///
    /// - Parameters:
    ///   - hasPoint: whether only rows with a point can be in the answer.
    ///   - origin: the row at which the search starts; no row of its shop is in the answer.
    func narrowed(
        _ filter: PlaceFilter, in source: some PlaceSource, hasPoint: Bool, without origin: Int64? = nil
    ) throws -> PlaceFilter {
        guard let unique, let catalog = source as? Catalog else { return filter }
        var filter = filter
        filter.leftOut = try catalog.leftOut(
            of: unique.shops, filter, preferring: unique.feeds, hasPoint: hasPoint, without: origin)
        return filter
    }

    /// Returns the listing with the references of the other rows, if the user asked for one row per shop.
    func shown<Row>(_ schema: ListingSchema<Row>, _ id: @escaping (Row) -> Int64) -> ListingSchema<Row> {
        guard isUnique else { return schema }
        let shops = unique?.shops
        return schema.withOthers { shops?.others(of: id($0)) }
    }

    /// Takes note of a row of the answer.
    func count(_ id: Int64) { answered?.insert(id) }

    /// Whether rows of the answer must be counted.
    var counts: Bool { answered != nil }

    /// Tells the user how many rows repeat a shop.
    func tell(isQuiet: Bool) throws {
        guard let count = try answered?.repeatCount(), count > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "row repeats a shop" : "rows repeat shops") of another feed; --unique lists each shop once",
                ko: "\(count)행은 다른 피드에 있는 가게를 다시 보여 줍니다. --unique를 쓰면 가게마다 한 번만 나옵니다"),
            isQuiet: isQuiet)
    }
}

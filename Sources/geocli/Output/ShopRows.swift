internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// What a listing does with rows of several feeds that are the same shop: with `--unique` it has one of them and names
/// the others; without, the user is told how many rows repeat a shop.
struct ShopRows {
    /// The shops, and the feeds that stand for them; nil without `--unique`, and in a catalog without links.
    let unique: UniqueShops?
    private let isUnique: Bool
    private let answered: (any AnsweredShops)?

    /// - Throws: `UsageError` for `--unique` with a former day; the source's error for a server without links.
    init(_ source: some PlaceSource, isUnique: Bool) throws {
        self.isUnique = isUnique
        guard isUnique else {
            answered = try source.answeredShops()
            unique = nil
            return
        }
        guard source.day == nil else {
            throw UsageError(
                en: "--unique can't be combined with --as-of: links join only the current rows",
                ko: "--unique는 --as-of와 함께 쓸 수 없습니다. 연결은 현재의 행만 잇습니다")
        }
        answered = nil
        let feeds = try Settings.preferredFeeds()
        try PreferredFeeds.warnOfUnknown(in: source)
        unique = try source.sameShops().map { UniqueShops($0, preferring: feeds) }
    }

    /// Returns the filter without the rows that another row of the same shop stands for.
    ///
    /// - Parameters:
    ///   - standing: which rows can stand for a shop.
    ///   - origin: the row at which the search starts; no row of its shop is in the answer.
    func narrowed(
        _ filter: PlaceFilter, in source: some PlaceSource, standing: UniqueShops.Standing,
        without origin: Int64? = nil
    ) throws -> PlaceFilter {
        guard let unique else { return filter }
        var filter = filter
        filter.leftOut = try source.leftOut(
            of: unique.shops, filter, preferring: unique.feeds, standing: standing, without: origin)
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

    /// What the rows of an answer become.
    enum Form { case rows, markers }

    /// Tells the user how many rows repeat a shop.
    func tell(_ form: Form = .rows, isQuiet: Bool) throws {
        guard let count = try answered?.repeatCount(), count > 0 else { return }
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

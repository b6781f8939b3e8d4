package import GeocliExport
package import GeocliPlaces
package import GeocliText

/// How a listing treats rows of several feeds that are the same shop. With `--unique`, it shows one row and names the
/// others. Without it, a note says how many rows repeat a shop.
package struct ShopRows {
    /// The shops, and the feeds in order of preference; nil without `--unique`, and in a catalog without links.
    package let unique: UniqueShops?
    private let isUnique: Bool
    private let style: ArgumentStyle

    package static let parameter = Parameter(
        "unique", .flag,
        en: "List each shop once, even if several feeds have it. The key 'also' lists the shop's other rows.",
        ko: "여러 피드에 있는 같은 가게는 한 행만 보여 주고, 나머지 행의 참조는 'also'에 적습니다.")
    private let answered: (any AnsweredShops)?

    /// Prepares one listing.
    ///
    /// - Parameters:
    ///   - feeds: the feeds in order of preference. The row of the first feed that has the shop represents the shop.
    ///   - style: how errors spell the arguments.
    /// - Throws: `UsageError` for `--unique` with a past day; the source's error for a server without links.
    package init(
        _ source: some PlaceSource, isUnique: Bool, preferring feeds: @autoclosure () throws -> [String],
        _ style: ArgumentStyle
    ) throws {
        self.isUnique = isUnique
        self.style = style
        guard isUnique else {
            answered = try source.answeredShops()
            unique = nil
            return
        }
        guard source.day == nil else {
            let (unique, day) = (style(Self.parameter), style("as-of"))
            throw UsageError(
                en: "\(unique) can't be combined with \(day): links join only the current rows",
                ko: "\(unique)\(.topic) \(day)\(.with) 함께 쓸 수 없습니다. 연결은 현재의 행만 잇습니다")
        }
        answered = nil
        let feeds = try feeds()
        unique = try source.sameShops().map { UniqueShops($0, preferring: feeds) }
    }

    /// Returns the filter narrowed so that it does not admit a row that another row of the same shop represents.
    ///
    /// - Parameters:
    ///   - standing: which rows can represent a shop.
    ///   - origin: the row from which the search starts; the answer has no row of its shop.
    package func narrowed(
        _ filter: PlaceFilter, in source: some PlaceSource, standing: UniqueShops.Standing,
        without origin: Int64? = nil
    ) throws -> PlaceFilter {
        guard let unique else { return filter }
        var filter = filter
        filter.leftOut = try source.leftOut(
            of: unique.shops, filter, preferring: unique.feeds, standing: standing, without: origin)
        return filter
    }

    /// Returns the listing with the references of the other rows of each shop, if the user asked for one row per shop.
    package func shown<Row>(_ schema: ListingSchema<Row>, _ id: @escaping (Row) -> Int64) -> ListingSchema<Row> {
        guard isUnique else { return schema }
        let shops = unique?.shops
        return schema.withOthers { shops?.others(of: id($0)) }
    }

    /// Records a row of the answer, so that `repeatNote` can count it.
    package func count(_ id: Int64) { answered?.insert(id) }

    /// Whether the caller must count the rows of the answer.
    package var counts: Bool { answered != nil }

    /// What the answer shows for each row.
    package enum Form { case rows, markers }

    /// Returns the note that says how many of the counted rows repeat a shop that another row shows; nil if no row
    /// does.
    package func repeatNote(_ form: Form) throws -> Words? {
        guard let count = try answered?.repeatCount(), count > 0 else { return nil }
        let unique = style(Self.parameter)
        let hint =
            form == .rows
            ? Words(en: "\(unique) lists each shop once", ko: "\(unique)\(.object) 쓰면 가게마다 한 번만 나옵니다")
            : Words(en: "\(unique) uses one marker for each shop", ko: "\(unique)\(.object) 쓰면 가게마다 마커를 하나만 씁니다")
        return Words(
            en: "\(count) \(count == 1 ? "row repeats a shop" : "rows repeat shops") of another feed; \(hint.en)",
            ko: "다른 피드의 행과 같은 가게인 행이 \(count)개 있습니다. \(hint.ko)")
    }
}

package import GeocliExport
package import GeocliPlaces
internal import GeocliText

/// What a listing does with rows of several feeds that are the same shop: with `--unique` it has one of them and names
/// the others; without, a note says how many rows repeat a shop.
package struct ShopRows {
    /// The shops, and the feeds that stand for them; nil without `--unique`, and in a catalog without links.
    package let unique: UniqueShops?
    private let isUnique: Bool
    private let answered: (any AnsweredShops)?

    /// - Parameters:
    ///   - feeds: the feeds whose rows stand for a shop, the first one first.
    ///   - style: how errors spell the arguments.
    /// - Throws: `UsageError` for one row per shop on a former day; the source's error for a server without links.
    package init(
        _ source: some PlaceSource, isUnique: Bool, preferring feeds: @autoclosure () throws -> [String],
        _ style: ArgumentStyle
    ) throws {
        self.isUnique = isUnique
        guard isUnique else {
            answered = try source.answeredShops()
            unique = nil
            return
        }
        guard source.day == nil else {
            let (unique, day) = (style("unique"), style("as-of"))
            throw UsageError(
                en: "\(unique) can't be combined with \(day): links join only the current rows",
                ko: "\(unique)\(.topic) \(day)\(.with) 함께 쓸 수 없습니다. 연결은 현재의 행만 잇습니다")
        }
        answered = nil
        let feeds = try feeds()
        unique = try source.sameShops().map { UniqueShops($0, preferring: feeds) }
    }

    /// Returns the filter without the rows that another row of the same shop stands for.
    ///
    /// - Parameters:
    ///   - standing: which rows can stand for a shop.
    ///   - origin: the row at which the search starts; no row of its shop is in the answer.
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

    /// Returns the listing with the references of the other rows, if the user asked for one row per shop.
    package func shown<Row>(_ schema: ListingSchema<Row>, _ id: @escaping (Row) -> Int64) -> ListingSchema<Row> {
        guard isUnique else { return schema }
        let shops = unique?.shops
        return schema.withOthers { shops?.others(of: id($0)) }
    }

    /// Takes note of a row of the answer.
    package func count(_ id: Int64) { answered?.insert(id) }

    /// Whether rows of the answer must be counted.
    package var counts: Bool { answered != nil }

    /// The number of counted rows that repeat a shop of another one; nil if no rows were counted.
    package func repeatCount() throws -> Int? { try answered?.repeatCount() }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliQuery
internal import GeocliText

/// Options for the order of a listing of places, for links at the end of its rows, and for one row per shop.
///
/// They are one group, because the parser needs 0.1 ms for each group of options.
struct SortOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort by name, kind, district, first_seen or distance (near and 'search --near' only); rows with equal values are ordered by id.",
            ko:
                "정렬 기준: name(이름), kind(종류), district(자치구), first_seen(최초 등록), distance(거리, near와 'search --near'에서만) 중 하나. 값이 같으면 번호순입니다.",
            value: .key),
        completion: .words(PlaceOrder.Key.allCases.map(\.rawValue)))
    var sort: String?

    @Flag(
        help: ArgumentHelp(
            "With --sort: reverse the order; rows without a value stay last.",
            ko: "--sort의 순서를 뒤집습니다. 값이 없는 행은 그대로 끝에 둡니다."))
    var reverse = false

    @Flag(help: LinkOptions.linksHelp)
    var links = false

    @Flag(help: Self.uniqueHelp)
    var unique = false

    @Option(help: ServedListing.help)
    var server: String?

    static var uniqueHelp: ArgumentHelp {
        ArgumentHelp(
            "List each shop once, even if several feeds have it. The key 'also' lists the shop's other rows.",
            ko: "여러 피드에 있는 같은 가게는 한 행만 보여 주고, 나머지 행의 참조는 'also'에 적습니다.")
    }

    /// Returns the request to the service that `--server` names, including the order; nil if `--server` was not given.
    ///
    /// - Throws: `UsageError` for an option that works only with a catalog's file.
    func served<List>(_ filters: Filters<List>, _ common: CommonOptions) throws -> ServedListing? {
        guard let server else { return nil }
        var listing = try ServedListing(server, common)
        try filters.add(to: &listing)
        listing.add("sort", sort)
        listing.add("reverse", flag: reverse)
        listing.add("unique", flag: unique)
        return listing
    }

    /// Returns the order; nil for the usual order of the listing.
    ///
    /// - Parameter hint: what to do to get a distance; nil if the rows have one.
    /// - Throws: `UsageError`.
    func order(withoutDistance hint: Words?) throws -> PlaceOrder? {
        try PlaceOrder(sort, isReversed: reverse, withoutDistance: hint, .option)
    }

    /// The hint for listings that never have a distance.
    static let noDistance = Words(
        en: "these rows have no distance; use 'geocli near WHERE'", ko: "이 목록에는 거리가 없습니다. 'geocli near WHERE'를 쓰세요")
}

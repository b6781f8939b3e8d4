internal import ArgumentParser
internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// A kind of listing, which decides the filters that its help shows. Every listing accepts all filters, including those
/// that its help hides.
protocol FilteredListing {
    static var match: ArgumentVisibility { get }
    static var includeClosed: ArgumentVisibility { get }
}

extension FilteredListing {
    static var match: ArgumentVisibility { .default }
    static var includeClosed: ArgumentVisibility { .default }
}

/// A listing with all filters.
enum AnyListing: FilteredListing {}

/// A listing that always includes closed places, so its help hides `--include-closed`.
enum HistoryListing: FilteredListing { static let includeClosed = ArgumentVisibility.hidden }

/// A listing of what matches a text, so its help hides `--match`.
enum SearchListing: FilteredListing { static let match = ArgumentVisibility.hidden }

typealias FilterOptions = Filters<AnyListing>

/// The filters of a listing of places, which are the same in every listing.
struct Filters<List: FilteredListing>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only places of this kind: new, used, other or a kind that a feed declares. Repeat the option for several kinds.",
            ko: "이 종류의 장소만: new(새책), used(헌책), other(기타), 또는 피드의 선언에 있는 종류. 여러 번 쓰면 그중 하나라도 맞는 장소를 찾습니다.", value: .kind),
        completion: .kinds)
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only places in this district, written as 마포구, 마포, mapo or mapo-gu. Repeat the option for several districts.",
            ko: "이 자치구의 장소만. 마포구, 마포, mapo, mapo-gu 중 어느 것으로 써도 됩니다. 여러 번 쓰면 그중 하나라도 맞는 장소를 찾습니다.", value: .district),
        completion: .districts)
    var district: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only places with this kind of contact: phone, website or sns (a social media page). Repeat the option to require several.",
            ko: "phone(전화), website(웹사이트), sns(소셜 미디어)가 있는 장소만. 여러 번 쓰면 그 항목이 모두 있는 장소를 찾습니다.", value: .what),
        completion: .list(of: PlaceFilter.Contact.allCases.map(\.rawValue)))
    var has: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only places of this feed. Repeat the option for several feeds.",
            ko: "이 피드의 장소만. 여러 번 쓰면 그중 한 피드에라도 있는 장소를 찾습니다.",
            value: .feed), completion: .feeds)
    var feed: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only places that 'geocli search TEXT' finds.", ko: "'geocli search TEXT'로 찾을 수 있는 장소만", value: .query,
            visibility: List.match))
    var match: String?

    @Option(
        help: ArgumentHelp(
            "Only places that you marked with 'geocli mine mark'. --marked=LIST selects one list.",
            ko: "'geocli mine mark'로 표시한 장소만. --marked=목록을 쓰면 그 목록에 있는 장소만", value: .list), completion: .markLists)
    var marked: String?

    @Flag(
        help: ArgumentHelp(
            "Include places that are closed, or missing from the last good run (the last ingest that succeeded).",
            ko: "마지막으로 성공한 실행에서 누락된 장소와 폐점한 장소도 포함합니다.", visibility: List.includeClosed))
    var includeClosed = false

    /// Whether no filter is set.
    var isEmpty: Bool {
        kind.isEmpty && district.isEmpty && has.isEmpty && feed.isEmpty && match == nil && !includeClosed
            && marked == nil
    }

    /// Returns the filter, and tells the user if the meaning of a text was guessed.
    ///
    /// - Parameter mine: the folder of a person's records; nil for the usual one.
    func filter(_ catalog: some PlaceSource, _ common: CommonOptions, mine: String? = nil) throws -> PlaceFilter {
        let only = try marked.map { try MarkedPlaces.ids(list: $0, of: mine, in: catalog) }
        let filter = try words.filter(in: catalog, only: only)
        if let note = filter.text?.note { Console.note(note, isQuiet: common.quiet) }
        return filter
    }

    /// Adds the filters to a request to a service.
    ///
    /// - Throws: `UsageError` for `--marked`, because a service does not have the user's marks.
    func add(to listing: inout ServedListing) throws {
        try ServedListing.refuse("--marked", if: marked != nil)
        listing.add("kind", each: kind)
        listing.add("district", each: district)
        listing.add("has", each: has)
        listing.add("feed", each: feed)
        listing.add("match", match)
        listing.add("include-closed", flag: includeClosed)
    }

    private var words: FilterWords {
        var words = FilterWords(.option)
        (words.kind, words.district, words.has, words.feed) = (kind, district, has, feed)
        (words.match, words.includeClosed) = (match, includeClosed)
        return words
    }
}

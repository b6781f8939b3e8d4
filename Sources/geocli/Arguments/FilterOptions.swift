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
    @Option(FilterWords.kind, value: .kind, completion: .kinds) var kind: [String] = []
    @Option(FilterWords.district, value: .district, completion: .districts) var district: [String] = []
    @Option(FilterWords.has, value: .what, completion: .list(of: PlaceFilter.Contact.allCases.map(\.rawValue)))
    var has: [String] = []
    @Option(FilterWords.feed, value: .feed, completion: .feeds) var feed: [String] = []
    @Option(FilterWords.match, value: .query, visibility: List.match) var match: String?
    @Option(FilterWords.marked, value: .list, completion: .markLists) var marked: String?
    @Flag(FilterWords.includeClosed, visibility: List.includeClosed) var includeClosed = false

    /// Adds the filters to a question.
    func add(to given: inout Given) {
        given.add(FilterWords.kind, each: kind)
        given.add(FilterWords.district, each: district)
        given.add(FilterWords.has, each: has)
        given.add(FilterWords.feed, each: feed)
        given.add(FilterWords.match, match)
        given.add(FilterWords.marked, marked)
        given.add(FilterWords.includeClosed, flag: includeClosed)
    }

    /// The filters that no service has, because it does not have the person's records.
    var local: [(option: String, isGiven: Bool)] { [("--marked", marked != nil)] }

    private var given: Given {
        var given = Given(.option)
        add(to: &given)
        return given
    }

    /// Whether no filter is set.
    var isEmpty: Bool { given.items.isEmpty }

    /// Returns the filter, and tells the user if the meaning of a text was guessed.
    ///
    /// - Parameter mine: the folder of a person's records; nil for the usual one.
    func filter(_ catalog: some PlaceSource, _ common: CommonOptions, mine: String? = nil) throws -> PlaceFilter {
        let only = try marked.map { try MarkedPlaces.ids(list: $0, of: mine, in: catalog) }
        let filter = try FilterWords(given).filter(in: catalog, only: only)
        if let note = filter.text?.note { Console.note(note, isQuiet: common.quiet) }
        return filter
    }
}

internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// A command that lists places, with the options that such commands share.
protocol PlaceListing {
    associatedtype List: FilteredListing
    associatedtype Rows: ListedRows

    var filters: Filters<List> { get }
    var sorting: SortOptions { get }
    var output: OutputOptions<Rows> { get }
    var common: CommonOptions { get }
}

extension PlaceListing {
    /// Checks the output and returns the question.
    ///
    /// - Parameter local: further options that no service has.
    func question(
        reading inputs: [String?] = [], local: [(option: String, isGiven: Bool)] = [], add: (inout Given) throws -> Void
    ) throws -> CommandQuestion {
        let listing = try output.checked(common, reading: inputs, isPrivate: filters.marked != nil).with(
            links: sorting.links)
        var given = Given(.option)
        try add(&given)
        given.add(.limit, output.limit)
        filters.add(to: &given)
        sorting.add(to: &given)
        return CommandQuestion(
            given: given, output: listing, common: common, server: sorting.server, local: filters.local + local)
    }
}

/// A question that a command asks, of the catalog or of the service that `--server` names.
struct CommandQuestion {
    let given: Given
    let output: ListingOutput
    let common: CommonOptions
    /// The address of a service; nil to ask the catalog.
    let server: String?
    /// The options that no service has, and whether each was given.
    let local: [(option: String, isGiven: Bool)]

    /// Asks, and writes the answer. A service refuses a parameter that it does not know with status 400.
    ///
    /// - Parameters:
    ///   - path: the parts of the address; nil for the name of the question.
    ///   - adjust: completes the question with what only this machine has, such as a file.
    func ask<SomeQuestion: Question>(
        _ type: SomeQuestion.Type, path: [String]? = nil, adjust: (inout SomeQuestion) throws -> Void = { _ in },
        of source: () throws -> any PlaceSource
    ) throws {
        var question = try SomeQuestion(given)
        if let server {
            let served = try ServedListing(server, common)
            for (option, isGiven) in local { try ServedListing.refuse(option, if: isGiven) }
            // A value that is not a parameter is a part of the path.
            let query = given.items.filter { item in SomeQuestion.parameters.contains { $0.name == item.name } }
            return try served.write(path ?? [SomeQuestion.name], query, to: output)
        }
        try adjust(&question)
        try answer(question, from: try source())
    }

    private func answer(_ question: some Question, from source: some PlaceSource) throws {
        try question.answer(from: source, into: CommandAnswer(output: output))
    }
}

/// The answer of a command: its rows go to the command's output, its notes to standard error.
struct CommandAnswer: Answer {
    let output: ListingOutput

    var isLimited: Bool { false }
    var format: ListingFormat { output.options.format }
    var language: Language { Console.language }

    func note(_ words: Words) { Console.note(words, isQuiet: output.options.isQuiet) }

    func preferredFeeds(in source: some PlaceSource) throws -> [String] { try PreferredFeeds.checked(in: source) }

    func point(ofAddress text: String) throws -> (title: String, coordinate: Coordinate)? {
        guard let path = AddressOptions.usual(), let hit = try AddressBook(path: path)?.hit(text) else { return nil }
        return (hit.address, hit.coordinate)
    }

    func ids(marked list: String, in source: some PlaceSource) throws -> [Int64] {
        try MarkedPlaces.ids(list: list, in: source)
    }

    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        try Listing.write(schema, of: source, output, body: body)
    }
}

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

enum AnyListing: FilteredListing {}

enum HistoryListing: FilteredListing { static let includeClosed = ArgumentVisibility.hidden }

/// A listing of what matches a text, so its help hides `--match`.
enum SearchListing: FilteredListing { static let match = ArgumentVisibility.hidden }

typealias FilterOptions = Filters<AnyListing>

/// The filters of a listing of places, which are the same in every listing.
struct Filters<List: FilteredListing>: ParsableArguments {
    @Option(FilterArguments.kind, value: .kind, completion: .kinds) var kind: [String] = []
    @Option(FilterArguments.district, value: .district, completion: .districts) var district: [String] = []
    @Option(FilterArguments.has, value: .what, completion: .list(of: PlaceFilter.Contact.allCases.map(\.rawValue)))
    var has: [String] = []
    @Option(FilterArguments.feed, value: .feed, completion: .feeds) var feed: [String] = []
    @Option(FilterArguments.match, value: .query, visibility: List.match) var match: String?
    @Option(FilterArguments.marked, value: .list, completion: .markLists) var marked: String?
    @Flag(FilterArguments.includeClosed, visibility: List.includeClosed) var includeClosed = false

    func add(to given: inout Given) {
        given.add(FilterArguments.kind, each: kind)
        given.add(FilterArguments.district, each: district)
        given.add(FilterArguments.has, each: has)
        given.add(FilterArguments.feed, each: feed)
        given.add(FilterArguments.match, match)
        given.add(FilterArguments.marked, marked)
        given.add(FilterArguments.includeClosed, flag: includeClosed)
    }

    /// The filters that no service has, because it does not have the person's records.
    var local: [(option: String, isGiven: Bool)] { [("--marked", marked != nil)] }

    private var given: Given {
        var given = Given(.option)
        add(to: &given)
        return given
    }

    var isEmpty: Bool { given.items.isEmpty }

    /// Returns the filter, and tells the user if the meaning of a text was guessed.
    func filter(_ catalog: some PlaceSource, _ common: CommonOptions, mine: String? = nil) throws -> PlaceFilter {
        let only = try marked.map { try MarkedPlaces.ids(list: $0, of: mine, in: catalog) }
        let filter = try FilterArguments(given).filter(in: catalog, only: only)
        if let note = filter.text?.note { Console.note(note, isQuiet: common.quiet) }
        return filter
    }
}

/// Options for the order of a listing of places, for links at the end of its rows, and for one row per shop.
///
/// They are one group, because the parser needs 0.1 ms for each group of options.
struct SortOptions: ParsableArguments {
    @Option(PlaceOrder.sort, value: .key, completion: .words(PlaceOrder.Key.allCases.map(\.rawValue))) var sort: String?
    @Flag(PlaceOrder.reverse) var reverse = false
    @Flag(ListingOptions.links) var links = false
    @Flag(ShopRows.parameter) var unique = false
    @Option(help: ServedListing.help) var server: String?

    /// Adds the values to a question. The links are part of the form of the rows.
    func add(to given: inout Given) {
        given.add(PlaceOrder.sort, sort)
        given.add(PlaceOrder.reverse, flag: reverse)
        given.add(ShopRows.parameter, flag: unique)
    }
}

struct LinkOptions: ParsableArguments {
    @Flag(ListingOptions.links) var links = false

    @Option(help: ServedListing.help)
    var server: String?
}

/// The option `--as-of DAY`: the command reads the catalog as it was at the end of that day.
struct AsOfOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read the catalog as it was at the end of this day, such as 2026-09-21, yesterday or 7d (default: now).",
            ko: "이 날짜가 끝나는 시점의 카탈로그를 조회합니다. 예: 2026-09-21, 어제, 7d (기본값: 현재)", value: .day))
    var asOf: String?

    var local: [(option: String, isGiven: Bool)] { [("--as-of", asOf != nil)] }

    /// Opens the catalog for reading, as of that day.
    ///
    /// - Parameter uncorrected: whether rows have the feed's own values instead of the corrected ones.
    func catalog(_ common: CommonOptions, uncorrected: Bool = false) throws -> Catalog {
        let day = try asOf.map { try ValueArgument.date($0, option: "--as-of", today: try Environment.today()) }
        return try common.catalog(asOf: day, uncorrected: uncorrected)
    }

    /// Opens the catalog's file as of that day, or the server, which has only the present state.
    ///
    /// - Throws: `UsageError` if the user gave a day and a server, because a server has no history.
    func source(_ common: CommonOptions, uncorrected: Bool = false) throws -> any PlaceSource {
        guard case .server = try Environment.catalogPlace(common.db) else {
            return try catalog(common, uncorrected: uncorrected)
        }
        guard !uncorrected else {
            throw UsageError(
                en:
                    "--uncorrected needs the feed's own values, which are not on the server; give --db the path of the catalog file",
                ko: "--uncorrected에 필요한 피드의 원래 값은 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        guard asOf == nil else {
            throw UsageError(
                en: "--as-of needs the history, which is not on the server; give --db the path of the catalog file",
                ko: "--as-of에 필요한 이력은 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
        }
        return try common.source()
    }

    /// Opens the source of a listing, and tells the user if the day is before all recorded data.
    func sourceOfPlaces(_ common: CommonOptions, uncorrected: Bool = false) throws -> any PlaceSource {
        let source = try source(common, uncorrected: uncorrected)
        try tell(source, common)
        return source
    }

    /// Tells the user if the day is before all recorded data.
    func tell(_ source: any PlaceSource, _ common: CommonOptions) throws {
        guard let catalog = source as? Catalog, let day = catalog.day else { return }
        guard let first = try catalog.firstDay() else {
            return Console.note(NoRunWords.words(hasLandmarks: false), isQuiet: common.quiet)
        }
        guard day < first else { return }
        Console.note(
            Words(
                en: "there is no data for \(day); the first day on record is \(first)",
                ko: "\(day)의 데이터가 없습니다. 가장 이른 날짜는 \(first)입니다"), isQuiet: common.quiet)
    }
}

/// The option to show the feed's own values instead of the corrected ones.
struct UncorrectedOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Use the feed's values instead of the corrected values.", ko: "정정한 값 대신 피드의 원래 값을 보여 줍니다."))
    var uncorrected = false

    var local: [(option: String, isGiven: Bool)] { [("--uncorrected", uncorrected)] }
}

extension ShopRows {
    /// Creates the choice between rows of the same shop, with the preferred feeds from the `feeds` setting.
    ///
    /// - Throws: `UsageError` for `--unique` with a past day; the source's error for a server without links.
    init(_ source: some PlaceSource, isUnique: Bool) throws {
        try self.init(source, isUnique: isUnique, preferring: try PreferredFeeds.checked(in: source), .option)
    }

    /// Tells the user how many rows repeat a shop.
    func tell(_ form: Form = .rows, isQuiet: Bool) throws {
        if let note = try repeatNote(form) { Console.note(note, isQuiet: isQuiet) }
    }
}

extension OriginArgument {
    /// Returns the position, and tells the user which place was chosen.
    func origin(in source: some PlaceSource, _ common: CommonOptions) throws -> Origin {
        let origin = try origin(in: source)
        if let note = origin.note { Console.note(note, isQuiet: common.quiet) }
        return origin
    }
}

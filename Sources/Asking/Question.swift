package import GeocliExport
package import GeocliPlaces
package import GeocliQuery
internal import GeocliSearch
package import GeocliText

/// A question about places, such as `near`: what it asks, the names of its values, and how it is answered.
///
/// It is written once. A command fills it from its options, the service from the parameters of an address, and
/// `--server` sends it as parameters. The help of the command and the description of the service come from
/// `parameters`.
package protocol Question: SendableMetatype {
    /// The name of the command and the first part of the address.
    static var name: String { get }
    /// What the answer is, for the description of the service.
    static var title: Words { get }
    /// All values, without those of the form of the rows (`ListingOptions.parameters`).
    static var parameters: [Parameter] { get }
    /// Whether an answer needs much memory.
    static var isHeavy: Bool { get }

    /// Reads the values.
    ///
    /// - Throws: `UsageError`.
    init(_ given: Given) throws

    /// Writes the answer.
    func answer(from source: some PlaceSource, into answer: some Answer) throws
}

extension Question {
    package static var isHeavy: Bool { false }
}

/// Where the answer to a question goes: to the output of a command, or into the response of the service.
package protocol Answer {
    /// How much one answer may have; nil for a command, which has no limits.
    var limits: AnswerLimits? { get }
    var format: ListingFormat { get }
    /// The language of sentences in rows.
    var language: Language { get }

    /// Tells the person something about the answer.
    func note(_ words: Words)

    /// Returns the preferred feeds, the most preferred one first.
    func preferredFeeds(in source: some PlaceSource) throws -> [String]

    /// Returns the ids of the places on a list of the person's marks.
    func ids(marked list: String, in source: some PlaceSource) throws -> [Int64]

    /// Writes the rows that `body` gives to a writer.
    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws

    /// Returns the markers of all places that answers about the present catalog share; nil if there are none.
    func sharedMarkers() throws -> StableClusters?
}

extension Answer {
    package func ids(marked list: String, in source: some PlaceSource) throws -> [Int64] {
        preconditionFailure("only a command has the filter --marked")
    }

    package func sharedMarkers() throws -> StableClusters? { nil }

    /// Returns the filter, and tells the person if the meaning of its text was guessed.
    package func filter(_ words: FilterWords, in source: some PlaceSource) throws -> PlaceFilter {
        let filter = try words.filter(in: source, only: try words.marked.map { try ids(marked: $0, in: source) })
        if let note = filter.text?.note { self.note(note) }
        return filter
    }

    /// Returns the shops of the rows, with the preferred feeds.
    func shops(in source: some PlaceSource, isUnique: Bool, _ style: ArgumentStyle) throws -> ShopRows {
        try ShopRows(source, isUnique: isUnique, preferring: try preferredFeeds(in: source), style)
    }

    /// Writes rows of places, only one for each shop if the person asked for that.
    ///
    /// - Parameter id: returns the number that the catalog has for a row.
    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, _ shops: ShopRows, id: @escaping (Row) -> Int64,
        body: (ListingWriter<Row>) throws -> Void
    ) throws {
        try write(shops.shown(schema, id), of: source) { writer in
            if shops.counts { writer.onRow = { shops.count(id($0)) } }
            try body(writer)
        }
        if let note = try shops.repeatNote(.rows) { self.note(note) }
    }
}

/// How much one answer of a service may have. More would delay the requests of other clients, or take too much memory.
package struct AnswerLimits: Sendable {
    /// The maximum number of rows.
    package static let rows = 10_000
    /// The maximum number of rows that a request without `limit` may sort.
    package static let sorted = 100_000
    /// The maximum number of places that one request may cluster or put on a map. Stable answers about all places share
    /// their markers, so they have a limit of their own.
    package static let markers = 50_000

    static let pagesAdvice = Words(
        en: "for more places, page through /collections/places/items",
        ko: "더 많이 받으려면 /collections/places/items에서 페이지로 나누어 받으세요")

    package init() {}

    /// Refuses a filter that admits too many places for markers, before they are kept in memory.
    ///
    /// - Parameters:
    ///   - onlyWithPoint: whether places without a point do not count.
    ///   - isStablePossible: whether the same question in the stable mode is answered, provided that it has no filter.
    package func checkMarkers(
        _ filter: PlaceFilter, in source: some PlaceSource, onlyWithPoint: Bool, _ given: Given,
        orStable isStablePossible: Bool = false
    ) throws {
        var count = 0
        try source.forEachRow(filter, limit: nil) { row in
            if !onlyWithPoint || row.coordinate != nil { count += 1 }
            guard count > Self.markers else { return }
            throw Self.tooManyMarkers(given, orStable: isStablePossible && filter == PlaceFilter())
        }
    }

    /// Says which filters the request can add.
    private static func tooManyMarkers(_ given: Given, orStable isStablePossible: Bool) -> UsageError {
        let words = Words(
            en: "more than \(markers) places match, which is too many for one request",
            ko: "장소가 \(markers)곳을 넘어 한 번에 처리할 수 없습니다")
        let names = FilterWords.narrowing.filter { given.all($0).isEmpty }.map(\.name).joined(separator: ", ")
        let advice =
            switch (names.isEmpty, isStablePossible) {
            case (true, _): Words(en: "choose narrower filters", ko: "필터를 더 좁히세요")
            case (false, false): Words(en: "add a filter: \(names)", ko: "필터를 추가하세요: \(names)")
            case (false, true):
                Words(en: "use mode=stable, or add a filter: \(names)", ko: "mode=stable을 쓰거나 필터를 추가하세요: \(names)")
            }
        return UsageError(words.followed(by: advice))
    }
}

extension Parameter {
    /// The maximum number of rows of places.
    package static let limit: Parameter = {
        var limit = Parameter.unboundedLimit
        (limit.served, limit.advice) = (AnswerLimits.rows, AnswerLimits.pagesAdvice)
        return limit
    }()

    /// The maximum number of rows, where a service answers with any number.
    package static let unboundedLimit = Parameter(
        "limit", .integer(0...(.max)), en: "Maximum number of rows.", ko: "최대 행 수")
}

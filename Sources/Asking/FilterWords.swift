package import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// The filters of a listing of places, as the person wrote them. A list may hold several values, and each value may be a
/// list separated by commas.
package struct FilterWords: Sendable {
    // MARK: Names

    package static let kind = Parameter(
        "kind", .text, en: "Only places of this kind: new, used, other or a kind that a feed declares.",
        ko: "이 종류의 장소만: new(새책), used(헌책), other(기타), 또는 피드의 선언에 있는 종류", several: .any)
    package static let district = Parameter(
        "district", .text, en: "Only places in this district, written as 마포구, 마포, mapo or mapo-gu.",
        ko: "이 자치구의 장소만. 마포구, 마포, mapo, mapo-gu 중 어느 것으로 써도 됩니다.", several: .any)
    package static let has = Parameter(
        "has", .word(PlaceFilter.Contact.allCases.map(\.rawValue)),
        en: "Only places with this kind of contact: phone, website or sns (a social media page).",
        ko: "phone(전화), website(웹사이트), sns(소셜 미디어)가 있는 장소만", several: .all)
    package static let feed = Parameter(
        "feed", .text, en: "Only places of this feed.", ko: "이 피드의 장소만", several: .any)
    package static let match = Parameter(
        "match", .text, en: "Only places that 'geocli search TEXT' finds.", ko: "'geocli search TEXT'로 찾을 수 있는 장소만")
    package static let includeClosed = Parameter(
        "include-closed", .flag,
        en: "Include places that are closed, or missing from the last good run (the last ingest that succeeded).",
        ko: "마지막으로 성공한 실행에서 누락된 장소와 폐점한 장소도 포함합니다.")
    /// A list of the person's own marks, which no service has.
    package static let marked = Parameter(
        "marked", .text, en: "Only places that you marked with 'geocli mine mark'. --marked=LIST selects one list.",
        ko: "'geocli mine mark'로 표시한 장소만. --marked=목록을 쓰면 그 목록에 있는 장소만")

    /// The filters of every listing, for commands and for the service.
    package static let parameters = [kind, district, has, feed, match, includeClosed]
    /// The filters that make a listing smaller.
    static let narrowing = [district, kind, feed, has, match]

    // MARK: Values

    private let kinds: [String]
    private let districts: [String]
    private let contacts: [String]
    private let feeds: [String]
    private let text: String?
    private let includesClosed: Bool
    /// The list of marks; nil if the filter has none.
    package let marked: String?
    private let style: ArgumentStyle

    package init(_ given: Given) throws {
        style = given.style
        (kinds, districts) = (given.all(Self.kind), given.all(Self.district))
        (contacts, feeds) = (given.all(Self.has), given.all(Self.feed))
        text = try given.one(Self.match)
        includesClosed = try given.flag(Self.includeClosed)
        marked = try given.one(Self.marked)
    }

    /// Whether the filter has no conditions.
    package var isEmpty: Bool {
        kinds.isEmpty && districts.isEmpty && contacts.isEmpty && feeds.isEmpty && text == nil && marked == nil
            && !includesClosed
    }

    /// Returns the filter. The catalog is read only if the filter has a text, a feed, or a kind or district that geocli
    /// does not know itself.
    ///
    /// - Parameter only: the only places that the filter may admit; nil for all.
    /// - Throws: `UsageError` for a word that has no meaning here; errors from reading the catalog.
    package func filter(in catalog: some PlaceSource, only: [Int64]? = nil) throws -> PlaceFilter {
        var filter = PlaceFilter()
        filter.only = only
        filter.kinds = Set(try kinds(in: catalog))
        filter.feeds = Set(try feeds(in: catalog))
        let contacts = try ValueArgument.choices(contacts, option: style(Self.has), of: PlaceFilter.Contact.self)
        filter.contacts = Set(contacts)
        filter.districts = Set(try ValueArgument.list(districts).map { try name(of: $0, in: catalog) })
        filter.includesClosed = includesClosed
        guard let text else { return filter }
        filter.text = try SearchQuery.of(text, filter, option: style(Self.match)).reading(in: catalog)
        return filter
    }

    /// Returns the kinds, by their words or their titles in either language.
    private func kinds(in catalog: some PlaceSource) throws -> [Kind] {
        var known: PlaceWords?
        return try ValueArgument.list(kinds).map { word in
            if let kind = PlaceWords.bookstores.kind(word) { return kind }
            let words = try known ?? catalog.placeWords()
            known = words
            guard let kind = words.kind(word) else {
                throw ValueArgument.unknown(style(Self.kind), word, among: words.kinds.map(\.rawValue))
            }
            return kind
        }
    }

    private func feeds(in catalog: some PlaceSource) throws -> [String] {
        let wanted = ValueArgument.list(feeds)
        guard !wanted.isEmpty else { return [] }
        let known = try catalog.lastGoodRuns().map(\.feed)
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            let landmarks = try catalog.lastLandmarkRuns().map(\.feed)
            if landmarks.contains(unknown) {
                throw ValueArgument.wrong(
                    style(Self.feed), unknown,
                    en:
                        "this feed has only landmarks, which are not listed; give the name of a landmark to 'geocli near'",
                    ko: "이 피드에는 기준점만 있고, 기준점은 목록에 나오지 않습니다. 'geocli near'에 기준점의 이름을 쓰면 그 주변을 찾을 수 있습니다")
            }
            guard !known.isEmpty else {
                throw ValueArgument.wrong(
                    style(Self.feed), unknown, en: "the catalog has no feed of places yet; see 'geocli status'",
                    ko: "카탈로그에 아직 장소 피드가 없습니다. 'geocli status'를 확인하세요")
            }
            throw ValueArgument.unknown(style(Self.feed), unknown, among: known)
        }
        return wanted
    }

    private func name(of word: String, in catalog: some PlaceSource) throws -> String {
        if let district = District.named(word) { return district.name }
        let wanted = Folding.squeezed(Folding.folded(word))
        let names = try catalog.districts()
        if let found = names.first(where: { Folding.squeezed(Folding.folded($0)) == wanted }) { return found }
        let advice = NearDistricts(to: word, among: names).advice
        throw ValueArgument.wrong(
            style(Self.district), word, en: "no such district; \(advice.en)", ko: "그런 자치구가 없습니다. \(advice.ko)")
    }
}

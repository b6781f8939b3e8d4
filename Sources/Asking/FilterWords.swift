package import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// The values of a filter, as the user wrote them in options or parameters. A list may hold several values, and each
/// value may be a list separated by commas.
package struct FilterWords: Sendable, Equatable {
    /// Kinds, by their words or their titles in either language. A place must have one of them.
    package var kind: [String] = []
    /// Districts in any spelling. A place must be in one of them.
    package var district: [String] = []
    /// Ways to reach the place. A place must have all of them.
    package var has: [String] = []
    /// Ids of feeds. A place must come from one of them.
    package var feed: [String] = []
    /// A text that must match; nil for none.
    package var match: String?
    /// Whether places that were missing from the last good run are included.
    package var includeClosed = false
    /// How errors spell the arguments.
    package var style: ArgumentStyle

    /// Creates a filter without conditions.
    package init(_ style: ArgumentStyle) { self.style = style }

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
        filter.contacts = Set(try ValueArgument.choices(has, option: style("has"), of: PlaceFilter.Contact.self))
        filter.districts = Set(try ValueArgument.list(district).map { try name(of: $0, in: catalog) })
        filter.includesClosed = includeClosed
        guard let match else { return filter }
        filter.text = try SearchQuery.of(match, filter, option: style("match")).reading(in: catalog)
        return filter
    }

    /// Returns the kinds, by their words or their titles in either language.
    private func kinds(in catalog: some PlaceSource) throws -> [Kind] {
        var known: PlaceWords?
        return try ValueArgument.list(kind).map { word in
            if let kind = PlaceWords.bookstores.kind(word) { return kind }
            let words = try known ?? catalog.placeWords()
            known = words
            guard let kind = words.kind(word) else {
                throw ValueArgument.unknown(style("kind"), word, among: words.kinds.map(\.rawValue))
            }
            return kind
        }
    }

    private func feeds(in catalog: some PlaceSource) throws -> [String] {
        let wanted = ValueArgument.list(feed)
        guard !wanted.isEmpty else { return [] }
        let known = try catalog.lastGoodRuns().map(\.feed)
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            let landmarks = try catalog.lastLandmarkRuns().map(\.feed)
            if landmarks.contains(unknown) {
                throw ValueArgument.wrong(
                    style("feed"), unknown,
                    en:
                        "this feed has only landmarks, which are not listed; give the name of a landmark to 'geocli near'",
                    ko: "이 피드에는 기준점만 있고, 기준점은 목록에 나오지 않습니다. 'geocli near'에 기준점의 이름을 쓰면 그 주변을 찾을 수 있습니다")
            }
            guard !known.isEmpty else {
                throw ValueArgument.wrong(
                    style("feed"), unknown, en: "the catalog has no feed of places yet; see 'geocli status'",
                    ko: "카탈로그에 아직 장소 피드가 없습니다. 'geocli status'를 확인하세요")
            }
            throw ValueArgument.unknown(style("feed"), unknown, among: known)
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
            style("district"), word, en: "no such district; \(advice.en)", ko: "그런 자치구가 없습니다. \(advice.ko)")
    }
}

package import GeocliExport
package import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
package import GeocliText

/// The filters of a listing of places, as the person wrote them. A list may hold several values, and each value may be
/// a list separated by commas.
package struct FilterArguments: Sendable {
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
        en: "Include places that are no longer in the feed (the last ingest that succeeded), and closed places.",
        ko: "피드(마지막으로 성공한 실행)에 더 이상 없는 장소와 폐점한 장소도 포함합니다.")
    /// A list of the person's own marks, which no service has.
    package static let marked = Parameter(
        "marked", .text, en: "Only places that you marked with 'geocli mine mark'. --marked=LIST selects one list.",
        ko: "'geocli mine mark'로 표시한 장소만. --marked=목록을 쓰면 그 목록에 있는 장소만")

    package static let parameters = [kind, district, has, feed, match, includeClosed]
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
    package let isEmpty: Bool
    private let style: ArgumentStyle

    package init(_ given: Given) throws {
        style = given.style
        isEmpty = (Self.parameters + [Self.marked]).allSatisfy { given.all($0).isEmpty }
        (kinds, districts) = (given.all(Self.kind), given.all(Self.district))
        (contacts, feeds) = (given.all(Self.has), given.all(Self.feed))
        text = try given.one(Self.match)
        includesClosed = try given.flag(Self.includeClosed)
        marked = try given.one(Self.marked)
    }

    /// Returns the filter. The catalog is read only if the filter has a text, a feed, a district, or a kind that geocli
    /// does not know itself. `only` has the only places that the filter may admit; nil for all.
    ///
    /// - Throws: `UsageError` for a word that has no meaning here; errors from reading the catalog.
    package func filter(in catalog: some PlaceSource, only: [Int64]? = nil) throws -> PlaceFilter {
        // Most questions have no filter, and to make the types of its sets takes as long as to find the answer.
        guard !isEmpty else { return PlaceFilter() }
        var filter = PlaceFilter()
        filter.only = only
        filter.kinds = Set(try kinds(in: catalog))
        filter.feeds = Set(try feeds(in: catalog))
        let contacts = try ValueArgument.choices(contacts, option: style(Self.has), of: PlaceFilter.Contact.self)
        filter.contacts = Set(contacts)
        let wanted = ValueArgument.list(districts)
        if !wanted.isEmpty {
            let stated = try catalog.districts()
            for word in wanted { try admit(word, among: stated, of: catalog, to: &filter) }
        }
        filter.includesClosed = includesClosed
        guard let text else { return filter }
        filter.text = try SearchQuery.of(text, filter, option: style(Self.match)).reading(in: catalog)
        return filter
    }

    /// Returns the kinds, by their words or their titles in either language.
    private func kinds(in catalog: some PlaceSource) throws -> [Kind] {
        var known: PlaceWords?
        return try ValueArgument.list(kinds).map { word in
            if let kind = Kind.bookstoreKinds.first(where: { $0.rawValue == word.lowercased() }) { return kind }
            let words = try known ?? catalog.placeWords()
            known = words
            guard let kind = words.spokenKind(word) else {
                throw ValueArgument.unknown(
                    style(Self.kind), word, among: words.kinds.map(\.rawValue),
                    titles: words.kinds.map { words.title(of: $0).ko })
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

    private func admit(
        _ word: String, among stated: [String], of source: some PlaceSource, to filter: inout PlaceFilter
    ) throws {
        let isStated = filter.admit(district: word, among: stated)
        // Only the names that geocli knows by heart need no outlines: those of Seoul, and those that several cities have.
        if isStated, DistrictName(word).isKnown { return }
        var meant = try (source as? any PlaceArchive)?.knownOutlines().meant(by: word) ?? []
        // Imported outlines have no codes and no English names.
        if meant.isEmpty { meant = Ground.districts.map(\.outline).meant(by: word) }
        for outline in meant { _ = filter.admit(outline.meaning, among: stated + [outline.name]) }
        guard !isStated, meant.isEmpty else { return }
        let advice = NearDistricts(to: word, among: stated).advice
        throw ValueArgument.wrong(
            style(Self.district), word, en: "no such district; \(advice.en)", ko: "그런 자치구가 없습니다. \(advice.ko)")
    }
}

/// How a listing treats rows of several feeds that are the same shop. With `--unique`, it shows one row and names the
/// others. Without it, a note says how many rows repeat a shop.
package struct ShopRows {
    package static let parameter = Parameter(
        "unique", .flag,
        en: "List each shop once, even if several feeds have it. The key 'also' lists the shop's other rows.",
        ko: "여러 피드에 있는 같은 가게는 한 행만 보여 주고, 나머지 행의 참조는 'also'에 적습니다.")

    /// The shops, and the feeds in order of preference; nil without `--unique`, and in a catalog without links.
    package let unique: UniqueShops?
    private let isUnique: Bool
    private let style: ArgumentStyle
    private let answered: (any AnsweredShops)?

    /// `feeds` are in order of preference: the row of the first feed that has the shop represents the shop.
    ///
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
    /// `standing` says which rows can represent a shop. The answer has no row of the shop of `origin`, from which the
    /// search starts.
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

    package func count(_ id: Int64) { answered?.insert(id) }

    package var counts: Bool { answered != nil }

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

extension Answer {
    /// Returns the filter, and tells the person if the meaning of its text was guessed.
    package func filter(_ words: FilterArguments, in source: some PlaceSource) throws -> PlaceFilter {
        let filter = try words.filter(in: source, only: try words.marked.map { try ids(marked: $0, in: source) })
        if let note = filter.text?.note { self.note(note) }
        return filter
    }

    func shops(in source: some PlaceSource, isUnique: Bool, _ style: ArgumentStyle) throws -> ShopRows {
        try ShopRows(source, isUnique: isUnique, preferring: try preferredFeeds(in: source), style)
    }

    /// Writes rows of places, only one for each shop if the person asked for that. `id` returns the catalog's number of
    /// a row.
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

/// The districts that a word may mean: districts of Seoul under either name, and other districts of a catalog.
struct NearDistricts {
    private static let limit = 4

    private let known: [District]
    private let others: [String]

    init(to word: String, among names: [String]) {
        known = District.nearestNames(to: word, count: Self.limit)
        others = Spelling.near(word, among: names.filter { District.named($0) == nil }, limit: Self.limit - known.count)
    }

    var advice: Words {
        guard !known.isEmpty || !others.isEmpty else {
            return Words(en: "write a district as 마포구, 마포 or mapo", ko: "마포구, 마포, mapo처럼 쓰세요")
        }
        let shown = others.map(DisplayText.singleLine)
        let english = known.map { "\($0.name) (\($0.romanized))" } + shown
        let korean = known.map(\.name) + shown
        return Words(
            en: "did you mean \(english.joined(separator: ", "))?", ko: "혹시 \(korean.joined(separator: ", "))인가요?")
    }
}

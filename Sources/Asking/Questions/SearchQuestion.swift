package import GeocliExport
internal import GeocliGeo
package import GeocliPlaces
package import GeocliQuery
internal import GeocliSearch
package import GeocliText

/// `search`: the places that match a text, best match first.
package struct SearchQuestion: Question {
    package static let name = "search"
    package static let title = Words(
        en: "Places that match the search text, best match first", ko: "검색어와 일치하는 장소(잘 일치하는 순)")

    package static let text = Parameter(
        "text", .text, en: "A part of a name, an address, a district or a phone number.", ko: "이름, 주소, 자치구, 전화번호의 일부",
        argument: "TEXT", isRequired: true)
    package static let near = Parameter(
        "near", .text, en: "Sort equal matches by distance from this place. Write the place as in 'geocli near'.",
        ko: "일치하는 정도가 같으면 이곳에서 가까운 순서로 보여 줍니다. 위치를 쓰는 방법은 'geocli near'와 같습니다.")
    package static let explain = Parameter(
        "explain", .flag, en: "Say why each row matches.", ko: "행마다 무엇이 일치하는지 알려 줍니다.")
    package static let scan = Parameter(
        "scan", .flag,
        en: "Search all places without the index, to check the index. Similar spellings are not tried.",
        ko: "색인을 쓰지 않고 모든 장소를 검색합니다. 색인을 검증할 때 씁니다. 결과가 없어도 비슷한 철자로 다시 찾지 않습니다.")

    package static let parameters =
        [text, near, explain, scan] + FilterArguments.parameters.filter { $0.name != FilterArguments.match.name }
        + [.limit, ShopRows.parameter, ListingOptions.links] + PlaceOrder.parameters

    private let text: String
    private let near: OriginArgument?
    private let isExplained: Bool
    private let scans: Bool
    private let filters: FilterArguments
    private let order: PlaceOrder?
    package let limit: Int?
    private let isUnique: Bool
    private let style: ArgumentStyle

    package init(_ given: Given) throws {
        style = given.style
        let nearWords = try given.one(Self.near)
        let hint =
            style == .option
            ? Words(en: "add --near LAT,LON", ko: "--near 위도,경도를 추가하세요")
            : Words(en: "add near=LAT,LON", ko: "near=위도,경도를 추가하세요")
        order = try PlaceOrder(given, withoutDistance: nearWords == nil ? hint : nil)
        near = try nearWords.map { try OriginArgument([$0], named: given.style(Self.near)) }
        text = try given.required(Self.text, "책방")
        (isExplained, scans) = (try given.flag(Self.explain), try given.flag(Self.scan))
        (filters, limit) = (try FilterArguments(given), try given.count(.limit))
        isUnique = try given.flag(ShopRows.parameter)
    }

    package var hasPlace: Bool { near != nil }

    package func answer(from source: some PlaceSource, into answer: some Answer) throws {
        let prepared = try Prepared(self, source, answer)
        let query = prepared.query(
            try SearchQuery.of(text, prepared.filter, option: style == .option ? nil : style(Self.text)))
        let most = answer.isLimited ? AnswerLimits.rows : nil
        try answer.write(prepared.schema(answer.language), of: source, prepared.shops, id: \.entry.id) { writer in
            // One row more than the maximum shows whether there are too many.
            let reading = try query.forEachHit(in: source, limit: limit ?? most.map { $0 + 1 }) { hit in
                if let most, writer.rowCount == most { throw Self.tooMany }
                try writer.write(hit)
            }
            if let note = reading.note { answer.note(note) }
            // The end of an empty answer may be an error (`--fail-empty`), so nothing is said after it.
            if let note = try kindNote(in: source, prepared.filter) { answer.note(note) }
        }
    }

    /// Returns a note if a word of the text also names a kind of places that are there, because a search does not look
    /// at kinds; nil for any other text, and if the person chose kinds.
    private func kindNote(in source: some PlaceSource, _ filter: PlaceFilter) throws -> Words? {
        guard filter.kinds.isEmpty else { return nil }
        let kinds = try source.placeWords()
        let whole = text.trimmingBlanks()
        for word in [whole] + whole.split(whereSeparator: \.isWhitespace).map(String.init) {
            guard let kind = kinds.spokenKind(word) else { continue }
            var (filter, isThere) = (filter, false)
            filter.kinds = [kind]
            try source.forEachRow(filter, limit: 1) { _ in isThere = true }
            if isThere { return Self.note(word, kind, isWhole: word == whole) }
        }
        return nil
    }

    /// The words are those of the command, also from a service: a command with `--server` prints them as they are.
    private static func note(_ word: String, _ kind: Kind, isWhole: Bool) -> Words {
        let (shown, filter) = (DisplayText.shown(word, columns: 40), "--kind \(kind.rawValue)")
        let (en, ko) = ("\"\(shown)\" is also a kind of place", "\"\(shown)\"\(.topic) 장소의 종류이기도 합니다")
        return isWhole
            ? Words(
                en: "\(en), which 'geocli list \(filter)' lists",
                ko: "\(ko). 그 종류의 장소는 'geocli list \(filter)'\(.by) 볼 수 있습니다")
            : Words(
                en: "\(en); to search only that kind, write \(filter) instead of the word",
                ko: "\(ko). 그 종류에서만 찾으려면 이 단어 대신 \(filter)\(.object) 쓰세요")
    }

    private static let tooMany = UsageError(
        en: "text: more than \(AnswerLimits.rows) places match; add limit or a filter, or write a longer text",
        ko: "text: 검색 결과가 \(AnswerLimits.rows)곳을 넘습니다. limit이나 필터를 쓰거나 검색어를 더 길게 쓰세요")

    /// The question without its text, for a source. `--interactive` asks it with each text that the person types.
    package struct Prepared {
        package let shops: ShopRows
        let filter: PlaceFilter
        private let question: SearchQuestion
        private let origin: Coordinate?

        package init(_ question: SearchQuestion, _ source: some PlaceSource, _ answer: some Answer) throws {
            self.question = question
            let start = try question.near?.origin(in: source, addresses: answer.point)
            if let note = start?.note { answer.note(note) }
            origin = start?.coordinate
            filter = try answer.filter(question.filters, in: source)
            shops = try answer.shops(in: source, isUnique: question.isUnique, question.style)
        }

        package func query(_ text: String) -> SearchQuery? { SearchQuery(text, filter).map(query) }

        func query(_ query: SearchQuery) -> SearchQuery {
            var query = query
            (query.unique, query.origin, query.order) = (shops.unique, origin, question.order)
            (query.isExplained, query.usesIndex) = (question.isExplained, !question.scans)
            return query
        }

        package func schema(_ language: Language) -> ListingSchema<SearchHit> {
            .hits(hasPlace: question.hasPlace, isExplained: question.isExplained, language: language)
        }
    }
}

extension SearchQuery {
    /// Returns the query for a text. The text must not be blank: every place matches an empty text, and the whole list
    /// is not a useful answer. `option` is the option whose value is the text; nil for an argument.
    package static func of(_ text: String, _ filter: PlaceFilter, option: String? = nil) throws -> SearchQuery {
        // U+FFFD means that the shell's bytes were not UTF-8.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw refusal(
                text, option, en: "the search text is not UTF-8; set the terminal to UTF-8 and type it again",
                ko: "검색어가 UTF-8이 아닙니다. 터미널을 UTF-8로 맞추고 다시 입력하세요")
        }
        guard let query = SearchQuery(text, filter) else {
            throw refusal(
                text, option, en: "the search text is empty; write a part of a name, address or phone number",
                ko: "검색어가 비어 있습니다. 이름, 주소, 전화번호의 일부를 쓰세요")
        }
        return query
    }

    private static func refusal(_ text: String, _ option: String?, en: String, ko: String) -> UsageError {
        option.map { ValueArgument.wrong($0, text, en: en, ko: ko) } ?? UsageError(en: en, ko: ko)
    }
}

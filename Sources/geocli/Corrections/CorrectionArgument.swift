internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The argument `FIELD=VALUE` of `corrections add`.
struct CorrectionArgument {
    let field: CorrectionField
    private let text: String

    /// - Throws: `UsageError`.
    init(_ word: String) throws {
        guard let sign = word.firstIndex(of: "=") else {
            throw ValueArgument.wrong(
                "FIELD=VALUE", word, en: "write a field, '=' and the right value, such as phone=02-123-4567",
                ko: "phone=02-123-4567처럼 필드, '=', 올바른 값을 이어 쓰세요")
        }
        let name = String(word[..<sign]).trimmingBlanks().lowercased()
        guard let field = CorrectionField(rawValue: name) else {
            throw ValueArgument.unknown("FIELD", name, among: CorrectionField.allCases.map(\.rawValue))
        }
        self.field = field
        text = String(word[word.index(after: sign)...])
    }

    /// Returns the point that the argument gives; nil for none, and for an argument of another field.
    func point() throws -> Coordinate? {
        let word = text.trimmingBlanks()
        return field == .point && !word.isEmpty ? try Coordinate(argument: [word], named: "point") : nil
    }

    /// Returns the checked value for a place.
    ///
    /// - Parameter point: the place's point after the corrections.
    func value(
        for place: CatalogEntry, at point: Coordinate?, _ gate: CorrectionGate, in catalog: Catalog, today: String
    ) throws -> CorrectedValue {
        let word = text.trimmingBlanks()
        let feed = gate.feed(place.feed)
        switch field {
        case .kind where !word.isEmpty:
            let value = CorrectedValue(unchecked: field, try kind(word, feed, in: catalog).rawValue)
            try CorrectionCheck.check(value, in: feed)
            return value
        case .district where !word.isEmpty: return try district(word, gate)
        case .closed where !word.isEmpty: return CorrectedValue(unchecked: field, try day(word, today))
        default:
            if let point = try self.point() { return try CorrectionCheck.value(of: point, in: feed) }
            let country = try catalog.lastGoodRuns().first { $0.feed == place.feed }?.words?.country
            let inKorea = PlaceCountry.isKorea(feed: country, point: point, address: place.place.address)
            return try CorrectionCheck.value(field, text, inKorea: inKorea)
        }
    }

    private func kind(_ word: String, _ feed: Feed?, in catalog: Catalog) throws -> Kind {
        let words = try catalog.placeWords()
        guard let kind = words.kind(word) ?? PlaceWords.bookstores.kind(word) else {
            let kinds = feed.flatMap(CorrectionCheck.kinds) ?? words.kinds
            throw ValueArgument.unknown("kind", word, among: kinds.map(\.rawValue))
        }
        return kind
    }

    /// Returns the district in the spelling of the catalog, or in the usual spelling if the catalog has no place in the
    /// district. Any other text is accepted as a district too, as it is in a feed.
    private func district(_ word: String, _ gate: CorrectionGate) throws -> CorrectedValue {
        let names = try gate.districts()
        if names.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
            return CorrectedValue(unchecked: field, word)
        }
        let wanted = Folding.squeezed(Folding.folded(word))
        if let found = names.first(where: { Folding.squeezed(Folding.folded($0)) == wanted }) {
            return CorrectedValue(unchecked: field, found)
        }
        if let district = District.named(word) { return CorrectedValue(unchecked: field, district.name) }
        return try CorrectionCheck.value(field, word, inKorea: false)
    }

    private func day(_ word: String, _ today: String) throws -> String {
        let day = word == "today" ? today : word
        guard SeoulTime.isDate(day), day <= today else {
            throw ValueArgument.wrong(
                "closed", word, en: "write today's date or an earlier one, such as 2026-09-21",
                ko: "2026-09-21 같은 지난 날짜나 today를 쓰세요")
        }
        return day
    }
}

internal import ArgumentParser
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliSearch
internal import GeocliText

/// The filters of a listing of bookstores; the same in every listing.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only this kind: new, used or other; several widen.", valueName: "kind"),
        completion: .list(of: Kind.allCases.map(\.rawValue)))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp("Only this district: 마포구, 마포, mapo or mapo-gu; several widen.", valueName: "district"),
        completion: .districts)
    var district: [String] = []

    @Option(
        help: ArgumentHelp("Only with a phone, website or sns; several narrow.", valueName: "what"),
        completion: .list(of: PlaceFilter.Contact.allCases.map(\.rawValue)))
    var has: [String] = []

    @Option(help: ArgumentHelp("Only what 'search TEXT' finds.", valueName: "text"))
    var match: String?

    @Flag(help: "Also bookstores that the last good run missed.")
    var includeClosed = false

    /// Whether no filter is set.
    var isEmpty: Bool { kind.isEmpty && district.isEmpty && has.isEmpty && match == nil && !includeClosed }

    /// Returns the filter. Only text and an unusual district name are looked up in the catalog. If the text's meaning
    /// is guessed, the user is told.
    func filter(_ catalog: some PlaceSource, _ common: CommonOptions) throws -> PlaceFilter {
        var filter = PlaceFilter()
        filter.kinds = Set(try ValueArgument.choices(kind, option: "--kind", of: Kind.self))
        filter.contacts = Set(try ValueArgument.choices(has, option: "--has", of: PlaceFilter.Contact.self))
        filter.districts = Set(try ValueArgument.list(district).map { try name(of: $0, in: catalog) })
        filter.includesClosed = includeClosed
        guard let match else { return filter }
        let query = try SearchQuery.of(match, filter, option: "--match")
        let reading = try query.reading(in: catalog)
        filter.text = reading
        if let note = reading.note { Console.note(note, isQuiet: common.quiet) }
        return filter
    }

    private func name(of word: String, in catalog: some PlaceSource) throws -> String {
        if let district = District.named(word) { return district.name }
        let wanted = Folding.squeezed(Folding.folded(word))
        if let found = try catalog.districts().first(where: { Folding.squeezed(Folding.folded($0)) == wanted }) {
            return found
        }
        let near = District.nearestNames(to: word, count: 3)
        let shown = DisplayText.singleLine(word)
        throw UsageError(
            en:
                "--district \"\(shown)\": there is no such district; did you mean \(near.map { "\($0.name) (\($0.romanized))" }.joined(separator: ", "))?",
            ko: "--district \"\(shown)\": 그런 자치구가 없습니다; 혹시 \(near.map(\.name).joined(separator: ", "))인가요?")
    }
}

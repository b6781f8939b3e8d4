internal import ArgumentParser
internal import Catalog
internal import Text

/// Which bookstores a listing shows; the same on every listing.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Only this kind: new, used or other; several widen.", valueName: "kind"),
        completion: .list(Kind.allCases.map(\.rawValue)))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp("Only this district: 마포구, 마포, mapo or mapo-gu; several widen.", valueName: "district"),
        completion: .list(District.all.flatMap { [$0.name, $0.romanized.lowercased()] }))
    var district: [String] = []

    @Option(
        help: ArgumentHelp("Only with a phone, website or sns; several narrow.", valueName: "what"),
        completion: .list(BookstoreFilter.Contact.allCases.map(\.rawValue)))
    var has: [String] = []

    @Option(help: ArgumentHelp("Only with this text in name, address or phone.", valueName: "text"))
    var match: String?

    @Flag(help: "Also bookstores that the last good run missed.")
    var includeClosed = false

    /// Whether nothing is filtered.
    var isEmpty: Bool { kind.isEmpty && district.isEmpty && has.isEmpty && match == nil && !includeClosed }

    /// The filter. Only an unusual district's name is looked up in the catalog.
    func filter(_ catalog: Catalog) throws -> BookstoreFilter {
        var filter = BookstoreFilter()
        filter.kinds = Set(try ValueArgument.choices(kind, option: "--kind", of: Kind.self))
        filter.contacts = Set(try ValueArgument.choices(has, option: "--has", of: BookstoreFilter.Contact.self))
        filter.districts = Set(try ValueArgument.list(district).map { try name(of: $0, in: catalog) })
        filter.text = try match.map(Self.text)
        filter.includesClosed = includeClosed
        return filter
    }

    /// Text to look for, which must not be blank: everything holds nothing, and the whole list is no answer.
    static func text(_ text: String) throws -> TextMatch {
        guard let match = TextMatch(text) else {
            throw UsageError(
                en: "the text to look for is empty; write a part of a name, address or phone number",
                ko: "찾을 글이 비어 있습니다; 이름, 주소, 전화번호의 일부를 쓰세요")
        }
        return match
    }

    private func name(of word: String, in catalog: Catalog) throws -> String {
        if let district = District.named(word) { return district.name }
        let wanted = Folding.folded(word)
        if let found = try catalog.districts().first(where: { Folding.folded($0) == wanted }) { return found }
        let near = District.nearestNames(to: word, count: 3)
        let shown = DisplayText.singleLine(word)
        throw UsageError(
            en:
                "--district \"\(shown)\": there is no such district; did you mean \(near.map { "\($0.name) (\($0.romanized))" }.joined(separator: ", "))?",
            ko: "--district \"\(shown)\": 그런 자치구가 없습니다; 혹시 \(near.map(\.name).joined(separator: ", "))인가요?")
    }
}

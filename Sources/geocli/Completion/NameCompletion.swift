internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

enum NameCompletion {
    /// The error that is thrown to stop a pass over the catalog early.
    private struct Enough: Error {}

    /// The maximum number of candidates; people do not read a longer list.
    private static let limit = 50
    /// Longer names are not offered.
    private static let maximumNameBytes = 200

    static func names(_ request: CompletionRequest) throws -> [Candidate] {
        try names(startingWith: request.prefix, limit: limit, in: catalog(request)).map { Candidate(value: $0) }
    }

    /// Returns the names of landmarks that start with the typed text. The name of a station ends in 역, and the name
    /// of its line is added if several places have the same name.
    static func landmarks(_ request: CompletionRequest) throws -> [Candidate] {
        guard !request.prefix.isEmpty else { return [] }
        let found = try LandmarkSpellings.beginning(with: request.prefix, limit: limit, in: catalog(request))
        return found.filter { $0.text.utf8.count <= maximumNameBytes && !$0.text.hasPrefix("-") }.map {
            Candidate(value: $0.text, note: $0.note)
        }
    }

    /// Returns the ids that start with the typed text, or the references if the text is not a number.
    static func keys(_ request: CompletionRequest) throws -> [Candidate] {
        let catalog = try catalog(request)
        let isNumber = request.prefix.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let entries = try isNumber ? entries(idPrefix: request.prefix, catalog) : entries(request.prefix, catalog)
        return entries.map { Candidate(value: isNumber ? String($0.id) : $0.ref, note: $0.place.name) }
    }

    static func words(_ request: CompletionRequest) throws -> PlaceWords { try catalog(request).placeWords() }

    static func feeds(_ request: CompletionRequest) throws -> [String] {
        try catalog(request).lastGoodRuns().map(\.feed)
    }

    /// Returns the names of places that start with `prefix`, without duplicates, ordered by Unicode scalars.
    /// Spacing, case and width make no difference.
    static func names(startingWith prefix: String, limit: Int, in catalog: Catalog) throws -> [String] {
        let ids = try SearchQuery.ids(beginningWith: prefix, limit: limit, in: catalog)
        let wanted = unspaced(prefix)
        var names: Set<String> = []
        try catalog.forEachEntry(ids: ids) { entry in
            guard names.count < limit, unspaced(entry.place.name).starts(with: wanted) else { return }
            let name = DisplayText.singleLine(entry.place.name)
            // A name with a leading minus would need `--` before it, so it is not offered.
            if name.utf8.count <= maximumNameBytes, !name.hasPrefix("-") { names.insert(name) }
        }
        return names.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }

    private static func unspaced(_ text: String) -> [UInt8] { Folding.folded(text).utf8.filter { $0 != 0x20 } }

    private static func entries(idPrefix: String, _ catalog: Catalog) throws -> [CatalogEntry] {
        var entries: [CatalogEntry] = []
        guard !idPrefix.isEmpty else {
            try catalog.forEachEntry(everything, limit: limit) { entries.append($0) }
            return entries
        }
        guard let prefix = Int64(idPrefix), prefix > 0 else { return [] }
        let last = try catalog.lastID()
        // The typed text 12 gives the ids 12, then 120 to 129, then 1200 to 1299, and so on.
        var range = prefix...prefix
        while range.lowerBound <= last, entries.count < limit {
            try catalog.forEachEntry(ids: range.prefix(limit - entries.count)) { entries.append($0) }
            range = range.lowerBound * 10...range.upperBound * 10 + 9
        }
        return entries
    }

    private static func entries(_ refPrefix: String, _ catalog: Catalog) throws -> [CatalogEntry] {
        var entries: [CatalogEntry] = []
        do {
            try catalog.forEachEntry(everything) { entry in
                if entry.ref.hasPrefix(refPrefix) { entries.append(entry) }
                if entries.count == limit { throw Enough() }
            }
        } catch is Enough {}
        return entries
    }

    /// A filter that also admits places that the last good run did not contain, because `show` shows them too.
    private static var everything: PlaceFilter {
        var filter = PlaceFilter()
        filter.includesClosed = true
        return filter
    }

    static func catalog(_ request: CompletionRequest) throws -> Catalog {
        let catalog = try Catalog(path: try Environment.catalogPath(request.catalogOption))
        catalog.hasGround = true
        return catalog
    }
}

extension CompletionKind {
    static var issues: CompletionKind { .answer { try NameCompletion.issues($0) } }

    /// Labels of issues in the catalog: one label, or several with commas between them.
    static var issueLabels: CompletionKind {
        .answer { request in
            CompletionKind.parts(request.prefix, of: try NameCompletion.issueLabels(request).map { ($0, nil) })
        }
    }

    /// Numbers of issues, or labels if the typed text is not a number.
    static var issuesAndLabels: CompletionKind {
        .answer { request in
            let labels = try NameCompletion.issueLabels(request).filter { $0.hasPrefix(request.prefix) }
            return try NameCompletion.issues(request) + labels.map { Candidate(value: $0) }
        }
    }
}

extension NameCompletion {
    private static let issueLimit = 50

    /// Returns the issue numbers that start with the typed text. Issues that wait for a person come first.
    static func issues(_ request: CompletionRequest) throws -> [Candidate] {
        guard GivenWords.isNumber(request.prefix) || request.prefix.isEmpty else { return [] }
        var waiting: [Candidate] = []
        var others: [Candidate] = []
        try catalog(request).forEachIssue(IssueFilter()) { row in
            let number = String(row.issue.number)
            guard number.hasPrefix(request.prefix), waiting.count < issueLimit else { return }
            let name = row.issue.place.map { DisplayText.singleLine($0.place.name) + ": " } ?? ""
            let note = name + DisplayText.singleLine(row.issue.title.text(Console.language))
            let candidate = Candidate(value: number, note: note)
            if IssueFilter.waiting.contains(row.issue.state) {
                waiting.append(candidate)
            } else {
                others.append(candidate)
            }
        }
        return Array((waiting + others).prefix(issueLimit))
    }

    static func issueLabels(_ request: CompletionRequest) throws -> [String] { try catalog(request).issueLabels() }
}

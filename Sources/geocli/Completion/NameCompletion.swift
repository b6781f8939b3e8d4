internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// Completions out of the catalog.
enum NameCompletion {
    /// Ends a walk through the catalog.
    private struct Enough: Error {}

    /// More than this is a list that nobody reads.
    private static let limit = 50
    /// A longer name is no name that somebody would complete.
    private static let longestName = 200

    /// Names that start with what is written.
    static func names(_ request: CompletionRequest) throws -> [Candidate] {
        try names(startingWith: request.prefix, limit: limit, in: catalog(request)).map { Candidate($0) }
    }

    /// Ids that start with what is written, or references if that is no number.
    static func keys(_ request: CompletionRequest) throws -> [Candidate] {
        let catalog = try catalog(request)
        let isNumber = request.prefix.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let entries = try isNumber ? entries(idPrefix: request.prefix, catalog) : entries(request.prefix, catalog)
        return entries.map { Candidate(isNumber ? String($0.id) : $0.ref, note: $0.bookstore.name) }
    }

    /// The names of bookstores that start with `prefix`, each once, in the order of their characters; spacing, case and
    /// width make no difference.
    static func names(startingWith prefix: String, limit: Int, in catalog: Catalog) throws -> [String] {
        let ids = try SearchQuery.ids(beginningWith: prefix, limit: limit, in: catalog)
        let wanted = unspaced(prefix)
        var names: Set<String> = []
        try catalog.forEachEntry(ids: ids) { entry in
            guard names.count < limit, unspaced(entry.bookstore.name).starts(with: wanted) else { return }
            let name = DisplayText.singleLine(entry.bookstore.name)
            // A name in front of which a shell would have to write -- is left to those who write it.
            if name.utf8.count <= longestName, !name.hasPrefix("-") { names.insert(name) }
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
        // 12 leads to 12, to 120 up to 129, to 1200 up to 1299, and so on.
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

    /// Also what the last good run missed: `show` shows it.
    private static var everything: PlaceFilter {
        var filter = PlaceFilter()
        filter.includesClosed = true
        return filter
    }

    private static func catalog(_ request: CompletionRequest) throws -> Catalog {
        try Catalog(path: try Environment.catalogPath(request.catalogOption))
    }
}

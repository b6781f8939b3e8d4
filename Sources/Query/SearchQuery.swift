public import GeocliGeo
public import GeocliPlaces
public import GeocliSearch
public import GeocliText

/// A bookstore that was found, and why.
public struct SearchHit: Sendable, Equatable {
    /// The bookstore.
    public let entry: CatalogEntry
    /// How it matches.
    public let match: MatchKind
    /// How far it is from where the search is, in meters on the WGS 84 ellipsoid; nil for a search without a place and for
    /// a bookstore without a point.
    public var distanceMeters: Double?

    /// Why it matches, for people; nil unless asked for.
    public var explanation: Words?

    /// Larger is better; equal for equal kinds of match.
    public var score: Int { match.score }
}

/// "Which shops match this text?": bookstores whose name, address, district or phone match the text, best first.
///
/// Cheap enough to be asked at every key that is pressed: no more than `limit` answers are looked for.
public struct SearchQuery: Sendable {
    /// What is looked for, by the rules of today; a catalog that was folded by others is asked by its own.
    public let text: SearchText
    /// The text as it was typed.
    public let original: String
    /// Which bookstores.
    public let filter: PlaceFilter
    /// Where equal matches are ordered from by distance; nil to order them by the length of the name.
    public var origin: Coordinate?
    /// Whether each answer says why it matches.
    public var isExplained = false
    /// Whether the index of pieces finds the candidates; else every bookstore is looked at, and no guesses are made.
    public var usesIndex = true

    /// Bookstores that `filter` admits and that match `text`; nil for a text of blanks.
    public init?(_ text: String, _ filter: PlaceFilter, near origin: Coordinate? = nil) {
        guard let parsed = SearchText(text) else { return nil }
        self.text = parsed
        original = text
        self.filter = filter
        self.origin = origin
    }

    /// Calls `body` with the matches, at most `limit`.
    ///
    /// - Order: by kind of match, best first; then by distance where the search has a place, else by the length of the
    ///   name; then by id.
    /// - Returns: how the text was read: as it stands, or a guess where nothing in the catalog matches it.
    /// - Complexity: O(c), c candidates that are looked at for the first `limit` answers; O(n) without a limit.
    @discardableResult
    public func forEachHit(
        in catalog: some PlaceArchive, limit: Int? = nil, body: (SearchHit) throws -> Void
    ) throws -> SearchReading {
        let text = try text(for: catalog)
        let written = SearchReading(text)
        let found = try answer(written, in: catalog, limit: limit, body: body)
        guard found == 0, limit != 0, usesIndex, let guess = try guess(text, in: catalog) else { return written }
        // Where a filter leaves nothing of the guess, there is nothing to be said of it.
        return try answer(guess, in: catalog, limit: limit, body: body) > 0 ? guess : written
    }

    /// The bookstores whose name begins with a text, and behind them those that hold it with other blanks, the shorter name
    /// first, at most `limit`; the first ones of all for a text of blanks.
    public static func ids(beginningWith prefix: String, limit: Int, in catalog: some PlaceArchive) throws -> [Int64] {
        var ids: [Int64] = []
        guard let text = SearchText(prefix, by: try catalog.foldingRules()) else {
            try catalog.forEachEntry(PlaceFilter(), limit: limit) { ids.append($0.id) }
            return ids
        }
        let reading = SearchReading(text)
        try catalog.search(PlaceFilter()) { search in
            for pass in reading.passes where [.exact, .prefix, .spacing].contains(pass.kind) {
                try search.forEachMatch(reading, in: pass) { match in
                    if ids.count < limit { ids.append(match.id) }
                    return ids.count < limit
                }
            }
        }
        return ids
    }

    /// How a filter is to read the text: as it stands, or as the first guess that matches if nothing else does.
    ///
    /// - Edges: other filters make no difference, so that a text means the same whatever else is asked for; in a catalog
    ///   as of a former day no guesses are made.
    public func reading(in catalog: some PlaceSource) throws -> SearchReading {
        let text = try text(for: catalog)
        guard catalog.day == nil, usesIndex else { return SearchReading(text) }
        return try guess(text, in: catalog) ?? SearchReading(text)
    }

    /// What is looked for, folded as the texts of a catalog are.
    private func text(for catalog: some PlaceSource) throws -> SearchText {
        let rules = try catalog.foldingRules()
        // By no rules is anything left of a text of which nothing is left by others.
        return rules == text.rules ? text : SearchText(original, by: rules) ?? text
    }

    /// The first guess with a match in the catalog; nil if the text as it stands has one, or if no guess has any.
    private func guess(_ text: SearchText, in catalog: some PlaceSource) throws -> SearchReading? {
        var all = PlaceFilter()
        all.includesClosed = filter.includesClosed
        return try catalog.search(all) { search in
            try search.isAny(SearchReading(text)) ? nil : search.guess(text, original: original)
        }
    }

    /// Calls `body` with the answers of one reading.
    ///
    /// - Returns: how many there are.
    @discardableResult
    private func answer(
        _ reading: SearchReading, in catalog: some PlaceArchive, limit: Int?, body: (SearchHit) throws -> Void
    ) throws -> Int {
        let ranking = SearchRanking(reading, filter, origin: origin, usesIndex: usesIndex)
        let matches = try ranking.first(limit, in: catalog)
        var place = 0
        try catalog.forEachEntry(ids: matches.map(\.match.id)) { entry in
            let ranked = matches[place]
            var hit = SearchHit(
                entry: entry, match: reading.guess ?? ranked.match.kind, distanceMeters: ranked.meters)
            if isExplained { hit.explanation = reading.explanation(try catalog.foldedFields(id: entry.id)) }
            try body(hit)
            place += 1
        }
        return matches.count
    }
}

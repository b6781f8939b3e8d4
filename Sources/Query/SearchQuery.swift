public import GeocliGeo
public import GeocliPlaces
public import GeocliSearch
public import GeocliText
internal import HeapModule

/// A place that matches, and why.
public struct SearchHit: Sendable, Equatable {
    public let entry: CatalogEntry
    public let match: MatchKind
    /// In meters on the WGS 84 ellipsoid; nil for a search without a position and for a place without a point.
    public var distanceMeters: Double?

    /// The reason for the match, for people; nil unless requested.
    public var explanation: Words?

    /// The match's score; larger is better. Equal kinds of match have equal scores.
    public var score: Int { match.score }
}

/// "Which shops match this text?": places whose name, address, district or phone match the text, best match first.
///
/// The search is fast enough to run at every key press, because it looks for at most `limit` answers.
public struct SearchQuery: Sendable {
    /// The text to find, folded.
    public let text: SearchText
    /// The text as it was typed.
    public let original: String
    public let filter: PlaceFilter
    /// The position from which equal matches are ordered by distance; nil to order them by the length of the name.
    public var origin: Coordinate?
    public var isExplained = false
    /// Whether the index of pieces finds the candidates. If not, every place is read, and no guesses are made.
    public var usesIndex = true
    /// The shops that have several rows: only the preferred one of its matching rows is an answer. Nil for all rows.
    public var unique: UniqueShops?
    /// The order in which the matches are given; nil for best first. It does not change the set of matches.
    public var order: PlaceOrder?

    /// Makes a search for the places that `filter` admits and that match `text`; nil for a blank text.
    public init?(_ text: String, _ filter: PlaceFilter, near origin: Coordinate? = nil) {
        guard let parsed = SearchText(text) else { return nil }
        self.text = parsed
        original = text
        self.filter = filter
        self.origin = origin
    }

    /// Calls `body` with the matches, at most `limit` of them.
    ///
    /// - Order: by kind of match, best first; then by distance if the search has a position, otherwise by the length of
    ///   the name; then by id. If `order` is set, these matches are given in that order.
    /// - Returns: the reading that was answered: the text as typed, or a guess if nothing in the catalog matches the
    ///   text.
    /// - Complexity: O(c), c candidates that are read for the first `limit` answers; O(n) without a limit.
    @discardableResult
    package func forEachHit(
        in catalog: some PlaceSource, limit: Int? = nil, body: (SearchHit) throws -> Void
    ) throws -> SearchReading {
        let written = SearchReading(text)
        let found = try answer(written, in: catalog, limit: limit, body: body)
        guard found == 0, limit != 0, usesIndex, let guess = try guess(in: catalog) else { return written }
        // If the filter admits no match of the guess, the guess is not mentioned.
        return try answer(guess, in: catalog, limit: limit, body: body) > 0 ? guess : written
    }

    /// Returns the ids of at most `limit` places. First come the places whose name begins with the text. Then come
    /// those whose name contains the text only if blanks and punctuation are ignored in both. In both groups, shorter
    /// names come first.
    /// - Edges: a name that contains the text as typed, but not at its start, is left out. A blank text gives the first
    ///   places of the catalog.
    package static func ids(beginningWith prefix: String, limit: Int, in catalog: some PlaceArchive) throws -> [Int64] {
        var ids: [Int64] = []
        guard let text = SearchText(prefix) else {
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

    /// Returns the reading that a filter uses: the text as typed, or the first guess that matches if nothing matches
    /// the text.
    /// - Edges: other filters make no difference, so that a text means the same in combination with any other filter.
    ///   In a catalog that is read as of an earlier day, no guesses are made.
    package func reading(in catalog: some PlaceSource) throws -> SearchReading {
        guard catalog.day == nil, !catalog.isUncorrected, usesIndex else { return SearchReading(text) }
        return try guess(in: catalog) ?? SearchReading(text)
    }

    /// The first guess that matches something; nil if the text as typed matches something, or if no guess does.
    private func guess(in catalog: some PlaceSource) throws -> SearchReading? {
        var all = PlaceFilter()
        all.includesClosed = filter.includesClosed
        return try catalog.search(all) { search in
            try search.isAny(SearchReading(text)) ? nil : search.guess(text, original: original)
        }
    }

    /// Returns the filter, extended so that it leaves out a row if another matching row of the same shop is preferred.
    private func filterOfShops(_ reading: SearchReading, in catalog: some PlaceSource) throws -> PlaceFilter {
        guard let unique else { return filter }
        var matching = filter
        matching.text = reading
        var filter = filter
        filter.leftOut = try catalog.leftOut(
            of: unique.shops, matching, preferring: unique.feeds, standing: .any, without: nil)
        return filter
    }

    @discardableResult
    private func answer(
        _ reading: SearchReading, in catalog: some PlaceSource, limit: Int?, body: (SearchHit) throws -> Void
    ) throws -> Int {
        let ranking = SearchRanking(
            reading: reading, filter: try filterOfShops(reading, in: catalog), origin: origin, usesIndex: usesIndex)
        var matches = try ranking.first(limit, in: catalog)
        if let order {
            matches = try order.arranged(matches, in: catalog, id: { $0.match.id }, meters: { $0.meters })
        }
        var index = 0
        try catalog.forEachEntry(ids: matches.map(\.match.id)) { entry in
            let ranked = matches[index]
            var hit = SearchHit(
                entry: entry, match: reading.guess ?? ranked.match.kind, distanceMeters: ranked.meters)
            if isExplained { hit.explanation = reading.explanation(try catalog.foldedFields(id: entry.id)) }
            try body(hit)
            index += 1
        }
        return matches.count
    }
}

/// A place that matches, in the order of answers.
struct RankedMatch: Comparable {
    let match: SearchMatch
    /// The distance; nil for a search without a position and for a place without a point.
    let meters: Double?

    /// Puts the better kind of match first, then the nearer place, then the shorter name, then the lower id. Among
    /// matches of one kind, places without a point come last.
    static func < (left: RankedMatch, right: RankedMatch) -> Bool {
        (left.match.kind, left.meters ?? .infinity, left.match.nameLength, left.match.id)
            < (right.match.kind, right.meters ?? .infinity, right.match.nameLength, right.match.id)
    }
}

/// The first answers of a search, found with as few reads as possible. If there are few matches, all of them are found
/// and put in order. If there are many, the matches of the best kind are found first, then those of the next kind,
/// until there are enough. The matches of a kind are in the order of answers.
struct SearchRanking {
    let reading: SearchReading
    let filter: PlaceFilter
    let origin: Coordinate?
    let usesIndex: Bool

    /// If the number of matches is at most the limit plus this number, all are found and put in order.
    private static let few = 256
    /// The number of candidates that are read to find out whether most of them match.
    private static let sample = 16
    /// If the number of matches of one kind is at most the limit plus this number, all distances are measured.
    /// Otherwise, the index of positions is searched.
    private static let fewToMeasure = 2000

    /// Returns the first `limit` answers, or all answers without a limit.
    func first(_ wanted: Int?, in catalog: some PlaceSource) throws -> [RankedMatch] {
        // Ids have 32 bits, so there are no more places than this.
        let limit = wanted.map { min($0, 1 << 32) }
        guard usesIndex else { return try ranked(try catalog.scan(reading, filter), limit, in: catalog) }
        return try catalog.search(filter) { search in
            guard let limit else { return try ranked(matches(reading.everything, search), nil, in: catalog) }
            let (everything, few) = (reading.everything, limit + Self.few)
            if let all = try search.matches(reading, in: everything, candidates: few) {
                return try ranked(all, limit, in: catalog)
            }
            // If most candidates match, there are more matches than a few. If few do, as with a filter that the index
            // does not know, reading the candidates once finds them all.
            if try !search.mostMatch(reading, in: everything, ofFirst: Self.sample),
                let all = try matches(everything, atMost: few, search)
            {
                return try ranked(all, limit, in: catalog)
            }
            var answers: [RankedMatch] = []
            for pass in reading.passes {
                let left = limit - answers.count
                guard left > 0 else { break }
                answers += try first(left, of: pass, search, in: catalog)
            }
            return answers
        }
    }

    private func first(
        _ limit: Int, of pass: SearchPass, _ search: TextSearch, in catalog: some PlaceSource
    ) throws -> [RankedMatch] {
        guard let origin, let kind = pass.kind else {
            var answers: [RankedMatch] = []
            try search.forEachMatch(reading, in: pass) { match in
                answers.append(RankedMatch(match: match, meters: nil))
                return answers.count < limit
            }
            return answers
        }
        if let all = try matches(pass, atMost: limit + Self.fewToMeasure, search) {
            return try ranked(all, limit, in: catalog)
        }
        let near = try nearest(limit, of: kind, to: origin, in: catalog)
        // The index of positions contains only places with a point. If fewer than `limit` matches have a point, all
        // distances can be measured.
        return near.count < limit ? try ranked(matches(pass, search), limit, in: catalog) : near
    }

    private func matches(_ pass: SearchPass, _ search: TextSearch) throws -> [SearchMatch] {
        try matches(pass, atMost: .max, search) ?? []
    }

    /// Returns the matches of a step; nil if there are more than `most`.
    private func matches(_ pass: SearchPass, atMost most: Int, _ search: TextSearch) throws -> [SearchMatch]? {
        var matches: [SearchMatch] = []
        try search.forEachMatch(reading, in: pass) { match in
            matches.append(match)
            return matches.count <= most
        }
        return matches.count > most ? nil : matches
    }

    private func nearest(
        _ limit: Int, of kind: MatchKind, to origin: Coordinate, in catalog: some PlaceSource
    ) throws -> [RankedMatch] {
        var best = Heap<RankedMatch>()
        try catalog.forEachCandidate(near: origin, reading, kind, filter) { match, point in
            best.insert(RankedMatch(match: match, meters: Geodesic.distanceMeters(from: origin, to: point)))
            if best.count > limit { best.removeMax() }
            return best.count < limit ? .infinity : best.max?.meters ?? .infinity
        }
        return best.unordered.sorted()
    }

    private func ranked(_ matches: [SearchMatch], _ limit: Int?, in catalog: some PlaceSource) throws -> [RankedMatch] {
        var ranked: [RankedMatch] = []
        ranked.reserveCapacity(matches.count)
        if let origin {
            var rest = matches[...]
            try catalog.forEachPoint(ids: matches.map(\.id)) { point in
                let meters = point.map { Geodesic.distanceMeters(from: origin, to: $0) }
                ranked.append(RankedMatch(match: rest.removeFirst(), meters: meters))
            }
        } else {
            ranked = matches.map { RankedMatch(match: $0, meters: nil) }
        }
        ranked.sort()
        return Array(ranked.prefix(limit ?? ranked.count))
    }
}

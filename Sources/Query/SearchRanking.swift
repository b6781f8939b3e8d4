internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import HeapModule

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

/// The first answers of a search, found with as few reads as possible.
///
/// If there are few matches, all of them are found and put in order. If there are many, the matches of the best kind
/// are found first, then those of the next kind, until there are enough. The matches of a kind are in the order of
/// answers.
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

    /// Returns the matches of a step.
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

    /// Returns the first `limit` matches in the order of answers.
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

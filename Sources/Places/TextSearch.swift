package import GeocliSearch

/// A place that matches a text, before its row is read.
package struct SearchMatch: Sendable, Comparable {
    package let id: Int64
    /// The best kind of match that any text of the reading has with the place.
    package let kind: MatchKind
    /// The number of characters in its folded name.
    package let nameLength: Int

    package init(id: Int64, kind: MatchKind, nameLength: Int) {
        self.id = id
        self.kind = kind
        self.nameLength = nameLength
    }

    /// Returns whether `left` comes before `right` in the answer.
    package static func < (left: SearchMatch, right: SearchMatch) -> Bool {
        (left.kind, left.nameLength, left.id) < (right.kind, right.nameLength, right.id)
    }
}

/// A source of the folded fields of the candidates of a search.
package protocol FoldedTexts {
    /// The maximum number of candidates per request.
    var maximumAtOnce: Int { get }

    /// Calls `body` with the folded fields of those places in `ids` that the search's filter admits, in the order
    /// of `ids`, until `body` returns false.
    func forEachText(of ids: [Int64], body: (Int64, UnsafeBufferPointer<UInt8>) throws -> Bool) throws
}

/// A text search among the places that a filter admits. The index of pieces gives the candidates, and the folded
/// fields of each candidate decide whether it matches.
public final class TextSearch {
    private let filter: PlaceFilter
    private let table: any PostingSource
    private let texts: any FoldedTexts
    private let needsDistrict: Bool

    /// `texts` must admit the same places as `filter` does.
    /// - Parameter needsDistrict: whether all places in a district have its name in their fields.
    package init(
        _ filter: PlaceFilter, in table: any PostingSource, _ texts: any FoldedTexts, needsDistrict: Bool
    ) {
        self.needsDistrict = needsDistrict
        self.filter = filter
        self.table = table
        self.texts = texts
    }

    /// Calls `body` with the places that match one step of a reading, until `body` returns false. Shorter names
    /// come first. Names of equal length are ordered by id.
    ///
    /// - Complexity: O(c), c candidates up to the last match. For a text of two characters, all candidates match.
    package func forEachMatch(
        _ reading: SearchReading, in pass: SearchPass, body: (SearchMatch) throws -> Bool
    ) throws {
        var candidates = candidates(reading, pass)
        // The first request has one candidate, because the caller may want only the first match. Each further request
        // has four times as many, because many matches often follow.
        var atOnce = 1
        while case let ids = try candidates.next(atOnce).map(DocumentNumber.id), !ids.isEmpty {
            guard try forEachMatch(reading, in: pass, among: ids, body: body) else { return }
            atOnce = min(atOnce * 4, texts.maximumAtOnce)
        }
    }

    /// Returns the matches of one step of a reading; nil if it has more candidates than `most`, which are then not read.
    package func matches(_ reading: SearchReading, in pass: SearchPass, candidates most: Int) throws -> [SearchMatch]? {
        var candidates = candidates(reading, pass)
        var ids: [Int64] = []
        while let number = try candidates.next() {
            guard ids.count < most else { return nil }
            ids.append(DocumentNumber.id(number))
        }
        var matches: [SearchMatch] = []
        for start in stride(from: 0, to: ids.count, by: texts.maximumAtOnce) {
            let some = Array(ids[start..<min(start + texts.maximumAtOnce, ids.count)])
            _ = try forEachMatch(reading, in: pass, among: some) { match in
                matches.append(match)
                return true
            }
        }
        return matches
    }

    /// Returns whether more than half of the first candidates of a step match.
    package func mostMatch(_ reading: SearchReading, in pass: SearchPass, ofFirst count: Int) throws -> Bool {
        var candidates = candidates(reading, pass)
        let ids = try candidates.next(min(count, texts.maximumAtOnce)).map(DocumentNumber.id)
        var matches = 0
        _ = try forEachMatch(reading, in: pass, among: ids) { _ in
            matches += 1
            return true
        }
        return 2 * matches > ids.count
    }

    /// Calls `body` with those of some candidates that match. Returns whether `body` never returned false.
    private func forEachMatch(
        _ reading: SearchReading, in pass: SearchPass, among ids: [Int64], body: (SearchMatch) throws -> Bool
    ) throws -> Bool {
        var goesOn = true
        try texts.forEachText(of: ids) { id, text in
            let fields = FoldedFields(text)
            guard let kind = reading.kind(fields), pass.kind.map({ $0 == kind }) ?? true else { return true }
            goesOn = try body(SearchMatch(id: id, kind: kind, nameLength: fields.nameLength))
            return goesOn
        }
        return goesOn
    }

    private func candidates(_ reading: SearchReading, _ pass: SearchPass) -> SearchCandidates {
        pass.candidates(
            among: filter.kinds.map(\.rawValue), needsDistrict ? filter.districts : [], in: table)
    }

    package func isAny(_ reading: SearchReading) throws -> Bool {
        var isAny = false
        try forEachMatch(reading, in: reading.everything) { _ in
            isAny = true
            return false
        }
        return isAny
    }

    /// Guesses the meaning of a text. Returns the first guess that matches a place; nil if no guess does. The
    /// returned guess keeps only those of its texts that match a place.
    package func guess(_ text: SearchText, original: String) throws -> SearchReading? {
        try SearchGuesses(text, original: original, in: table).first { try isAny($0) }
    }

}

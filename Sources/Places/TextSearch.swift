public import GeocliSearch

/// A bookstore that matches a text, before its row is read.
public struct SearchMatch: Sendable, Comparable {
    /// Its id.
    public let id: Int64
    /// How it matches, as if one of the reading's texts had been typed.
    public let kind: MatchKind
    /// The characters of its folded name.
    public let nameLength: Int

    package init(id: Int64, kind: MatchKind, nameLength: Int) {
        self.id = id
        self.kind = kind
        self.nameLength = nameLength
    }

    /// The order of answers.
    public static func < (left: SearchMatch, right: SearchMatch) -> Bool {
        (left.kind, left.nameLength, left.id) < (right.kind, right.nameLength, right.id)
    }
}

/// Where a search reads the folded fields of its candidates.
public protocol FoldedTexts {
    /// So many candidates are asked for at once, at most.
    var mostAtOnce: Int { get }

    /// Calls `body` with the folded fields of those of these bookstores that the search's filter admits, in this order,
    /// until it returns false.
    func forEachText(of ids: [Int64], body: (Int64, UnsafeBufferPointer<UInt8>) throws -> Bool) throws
}

/// Looks for text in the bookstores that a filter admits: candidates come from the index of pieces, the folded fields
/// decide.
public final class TextSearch {
    private let filter: PlaceFilter
    private let table: any PostingSource
    private let texts: any FoldedTexts

    /// A search in an index that is kept elsewhere.
    ///
    /// - Parameter texts: admits what `filter` admits.
    public init(_ filter: PlaceFilter, in table: any PostingSource, _ texts: any FoldedTexts) {
        self.filter = filter
        self.table = table
        self.texts = texts
    }

    /// Calls `body` with the bookstores that match one step of a reading, the shorter name first, equal ones by id, until
    /// it returns false.
    ///
    /// - Complexity: O(c), c candidates up to the last match; for a text of two characters all candidates match.
    public func forEachMatch(
        _ reading: SearchReading, in pass: SearchPass, body: (SearchMatch) throws -> Bool
    ) throws {
        var candidates = pass.candidates(
            among: filter.kinds.map(\.rawValue), filter.districts, by: reading.rules, in: table)
        var goesOn = true
        var atOnce = 1
        while goesOn {
            let ids = try candidates.next(atOnce).map(DocumentNumber.id)
            guard !ids.isEmpty else { return }
            try texts.forEachText(of: ids) { id, text in
                let fields = FoldedFields(text)
                guard let kind = reading.kind(fields), pass.kind.map({ $0 == kind }) ?? true else { return true }
                goesOn = try body(SearchMatch(id: id, kind: kind, nameLength: fields.nameLength))
                return goesOn
            }
            // The first answer may be the only one that is wanted; behind it there are often many.
            atOnce = min(atOnce * 4, texts.mostAtOnce)
        }
    }

    /// Whether any bookstore matches.
    public func isAny(_ reading: SearchReading) throws -> Bool {
        var isAny = false
        try forEachMatch(reading, in: reading.everything) { _ in
            isAny = true
            return false
        }
        return isAny
    }

    /// The first guess at what was meant by a text that some bookstore matches, with those of its texts that one does; nil
    /// if there is none.
    public func guess(_ text: SearchText, original: String) throws -> SearchReading? {
        try SearchGuesses(text, original: original, in: table).first { try isAny($0) }
    }

}

public import Catalog

/// "Which shops match this text?": bookstores whose name, address or phone holds the text, best first.
public struct SearchQuery: Sendable {
    /// Which bookstores, the text among the conditions.
    public let filter: BookstoreFilter
    private let wanted: String

    /// Bookstores that `filter` admits and that hold `text`.
    public init(_ text: TextMatch, _ filter: BookstoreFilter) {
        var filter = filter
        filter.text = text
        self.filter = filter
        wanted = text.folded
    }

    /// Calls `body` with the matches, at most `limit`.
    ///
    /// - Order: the name itself, names that start with the text, names that hold it, then addresses and phones that
    ///   hold it; the shorter name first; equal ones by id.
    /// - Complexity: O(n) over the folded columns, n bookstores in the catalog; no row is loaded that does not match.
    public func forEachMatch(in catalog: Catalog, limit: Int? = nil, body: (CatalogEntry) throws -> Void) throws {
        var matches: [Match] = []
        try catalog.forEachName(filter) { id, name in
            matches.append(Match(grade: grade(name), nameLength: name.unicodeScalars.count, id: id))
        }
        matches.sort()
        try catalog.forEachEntry(ids: matches.prefix(limit ?? matches.count).map(\.id), body: body)
    }

    private func grade(_ name: String) -> Int {
        if name.utf8.elementsEqual(wanted.utf8) { return 0 }
        if name.utf8.starts(with: wanted.utf8) { return 1 }
        return Self.holds(Array(name.utf8), Array(wanted.utf8)) ? 2 : 3
    }

    private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}

private struct Match: Comparable {
    let grade: Int
    let nameLength: Int
    let id: Int64

    static func < (left: Match, right: Match) -> Bool {
        (left.grade, left.nameLength, left.id) < (right.grade, right.nameLength, right.id)
    }
}

public import Search

/// Which bookstores a listing shows. Values of one filter widen, different filters narrow.
public struct BookstoreFilter: Sendable, Equatable {
    /// A way to reach a bookstore.
    public enum Contact: String, Sendable, CaseIterable {
        case phone
        case website
        case sns
    }

    /// Any of these kinds; all where empty.
    public var kinds: Set<Kind> = []
    /// Any of these districts, by the names the catalog has; all where empty.
    public var districts: Set<String> = []
    /// All of these ways to reach it.
    public var contacts: Set<Contact> = []
    /// Text that must match.
    public var text: SearchReading?
    /// Only this kind of match; any where nil.
    var matchKind: MatchKind?
    /// The bookstores that the text stands for, where they are few; nil where every bookstore is to be asked.
    var ids: [Int64]?
    /// Also those that the last good run missed.
    public var includesClosed = false

    /// Every listed bookstore.
    public init() {}

    /// The same as SQL over `bookstore b`, and its values.
    var condition: (sql: String, values: [SQLValue]) {
        var parts: [String] = includesClosed ? [] : ["b.missing_run IS NULL"]
        var values: [SQLValue] = []
        func any(of choices: [String], in column: String) {
            guard !choices.isEmpty else { return }
            parts.append("\(column) IN (\(choices.map { _ in "?" }.joined(separator: ", ")))")
            values += choices.sorted().map(SQLValue.text)
        }
        any(of: kinds.map(\.rawValue), in: "b.kind")
        any(of: Array(districts), in: "b.district")
        for contact in contacts { parts.append("b.\(contact.rawValue) IS NOT NULL") }
        if let ids {
            parts.append("b.id IN (\(ids.map(String.init).joined(separator: ", ")))")
        } else if let text {
            let kind = matchKind.map { " = \(SearchFunctions.place(of: $0))" } ?? " IS NOT NULL"
            parts.append("\(SearchFunctions.match)(b.folded, ?)\(kind)")
            values.append(.reading(text))
        }
        return (parts.isEmpty ? "true" : parts.joined(separator: " AND "), values)
    }
}

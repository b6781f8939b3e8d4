/// The rows that answer a text, best first.
struct TypeAheadResults: Equatable {
    var rows: [TypeAheadRow] = []
    /// A note about the answer in the screen's language, for example about another spelling that was searched for.
    var note: String?
}

/// One line of the type-ahead list.
struct TypeAheadRow: Equatable {
    /// The id that is returned when the row is chosen.
    let id: Int64
    /// The cells, the most important first. They may contain any text; the screen makes it harmless.
    let cells: [String]
}

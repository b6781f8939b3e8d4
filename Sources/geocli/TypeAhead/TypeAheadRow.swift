/// One line of the type-ahead list.
struct TypeAheadRow: Equatable {
    /// What is given back when it is chosen.
    let id: Int64
    /// What is shown, the most telling first; of any content, on the screen it is made harmless.
    let cells: [String]
}

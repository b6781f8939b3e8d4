/// What answers a text, best first.
struct TypeAheadResults: Equatable {
    var rows: [TypeAheadRow] = []
    /// What a person should know of them, in the language of the screen, such as another spelling that was looked for.
    var note: String?
}

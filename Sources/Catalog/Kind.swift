/// What a bookstore sells. The raw values are the ones of the database, of JSON and of `--kind`.
public enum Kind: String, Sendable, CaseIterable, Hashable {
    case new
    case used
    case other
}

internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// Something in a catalog that no ingest of ours has written: a bit that has flipped, or another program's hand.
///
/// Thrown where a value is read; `CatalogError` says it with the path.
enum CatalogDamage: Error, Equatable {
    /// A row whose values the schema's constraints would not have let in; where, and what.
    case row(String)
    /// A table, index or view of ours that is missing or is not as a migration made it; what SQLite calls it.
    case definition(String)
    /// A trigger, which no migration makes: it would have changed what an ingest writes.
    case trigger(String)
    /// A node of the index of places.
    case placeIndex(node: Int64)
    /// A block of the index of pieces; bookstores are not concerned.
    case searchIndex
    /// The districts' outlines, what is wrong with them; bookstores are not concerned.
    case outlines(String)

    /// What is wrong, for messages.
    var detail: String {
        switch self {
        case .row(let detail), .outlines(let detail): detail
        case .definition(let name): "\(name) is not as geocli makes it"
        case .trigger(let name): "the trigger \(name) is not geocli's"
        case .placeIndex(let node): "the index of places, node \(node)"
        case .searchIndex: "a block of the search index can't be read"
        }
    }

    /// Whether an error says that what was read is damaged, be it SQLite's or ours.
    static func isMeant(by error: any Error) -> Bool {
        if error is CatalogDamage || error is UnexpectedValue { return true }
        return (error as? DatabaseError)?.code == SQLITE_CORRUPT
    }

    /// The point that the history means.
    ///
    /// - Throws: `CatalogDamage` for a text that no run has written.
    static func point(_ text: String) throws -> Coordinate {
        guard let point = PointText.point(text) else { throw row("the history has a point \"\(text)\"") }
        return point
    }
}

internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// Content of a catalog that no ingest of geocli writes, such as a flipped bit or a change by another program.
///
/// Thrown where the value is read; `CatalogError` adds the path.
enum CatalogDamage: Error, Equatable {
    /// A row whose values violate the schema's constraints; says which row and what is wrong.
    case row(String)
    /// A table, index or view of ours that is missing or differs from what the migrations make; its SQLite name.
    case definition(String)
    /// A trigger. No migration makes one; it could change what an ingest writes.
    case trigger(String)
    /// A node of the index of places.
    case placeIndex(node: Int64)
    /// A block of the index of pieces; the bookstores are not affected.
    case searchIndex
    /// The districts' outlines, and what is wrong with them; the bookstores are not affected.
    case outlines(String)
    /// The ground for maps, and what is wrong with it; the bookstores are not affected.
    case ground(String)

    /// The problem, for messages.
    var detail: String {
        switch self {
        case .row(let detail), .outlines(let detail), .ground(let detail): detail
        case .definition(let name): "\(name) is not as geocli makes it"
        case .trigger(let name): "the trigger \(name) is not geocli's"
        case .placeIndex(let node): "the index of places, node \(node)"
        case .searchIndex: "a block of the search index can't be read"
        }
    }

    /// Returns whether an error of SQLite or of geocli reports damaged content.
    static func isMeant(by error: any Error) -> Bool {
        if error is CatalogDamage || error is UnexpectedValue { return true }
        return (error as? DatabaseError)?.code == SQLITE_CORRUPT
    }

    /// Returns the point that a text of the history describes.
    ///
    /// - Throws: `CatalogDamage` for a text that no run writes.
    static func point(_ text: String) throws -> Coordinate {
        guard let point = PointText.point(text) else { throw row("the history has a point \"\(text)\"") }
        return point
    }
}

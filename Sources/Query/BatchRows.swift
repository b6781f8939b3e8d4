public import GeocliPlaces

/// What becomes of the answers of one thread before they are put behind those of the others.
public protocol BatchRows: SendableMetatype {
    /// What is put at once.
    associatedtype Piece
    /// A bookstore as the catalog lists it.
    associatedtype Listed: ListedPlace

    /// Whether a piece is large enough to be put, so that memory stays bounded.
    var isFull: Bool { get }

    /// Takes a row.
    mutating func write(_ found: NeighborRow<Listed>) throws

    /// Takes a row that was made whole; of one and the same there are rows of one form only.
    mutating func write(_ found: Neighbor) throws

    /// Gives what was written since the last time.
    mutating func take() throws -> Piece
}

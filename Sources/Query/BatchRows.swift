public import GeocliPlaces

/// A receiver of one thread's answers. It makes pieces of the output, which are written in the order of the questions.
public protocol BatchRows: SendableMetatype {
    /// A part of the output that is passed on in one call.
    associatedtype Piece
    /// A bookstore as the catalog lists it.
    associatedtype Listed: ListedPlace

    /// Whether a piece is so large that it must be passed on, to keep memory bounded.
    var isFull: Bool { get }

    /// Takes a row.
    mutating func write(_ found: NeighborRow<Listed>) throws

    /// Takes a row with a complete entry. A receiver gets either only rows of this kind or only rows of the other kind.
    mutating func write(_ found: Neighbor) throws

    /// Returns the rows written since the last call.
    mutating func take() throws -> Piece
}

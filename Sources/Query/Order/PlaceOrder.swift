internal import GeocliPlaces
internal import GeocliText

/// The order that the user chose for a listing.
///
/// Equal rows are ordered by id and rows without a value come last, in both directions. The order is computed here and
/// not by a database, so it is the same for a file and for a server.
public struct PlaceOrder: Sendable, Equatable {
    /// The value by which rows are ordered. The raw values are the words of `--sort`.
    public enum Key: String, Sendable, CaseIterable {
        /// The distance from the query's position, nearest first.
        case distance
        /// The name, in the order of `NameOrder`.
        case name
        /// The day of the first run that had the place, earliest first.
        case firstSeen = "first_seen"
        /// The code of the kind, in alphabetical order: new, other, used.
        case kind
        /// The district, in the order of `NameOrder`.
        case district
    }

    /// The value by which rows are ordered.
    public let key: Key
    /// Whether large values come first.
    public let isReversed: Bool

    /// Makes an order.
    public init(by key: Key, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }
}

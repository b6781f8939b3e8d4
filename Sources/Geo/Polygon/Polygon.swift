/// A ring around an area and the rings of its holes, each closed: the last position repeats the first.
///
/// - Edges: positions are as the file has them, longitudes within ±180. Neighbours that are more than 180° apart are
///   joined the short way, across the antimeridian (`MultiPolygon` says more).
public struct Polygon: Sendable, Equatable {
    /// The outer ring, in either direction.
    public let exterior: [Coordinate]
    /// The rings of what is left out.
    public let holes: [[Coordinate]]

    /// A polygon of closed rings.
    public init(exterior: [Coordinate], holes: [[Coordinate]] = []) {
        self.exterior = exterior
        self.holes = holes
    }

    /// All rings, the outer one first.
    public var rings: [[Coordinate]] { [exterior] + holes }
}

public import GeocliGeo

/// A finder of points for addresses. An ingest asks it about rows that have no point in the feed.
public protocol PointFinder: AnyObject {
    /// A hash of the finder's data, 64 hexadecimal digits. If the hash changes, an ingest of the same bytes looks up
    /// the addresses again.
    var identity: String { get }

    /// Returns the point of an address.
    ///
    /// - Parameters:
    ///   - address: the address as the feed has it; nil if the row states none.
    ///   - district: the district that the row states.
    func point(address: String?, district: String?) throws -> FoundPoint
}

/// What a finder found for an address.
public enum FoundPoint: Sendable, Equatable {
    /// The point of the address, and its source, such as `juso 2606`.
    case point(Coordinate, source: String)
    /// A point that is outside the area that the feed declares.
    case outside(Coordinate, source: String)
    /// No point.
    ///
    /// - Parameters:
    ///   - why: a stable name of the reason, such as `road-unknown`.
    ///   - isCovered: whether the finder has data for the district, and so would find the address if the address
    ///     existed.
    case none(why: String, isCovered: Bool)
}

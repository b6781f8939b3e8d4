public import GeocliGeo

/// Something that knows the points of addresses. An ingest asks it for rows whose feed leaves the point blank.
public protocol PointFinder: AnyObject {
    /// A hash of what it knows, 64 hexadecimal digits. Another hash makes an ingest of the same bytes look again.
    var identity: String { get }

    /// Returns the point of an address.
    ///
    /// - Parameters:
    ///   - address: the address as the feed has it; nil if the row states none.
    ///   - district: the district that the row states.
    func point(address: String?, district: String?) throws -> FoundPoint
}

/// The answer to an address.
public enum FoundPoint: Sendable, Equatable {
    /// Its point, and where it comes from, such as `juso 2606`.
    case point(Coordinate, source: String)
    /// Its point lies outside the area that the feed declares.
    case outside(Coordinate, source: String)
    /// There is none.
    ///
    /// - Parameters:
    ///   - why: a stable name of the reason, such as `road-unknown`.
    ///   - isCovered: whether the finder knows the district, so that it would know the address if it existed.
    case none(why: String, isCovered: Bool)
}

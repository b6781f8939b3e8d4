public import Geo

/// A bookstore as listings show it: an entry, or the row that is being read.
public protocol ListedBookstore {
    /// See `CatalogEntry.id`.
    var id: Int64 { get }
    /// See `CatalogEntry.ref`.
    var ref: String { get }
    /// See `Bookstore.name`.
    var name: String { get }
    /// See `Bookstore.kind`.
    var kind: Kind { get }
    /// See `Bookstore.district`.
    var district: String? { get }
    /// See `Bookstore.address`.
    var address: String? { get }
    /// See `Bookstore.phone`.
    var phone: String? { get }
    /// See `Bookstore.phoneRaw`.
    var phoneRaw: String? { get }
    /// See `Bookstore.website`.
    var website: String? { get }
    /// See `Bookstore.sns`.
    var sns: [String]? { get }
    /// See `Bookstore.coordinate`.
    var coordinate: Coordinate? { get }
    /// See `CatalogEntry.firstSeen`.
    var firstSeen: String { get }
    /// See `CatalogEntry.lastSeen`.
    var lastSeen: String { get }
    /// See `CatalogEntry.missingRuns`.
    var missingRuns: Int { get }
    /// See `CatalogEntry.closedOn`.
    var closedOn: String? { get }
}

extension CatalogEntry: ListedBookstore {
    /// See `Bookstore.name`.
    public var name: String { bookstore.name }
    /// See `Bookstore.kind`.
    public var kind: Kind { bookstore.kind }
    /// See `Bookstore.district`.
    public var district: String? { bookstore.district }
    /// See `Bookstore.address`.
    public var address: String? { bookstore.address }
    /// See `Bookstore.phone`.
    public var phone: String? { bookstore.phone }
    /// See `Bookstore.phoneRaw`.
    public var phoneRaw: String? { bookstore.phoneRaw }
    /// See `Bookstore.website`.
    public var website: String? { bookstore.website }
    /// See `Bookstore.sns`.
    public var sns: [String]? { bookstore.sns }
}

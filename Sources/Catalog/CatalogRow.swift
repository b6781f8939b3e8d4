internal import GRDB
public import Geo

/// The bookstore that a statement stands at: each value is read from SQLite when it is asked for, so that a listing of
/// everything makes only what it writes.
///
/// Holds until the statement's next step; who keeps a bookstore takes its `entry`.
public struct CatalogRow: ListedBookstore {
    private let statement: Statement
    /// See `Bookstore.kind`.
    public let kind: Kind
    /// See `Bookstore.sns`.
    public let sns: [String]?

    /// The columns of the statement, in the order of `Column`.
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website, b.website_raw, \
        b.sns, b.latitude, b.longitude, b.first_seen, b.last_seen, b.missing_runs, b.closed_on
        """

    private enum Column {
        static let id: Int32 = 0
        static let feed: Int32 = 1
        static let feedID: Int32 = 2
        static let name: Int32 = 3
        static let kind: Int32 = 4
        static let district: Int32 = 5
        static let address: Int32 = 6
        static let phone: Int32 = 7
        static let phoneRaw: Int32 = 8
        static let website: Int32 = 9
        static let websiteRaw: Int32 = 10
        static let sns: Int32 = 11
        static let latitude: Int32 = 12
        static let longitude: Int32 = 13
        static let firstSeen: Int32 = 14
        static let lastSeen: Int32 = 15
        static let missingRuns: Int32 = 16
        static let closedOn: Int32 = 17

        /// What no bookstore is without.
        static let required = [feed, feedID, name, firstSeen, lastSeen]
    }

    /// The row of a statement of `columns`; the schema's constraints have checked every value.
    ///
    /// - Throws: `DatabaseError(.SQLITE_CORRUPT)` for a row that the constraints would not have let in; `JSONError`.
    init(_ statement: Statement) throws {
        guard let kind = statement.text(Column.kind).flatMap(Kind.init(rawValue:)),
            !Column.required.contains(where: statement.isNull)
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a bookstore without its required values") }
        self.statement = statement
        self.kind = kind
        sns = try statement.isNull(Column.sns) ? nil : statement.withText(Column.sns, JSONStrings.list)
    }

    /// See `CatalogEntry.id`.
    public var id: Int64 { statement.integer(Column.id) }
    /// See `CatalogEntry.ref`.
    public var ref: String {
        statement.withText(Column.feed) { feed in
            statement.withText(Column.feedID) { feedID in
                var ref: [UInt8] = []
                ref.reserveCapacity(feed.count + 1 + feedID.count)
                ref.append(contentsOf: feed)
                ref.append(UInt8(ascii: "/"))
                ref.append(contentsOf: feedID)
                return String(decoding: ref, as: UTF8.self)
            }
        }
    }
    /// See `Bookstore.name`.
    public var name: String { required(Column.name) }
    /// See `Bookstore.district`.
    public var district: String? { statement.text(Column.district) }
    /// See `Bookstore.address`.
    public var address: String? { statement.text(Column.address) }
    /// See `Bookstore.phone`.
    public var phone: String? { statement.text(Column.phone) }
    /// See `Bookstore.phoneRaw`.
    public var phoneRaw: String? { statement.text(Column.phoneRaw) }
    /// See `Bookstore.website`.
    public var website: String? { statement.text(Column.website) }
    /// See `CatalogEntry.firstSeen`.
    public var firstSeen: String { required(Column.firstSeen) }
    /// See `CatalogEntry.lastSeen`.
    public var lastSeen: String { required(Column.lastSeen) }
    /// See `CatalogEntry.missingRuns`.
    public var missingRuns: Int { Int(statement.integer(Column.missingRuns)) }
    /// See `CatalogEntry.closedOn`.
    public var closedOn: String? { statement.text(Column.closedOn) }

    /// See `Bookstore.coordinate`.
    public var coordinate: Coordinate? {
        guard !statement.isNull(Column.latitude) else { return nil }
        return Coordinate(
            uncheckedLongitude: statement.real(Column.longitude), latitude: statement.real(Column.latitude))
    }

    /// The same, to keep.
    var entry: CatalogEntry {
        var contact = Bookstore.Contact()
        contact.address = address
        contact.phone = phone
        contact.phoneRaw = phoneRaw
        contact.website = website
        contact.websiteRaw = statement.text(Column.websiteRaw)
        contact.sns = sns
        let bookstore = Bookstore(
            feedID: required(Column.feedID), name: name, kind: kind, district: district, contact: contact,
            coordinate: coordinate)
        return CatalogEntry(
            id: id, feed: required(Column.feed), bookstore: bookstore, firstSeen: firstSeen, lastSeen: lastSeen,
            missingRuns: missingRuns, closedOn: closedOn)
    }

    /// A text that `init` has seen to be there.
    private func required(_ column: Int32) -> String { statement.text(column) ?? "" }
}

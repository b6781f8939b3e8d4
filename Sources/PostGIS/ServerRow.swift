#if PostGIS
public import Catalog
public import Geo
internal import Text

/// A bookstore that the server sent: each value is read when it is asked for.
public struct ServerRow: ListedBookstore {
    private let result: QueryResult
    private let row: Int
    /// See `Bookstore.kind`.
    public let kind: Kind

    /// The columns of a statement, in the order of `Column`.
    static let columns = """
        b.id, b.feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website, b.website_raw, \
        b.sns, b.latitude, b.longitude, b.first_seen, b.last_seen, b.missing_runs, b.closed_on
        """

    enum Column {
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
        /// Behind `columns` where a text is looked for.
        static let folded: Int32 = 18
    }

    /// The row of a statement of `columns`; nil for a kind that there is none of.
    init?(_ result: QueryResult, _ row: Int) {
        guard let kind = result.text(row, Column.kind).flatMap(Kind.init(rawValue:)) else { return nil }
        self.result = result
        self.row = row
        self.kind = kind
    }

    /// See `CatalogEntry.id`.
    public var id: Int64 { result.integer(row, Column.id) }
    /// See `CatalogEntry.ref`.
    public var ref: String { "\(required(Column.feed))/\(required(Column.feedID))" }
    /// See `Bookstore.name`.
    public var name: String { required(Column.name) }
    /// See `Bookstore.district`.
    public var district: String? { result.text(row, Column.district) }
    /// See `Bookstore.address`.
    public var address: String? { result.text(row, Column.address) }
    /// See `Bookstore.phone`.
    public var phone: String? { result.text(row, Column.phone) }
    /// See `Bookstore.phoneRaw`.
    public var phoneRaw: String? { result.text(row, Column.phoneRaw) }
    /// See `Bookstore.website`.
    public var website: String? { result.text(row, Column.website) }
    /// See `Bookstore.sns`.
    public var sns: [String]? { result.texts(row, Column.sns) }
    /// The same as listings take it.
    public var listedSNS: ListedStrings? { sns.map(ListedStrings.strings) }

    /// A text; nil where there is none.
    public func listed(_ field: ListedField) -> ListedText? {
        let text =
            switch field {
            case .ref: ref
            case .name: name
            case .district: district
            case .address: address
            case .phone: phone
            case .phoneRaw: phoneRaw
            case .website: website
            }
        return text.map(ListedText.string)
    }

    /// See `CatalogEntry.firstSeen`.
    public var firstSeen: String { day(Column.firstSeen) ?? "" }
    /// See `CatalogEntry.lastSeen`.
    public var lastSeen: String { day(Column.lastSeen) ?? "" }
    /// See `CatalogEntry.missingRuns`.
    public var missingRuns: Int { Int(result.integer(row, Column.missingRuns)) }
    /// See `CatalogEntry.closedOn`.
    public var closedOn: String? { day(Column.closedOn) }

    /// See `Bookstore.coordinate`.
    public var coordinate: Coordinate? {
        guard !result.isNull(row, Column.latitude) else { return nil }
        return Coordinate(
            uncheckedLongitude: result.real(row, Column.longitude), latitude: result.real(row, Column.latitude))
    }

    /// The same, to keep.
    var entry: CatalogEntry {
        var contact = Bookstore.Contact()
        contact.address = address
        contact.phone = phone
        contact.phoneRaw = phoneRaw
        contact.website = website
        contact.websiteRaw = result.text(row, Column.websiteRaw)
        contact.sns = sns
        let bookstore = Bookstore(
            uncheckedFeedID: required(Column.feedID), name: name, kind: kind, district: district, contact: contact,
            coordinate: coordinate)
        return CatalogEntry(
            id: id, feed: required(Column.feed), bookstore: bookstore, firstSeen: firstSeen, lastSeen: lastSeen,
            missingRuns: missingRuns, closedOn: closedOn)
    }

    /// A text that the table's constraints require.
    private func required(_ column: Int32) -> String { result.text(row, column) ?? "" }

    private func day(_ column: Int32) -> String? {
        result.isNull(row, column) ? nil : ServerDay.text(result.integer(row, column))
    }
}

/// A date as PostgreSQL counts it: days since 2000-01-01.
enum ServerDay {
    /// Days from 1970-01-01 to 2000-01-01.
    private static let epoch: Int64 = 10957

    /// `YYYY-MM-DD`.
    static func text(_ days: Int64) -> String { SeoulTime(unixSeconds: (days + epoch) * 86400).date }

    /// The days of a text that `SeoulTime` wrote; nil for another.
    static func days(_ text: String) -> Int32? {
        SeoulTime(timestamp: text + "T00:00:00Z").map { Int32($0.unixSeconds / 86400 - epoch) }
    }
}
#endif

public import GeocliGeo
public import GeocliText

/// A bookstore in a listing: a complete entry, or the database row that is being read.
public protocol ListedPlace {
    /// See `CatalogEntry.id`.
    var id: Int64 { get }
    /// See `Place.kind`.
    var kind: Kind { get }
    /// See `Place.sns`.
    var listedSNS: ListedStrings? { get }
    /// See `Place.coordinate`.
    var coordinate: Coordinate? { get }
    /// See `CatalogEntry.firstSeen`.
    var firstSeen: String { get }
    /// See `CatalogEntry.lastSeen`.
    var lastSeen: String { get }
    /// See `CatalogEntry.missingRuns`.
    var missingRuns: Int { get }
    /// See `CatalogEntry.closedOn`.
    var closedOn: String? { get }
    /// See `CatalogEntry.pointSource`.
    var listedPointSource: ListedText? { get }
    /// See `CatalogEntry.corrected`.
    var listedCorrected: ListedStrings? { get }

    /// Returns the text of a field; nil if there is none.
    func listed(_ field: ListedField) -> ListedText?

    /// A copy that stays valid when the next row is read.
    var entry: CatalogEntry { get }
}

/// A text field of a bookstore.
public enum ListedField: Sendable {
    /// See `CatalogEntry.ref`.
    case ref
    /// See `Place.name`.
    case name
    /// See `Place.district`.
    case district
    /// See `Place.address`.
    case address
    /// See `Place.phone`.
    case phone
    /// See `Place.phoneRaw`.
    case phoneRaw
    /// See `Place.website`.
    case website
}

/// The text of a field in a listing.
public enum ListedText: Sendable, Equatable {
    case string(String)
    /// Bytes of the row, valid while that row is being read.
    case lent(LentText)
}

/// The texts of a field with several values in a listing.
public enum ListedStrings: Sendable, Equatable {
    case strings([String])
    /// Bytes of the row, valid while that row is being read. They are a JSON array of strings that contain no escapes,
    /// with no blanks between the strings.
    case lent(LentText)

    /// Copies of the strings. The copies stay valid.
    public var strings: [String] {
        switch self {
        case .strings(let strings): strings
        case .lent(let json): JSONStrings.plainList(json.bytes) ?? []
        }
    }
}

extension CatalogEntry: ListedPlace {
    /// The entry itself.
    public var entry: CatalogEntry { self }

    /// See `Place.kind`.
    public var kind: Kind { bookstore.kind }
    /// See `Place.sns`.
    public var listedSNS: ListedStrings? { bookstore.sns.map(ListedStrings.strings) }

    /// See `CatalogEntry.pointSource`.
    public var listedPointSource: ListedText? { pointSource.map(ListedText.string) }
    /// See `CatalogEntry.corrected`.
    public var listedCorrected: ListedStrings? { corrected.map(ListedStrings.strings) }

    /// Returns the text of a field; nil if there is none.
    public func listed(_ field: ListedField) -> ListedText? {
        let text =
            switch field {
            case .ref: ref
            case .name: bookstore.name
            case .district: bookstore.district
            case .address: bookstore.address
            case .phone: bookstore.phone
            case .phoneRaw: bookstore.phoneRaw
            case .website: bookstore.website
            }
        return text.map(ListedText.string)
    }
}

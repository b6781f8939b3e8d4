public import GeocliGeo
public import GeocliPlaces
public import GeocliProjection
public import GeocliText

/// A feed of places, declared: what it is called, how its bytes are put together, and what its fields mean.
///
/// A new feed is a new value of this type, not new code. Nothing here is ever guessed from the data.
public struct Feed: Sendable {
    /// How rows are wrapped.
    public enum Envelope: Sendable, Equatable {
        /// The Seoul Open Data Plaza's: JSON or XML, told apart by the first byte because errors come as XML whatever
        /// was asked for; rows under the service's name.
        case openData(service: String)
        /// A CSV file with a line of column names.
        case csv
    }

    /// The feed's id in references, `seoul-bookstores`.
    public let id: String
    /// What it is, for people.
    public let title: Words
    /// Who publishes it, and where.
    public let publisher: String
    /// What one may do with the data.
    public let license: String
    /// How rows are wrapped.
    public let envelope: Envelope
    /// The address of its live service, nil if it has none.
    public let serviceAddress: String?
    /// How its bytes spell text.
    public let encoding: TextEncoding
    /// The feed's name of each field it has.
    public let fields: [FeedField: String]
    /// What its coordinates are: `x` is longitude or easting, `y` latitude or northing, whatever the fields are called.
    public let crs: CRS
    /// Where its points must lie, edges included.
    public let area: BoundingBox
    /// What its codes of `kind` mean; any other code is `Kind.other`.
    public let kinds: [String: Kind]

    /// A declared feed.
    ///
    /// - Precondition: `fields` names at least `.id`, `.name`, `.x` and `.y`.
    public init(
        id: String, title: Words, publisher: String, license: String, envelope: Envelope,
        serviceAddress: String? = nil, encoding: TextEncoding = .utf8, fields: [FeedField: String],
        crs: CRS = .wgs84, area: BoundingBox, kinds: [String: Kind] = [:]
    ) {
        precondition(FeedField.required.allSatisfy { fields[$0] != nil }, "a feed needs an id, a name and a point")
        self.id = id
        self.title = title
        self.publisher = publisher
        self.license = license
        self.envelope = envelope
        self.serviceAddress = serviceAddress
        self.encoding = encoding
        self.fields = fields
        self.crs = crs
        self.area = area
        self.kinds = kinds
    }
}

/// What a field of a feed means.
public enum FeedField: Int, Sendable, CaseIterable {
    case id, name, kind, district, address, phone, website, sns
    /// Longitude or easting.
    case x
    /// Latitude or northing.
    case y

    /// Without these a row can't be placed.
    static let required: [FeedField] = [.id, .name, .x, .y]
}

public import GeocliGeo
public import GeocliPlaces
public import GeocliProjection
public import GeocliText

/// The declaration of a feed of places: its name, its format, and the meaning of its fields.
///
/// A new feed is a new value of this type and needs no new code. Nothing is guessed from the data.
public struct Feed: Sendable {
    /// The format around the rows.
    public enum Envelope: Sendable, Equatable {
        /// The format of the Seoul Open Data Plaza: JSON or XML, with the rows under the service's name. The first byte
        /// tells which one it is, because errors come as XML in either case.
        case openData(service: String)
        /// A CSV file with a line of column names.
        case csv
    }

    /// The feed's id in references, such as `seoul-bookstores`.
    public let id: String
    /// The feed's title, for people.
    public let title: Words
    /// The publisher and its address.
    public let publisher: String
    /// The license of the data.
    public let license: String
    /// The format around the rows.
    public let envelope: Envelope
    /// The address of the live service; nil if there is none.
    public let serviceAddress: String?
    /// The encoding of its text.
    public let encoding: TextEncoding
    /// The feed's name of each field it has.
    public let fields: [FeedField: String]
    /// The coordinate system. `x` is always the longitude or easting, `y` the latitude or northing, whatever the feed
    /// calls them.
    public let crs: CRS
    /// The area that must contain its points, edges included.
    public let area: BoundingBox
    /// The kind for each code of the field `kind`. Any other code is `Kind.other`.
    public let kinds: [String: Kind]

    /// Creates the declaration of a feed.
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

/// The meaning of a feed's field.
public enum FeedField: Int, Sendable, CaseIterable {
    case id, name, kind, district, address, phone, website, sns
    /// Longitude or easting.
    case x
    /// Latitude or northing.
    case y

    /// The fields without which a row can't become a place.
    static let required: [FeedField] = [.id, .name, .x, .y]
}

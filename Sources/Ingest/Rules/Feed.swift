public import GeocliGeo
public import GeocliPlaces
public import GeocliProjection
public import GeocliText

/// The declaration of a feed of places: its name, its format, and the meaning of its fields.
///
/// A new feed is a new value of this type and needs no new code. Nothing is guessed from the data. `FeedDeclaration`
/// creates a value from a file.
public struct Feed: Sendable {
    public let id: String
    public let title: Words
    public var role = Role.places
    /// The word for one place of the feed, such as bookstore.
    public var noun = Words(en: "bookstore", ko: "책방")
    /// The English word for several places of the feed; nil if the plural is regular.
    public var plural: String?
    /// The publisher and its address.
    public let publisher: String
    public let license: String
    public let envelope: Envelope
    public var service: FeedService?
    public let encoding: TextEncoding
    /// The name that the feed uses for each of its fields; the first name if a field has several.
    public let fields: [FeedField: String]
    /// What must be done to a row before its values are read; nil if each field has one name and its values are plain.
    package var mapping: RowMapping?
    /// `x` is always the longitude or easting, and `y` the latitude or northing, even if the feed uses other names.
    public let crs: CRS
    /// The number by which its coordinates are divided, such as 10,000,000 for degrees as whole numbers.
    public var pointDivisor = 1.0
    /// The area that must contain its points, edges included.
    public let area: BoundingBox
    /// The code of the country in which all its places are (ISO 3166-1): the declared one, or the one that contains the
    /// area; nil if the places may be in several countries.
    public let country: String?
    /// How often its publisher brings new data; nil if that is not stated.
    package var cadence: Cadence?
    /// The kind for each code of the `kind` field. Any other code becomes `Kind.other`.
    public let kinds: [String: Kind]
    /// The kind of all its places; nil if `kinds` has the kinds.
    public var onlyKind: Kind?
    /// The titles of its kinds, except those of the bookstore feed.
    package var kindTitles: [FeedWords.KindTitle] = []
    /// The SHA-256 of the declaration's text; nil for a feed that comes with the program.
    public var declarationHash: String?
    public var declarationPath: String?
    /// The columns that the command line names and that declare the feed; nil for a feed with a declaration file.
    package var columns: FileColumns?

    /// Whether words in the `kind` field are kinds themselves, in addition to the kinds in `kinds`. This is only true
    /// of a person's own file, because a declaration states each code.
    public internal(set) var takesKindWords = false

    /// - Precondition: `fields` names at least `.id`, `.name`, `.x` and `.y`.
    public init(
        id: String, title: Words, publisher: String, license: String, envelope: Envelope,
        encoding: TextEncoding = .utf8, fields: [FeedField: String], crs: CRS = .wgs84, area: BoundingBox,
        country: String? = nil, kinds: [String: Kind] = [:]
    ) {
        precondition(FeedField.required.allSatisfy { fields[$0] != nil }, "a feed needs an id, a name and a point")
        self.id = id
        self.title = title
        self.publisher = publisher
        self.license = license
        self.envelope = envelope
        self.encoding = encoding
        self.fields = fields
        self.crs = crs
        self.area = area
        self.country = country ?? PlaceCountry.code(of: area)
        self.kinds = kinds
    }

    var words: FeedWords {
        var words = FeedWords(
            title: title, noun: noun, plural: plural, publisher: publisher, license: license, kinds: kindTitles)
        words.declaration = declarationPath
        words.country = country
        words.cadence = cadence
        return words
    }

    public typealias Role = FeedRole

    public static let usualPageEndings = [".json", ".xml", ".csv"]

    public var pageEndings: [String] {
        envelope.form == .geojson
            ? [".geojson", ".geojsonl", ".geojsonseq", ".ndjson", ".json"] : Self.usualPageEndings
    }

    public var serviceAddress: String? { service?.address }
}

public struct FeedService: Sendable, Equatable {
    public enum Paging: Sendable, Equatable {
        /// The request has the number of the first row, or of the row before it.
        case range
        case page
        case single
    }

    /// The scheme, host and port, such as `http://openapi.seoul.go.kr:8088`; nil if the user gives the address.
    public let address: String?
    /// The rest of the URL, with the placeholders that the service needs: `{KEY}`; one of `{FIRST}` (the number of the
    /// first row, from 1), `{OFFSET}` (the rows before it), `{PAGE}` (from 1) and `{PAGE0}` (from 0); and `{LAST}` or
    /// `{SIZE}`.
    public let template: String
    /// The header lines of a request, such as `Authorization: KakaoAK {KEY}`; at most two.
    public var headers: [String] = []
    public let rowsPerPage: Int
    /// The name of the environment variable that holds the key; nil if the service needs none.
    public let keyVariable: String?

    public var paging: Paging {
        if template.contains("{FIRST}") || template.contains("{OFFSET}") { return .range }
        return template.contains("{PAGE}") || template.contains("{PAGE0}") ? .page : .single
    }

    /// Returns the rest of the URL for a page and its first row, both numbered from 1, with `count` rows to ask for.
    /// The placeholder of the key stays in it.
    func target(page number: Int, firstRow: Int, count: Int) -> String {
        var text = template
        let values = [
            ("{FIRST}", firstRow), ("{LAST}", firstRow + count - 1), ("{OFFSET}", firstRow - 1), ("{PAGE}", number),
            ("{PAGE0}", number - 1), ("{SIZE}", count),
        ]
        for (name, value) in values {
            while let range = text.firstRange(of: name) { text.replaceSubrange(range, with: String(value)) }
        }
        return text
    }

    /// The part of the URL that is the same for all pages, without a slash at its end.
    public var steadyPart: String {
        let names = ["?", "{FIRST}", "{LAST}", "{OFFSET}", "{PAGE}", "{PAGE0}", "{SIZE}"]
        let ends = names.compactMap { template.firstRange(of: $0)?.lowerBound }
        let part = template[..<(ends.min() ?? template.endIndex)]
        return String(part.last == "/" ? part.dropLast() : part)
    }
}

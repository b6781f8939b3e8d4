public import GeocliGeo
public import GeocliText

/// The settings of a map page.
public struct PageSettings: Sendable {
    /// The heading, in both languages.
    public var title = Words(en: "Places", ko: "장소 지도")
    /// The page's language when it opens.
    public var language = Language.english
    /// The origin and license of the data: the members of `Provenance.members`.
    public var provenance: [JSONValue.Member] = []
    /// The base map under the outlines; nil for none.
    public var ground: PageGround?
    /// The landmarks below the places; nil for none.
    public var landmarks: PageLandmarks?
    /// A person's own records; nil for a page that anyone may see.
    public var records: PageRecords?
    /// The service of background pictures; nil for none.
    public var tiles: PageTiles?
    /// The address at which the page is published; nil if there is none or it is unknown.
    public var address: PageAddress?
    /// The file name of the picture for link previews, in the page's folder; nil for none.
    public var preview: String?
    /// The marker of each place. Its size is the size of the pins, in CSS pixels.
    public var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    /// The options for hiding markers. A page always has the stable mode and tiles of 256 pt.
    public var options: CollisionOptions

    /// Maximum number of places. A larger page would load slowly, and its search would be slow after every key
    /// press.
    public static let maximumPlaces = 200_000
    /// Maximum number of places on a page with complete cards. A larger page leaves out the values that only cards
    /// show.
    public static let maximumDetailed = 20_000
    /// The highest zoom of the page, at which a street fills the screen.
    public static let highestZoom = 20

    /// Makes settings with the usual markers, 40 by 53 pixels.
    public init() {
        options = CollisionOptions()
        options.mode = .stable
        options.tileSize = .points256
        options.maximumZoom = Self.highestZoom
    }
}

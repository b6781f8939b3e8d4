public import GeocliGeo
public import GeocliText

/// What a map page is to be like.
public struct PageSettings: Sendable {
    /// The heading, in both languages.
    public var title = Words(en: "Bookstores", ko: "책방 지도")
    /// The language that the page opens in.
    public var language = Language.english
    /// Where the data comes from, and what one may do with it: the members of `Provenance.members`.
    public var provenance: [JSONValue.Member] = []
    /// Pictures below everything.
    public var tiles: PageTiles?
    /// The marker that each bookstore gets; its size is that of the pins, in CSS pixels.
    public var marker = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    /// How markers hide each other; mode and tile size are given by what a page is.
    public var options: CollisionOptions

    /// So many bookstores a page shows smoothly; it would show more slowly, and search at each key.
    public static let mostBookstores = 20_000
    /// The highest zoom of the page: a street is as wide as the screen.
    public static let highestZoom = 20

    /// A page of the usual markers, 40 by 53 pixels.
    public init() {
        options = CollisionOptions()
        options.mode = .stable
        options.tileSize = .points256
        options.maximumZoom = Self.highestZoom
    }
}

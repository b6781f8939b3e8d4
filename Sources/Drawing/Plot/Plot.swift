public import GeocliExport
public import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A picture of places for print and for pages without scripts: SVG 1.1 that depends only on the data.
public struct Plot: Sendable {
    /// The picture's width in pixels, within `widths`; the height depends on the area shown.
    public var width = 1000.0
    /// The heading.
    public var title = Words(en: "Places", ko: "장소")
    /// The language of all words.
    public var language = Language.english
    /// The colors.
    public var theme = PlotTheme.light
    /// The area to show; nil for all outlines of districts or, without outlines, for all places.
    public var box: BoundingBox?
    /// What the places are called.
    public var words = PlaceWords.bookstores
    /// The origin and license of the data: the members of `Provenance.members`.
    public var provenance: [JSONValue.Member] = []

    /// The sources of landmarks. The sources with landmarks in the picture are named below the picture.
    public var landmarkSources: [SourceStatement] = []

    /// The possible widths of a plot, in pixels.
    public static let widths = 320.0...4000.0

    /// The number of places drawn and not drawn.
    public struct Summary: Sendable, Equatable {
        /// The number in the picture.
        public var drawn = 0
        /// The number without a point.
        public var withoutPoint = 0
        /// The number outside the area shown.
        public var outside = 0
    }

    /// Makes a plot 1000 pixels wide.
    public init() {}
}

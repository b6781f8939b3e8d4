public import GeocliExport
public import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A picture of bookstores for print and for pages without scripts: SVG 1.1, a function of the data alone.
public struct Plot: Sendable {
    /// The picture's width in pixels, one of `widths`; the height follows from what is shown.
    public var width = 1000.0
    /// The heading.
    public var title = Words(en: "Bookstores", ko: "책방")
    /// The language of all words.
    public var language = Language.english
    /// The colours.
    public var theme = PlotTheme.light
    /// What is to be seen; nil for all outlines of districts, or without any for all bookstores.
    public var box: BoundingBox?
    /// Where the data comes from, and what one may do with it: the members of `Provenance.members`.
    public var provenance: [JSONValue.Member] = []

    /// How wide a plot can be, in pixels.
    public static let widths = 320.0...4000.0

    /// What became of the bookstores.
    public struct Summary: Sendable, Equatable {
        /// How many are in the picture.
        public var drawn = 0
        /// How many have no point.
        public var withoutPoint = 0
        /// How many lie outside what it shows.
        public var outside = 0
    }

    /// A plot 1000 pixels wide.
    public init() {}

    /// Writes the plot of the bookstores that `filter` admits.
    ///
    /// Up to 5000 bookstores are drawn one by one, with their names to point at; of more, those that share a square of
    /// half a pixel are drawn as one dot (of a pixel or two where that leaves more than 200,000 squares), and the picture
    /// says so.
    /// - Precondition: `width` is in `widths`.
    /// - Complexity: O(n + v), n bookstores, v vertices of outlines. Memory does not grow with n.
    @discardableResult
    public func write(_ catalog: some PlaceArchive, _ filter: PlaceFilter, to sink: ByteSink) throws -> Summary {
        precondition(Self.widths.contains(width))
        let outlines = try catalog.districtOutlines()
        let layout = PlotLayout(width: width)
        let frame = PlotFrame(
            showing: try box ?? extent(outlines, catalog, filter), left: layout.margin, top: layout.mapTop,
            width: width - 2 * layout.margin)
        let dots = try PlotDots(in: frame) { try catalog.forEachEntry(filter, body: $0) }
        let areas = PlotAreas(outlines, in: frame, language)
        let captions = PlotCaptions(
            self, dots, outlines: areas.named.isEmpty ? nil : try catalog.outlineSource())
        let sheet = PlotSheet(
            plot: self, layout: layout, frame: frame, dots: dots, captions: captions, areas: areas)
        try sheet.write(to: sink)
        return Summary(
            drawn: dots.drawn, withoutPoint: dots.withoutPoint,
            outside: dots.total - dots.drawn - dots.withoutPoint)
    }

    /// What is shown where nobody says: the outlines, else the bookstores, else where a Seoul bookstore may be.
    private func extent(
        _ outlines: [DistrictOutline], _ catalog: some PlaceArchive, _ filter: PlaceFilter
    ) throws -> BoundingBox {
        var extent = PlotExtent()
        for outline in outlines {
            for ring in outline.area.polygons.flatMap(\.rings) { ring.forEach { extent.add($0) } }
        }
        if let box = extent.box { return box.padded(by: 0.03, atLeast: 0.0001) }
        try catalog.forEachEntry(filter) { entry in
            if let coordinate = entry.coordinate { extent.add(coordinate) }
        }
        if let box = extent.box { return box.padded(by: 0.05, atLeast: 0.005) }
        return BoundingBox(checkedWest: 126.764, south: 37.428, east: 127.184, north: 37.702)
    }
}

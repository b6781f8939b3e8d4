internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The outlines of districts as a picture shows them.
struct PlotAreas {
    /// A district: its name, and for each of its polygons the rings within the picture.
    typealias Area = (name: String, rings: [[[PlotPoint]]])

    /// The districts that are at least partly in the picture.
    let named: [Area]
    /// Whether at least one of them is large enough to tell the reader where the map is. If none is, the picture needs
    /// a graticule.
    let canBeSeen: Bool

    /// Pixels along the longer side; anything smaller is a speck.
    private static let smallestSide = 20.0

    /// Takes the parts of `outlines` that are in the picture.
    init(_ outlines: [DistrictOutline], in frame: PlotFrame, _ language: Language) {
        let map = PlotBox(
            left: frame.left, top: frame.top, right: frame.left + frame.width, bottom: frame.top + frame.height)
        var named: [Area] = []
        var canBeSeen = false
        for outline in outlines {
            let rings = outline.area.polygons.map { $0.rings.flatMap(frame.rings) }
            // Rings are cut a little outside the map, so a ring may be entirely outside the visible part.
            let boxes = rings.joined().map(PlotBox.init(around:)).filter(map.meets)
            guard !boxes.isEmpty else { continue }
            named.append((Self.name(of: outline, language), rings))
            canBeSeen =
                canBeSeen
                || boxes.contains { max($0.right - $0.left, $0.bottom - $0.top) > Self.smallestSide }
        }
        self.named = named
        self.canBeSeen = canBeSeen
    }

    private static func name(of outline: DistrictOutline, _ language: Language) -> String {
        guard language == .english else { return outline.name }
        return District.named(outline.name)?.romanized ?? outline.name
    }
}

internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The outlines of districts in a picture.
struct PlotAreas {
    /// A district: its name, and the rings of each of its polygons within the picture.
    typealias Area = (name: String, rings: [[[PlotPoint]]])

    /// The districts that are at least partly in the picture.
    let named: [Area]
    /// Whether at least one district is large enough to show where the map is. If not, the picture needs a graticule.
    let canBeSeen: Bool

    /// The minimum length of an area's longer side, in pixels, for the area to count as visible. A smaller area is a
    /// speck.
    private static let smallestSide = 20.0

    /// Takes the parts of `outlines` that are in the picture.
    init(_ outlines: [DistrictOutline], in frame: PlotFrame, _ language: Language) {
        let map = PlotBox(
            left: frame.left, top: frame.top, right: frame.left + frame.width, bottom: frame.top + frame.height)
        var named: [Area] = []
        var canBeSeen = false
        for outline in outlines {
            let rings = outline.area.polygons.map { $0.rings.flatMap(frame.rings) }
            // Rings are cut a little outside the map, so a whole ring may be outside the visible part.
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
        return outline.meaning.romanized ?? outline.name
    }
}

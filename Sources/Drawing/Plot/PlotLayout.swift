/// The positions of a plot's parts, from its upper edge down: heading, legend, map, scale, sources.
struct PlotLayout {
    /// The picture's width in pixels.
    let width: Double
    /// The factor for all sizes except the map's content; 1 in a picture that is 1000 pixels wide.
    let unit: Double

    init(width: Double) {
        self.width = width
        // Letters must be readable in small pictures too.
        unit = min(max(width / 1000, 0.8), 3)
    }

    var margin: Double { 24 * unit }
    var titleSize: Double { 27 * unit }
    var titleLine: Double { 48 * unit }
    var subtitleSize: Double { 14.5 * unit }
    var subtitleLine: Double { 72 * unit }
    var legendSize: Double { 14.5 * unit }
    var legendLine: Double { 100 * unit }
    var mapTop: Double { 118 * unit }
    /// The distance from the map's lower edge to the scale bar.
    var scaleDrop: Double { 24 * unit }
    /// The distance from the map's lower edge to the first line of the sources.
    var sourcesDrop: Double { 52 * unit }
    var sourceSize: Double { 11.5 * unit }
    var sourceStep: Double { 16 * unit }
    /// The sizes for the names of districts, largest first; the largest that fits is used.
    var labelSizes: [Double] { [14 * unit, 12.5 * unit, 11 * unit, 9.5 * unit] }
    var gridSize: Double { 11 * unit }
    var landmarkSize: Double { 9 * unit }
    /// The radius of the ring of a landmark.
    var landmarkRadius: Double { 2 * unit }

    /// Returns the radius of a dot, which is smaller if there are many dots.
    func dotRadius(count: Int) -> Double {
        switch count {
        case ...300: 4.4 * unit
        case ...1500: 3.6 * unit
        case ...PlotDots.maximumSingle: 2.6 * unit
        default: 1.2 * unit
        }
    }
}

/// Where the parts of a plot stand, from its upper edge down: heading, legend, map, scale, sources.
struct PlotLayout {
    /// The picture's width in pixels.
    let width: Double
    /// By how much everything but the map's content is larger than in a picture 1000 pixels wide.
    let unit: Double

    init(width: Double) {
        self.width = width
        // Small pictures keep letters that can be read.
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
    /// From the map's lower edge to the scale bar.
    var scaleDrop: Double { 24 * unit }
    /// From the map's lower edge to the first line of the sources.
    var sourcesDrop: Double { 52 * unit }
    var sourceSize: Double { 11.5 * unit }
    var sourceStep: Double { 16 * unit }
    /// The names of districts, the largest that fits first.
    var labelSizes: [Double] { [14 * unit, 12.5 * unit, 11 * unit, 9.5 * unit] }
    var gridSize: Double { 11 * unit }

    /// The radius of a dot, smaller where there are many.
    func dotRadius(count: Int) -> Double {
        switch count {
        case ...300: 4.4 * unit
        case ...1500: 3.6 * unit
        case ...PlotDots.mostSingle: 2.6 * unit
        default: 1.2 * unit
        }
    }
}

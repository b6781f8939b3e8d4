internal import GeocliGeo

/// The small map of a card: the areas, which of them contain the shop, and the shop's point.
struct CardMap {
    /// Each area's path data.
    let areas: [String]
    /// The indices of the areas that contain the shop.
    let chosen: Set<Int>
    let point: PlotPoint
    let width: Double
    let height: Double

    /// Makes the map within a box; nil if the shop has no point or its point is outside the areas' box.
    ///
    /// - Parameters:
    ///   - right: the box's right edge, which is also the right edge of the map.
    init?(_ card: ShareCard, right: Double, top: Double, width: Double, height: Double) {
        let corners = card.outlines.lazy.flatMap { $0 }.flatMap { $0 }
        guard let coordinate = card.coordinate, let box = BoundingBox(enclosing: Array(corners)),
            box.contains(coordinate)
        else { return nil }
        // The map has the proportions of the areas. A map that is too tall is made narrower.
        let shape = PlotFrame(showing: box, left: 0, top: 0, width: width)
        self.width = width * min(1, height / shape.height)
        let frame = PlotFrame(showing: box, left: right - self.width, top: top, width: self.width)
        self.height = frame.height
        guard let point = frame.point(of: coordinate) else { return nil }
        self.point = point
        var areas: [String] = []
        var chosen: Set<Int> = []
        for polygon in card.outlines {
            let rings = polygon.flatMap { frame.rings(of: $0) }
            let path = rings.map(Self.path).joined()
            guard !path.isEmpty else { continue }
            if point.isInside(rings) { chosen.insert(areas.count) }
            areas.append(path)
        }
        (self.areas, self.chosen) = (areas, chosen)
    }

    /// Returns a closed path. A corner less than a pixel from the corner before it is left out, because it is not
    /// visible.
    private static func path(_ ring: [PlotPoint]) -> String {
        guard let first = ring.first else { return "" }
        var (text, last, corners) = ("M\(text(first))", first, 1)
        for point in ring.dropFirst() where abs(point.x - last.x) + abs(point.y - last.y) >= 1 {
            text += "L\(Self.text(point))"
            (last, corners) = (point, corners + 1)
        }
        return corners > 2 ? text + "Z" : ""
    }

    private static func text(_ point: PlotPoint) -> String { "\(PlotText.number(point.x)) \(PlotText.number(point.y))" }
}

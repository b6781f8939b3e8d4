/// The positions of a plot's names, and the landmarks that are drawn.
///
/// The names of districts have priority: a landmark is not drawn if its ring would be under one of them.
struct PlotNames {
    /// The names of districts.
    let districts: [PlotLabels.Label]
    /// The middles of the rings of landmarks.
    let rings: [PlotPoint]
    /// The names of landmarks for which there is room.
    let landmarks: [PlotLandmarks.Name]

    /// - Complexity: O(a (v + d) + m (a + d)), a districts with v vertices, d dots, m landmarks.
    init(
        of areas: PlotAreas, _ landmarks: DrawnLandmarks, among dots: PlotDots, in frame: PlotFrame,
        _ layout: PlotLayout
    ) {
        let map = PlotBox(
            left: frame.left, top: frame.top, right: frame.left + frame.width, bottom: frame.top + frame.height)
        let (singles, radius) = (dots.singles.map(\.point), layout.dotRadius(count: dots.drawn))
        // The line of a ring is one unit wide, and half of this width is outside the radius.
        let reach = layout.landmarkRadius + layout.unit / 2
        var labels = PlotLabels(
            avoiding: singles, radius: radius, landmarks: landmarks.dots.compactMap { frame.point(of: $0.coordinate) },
            landmarkRadius: reach)
        districts = areas.named.compactMap { area in
            guard let rings = area.rings.filter({ !$0.isEmpty }).max(by: { Self.area($0) < Self.area($1) }) else {
                return nil
            }
            return labels.place(area.name, in: rings, sizes: layout.labelSizes, within: map)
        }
        let taken = labels.taken
        let free = landmarks.dots.filter { dot in
            guard let point = frame.point(of: dot.coordinate) else { return false }
            let ring = PlotBox(middle: point, width: 2 * reach, height: 2 * reach)
            return !taken.contains(where: ring.meets)
        }
        rings = free.compactMap { frame.point(of: $0.coordinate) }
        self.landmarks = PlotLandmarks.names(
            of: free, in: frame, dots: singles, radius: radius, taken: taken, size: layout.landmarkSize)
    }

    private static func area(_ rings: [[PlotPoint]]) -> Double { rings.map { PlotBox(around: $0).area }.max() ?? 0 }
}

internal import GeocliGeo

/// Finds room for the names of landmarks in a picture: a name covers no dot and no other name.
enum PlotLandmarks {
    /// A name and the position of its middle.
    struct Name {
        let text: String
        let middle: PlotPoint
    }

    /// Maximum number of names, so that places stay the subject of the picture.
    private static let maximumCount = 150

    /// Returns the names that have room beside the rings of their landmarks. More important landmarks are placed first.
    ///
    /// - Parameters:
    ///   - dots: the dots of places.
    ///   - radius: the radius of a dot in pixels.
    ///   - taken: the boxes of the names of districts.
    ///   - size: the size of the names in pixels.
    /// - Complexity: O(m (d + k)), m landmarks, d dots, k names.
    static func names(
        of landmarks: [DrawnLandmarks.Dot], in frame: PlotFrame, dots: [PlotPoint], radius: Double,
        taken: [PlotBox], size: Double
    ) -> [Name] {
        let map = PlotBox(
            left: frame.left, top: frame.top, right: frame.left + frame.width, bottom: frame.top + frame.height)
        var boxes = taken
        var names: [Name] = []
        for dot in landmarks where names.count < maximumCount {
            guard let point = frame.point(of: dot.coordinate) else { continue }
            let width = PlotText.width(dot.name, size: size) + 2
            // The positions of a name are tried in this order: below the ring, above it, to the right and to the left
            // of it.
            let sideways = width / 2 + size * 0.4
            for (x, y) in [(0, size), (0, -size), (sideways, 0), (-sideways, 0)] {
                let middle = PlotPoint(x: point.x + x, y: point.y + y)
                let box = PlotBox(middle: middle, width: width, height: size + 2)
                let rim = PlotBox(
                    left: box.left - radius, top: box.top - radius, right: box.right + radius,
                    bottom: box.bottom + radius)
                guard map.holds(box), !boxes.contains(where: box.meets), !dots.contains(where: rim.contains) else {
                    continue
                }
                boxes.append(box)
                names.append(Name(text: dot.name, middle: middle))
                break
            }
        }
        return names
    }
}

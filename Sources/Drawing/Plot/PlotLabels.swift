internal import GeocliText

/// Finds positions for the names of areas: inside the area, without overlaps, over as few dots and landmarks as
/// possible.
struct PlotLabels {
    /// A name and the position of its middle.
    struct Label {
        let text: String
        let middle: PlotPoint
        let size: Double
    }

    private let dots: [PlotPoint]
    private let dotRadius: Double
    private let landmarks: [PlotPoint]
    private let landmarkRadius: Double
    /// The boxes of the labels that have been placed.
    private(set) var taken: [PlotBox] = []

    /// - Parameters:
    ///   - radius: the radius of a dot, in pixels.
    ///   - landmarks: the middles of the landmarks' rings. A ring under a name is not drawn. A name over several rings
    ///     is better than a name over one dot.
    init(avoiding dots: [PlotPoint], radius: Double, landmarks: [PlotPoint] = [], landmarkRadius: Double = 0) {
        self.dots = dots
        dotRadius = radius
        self.landmarks = landmarks
        self.landmarkRadius = landmarkRadius
    }

    /// Returns the label for an area with these rings; nil if the area has no room for it.
    ///
    /// It tries the positions of a grid and measures the distance to the border, as "polylabel" does (V. Agafonkin,
    /// Mapbox, ISC license), but on a coarser grid. The units of the distance are half the width and half the height of
    /// the name.
    ///
    /// - Complexity: O(v + d), v vertices and d dots, for each of several hundred positions.
    mutating func place(_ text: String, in rings: [[PlotPoint]], sizes: [Double], within map: PlotBox) -> Label? {
        guard let largest = rings.max(by: { PlotBox(around: $0).area < PlotBox(around: $1).area }) else { return nil }
        let bounds = PlotBox(around: largest)
        let nearby = (dots: dots.filter(bounds.contains), landmarks: landmarks.filter(bounds.contains))
        var best: (cost: Double, label: Label)?
        for (rank, size) in sizes.enumerated() {
            // A dot under the name is worse than a smaller name.
            let found = middle(of: text, size: size, in: rings, bounds, nearby, within: map)
            guard let found, best.map({ found.cost + Double(rank) < $0.cost }) ?? true else { continue }
            best = (found.cost + Double(rank), Label(text: text, middle: found.middle, size: size))
        }
        guard let best else { return nil }
        taken.append(box(of: text, size: best.label.size, at: best.label.middle, margin: 4))
        return best.label
    }

    private func middle(
        of text: String, size: Double, in rings: [[PlotPoint]], _ bounds: PlotBox,
        _ nearby: (dots: [PlotPoint], landmarks: [PlotPoint]), within map: PlotBox
    ) -> (cost: Double, middle: PlotPoint)? {
        let width = PlotText.width(text, size: size)
        var best: (cost: Double, middle: PlotPoint)?
        for row in 1..<Self.steps {
            for column in 1..<Self.steps {
                let middle = PlotPoint(
                    x: bounds.left + (bounds.right - bounds.left) * Double(column) / Double(Self.steps),
                    y: bounds.top + (bounds.bottom - bounds.top) * Double(row) / Double(Self.steps))
                let box = box(of: text, size: size, at: middle, margin: 4)
                guard map.holds(box), !taken.contains(where: box.meets), middle.isInside(rings) else { continue }
                let room = Self.clearance(middle, rings, width: width / 2, height: size / 2)
                guard room >= Self.leastRoom else { continue }
                let covered = self.box(of: text, size: size, at: middle, margin: 2 * dotRadius)
                let ringed = self.box(of: text, size: size, at: middle, margin: 4 + 2 * landmarkRadius)
                let cost =
                    2 * Double(nearby.dots.count(where: covered.contains)) - min(room, 3)
                    + Self.landmarkCost * Double(nearby.landmarks.count(where: ringed.contains))
                if best.map({ cost < $0.cost }) ?? true { best = (cost, middle) }
            }
        }
        return best
    }

    private func box(of text: String, size: Double, at middle: PlotPoint, margin: Double) -> PlotBox {
        PlotBox(middle: middle, width: PlotText.width(text, size: size) + margin, height: size + margin)
    }

    /// The cost of a landmark under the name. A dot costs 2.
    private static let landmarkCost = 0.4
    /// The number of grid steps in each direction.
    private static let steps = 28
    /// Minimum distance to the border, in half widths and half heights of the name. At this distance only the corners
    /// of the name can reach the border.
    private static let leastRoom = 1.2

    /// Returns the distance to the nearest border, in units of `width` and `height`.
    private static func clearance(
        _ place: PlotPoint, _ rings: [[PlotPoint]], width: Double, height: Double
    ) -> Double {
        var least = Double.infinity
        for ring in rings {
            guard let last = ring.last else { continue }
            var from = ((last.x - place.x) / width, (last.y - place.y) / height)
            for point in ring {
                let to = ((point.x - place.x) / width, (point.y - place.y) / height)
                let step = (to.0 - from.0, to.1 - from.1)
                let length = step.0 * step.0 + step.1 * step.1
                let share = length > 0 ? max(0, min(1, -(from.0 * step.0 + from.1 * step.1) / length)) : 0
                let (x, y) = (from.0 + share * step.0, from.1 + share * step.1)
                least = min(least, x * x + y * y)
                from = to
            }
        }
        return least.squareRoot()
    }
}

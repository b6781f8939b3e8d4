internal import Text

/// Finds places for the names of areas: inside the area, apart from each other, on as few dots as possible.
struct PlotLabels {
    /// A name and where its middle goes.
    struct Label {
        let text: String
        let middle: PlotPoint
        let size: Double
    }

    private let dots: [PlotPoint]
    private var taken: [PlotBox] = []

    init(avoiding dots: [PlotPoint]) { self.dots = dots }

    /// The place for the name of an area of these rings; nil where there is none.
    ///
    /// The grid of places and the measure, how far the border is, are those of "polylabel" (V. Agafonkin, Mapbox, ISC
    /// licence) made coarse, with the distance measured in widths and heights of the name.
    /// - Complexity: O(v + d), v vertices and d dots, for each of some hundred places.
    mutating func place(_ text: String, in rings: [[PlotPoint]], sizes: [Double], within map: PlotBox) -> Label? {
        guard let largest = rings.max(by: { PlotBox(around: $0).area < PlotBox(around: $1).area }) else { return nil }
        let bounds = PlotBox(around: largest)
        let nearby = dots.filter(bounds.contains)
        for size in sizes {
            let (width, height) = (PlotText.width(text, size: size), size)
            var best: (cost: Double, middle: PlotPoint)?
            for row in 1..<Self.steps {
                for column in 1..<Self.steps {
                    let middle = PlotPoint(
                        x: bounds.left + (bounds.right - bounds.left) * Double(column) / Double(Self.steps),
                        y: bounds.top + (bounds.bottom - bounds.top) * Double(row) / Double(Self.steps))
                    let box = PlotBox(middle: middle, width: width + 4, height: height + 4)
                    guard map.holds(box), !taken.contains(where: box.meets), Self.contains(rings, middle) else {
                        continue
                    }
                    let room = Self.clearance(middle, rings, width: width / 2, height: height / 2)
                    guard room >= Self.leastRoom else { continue }
                    let covered = Double(nearby.count(where: box.contains))
                    let cost = covered - min(room, 3)
                    if best.map({ cost < $0.cost }) ?? true { best = (cost, middle) }
                }
            }
            if let best {
                taken.append(PlotBox(middle: best.middle, width: width + 4, height: height + 4))
                return Label(text: text, middle: best.middle, size: size)
            }
        }
        return nil
    }

    /// Places looked at in each direction.
    private static let steps = 20
    /// How far the border must be, in half widths and half heights of the name: its corners just touch it.
    private static let leastRoom = 1.2

    /// Even-odd over all rings.
    private static func contains(_ rings: [[PlotPoint]], _ place: PlotPoint) -> Bool {
        var isInside = false
        for ring in rings {
            guard var from = ring.last else { continue }
            for to in ring {
                if (from.y > place.y) != (to.y > place.y),
                    place.x < from.x + (place.y - from.y) / (to.y - from.y) * (to.x - from.x)
                {
                    isInside.toggle()
                }
                from = to
            }
        }
        return isInside
    }

    /// How far the nearest border is, in units of `width` and `height`.
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

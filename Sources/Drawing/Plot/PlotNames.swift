internal import GeocliGeo
internal import GeocliText

/// The positions of a plot's names, and the landmarks that are drawn: those whose rings are not under the name of a
/// district.
///
/// First come the names of districts, in alphabetical order, then the rings of landmarks, then their names, those with
/// the most records first (`DrawnLandmarks.dots`). What comes later gives way. A dense plot has no landmarks
/// (`PlotDots.isDense`), and the names of places are only tooltips.
struct PlotNames {
    let districts: [PlotLabels.Label]
    /// The middles of the rings of landmarks.
    let rings: [PlotPoint]
    let landmarks: [PlotLandmarks.Name]

    /// Places are what the picture is about: there are at most a third as many names of landmarks, but always these.
    private static let fewLandmarks = 12

    /// - Complexity: O(a (v + d) + m (a + d)), a districts with v vertices, d dots, m landmarks.
    init(
        of areas: PlotAreas, _ landmarks: DrawnLandmarks, among dots: PlotDots, in frame: PlotFrame,
        _ layout: PlotLayout, part: DrawnPart? = nil
    ) {
        let map = frame.box
        let (singles, radius) = (dots.singles.map(\.point), layout.dotRadius(count: dots.drawn))
        // The line of a ring is one unit wide, and half of this width is outside the radius.
        let reach = layout.landmarkRadius + layout.unit / 2
        var labels = PlotLabels(
            avoiding: singles, radius: radius, landmarks: landmarks.dots.compactMap { frame.point(of: $0.coordinate) },
            landmarkRadius: reach, part: frame.rings(of: part?.ring ?? []))
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
        let all = PlotLandmarks.names(
            of: free, in: frame, dots: singles, radius: radius, taken: taken, size: layout.landmarkSize)
        self.landmarks = dots.drawn == 0 ? all : Array(all.prefix(max(Self.fewLandmarks, dots.drawn / 3)))
    }

    private static func area(_ rings: [[PlotPoint]]) -> Double { rings.map { PlotBox(around: $0).area }.max() ?? 0 }
}

/// Finds positions for the names of areas: inside, without overlaps, over as few dots and landmarks as possible.
struct PlotLabels {
    struct Label {
        let text: String
        let middle: PlotPoint
        let size: Double
    }

    private let dots: [PlotPoint]
    private let dotRadius: Double
    private let landmarks: [PlotPoint]
    private let landmarkRadius: Double
    /// The part of the picture in which the names are; empty for all of it.
    private let part: [[PlotPoint]]
    private(set) var taken: [PlotBox] = []

    /// `landmarks` are the middles of the landmarks' rings. A ring under a name is not drawn. A name over several rings
    /// is better than a name over one dot.
    init(
        avoiding dots: [PlotPoint], radius: Double, landmarks: [PlotPoint] = [], landmarkRadius: Double = 0,
        part: [[PlotPoint]] = []
    ) {
        self.dots = dots
        self.part = part
        dotRadius = radius
        self.landmarks = landmarks
        self.landmarkRadius = landmarkRadius
    }

    /// Returns the label for an area with these rings; nil if the area has no room for it.
    ///
    /// It tries the positions of a grid and measures the distance to the border in half widths and half heights of the
    /// name, as "polylabel" does (V. Agafonkin, Mapbox, ISC license) on a finer grid.
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
        // A font may be wider than the estimate, by about the width of a letter.
        let margin = max(4, 0.4 * best.label.size)
        taken.append(box(of: text, size: best.label.size, at: best.label.middle, margin: margin))
        return best.label
    }

    private func middle(
        of text: String, size: Double, in rings: [[PlotPoint]], _ bounds: PlotBox,
        _ nearby: (dots: [PlotPoint], landmarks: [PlotPoint]), within map: PlotBox
    ) -> (cost: Double, middle: PlotPoint)? {
        let width = SVGText.width(text, size: size)
        var best: (cost: Double, middle: PlotPoint)?
        for row in 1..<Self.steps {
            for column in 1..<Self.steps {
                let middle = PlotPoint(
                    x: bounds.left + (bounds.right - bounds.left) * Double(column) / Double(Self.steps),
                    y: bounds.top + (bounds.bottom - bounds.top) * Double(row) / Double(Self.steps))
                let box = box(of: text, size: size, at: middle, margin: 4)
                guard map.holds(box), !taken.contains(where: box.meets), middle.isInside(rings),
                    part.isEmpty || middle.isInside(part)
                else { continue }
                let room = Self.clearance(middle, rings + part, width: width / 2, height: size / 2)
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
        PlotBox(middle: middle, width: SVGText.width(text, size: size) + margin, height: size + margin)
    }

    /// The cost of a landmark under the name. A dot costs 2.
    private static let landmarkCost = 0.4
    private static let steps = 28
    /// The least distance from the middle of a name to the border, in half widths and half heights. The corners of the
    /// name are √2 away, and the middles of its edges 1, so the border can cut the name only near its corners.
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

/// Finds room for the names of landmarks in a picture: a name covers no dot and no other name.
enum PlotLandmarks {
    struct Name {
        let text: String
        let middle: PlotPoint
    }

    /// Maximum number of names, so that places stay the subject of the picture.
    private static let maximumCount = 150

    /// Returns the names that have room beside the rings of their landmarks, the most important first. `taken` are the
    /// boxes of the names of districts; lengths are in pixels.
    ///
    /// - Complexity: O(m (d + k)), m landmarks, d dots, k names.
    static func names(
        of landmarks: [DrawnLandmarks.Dot], in frame: PlotFrame, dots: [PlotPoint], radius: Double,
        taken: [PlotBox], size: Double
    ) -> [Name] {
        let map = frame.box
        var boxes = taken
        var names: [Name] = []
        for dot in landmarks where names.count < maximumCount {
            guard let point = frame.point(of: dot.coordinate) else { continue }
            let width = SVGText.width(dot.name, size: size) + 2
            // Tried in this order: below the ring, above it, to the right and to the left of it.
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

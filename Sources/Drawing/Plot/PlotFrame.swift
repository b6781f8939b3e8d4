package import GeocliGeo
internal import GeocliPlaces

/// The part of the Web Mercator world that a plot shows, and where it is in the picture. Lengths are in pixels; `westX`
/// and `northY` are fractions of the world's width.
struct PlotFrame {
    let left: Double
    let top: Double
    let width: Double
    let height: Double
    private let westX: Double
    private let northY: Double
    private let worldPixels: Double

    /// The least and the greatest height, in map widths. Beyond them, the map shows more surroundings.
    private static let flattest = 0.45
    private static let tallest = 1.2
    /// The smallest width of a map, as a fraction of the world's width: about 40 m.
    private static let smallestSpan = 1e-6

    /// Makes a map that shows at least `box` and is `width` pixels wide.
    init(showing box: BoundingBox, left: Double, top: Double, width: Double) {
        self.left = left
        self.top = top
        self.width = width
        var west = WebMercator.mercatorX(longitude: box.west)
        var east = WebMercator.mercatorX(longitude: box.east) + (box.crossesAntimeridian ? 1 : 0)
        var north = WebMercator.mercatorY(latitude: box.north)
        var south = WebMercator.mercatorY(latitude: box.south)
        let across = max(east - west, (south - north) / Self.tallest, Self.smallestSpan)
        (west, east) = Self.widened(west, east, to: min(across, 1))
        (north, south) = Self.widened(north, south, to: max(south - north, (east - west) * Self.flattest))
        // The square world ends at an upper and a lower edge, but it repeats to the left and right.
        let shift = max(0, -north) + min(0, 1 - south)
        northY = north + shift
        westX = west
        worldPixels = width / (east - west)
        height = (south - north) * worldPixels
    }

    private static func widened(_ low: Double, _ high: Double, to span: Double) -> (Double, Double) {
        let more = max(0, span - (high - low)) / 2
        return (low - more, high + more)
    }

    var box: PlotBox { PlotBox(left: left, top: top, right: left + width, bottom: top + height) }

    /// Returns the point of a position in the picture; nil if the position is outside the map.
    func point(of coordinate: Coordinate) -> PlotPoint? {
        var x = WebMercator.mercatorX(longitude: coordinate.longitude) - westX
        x -= x.rounded(.down)
        let y = WebMercator.mercatorY(latitude: coordinate.latitude) - northY
        // If the map shows the whole world, its eastern edge is drawn on the western one, the same meridian.
        guard abs(coordinate.latitude) <= WebMercator.maximumLatitude, x * worldPixels <= width, y >= 0,
            y * worldPixels <= height
        else { return nil }
        return PlotPoint(x: left + x * worldPixels, y: top + y * worldPixels)
    }

    /// Returns the runs of segments whose boxes meet the map and a margin, in each copy of the world.
    func lines(of line: GridLine) -> [[PlotPoint]] {
        let points = line.points.map(point)
        let map = PlotBox(left: left - 12, top: top - 12, right: left + width + 12, bottom: top + height + 12)
        return (-2...2).flatMap { world in
            Self.steps(of: points.map { PlotPoint(x: $0.x + Double(world) * worldPixels, y: $0.y) }, meeting: map)
        }
    }

    /// Returns the visible parts of a ring of the base map, cut like the rings of districts.
    func rings(of ring: GridLine) -> [[PlotPoint]] {
        let points = ring.points.map(point)
        return (-2...2).compactMap { world in
            let seen = cut(points.map { PlotPoint(x: $0.x + Double(world) * worldPixels, y: $0.y) })
            return seen.count < 3 ? nil : seen
        }
    }

    private func point(of point: GridPoint) -> PlotPoint {
        let x = WebMercator.mercatorX(longitude: Double(point.x) / GridPoint.unitsPerDegree) - westX
        let y = WebMercator.mercatorY(latitude: Double(point.y) / GridPoint.unitsPerDegree) - northY
        return PlotPoint(x: left + x * worldPixels, y: top + y * worldPixels)
    }

    /// Returns the runs of consecutive segments whose boxes meet `map`.
    private static func steps(of points: [PlotPoint], meeting map: PlotBox) -> [[PlotPoint]] {
        var parts: [[PlotPoint]] = []
        var part: [PlotPoint] = []
        for (from, to) in zip(points, points.dropFirst()) {
            let isSeen =
                min(from.x, to.x) < map.right && max(from.x, to.x) > map.left && min(from.y, to.y) < map.bottom
                && max(from.y, to.y) > map.top
            if isSeen {
                if part.isEmpty { part.append(from) }
                part.append(to)
            } else if !part.isEmpty {
                parts.append(part)
                part = []
            }
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// Returns the visible part of a ring in each copy of the world that shows it, cut a little outside the map.
    func rings(of ring: [Coordinate]) -> [[PlotPoint]] {
        var turns = 0.0
        var before = ring.first?.longitude ?? 0
        let points = ring.map { position -> PlotPoint in
            // Neighboring positions more than 180° apart are joined the short way (see `MultiPolygon`).
            let step = position.longitude - before
            if abs(step) > 180, abs(step) < 360 { turns -= step > 0 ? 1 : -1 }
            before = position.longitude
            let x = WebMercator.mercatorX(longitude: position.longitude) + turns - westX
            let y = WebMercator.mercatorY(latitude: position.latitude) - northY
            return PlotPoint(x: left + x * worldPixels, y: top + y * worldPixels)
        }
        return (-2...2).compactMap { world in
            let moved = points.map { PlotPoint(x: $0.x + Double(world) * worldPixels, y: $0.y) }
            let seen = cut(moved)
            return seen.count < 3 ? nil : seen
        }
    }

    /// Cuts a ring a little outside the map, so that the line along the cut is not seen.
    ///
    /// - Source: I. Sutherland, G. Hodgman, "Reentrant polygon clipping", CACM 17 (1974).
    private func cut(_ ring: [PlotPoint]) -> [PlotPoint] {
        let margin = 12.0
        var ring = Self.clipped(ring) { $0.x - (left - margin) }
        ring = Self.clipped(ring) { left + width + margin - $0.x }
        ring = Self.clipped(ring) { $0.y - (top - margin) }
        return Self.clipped(ring) { top + height + margin - $0.y }
    }

    /// Returns the part of a ring where `side`, a linear function of the point's coordinates, is not negative.
    private static func clipped(_ ring: [PlotPoint], _ side: (PlotPoint) -> Double) -> [PlotPoint] {
        guard var from = ring.last else { return [] }
        var kept: [PlotPoint] = []
        for to in ring {
            let (before, after) = (side(from), side(to))
            if (before < 0) != (after < 0) {
                let share = before / (before - after)
                kept.append(PlotPoint(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y)))
            }
            if after >= 0 { kept.append(to) }
            from = to
        }
        return kept
    }

    /// The longitude of the left edge, which may be below -180.
    var westLongitude: Double { WebMercator.longitude(mercatorX: westX) }
    /// The longitude of the right edge, which may be above 180.
    var eastLongitude: Double { WebMercator.longitude(mercatorX: westX + width / worldPixels) }
    var northLatitude: Double { WebMercator.latitude(mercatorY: northY) }
    var southLatitude: Double { WebMercator.latitude(mercatorY: northY + height / worldPixels) }
    /// The latitude halfway down the picture.
    var middleLatitude: Double { WebMercator.latitude(mercatorY: northY + height / worldPixels / 2) }

    /// Returns the distance from the picture's left edge to a longitude, in pixels; the longitude may be beyond ±180.
    func x(longitude: Double) -> Double {
        left + (WebMercator.mercatorX(longitude: longitude) - westX) * worldPixels
    }

    func y(latitude: Double) -> Double { top + (WebMercator.mercatorY(latitude: latitude) - northY) * worldPixels }

    /// The width of a pixel in meters, halfway down the picture: a geodesic of 0.01° on that parallel.
    var metersPerPixel: Double {
        let latitude = middleLatitude
        let meters = Geodesic.distanceMeters(
            from: Coordinate(uncheckedLongitude: 0, latitude: latitude),
            to: Coordinate(uncheckedLongitude: 0.01, latitude: latitude))
        return meters / (0.01 / 360 * worldPixels)
    }
}

/// A point in the picture, in pixels from its left and upper edge.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double

    /// By the even-odd rule over all rings. An error of half a pixel does not matter.
    func isInside(_ rings: [[PlotPoint]]) -> Bool {
        var isInside = false
        for ring in rings {
            guard var from = ring.last else { continue }
            for to in ring {
                if (from.y > y) != (to.y > y), x < from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x) {
                    isInside.toggle()
                }
                from = to
            }
        }
        return isInside
    }
}

/// A box in the picture with horizontal and vertical sides, in pixels.
struct PlotBox {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    init(middle: PlotPoint, width: Double, height: Double) {
        left = middle.x - width / 2
        right = middle.x + width / 2
        top = middle.y - height / 2
        bottom = middle.y + height / 2
    }

    /// Makes the box around points, such as those of a ring; there is at least one.
    init(around points: some Sequence<PlotPoint>) {
        self.init(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
        for point in points {
            left = min(left, point.x)
            right = max(right, point.x)
            top = min(top, point.y)
            bottom = max(bottom, point.y)
        }
    }

    var area: Double { (right - left) * (bottom - top) }

    /// Whether what fills this box shows where the map is. What is smaller is a speck.
    var canBeSeen: Bool { max(right - left, bottom - top) > 20 }

    func contains(_ point: PlotPoint) -> Bool {
        left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
    }

    /// Returns whether `other` is inside this box. Boxes may share an edge.
    func holds(_ other: PlotBox) -> Bool {
        left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
    }

    /// Returns whether the boxes overlap. Boxes that share only an edge do not.
    func meets(_ other: PlotBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

/// The part of the map that fills a picture, or a page when it opens.
package struct DrawnPart: Sendable {
    package let box: BoundingBox
    /// The edge of the part, closed; what is outside is drawn faintly. Empty if the part is all of the box.
    let ring: [Coordinate]

    private static let corners = 120

    package init(_ box: BoundingBox) { (self.box, ring) = (box, []) }

    /// Makes a part of everything within a distance of a position.
    package init(around center: Coordinate, meters: Double) {
        var extent = PlotExtent()
        let ring = (0...Self.corners).map { corner in
            Geodesic.destination(
                from: center, bearingDegrees: 360 * Double(corner % Self.corners) / Double(Self.corners),
                distanceMeters: meters)
        }
        ring.forEach { extent.add($0) }
        (box, self.ring) = ((extent.box ?? .world).padded(by: 0.03, atLeast: 0.00001), ring)
    }
}

/// The smallest box around positions that are added one by one.
struct PlotExtent {
    /// For each whole degree of longitude, the westernmost and the easternmost longitude in it.
    private var spans: [LongitudeSpan?] = Array(repeating: nil, count: 361)
    private var south = 90.0
    private var north = -90.0

    mutating func addPlaces(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        try catalog.forEachEntry(filter) { entry in
            if let coordinate = entry.coordinate { add(coordinate) }
        }
    }

    mutating func add(_ coordinate: Coordinate) {
        let degree = Int(coordinate.longitude.rounded(.down)) + 180
        let span = spans[degree] ?? LongitudeSpan(west: coordinate.longitude, east: coordinate.longitude)
        spans[degree] = LongitudeSpan(
            west: min(span.west, coordinate.longitude), east: max(span.east, coordinate.longitude))
        south = min(south, coordinate.latitude)
        north = max(north, coordinate.latitude)
    }

    /// The box; nil without positions. It crosses the antimeridian if it is narrower that way. Memory does not grow
    /// with the number of positions.
    var box: BoundingBox? { LongitudeSpan.box(around: spans.compactMap(\.self), south: south, north: north) }
}

extension BoundingBox {
    /// Returns the box with a margin on each side: `share` of its width and height, but at least `degrees`.
    func padded(by share: Double, atLeast degrees: Double) -> BoundingBox {
        let width = east - west + (crossesAntimeridian ? 360 : 0)
        let sideways = max(width * share, degrees)
        let upward = max((north - south) * share, degrees)
        guard width + 2 * sideways < 360 else {
            return BoundingBox(
                checkedWest: -180, south: max(south - upward, -90), east: 180, north: min(north + upward, 90))
        }
        func turned(_ longitude: Double) -> Double {
            longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
        }
        return BoundingBox(
            checkedWest: turned(west - sideways), south: max(south - upward, -90), east: turned(east + sideways),
            north: min(north + upward, 90))
    }
}

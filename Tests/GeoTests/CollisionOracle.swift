import TestSupport

@testable import GeocliGeo

/// The collision pass, written from the Definition in docs/design/collision.md, in O(n²) and without code of the fast one.
struct CollisionOracle {
    let markers: [Marker]
    let options: CollisionOptions

    /// The oracle's result for one zoom, by input index.
    struct Outcome: Equatable {
        /// The hider: the marker itself if it is visible, nil if it is inactive.
        var hiders: [Int?]
        var visible: [Int]
    }

    /// A box on the plane, without its edges.
    struct PlaneBox {
        var west: Int64
        var east: Int64
        var north: Int64
        var south: Int64
    }

    static let side: Int64 = 1 << 40

    /// X and Y by the formula of the Definition.
    func point(_ index: Int) -> (x: Int64, y: Int64) {
        let coordinate = markers[index].coordinate
        let x = Int64((WebMercator.mercatorX(longitude: coordinate.longitude) * Double(Self.side)).rounded())
        let y = Int64((WebMercator.mercatorY(latitude: coordinate.latitude) * Double(Self.side)).rounded())
        return (x == Self.side ? 0 : x, y)
    }

    /// The box at a zoom, in units of the plane.
    func box(_ index: Int, zoom: Int) -> PlaneBox {
        let marker = markers[index]
        let pointsAtZero = Double(options.tileSize.rawValue)
        // 1/64 pt in units; zoom may be -1.
        let doubled = Self.side * 2 / (Int64(pointsAtZero) << Int64(zoom + 1)) / 64
        func units(_ points: Double) -> Int64 { Int64(((points + options.paddingPoints) * 64).rounded()) * doubled }
        let (x, y) = point(index)
        return PlaneBox(
            west: x - units(marker.width * marker.anchorX), east: x + units(marker.width * (1 - marker.anchorX)),
            north: y - units(marker.height * marker.anchorY), south: y + units(marker.height * (1 - marker.anchorY)))
    }

    /// Whether the open insides of two boxes overlap; one box is also tried one world further west and east.
    func collide(_ left: PlaneBox, _ right: PlaneBox) -> Bool {
        [-Self.side, 0, Self.side].contains { turn in
            max(left.west, right.west + turn) < min(left.east, right.east + turn)
                && max(left.north, right.north) < min(left.south, right.south)
        }
    }

    /// All indexes, highest rank first.
    func ranked() -> [Int] {
        let allIntegers = markers.allSatisfy { if case .integer = $0.id { true } else { false } }
        return markers.indices.sorted { left, right in
            let (a, b) = (markers[left], markers[right])
            if a.globalZIndex != b.globalZIndex { return a.globalZIndex > b.globalZIndex }
            if a.zIndex != b.zIndex { return a.zIndex > b.zIndex }
            if a.priority != b.priority { return a.priority > b.priority }
            let (p, q) = (point(left), point(right))
            if p.y != q.y { return p.y > q.y }
            if p.x != q.x { return p.x < q.x }
            if allIntegers, case .integer(let i) = a.id, case .integer(let j) = b.id { return i < j }
            return Array(a.id.description.utf8).lexicographicallyPrecedes(Array(b.id.description.utf8))
        }
    }

    func isActive(_ index: Int, zoom: Int) -> Bool {
        Double(zoom) >= markers[index].minZoom ?? -.infinity && Double(zoom) <= markers[index].maxZoom ?? .infinity
    }

    /// The result for one zoom; in the stable mode, `below` has the markers that are visible at the zoom below it.
    func outcome(zoom: Int, order: [Int], below: [Int]) -> Outcome {
        let active = order.filter { isActive($0, zoom: zoom) }
        let carried = active.filter(Set(below).contains)
        let boxes = markers.indices.map { box($0, zoom: zoom) }
        var placed = carried
        var hiders = [Int?](repeating: nil, count: markers.count)
        for index in carried { hiders[index] = index }
        for index in active where hiders[index] == nil {
            let found = placed.filter { markers[$0].hides && collide(boxes[$0], boxes[index]) }
            if found.isEmpty || markers[index].force {
                placed.append(index)
                hiders[index] = index
            } else {
                hiders[index] = chosen(of: found, for: index)
            }
        }
        return Outcome(hiders: hiders, visible: active.filter { hiders[$0] == $0 })
    }

    /// The hider of marker `index`, chosen among the found ones, which are in placing order.
    private func chosen(of found: [Int], for index: Int) -> Int {
        guard options.attribution == .nearest else { return found[0] }
        let here = point(index)
        func distanceSquared(_ other: Int) -> UInt128 {
            let there = point(other)
            let direct = abs(there.x - here.x)
            let dx = UInt128(min(direct, Self.side - direct))
            let dy = UInt128(abs(there.y - here.y))
            return dx * dx + dy * dy
        }
        return found.reduce(found[0]) { distanceSquared($1) < distanceSquared($0) ? $1 : $0 }
    }

    /// All zooms from the one where the world is 256 pt wide up to 22, by zoom.
    func outcomes(through top: Int = 22) -> [Int: Outcome] {
        let order = ranked()
        var outcomes: [Int: Outcome] = [:]
        var below: [Int] = []
        for zoom in (options.tileSize == .points256 ? 0 : -1)...top {
            let outcome = outcome(zoom: zoom, order: order, below: options.mode == .stable ? below : [])
            below = outcome.visible
            outcomes[zoom] = outcome
        }
        return outcomes
    }
}

extension CollisionSnapshot {
    /// The snapshot in the oracle's form.
    var outcome: CollisionOracle.Outcome {
        CollisionOracle.Outcome(hiders: (0..<count).map { hider(of: $0) }, visible: visible)
    }
}

extension SeededGenerator {
    /// Returns true in one of `n` calls on average.
    mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }
}

/// Seeded markers of all kinds.
struct CollisionCloud {
    var count = 80
    var mixedSizes = false
    var forced = false
    var zIndexes = false
    var unflagged = false
    var windows = false
    var textIDs = false

    /// Markers with all properties at once.
    static let motley = CollisionCloud(
        mixedSizes: true, forced: true, zIndexes: true, unflagged: true, windows: true, textIDs: true)

    /// Points at all distances from each other: all over the world, at the seam, at the poles, in one town, in one
    /// street, and on one point.
    func markers(seed: UInt64) -> [Marker] {
        var random = SeededGenerator(seed: seed)
        let center = position(around: (0, 0), within: 180, &random)
        var places = [(longitude: 0.0, latitude: 0.0)]
        return (0..<count).map { number in
            var place = places[Int.random(in: 0..<places.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0: break
            case 1: place = position(around: (180, 0), within: 2, &random)
            case 2: place = position(around: (-180, 89), within: 4, &random)
            case 3: place = position(around: center, within: 180, &random)
            case 4: place = position(around: center, within: 1, &random)
            case 5: place = position(around: center, within: 0.01, &random)
            default: place = position(around: place, within: 0.0001, &random)
            }
            places.append(place)
            return marker(number, at: place, &random)
        }
    }

    private func position(
        around center: (longitude: Double, latitude: Double), within degrees: Double, _ random: inout SeededGenerator
    ) -> (longitude: Double, latitude: Double) {
        var longitude = center.longitude + Double.random(in: -degrees...degrees, using: &random)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let latitude = center.latitude + Double.random(in: -degrees...degrees, using: &random) / 2
        return (longitude, min(max(latitude, -90), 90))
    }

    private func marker(
        _ number: Int, at place: (longitude: Double, latitude: Double), _ random: inout SeededGenerator
    ) -> Marker {
        let coordinate = Coordinate(uncheckedLongitude: place.longitude, latitude: place.latitude)
        let id: MarkerID = textIDs && random.oneIn(2) ? .text("점\(number)") : .integer(Int64(number))
        var marker = Marker(id: id, coordinate: coordinate)
        if mixedSizes {
            marker.width = random.oneIn(10) ? Double.random(in: 60...120, using: &random) : 22
            marker.height = random.oneIn(3) ? Double.random(in: 0.1...400, using: &random) : 35
            marker.anchorX = random.oneIn(2) ? 0.5 : Double(Int.random(in: 0...2, using: &random)) / 2
            marker.anchorY = random.oneIn(2) ? 1 : Double.random(in: 0...1, using: &random)
        }
        marker.force = forced && random.oneIn(12)
        marker.hides = !(unflagged && random.oneIn(8))
        if zIndexes {
            marker.globalZIndex += random.oneIn(9) ? 1 : 0
            marker.zIndex = Int.random(in: -1...1, using: &random)
            marker.priority = random.oneIn(4) ? 0.5 : 0
        }
        if windows, random.oneIn(4) { marker.minZoom = Double.random(in: -1...12, using: &random) }
        if windows, random.oneIn(4) { marker.maxZoom = Double(Int.random(in: 3...22, using: &random)) }
        return marker
    }
}

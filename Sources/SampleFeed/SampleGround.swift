/// A layer of the sample's invented base map.
package enum SampleGround: String, Sendable, CaseIterable {
    case park
    case water
    case rail

    /// The name of the layer in its file's title.
    fileprivate var title: String {
        switch self {
        case .park: "parks"
        case .water: "waters"
        case .rail: "railways"
        }
    }
}

extension SampleFeed {
    /// Returns the invented base map of the sample: for each layer a GeoJSON FeatureCollection (RFC 7946) with 5
    /// decimals, whose Features have the properties `name` and `name_en`. No place of `SampleFeed(seed: seed, count:
    /// 606)` is in the water or in a park.
    package static func ground(seed: UInt64 = bundled.seed) -> [SampleGround: [UInt8]] {
        let feed = SampleFeed(seed: seed, count: FlawSchedule.period)
        let city = CityGround(seed: seed, places: feed.placedPlaces.map(\.spot))
        return Dictionary(uniqueKeysWithValues: SampleGround.allCases.map { ($0, json($0, of: city)) })
    }

    private static func json(_ layer: SampleGround, of city: CityGround) -> [UInt8] {
        var json: [UInt8] = []
        let head = """
            {"type":"FeatureCollection","title":"Made-up \(layer.title), for the made-up bookstores of geocli's \
            sample","license":"MIT","note":"Invented by a seeded generator; nothing real lies like this.","features":[
            """
        json.append(contentsOf: head.utf8)
        json.append("\n")
        for (index, piece) in city.pieces(of: layer).enumerated() {
            if index > 0 { json.append(",\n") }
            json.append(#"{"type":"Feature","properties":{"name":""#)
            json.append(contentsOf: piece.name.utf8)
            json.append(#"","name_en":""#)
            json.append(contentsOf: piece.englishName.utf8)
            json.append(#""},"geometry":{"type":""#)
            json.append(piece.isArea ? #"Polygon","coordinates":["# : #"LineString","coordinates":"#)
            let spots = piece.isArea ? piece.spots + piece.spots.prefix(1) : piece.spots
            json.append(positions: spots.map(BorderLines.position))
            json.append(piece.isArea ? "]}}" : "}}")
        }
        json.append("\n]}\n")
        return json
    }
}

/// The invented base map: a river with a stream, three railways, some parks. It uses only sums, products and square
/// roots, so every machine computes the same bytes.
struct CityGround {
    struct Piece {
        let name: String
        let englishName: String
        /// The corners in order. An area does not repeat its first corner.
        let spots: [CityMap.Spot]
        let isArea: Bool
    }

    private let seed: UInt64
    private let places: [CityMap.Spot]
    private let course: RiverCourse

    init(seed: UInt64, places: [CityMap.Spot]) {
        self.seed = seed
        self.places = places
        course = RiverCourse(seed: seed, places: places)
    }

    func pieces(of layer: SampleGround) -> [Piece] {
        switch layer {
        case .water: [river, stream]
        case .park: parks
        case .rail: railways
        }
    }

    var river: Piece {
        Piece(name: "가온강", englishName: "Gaon River", spots: course.banks, isArea: true)
    }

    var stream: Piece {
        let noise = ValueNoise(seed: seed &+ 11, scale: 3000)
        let mouth = course.spot(at: 0.55)
        let spots = stride(from: 0.0, through: 11_000, by: 250).map { run -> CityMap.Spot in
            // The stream bends less near its mouth, so that it meets the river.
            let bend = min(run / 2500, 1)
            return CityMap.Spot(
                x: mouth.x + 0.25 * run + 1100 * bend * noise.value(x: run, y: 0), y: mouth.y + run)
        }
        return Piece(name: "노을내", englishName: "Noeul Stream", spots: spots, isArea: false)
    }

    var railways: [Piece] {
        let noise = (21...23).map { ValueNoise(seed: seed &+ $0, scale: 7000) }
        let across = stride(from: -28_000.0, through: 66_000, by: 500).map { x in
            CityMap.Spot(x: x, y: 19_600 + 2600 * noise[0].value(x: x, y: 0))
        }
        let down = stride(from: -25_000.0, through: 63_000, by: 500).map { y in
            CityMap.Spot(x: 13_600 + 0.22 * y + 2400 * noise[1].value(x: 0, y: y), y: y)
        }
        let ring = Self.circle(corners: 48).map { corner in
            let reach = 1 + 0.13 * noise[2].value(x: 9000 * corner.x, y: 9000 * corner.y)
            return CityMap.Spot(x: 19_400 + 7600 * reach * corner.x, y: 16_200 + 5200 * reach * corner.y)
        }
        return [
            Piece(name: "가온선", englishName: "Gaon Line", spots: across, isArea: false),
            Piece(name: "누리선", englishName: "Nuri Line", spots: down, isArea: false),
            Piece(name: "마루선", englishName: "Maru Line", spots: ring + ring.prefix(1), isArea: false),
        ]
    }

    private static let parkNames = [
        ("다솜숲", "Dasom Forest"), ("라온공원", "Raon Park"), ("해솔공원", "Haesol Park"), ("도담숲", "Dodam Forest"),
        ("별빛공원", "Byeolbit Park"), ("온새미공원", "Onsaemi Park"),
    ]

    /// The parks, in the places with the most room between the places and the river.
    var parks: [Piece] {
        let noise = ValueNoise(seed: seed &+ 31, scale: 900)
        var parks: [(middle: CityMap.Spot, radius: Double)] = []
        let spots = stride(from: 9000.0, through: 30_000, by: 300).flatMap { x in
            stride(from: 7000.0, through: 29_000, by: 300).map { CityMap.Spot(x: x, y: $0) }
        }
        let rooms = spots.map { min($0.distance(toNearestOf: places), course.distance(from: $0) - 250) }
        for _ in Self.parkNames {
            var best: (room: Double, spot: CityMap.Spot)?
            for (spot, room) in zip(spots, rooms) where room > best?.room ?? 400 {
                // A spot with 1900 m of room or more is outside the city.
                let isApart = parks.allSatisfy { $0.middle.squaredDistance(to: spot) > 3600 * 3600 }
                if isApart, room < 1900 { best = (room, spot) }
            }
            if let best { parks.append((best.spot, min(best.room * 0.95, 1300))) }
        }
        return zip(Self.parkNames, parks).map { names, park in
            let ring = Self.circle(corners: 24).map { corner -> CityMap.Spot in
                let reach =
                    park.radius
                    * (0.72 + 0.28
                        * noise.value(
                            x: park.middle.x + 1400 * corner.x, y: park.middle.y + 1400 * corner.y))
                return CityMap.Spot(x: park.middle.x + reach * corner.x, y: park.middle.y + reach * corner.y)
            }
            return Piece(name: names.0, englishName: names.1, spots: ring, isArea: true)
        }
    }

    /// Returns the corners of a regular polygon of radius 1 with 24 or 48 corners, counter-clockwise.
    private static func circle(corners: Int) -> [(x: Double, y: Double)] {
        // The cosine and sine of 15° and of 7.5°.
        let turn =
            corners == 24
            ? (cosine: 0.9659258262890683, sine: 0.25881904510252074)
            : (cosine: 0.9914448613738104, sine: 0.13052619222005157)
        return Array(
            sequence(first: (x: 1.0, y: 0.0)) { corner in
                (corner.x * turn.cosine - corner.y * turn.sine, corner.x * turn.sine + corner.y * turn.cosine)
            }.prefix(corners))
    }
}

/// The course of the sample's river from west to east, which avoids the places and otherwise stays near a bent line.
/// - Source: dynamic programming over the columns of a grid, in the way in which a seam through a picture is found (S.
///   Avidan, A. Shamir, "Seam carving", SIGGRAPH 2007).
struct RiverCourse {
    private static let columnMeters = 300.0
    private static let rowMeters = 150.0
    private static let columns = 340
    private static let rows = 74
    private static let west = -30_000.0
    private static let south = 8000.0
    /// Half the river's width where the river has room, in meters.
    private static let halfWidth = 480.0
    /// From this distance on, the course avoids a place.
    private static let avoidanceMeters = 1000.0
    /// The ground within this distance of a place stays dry.
    private static let dryMeters = 70.0

    /// The middle of the river, from west to east.
    let middle: [CityMap.Spot]
    private let reach: [Double]

    init(seed: UInt64, places: [CityMap.Spot]) {
        let noise = ValueNoise(seed: seed &+ 41, scale: 11_000)
        let costs = (0..<Self.columns).map { column in
            let x = Self.spot(column: column, row: 0).x
            let close = places.filter { abs($0.x - x) < Self.avoidanceMeters }
            return (0..<Self.rows).map { row -> Double in
                let spot = Self.spot(column: column, row: Double(row))
                let near = max(0, 1 - spot.distance(toNearestOf: close) / Self.avoidanceMeters)
                let bent = 13_200 + 2300 * noise.value(x: spot.x, y: 0)
                let off = (spot.y - bent) / 2500
                return 30 * near * near + off * off
            }
        }
        let rows = Self.smoothed(Self.cheapest(costs).map(Double.init))
        let middle = rows.enumerated().map { Self.spot(column: $0.offset, row: $0.element) }
        self.middle = middle
        let room = middle.map { spot in
            min(max(spot.distance(toNearestOf: places) - Self.dryMeters, 20), Self.halfWidth)
        }
        // Limits the width near a narrow part, so that a wide part does not reach the place there.
        let careful = room.indices.map { index in
            room.indices.filter { abs($0 - index) <= 3 }.map { room[$0] + 200 * Double(abs($0 - index)) }.min() ?? 20
        }
        reach = zip(careful, Self.smoothed(careful)).map(min)
    }

    /// The corners of the river, counter-clockwise: along the right bank to the east, then along the left bank.
    var banks: [CityMap.Spot] {
        let right = middle.indices.map { bank(at: $0, side: -1) }
        let left = middle.indices.reversed().map { bank(at: $0, side: 1) }
        return right + left
    }

    /// Returns the spot at a fraction of the course, 0…1.
    func spot(at share: Double) -> CityMap.Spot { middle[Int(share * Double(middle.count - 1))] }

    /// Returns the distance from a spot to the nearer bank; negative in the water.
    func distance(from spot: CityMap.Spot) -> Double {
        zip(middle, reach).map { $0.squaredDistance(to: spot).squareRoot() - $1 }.min() ?? .infinity
    }

    private func bank(at index: Int, side: Double) -> CityMap.Spot {
        let (before, after) = (middle[max(index - 1, 0)], middle[min(index + 1, middle.count - 1)])
        let (dx, dy) = (after.x - before.x, after.y - before.y)
        let scale = side * reach[index] / (dx * dx + dy * dy).squareRoot()
        return CityMap.Spot(x: middle[index].x - dy * scale, y: middle[index].y + dx * scale)
    }

    private static func spot(column: Int, row: Double) -> CityMap.Spot {
        CityMap.Spot(x: west + Double(column) * columnMeters, y: south + row * rowMeters)
    }

    /// Returns the row of the cheapest course in each column. From one column to the next, it changes by at most two.
    private static func cheapest(_ costs: [[Double]]) -> [Int] {
        var sums = costs[0]
        var origins: [[Int]] = []
        for column in costs.dropFirst() {
            var origin = Array(0..<rows)
            let next = column.indices.map { row -> Double in
                var best = Double.infinity
                for from in max(row - 2, 0)...min(row + 2, rows - 1) {
                    let sum = sums[from] + 0.12 * Double((row - from) * (row - from))
                    if sum < best { (best, origin[row]) = (sum, from) }
                }
                return best + column[row]
            }
            origins.append(origin)
            sums = next
        }
        var row = sums.indices.min { sums[$0] < sums[$1] } ?? 0
        var way = [row]
        for origin in origins.reversed() {
            row = origin[row]
            way.append(row)
        }
        return way.reversed()
    }

    /// Replaces each value by the mean of the value and its neighbors, several times.
    private static func smoothed(_ values: [Double]) -> [Double] {
        var values = values
        for _ in 0..<6 {
            let former = values
            for index in values.indices.dropFirst().dropLast() {
                values[index] = (former[index - 1] + 2 * former[index] + former[index + 1]) / 4
            }
        }
        return values
    }
}

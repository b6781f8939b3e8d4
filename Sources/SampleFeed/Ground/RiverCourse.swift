/// The course of the sample's river from west to east, with its two banks.
///
/// The course avoids the places and otherwise stays near a bent line.
///
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
    /// The distance from a place at which the course begins to avoid it, in meters.
    private static let wary = 1000.0
    /// The ground within this distance of a place stays dry, in meters.
    private static let margin = 70.0

    /// The middle of the river, from west to east.
    let middle: [CityMap.Spot]
    /// Half the river's width at each of these spots.
    private let reach: [Double]

    init(seed: UInt64, places: [CityMap.Spot]) {
        let noise = ValueNoise(seed: seed &+ 41, scale: 11_000)
        let costs = (0..<Self.columns).map { column in
            let x = Self.spot(column: column, row: 0).x
            let close = places.filter { abs($0.x - x) < Self.wary }
            return (0..<Self.rows).map { row -> Double in
                let spot = Self.spot(column: column, row: Double(row))
                let near = max(0, 1 - spot.distance(toNearestOf: close) / Self.wary)
                let bent = 13_200 + 2300 * noise.value(x: spot.x, y: 0)
                let off = (spot.y - bent) / 2500
                return 30 * near * near + off * off
            }
        }
        let rows = Self.smoothed(Self.cheapest(costs).map(Double.init))
        let middle = rows.enumerated().map { Self.spot(column: $0.offset, row: $0.element) }
        self.middle = middle
        let room = middle.map { spot in
            min(max(spot.distance(toNearestOf: places) - Self.margin, 20), Self.halfWidth)
        }
        // Limits the width near a narrow part, so that a wide part does not reach the place there.
        let careful = room.indices.map { index in
            room.indices.filter { abs($0 - index) <= 3 }.map { room[$0] + 200 * Double(abs($0 - index)) }.min() ?? 20
        }
        reach = zip(careful, Self.smoothed(careful)).map(min)
    }

    /// The corners of the river, counter-clockwise: along the right bank to the east, then along the left bank to the
    /// west.
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

    /// Returns the row of the cheapest course in each column. From one column to the next, the row changes by at most
    /// two.
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

import Foundation
import GeocliGeo

/// The cells of a nearest plan, made from the description in docs/scale.md without the plan's SQL: quadtree leaves over
/// longitude and latitude, each with a box of earth-centred coordinates around its places.
struct BatchCells {
    private(set) var cellOfPlace: [Int]
    private var boxes: [(least: SIMD3<Double>, greatest: SIMD3<Double>, count: Int)] = []

    var count: Int { boxes.count }

    init(_ places: [Coordinate], most: Int, deepest: Int) {
        cellOfPlace = [Int](repeating: 0, count: places.count)
        let side = Double(1 << deepest)
        let keys = places.map { place in
            SIMD2(
                min(Int((place.longitude + 180) / 360 * side), (1 << deepest) - 1),
                min(Int((place.latitude + 90) / 180 * side), (1 << deepest) - 1))
        }
        var waiting = [(Array(places.indices), 0)]
        while let (members, level) = waiting.popLast() {
            if members.count <= most || level == deepest {
                add(members, places)
                continue
            }
            let shift = deepest - level - 1
            let quarters = Dictionary(grouping: members) { SIMD2(keys[$0].x >> shift, keys[$0].y >> shift) }
            waiting += quarters.values.map { ($0, level + 1) }
        }
    }

    private mutating func add(_ members: [Int], _ places: [Coordinate]) {
        var box = (least: SIMD3(repeating: Double.infinity), greatest: SIMD3(repeating: -Double.infinity), count: 0)
        for place in members {
            let point = Self.earthCentred(places[place])
            box.least = pointwiseMin(box.least, point)
            box.greatest = pointwiseMax(box.greatest, point)
            box.count += 1
            cellOfPlace[place] = boxes.count
        }
        boxes.append(box)
    }

    /// Among the cells with at least `count` places, the cell whose box is nearest.
    func nearestCell(to origin: Coordinate, holding count: Int) -> Int {
        let point = Self.earthCentred(origin)
        let candidates = boxes.indices.filter { boxes[$0].count >= count }
        return candidates.min { chord(point, $0) < chord(point, $1) } ?? 0
    }

    /// All cells whose box is at most this far away.
    func cells(within meters: Double, of origin: Coordinate) -> [Int] {
        let point = Self.earthCentred(origin)
        return boxes.indices.filter { chord(point, $0) <= meters }
    }

    private func chord(_ point: SIMD3<Double>, _ cell: Int) -> Double {
        let gap = pointwiseMax(
            pointwiseMax(boxes[cell].least - point, point - boxes[cell].greatest), SIMD3(repeating: 0))
        return (gap * gap).sum().squareRoot()
    }

    /// NIMA TR8350.2, §4.
    private static func earthCentred(_ place: Coordinate) -> SIMD3<Double> {
        let (longitude, latitude) = (place.longitude * .pi / 180, place.latitude * .pi / 180)
        let flattening = 1 / 298.257223563
        let squared = flattening * (2 - flattening)
        let normal = 6_378_137 / (1 - squared * sin(latitude) * sin(latitude)).squareRoot()
        return SIMD3(
            normal * cos(latitude) * cos(longitude), normal * cos(latitude) * sin(longitude),
            normal * (1 - squared) * sin(latitude))
    }
}

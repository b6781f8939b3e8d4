/// The borders of a city map as lines of corners. All districts that meet at a corner have the same position for it.
struct BorderLines {
    /// A position in units of the last decimal that is written: 0.00001° is about a meter.
    struct Position: Hashable {
        var longitudeUnits: Int
        var latitudeUnits: Int
    }

    /// Decimals of the positions.
    static let decimals = 5
    private static let unitsPerDegree = 1e5

    private let map: CityMap
    private var spots: [HexCell.Corner: CityMap.Spot] = [:]

    init(_ map: CityMap, seed: UInt64) {
        self.map = map
        let neighbors = Self.neighbors(in: map)
        for corner in neighbors.keys { spots[corner] = shaken(corner, seed: seed) }
        var pinned: Set<HexCell.Corner> = []
        var shaken = spots
        // After a border has been moved and smoothed, a place may be on the wrong side. In that case, the corners
        // of its hexagon go back to their original positions.
        for _ in 0..<12 {
            spots = Self.smoothed(shaken, neighbors, pinned)
            let lost = cornersOfLostPlaces()
            if pinned.isSuperset(of: lost) { break }
            pinned.formUnion(lost)
            for corner in lost where shaken[corner] != nil { shaken[corner] = map.spot(of: corner) }
        }
    }

    /// Returns the closed rings of a district. Counter-clockwise rings are outer rings, the others are holes.
    func rings(of district: Int) -> [[Position]] {
        var next: [HexCell.Corner: HexCell.Corner] = [:]
        for (cell, owner) in map.districts where owner == district {
            let corners = cell.corners
            for (index, neighbor) in cell.neighbors.enumerated() where map.districts[neighbor] != district {
                next[corners[index]] = corners[(index + 1) % 6]
            }
        }
        var rings: [[HexCell.Corner]] = []
        for start in next.keys.sorted(by: { ($0.north, $0.east) < ($1.north, $1.east) }) {
            var ring: [HexCell.Corner] = []
            var corner = start
            while let following = next.removeValue(forKey: corner) {
                ring.append(corner)
                corner = following
            }
            if !ring.isEmpty { rings.append(ring + [start]) }
        }
        return rings.map { $0.compactMap { spots[$0].map(Self.position) } }
    }

    /// Returns the corners on borders, each with the corners that it is joined to.
    private static func neighbors(in map: CityMap) -> [HexCell.Corner: [HexCell.Corner]] {
        var neighbors: [HexCell.Corner: [HexCell.Corner]] = [:]
        for cell in map.districts.keys.sorted(by: CityMap.isBefore) {
            let corners = cell.corners
            for (index, neighbor) in cell.neighbors.enumerated()
            where map.districts[neighbor] != map.districts[cell] {
                let (from, to) = (corners[index], corners[(index + 1) % 6])
                for (one, other) in [(from, to), (to, from)] where neighbors[one]?.contains(other) != true {
                    neighbors[one, default: []].append(other)
                }
            }
        }
        return neighbors
    }

    /// Returns a corner after moving it by up to 60 m in each direction.
    private func shaken(_ corner: HexCell.Corner, seed: UInt64) -> CityMap.Spot {
        var random = SplitMix64(seed: seed, row: corner.north * 1000 + corner.east, stream: .border)
        var spot = map.spot(of: corner)
        spot.x += random.uniform(-60..<60)
        spot.y += random.uniform(-60..<60)
        return spot
    }

    /// Removes the zigzag of the hexagons from the borders.
    private static func smoothed(
        _ shaken: [HexCell.Corner: CityMap.Spot], _ neighbors: [HexCell.Corner: [HexCell.Corner]],
        _ pinned: Set<HexCell.Corner>
    ) -> [HexCell.Corner: CityMap.Spot] {
        var spots = shaken
        for _ in 0..<3 {
            let former = spots
            for (corner, others) in neighbors where !pinned.contains(corner) {
                guard let own = former[corner] else { continue }
                let around = others.compactMap { former[$0] }
                let weight = 0.5 / Double(around.count)
                spots[corner] = around.reduce(CityMap.Spot(x: own.x / 2, y: own.y / 2)) {
                    CityMap.Spot(x: $0.x + $1.x * weight, y: $0.y + $1.y * weight)
                }
            }
        }
        return spots
    }

    /// Returns the corners of the cells whose place is now outside its district.
    private func cornersOfLostPlaces() -> [HexCell.Corner] {
        let rings = SampleDistrict.all.indices.map(rings)
        return map.places.flatMap { place -> [HexCell.Corner] in
            let isInside = rings[place.district].reduce(false) { $0 != Self.surrounds($1, place.spot) }
            return isInside ? [] : map.cell(at: place.spot).corners
        }
    }

    /// Returns whether a ray to the east crosses the ring an odd number of times.
    private static func surrounds(_ ring: [Position], _ spot: CityMap.Spot) -> Bool {
        let place = (
            x: (spot.x / CityMap.metersPerLongitude + CityMap.west) * unitsPerDegree,
            y: (spot.y / CityMap.metersPerDegree + CityMap.south) * unitsPerDegree
        )
        var isOdd = false
        for (from, to) in zip(ring, ring.dropFirst()) {
            let (low, high) = from.latitudeUnits <= to.latitudeUnits ? (from, to) : (to, from)
            guard place.y >= Double(low.latitudeUnits), place.y < Double(high.latitudeUnits) else { continue }
            let share = (place.y - Double(low.latitudeUnits)) / Double(high.latitudeUnits - low.latitudeUnits)
            let x = Double(low.longitudeUnits) + share * Double(high.longitudeUnits - low.longitudeUnits)
            if x > place.x { isOdd.toggle() }
        }
        return isOdd
    }

    static func position(of spot: CityMap.Spot) -> Position {
        Position(
            longitudeUnits: Int(((spot.x / CityMap.metersPerLongitude + CityMap.west) * unitsPerDegree).rounded()),
            latitudeUnits: Int(((spot.y / CityMap.metersPerDegree + CityMap.south) * unitsPerDegree).rounded()))
    }
}

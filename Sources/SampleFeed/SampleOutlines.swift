extension SampleFeed {
    /// Returns invented outlines of the districts of the sample's places: a GeoJSON FeatureCollection (RFC 7946) whose
    /// 25 Features have the properties `name` and `name_en`, with 5 decimals.
    ///
    /// Each row of `SampleFeed(seed: seed, count: 606)` that has a position is in the district that it states, unless
    /// two places of different districts are within a few hundred meters of each other. Neighboring districts have the
    /// same positions on their common border.
    package static func outlines(seed: UInt64 = bundled.seed) -> [UInt8] {
        let feed = SampleFeed(seed: seed, count: FlawSchedule.period)
        let lines = BorderLines(CityMap(seed: seed, places: feed.placedPlaces), seed: seed)
        var json: [UInt8] = []
        json.append(
            """
            {"type":"FeatureCollection","title":"Made-up outlines of districts, for the made-up bookstores of geocli's \
            sample","license":"MIT","note":"Invented by a seeded generator; no real border runs like this.","features":[
            """)
        json.append("\n")
        for (index, district) in SampleDistrict.all.enumerated() {
            if index > 0 { json.append(",\n") }
            json.append(#"{"type":"Feature","properties":{"name":""#)
            json.append(contentsOf: district.name.utf8)
            json.append(#"","name_en":""#)
            json.append(contentsOf: district.englishName.utf8)
            json.append(#""},"geometry":"#)
            json.append(geometryOf: lines.rings(of: index))
            json.append("}")
        }
        json.append("\n]}\n")
        return json
    }

    /// The positions of the rows that have one, with the districts that these rows state.
    var placedPlaces: [(spot: CityMap.Spot, district: Int)] {
        (0..<count).compactMap { row in
            guard let point = coordinate(ofRow: row), let district = district(ofRow: row) else { return nil }
            return (CityMap.spot(latitude: point.latitude, longitude: point.longitude), district)
        }
    }
}

/// The borders of a city map as lines of corners. All districts that meet at a corner have the same position for it.
struct BorderLines {
    /// A position in units of the last decimal that is written: 0.00001° is about a meter.
    struct Position: Hashable {
        var longitudeUnits: Int
        var latitudeUnits: Int
    }

    static let decimals = 5
    private static let unitsPerDegree = 1e5

    private let map: CityMap
    private var spots: [HexCell.Corner: CityMap.Spot] = [:]

    init(_ map: CityMap, seed: UInt64) {
        self.map = map
        let neighbors = Self.neighbors(in: map)
        for corner in neighbors.keys { spots[corner] = jittered(corner, seed: seed) }
        var pinned: Set<HexCell.Corner> = []
        var jittered = spots
        // After a border has been moved and smoothed, a place may be on the wrong side. In that case, the corners
        // of its hexagon go back to their original positions.
        for _ in 0..<12 {
            spots = Self.smoothed(jittered, neighbors, pinned)
            let lost = cornersOfLostPlaces()
            if pinned.isSuperset(of: lost) { break }
            pinned.formUnion(lost)
            for corner in lost where jittered[corner] != nil { jittered[corner] = map.spot(of: corner) }
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
    private func jittered(_ corner: HexCell.Corner, seed: UInt64) -> CityMap.Spot {
        var random = SplitMix64(seed: seed, row: corner.north * 1000 + corner.east, stream: .border)
        var spot = map.spot(of: corner)
        spot.x += random.uniform(-60..<60)
        spot.y += random.uniform(-60..<60)
        return spot
    }

    private static func smoothed(
        _ jittered: [HexCell.Corner: CityMap.Spot], _ neighbors: [HexCell.Corner: [HexCell.Corner]],
        _ pinned: Set<HexCell.Corner>
    ) -> [HexCell.Corner: CityMap.Spot] {
        var spots = jittered
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

extension [UInt8] {
    /// Adds a Polygon, or a MultiPolygon if a district has several outer rings. Holes come after the ring around them.
    fileprivate mutating func append(geometryOf rings: [[BorderLines.Position]]) {
        let outer = rings.filter { $0.doubledArea > 0 }
        let holes = rings.filter { $0.doubledArea < 0 }
        let polygons = outer.map { ring in [ring] + holes.filter { ring.surrounds($0[0]) } }
        append(polygons.count == 1 ? #"{"type":"Polygon","coordinates":"# : #"{"type":"MultiPolygon","coordinates":["#)
        for (index, polygon) in polygons.enumerated() {
            if index > 0 { append(",") }
            append(polygon: polygon)
        }
        append(polygons.count == 1 ? "}" : "]}")
    }

    private mutating func append(polygon rings: [[BorderLines.Position]]) {
        append("[")
        for (index, ring) in rings.enumerated() {
            if index > 0 { append(",") }
            append(positions: ring)
        }
        append("]")
    }

    /// Adds an array of positions, longitude first.
    mutating func append(positions: [BorderLines.Position]) {
        append("[")
        for (index, position) in positions.enumerated() {
            append(index > 0 ? ",[" : "[")
            append(fixedPoint: position.longitudeUnits, decimals: BorderLines.decimals)
            append(",")
            append(fixedPoint: position.latitudeUnits, decimals: BorderLines.decimals)
            append("]")
        }
        append("]")
    }
}

extension [BorderLines.Position] {
    /// Twice the area, positive if the ring is counter-clockwise (Gauss's area formula).
    fileprivate var doubledArea: Int {
        zip(self, dropFirst()).reduce(0) { sum, edge in
            // The corner of the map is subtracted, so that no product is large.
            let from = (edge.0.longitudeUnits - 12_600_000, edge.0.latitudeUnits - 3_700_000)
            let to = (edge.1.longitudeUnits - 12_600_000, edge.1.latitudeUnits - 3_700_000)
            return sum + from.0 * to.1 - to.0 * from.1
        }
    }

    /// Returns whether a ray from `place` to the east crosses the ring an odd number of times.
    fileprivate func surrounds(_ place: BorderLines.Position) -> Bool {
        var isOdd = false
        for (from, to) in zip(self, dropFirst()) {
            let (low, high) = from.latitudeUnits <= to.latitudeUnits ? (from, to) : (to, from)
            guard place.latitudeUnits >= low.latitudeUnits, place.latitudeUnits < high.latitudeUnits else { continue }
            let left = (high.longitudeUnits - low.longitudeUnits) * (place.latitudeUnits - low.latitudeUnits)
            let right = (place.longitudeUnits - low.longitudeUnits) * (high.latitudeUnits - low.latitudeUnits)
            if left > right { isOdd.toggle() }
        }
        return isOdd
    }
}

/// The district of each cell of a mesh over Seoul, with invented borders. Each row of the sample that has a position is
/// in a cell of the district that it states, unless the cell also has a place of another district.
struct CityMap {
    /// A position on the map, in meters north and east of its corner. Degrees of longitude are as long as in its
    /// middle.
    struct Spot {
        var x: Double
        var y: Double

        func squaredDistance(to other: Spot) -> Double {
            (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
        }

        /// Returns the distance to the nearest of `spots`; infinity without spots.
        func distance(toNearestOf spots: [Spot]) -> Double {
            (spots.map { $0.squaredDistance(to: self) }.min() ?? .infinity).squareRoot()
        }
    }

    /// The width of a cell from edge to edge. Smaller cells would make the file larger than about 50 kB.
    static let cellMeters = 400.0
    /// The height of half an edge, 400 m / (2 √3).
    static let halfEdgeMeters = 115.470053837925
    static let (west, south) = (126.74, 37.40)
    static let metersPerDegree = Atlas.metersPerDegree
    static let metersPerLongitude = Atlas.metersPerDegree * roughCosine(degrees: 37.565)

    private(set) var districts: [HexCell: Int] = [:]
    /// The positions of the sample's places, with the districts that they state.
    let places: [(spot: Spot, district: Int)]
    private let origin: Spot
    private var held: [HexCell: Int] = [:]

    init(seed: UInt64, places: [(spot: Spot, district: Int)]) {
        self.places = places
        origin = Self.bestOrigin(places)
        let noise = [ValueNoise(seed: seed, scale: 2600), ValueNoise(seed: seed &+ 1, scale: 2600)]
        for row in 0..<110 {
            for column in 0..<95 {
                let cell = HexCell(column: column, row: row)
                let spot = self.spot(of: cell.middle)
                // The cell gets the district of a position a few hundred meters away, so that the borders bend.
                let bent = Spot(
                    x: spot.x + 550 * noise[0].value(x: spot.x, y: spot.y),
                    y: spot.y + 550 * noise[1].value(x: spot.x, y: spot.y))
                districts[cell] = Self.district(at: bent)
            }
        }
        fillHoles()
        holdPlaces()
        joinPieces()
    }

    static func spot(latitude: Double, longitude: Double) -> Spot {
        Spot(x: (longitude - west) * metersPerLongitude, y: (latitude - south) * metersPerDegree)
    }

    func spot(of corner: HexCell.Corner) -> Spot { Self.spot(of: corner, from: origin) }

    /// Returns the cell whose middle is nearest to a spot.
    func cell(at spot: Spot) -> HexCell { Self.cell(at: spot, from: origin) }

    private static func spot(of corner: HexCell.Corner, from origin: Spot) -> Spot {
        Spot(
            x: origin.x + Double(corner.east) * cellMeters / 2, y: origin.y + Double(corner.north) * halfEdgeMeters)
    }

    private static func cell(at spot: Spot, from origin: Spot) -> HexCell {
        let row = Int(((spot.y - origin.y) / (3 * halfEdgeMeters)).rounded())
        let column = Int(((spot.x - origin.x - Double(row & 1) * cellMeters / 2) / cellMeters).rounded())
        let guess = HexCell(column: column, row: row)
        func squaredDistance(_ cell: HexCell) -> Double {
            self.spot(of: cell.middle, from: origin).squaredDistance(to: spot)
        }
        return ([guess] + guess.neighbors).min { squaredDistance($0) < squaredDistance($1) } ?? guess
    }

    /// Returns the best of 64 origins for the mesh: the one with the fewest places in a cell of another district.
    /// Some such places can't be avoided, because a cell belongs to only one district.
    private static func bestOrigin(_ places: [(spot: Spot, district: Int)]) -> Spot {
        let origins = (0..<64).map { Spot(x: Double($0 % 8) * cellMeters / 8, y: Double($0 / 8) * cellMeters / 8) }
        let misplaced = origins.map { origin -> Int in
            var held: [HexCell: Int] = [:]
            return places.reduce(0) { count, place in
                let cell = cell(at: place.spot, from: origin)
                let holder = held[cell, default: place.district]
                held[cell] = holder
                return holder == place.district ? count : count + 1
            }
        }
        let best = origins.indices.min { misplaced[$0] < misplaced[$1] }
        return best.map { origins[$0] } ?? Spot(x: 0, y: 0)
    }

    /// The discs that attract spots to a district: the disc of the district, and those of its neighborhoods.
    private static let magnets: [(spot: Spot, district: Int, pullMeters: Double)] =
        SampleDistrict.all.enumerated().map { index, district in
            (spot(latitude: district.latitude, longitude: district.longitude), index, district.radiusMeters)
        }
        + Neighborhood.seoul.map { place in
            (spot(latitude: place.latitude, longitude: place.longitude), place.district ?? 0, 500)
        }

    /// Returns the district at a spot; nil outside the city.
    /// - Source: a power diagram (F. Aurenhammer, "Power diagrams", SIAM J. Comput. 16, 1987) of the magnets' discs.
    private static func district(at spot: Spot) -> Int? {
        var best: (power: Double, district: Int)?
        for magnet in magnets {
            let power = spot.squaredDistance(to: magnet.spot) - magnet.pullMeters * magnet.pullMeters
            if best.map({ power < $0.power }) ?? true { best = (power, magnet.district) }
        }
        // The city ends about 2.4 km from the nearest neighborhood of places.
        guard let best, best.power < 2400 * 2400 else { return nil }
        return best.district
    }

    /// Gives each enclosed cell outside the city, which can't be reached from the map's edge, to a neighbor.
    private mutating func fillHoles() {
        var outside: Set<HexCell> = [HexCell(column: -1, row: -1)]
        var next = Array(outside)
        while let cell = next.popLast() {
            for neighbor in cell.neighbors
            where districts[neighbor] == nil && -1...95 ~= neighbor.column && -1...110 ~= neighbor.row {
                if outside.insert(neighbor).inserted { next.append(neighbor) }
            }
        }
        for row in 0..<110 {
            for column in 0..<95 {
                let cell = HexCell(column: column, row: row)
                guard districts[cell] == nil, !outside.contains(cell) else { continue }
                districts[cell] = cell.neighbors.compactMap { districts[$0] }.first
            }
        }
    }

    /// Gives the cell of each place to its district. If two places share a cell, the first one decides.
    private mutating func holdPlaces() {
        for place in places {
            let cell = cell(at: place.spot)
            if held[cell] == nil { held[cell] = place.district }
        }
        for (cell, district) in held { districts[cell] = district }
    }

    /// Joins the separate pieces of each district to its largest piece. A piece with a place is joined by the
    /// shortest way through cells without a place of another district. Any other piece goes to its neighbors.
    private mutating func joinPieces() {
        for _ in 0..<8 {
            for district in SampleDistrict.all.indices {
                let pieces = pieces(of: district)
                guard let largest = pieces.first else { continue }
                for piece in pieces.dropFirst() {
                    if piece.contains(where: { held[$0] == district }) {
                        for cell in way(from: piece, to: Set(largest), of: district) { districts[cell] = district }
                    } else {
                        for cell in piece {
                            districts[cell] = cell.neighbors.compactMap { districts[$0] }.first { $0 != district }
                        }
                    }
                }
            }
        }
    }

    /// Returns the connected pieces of a district, the largest first. The cells of each piece are in order.
    private func pieces(of district: Int) -> [[HexCell]] {
        var rest = districts.filter { $0.value == district }.map(\.key).sorted(by: Self.isBefore)
        var pieces: [[HexCell]] = []
        while let first = rest.first {
            var piece: Set<HexCell> = [first]
            var next = [first]
            while let cell = next.popLast() {
                for neighbor in cell.neighbors where districts[neighbor] == district {
                    if piece.insert(neighbor).inserted { next.append(neighbor) }
                }
            }
            pieces.append(piece.sorted(by: Self.isBefore))
            rest.removeAll { piece.contains($0) }
        }
        return pieces.sorted { $0.count > $1.count || $0.count == $1.count && Self.isBefore($0[0], $1[0]) }
    }

    /// Returns the shortest way through the city that takes no cell with a place of another district.
    private func way(from piece: [HexCell], to target: Set<HexCell>, of district: Int) -> [HexCell] {
        var origin: [HexCell: HexCell] = [:]
        var reached = Set(piece)
        var front = piece
        while !front.isEmpty {
            var next: [HexCell] = []
            for cell in front {
                for neighbor in cell.neighbors where districts[neighbor] != nil && !reached.contains(neighbor) {
                    guard held[neighbor] == nil || held[neighbor] == district else { continue }
                    reached.insert(neighbor)
                    origin[neighbor] = cell
                    guard target.contains(neighbor) else {
                        next.append(neighbor)
                        continue
                    }
                    return Array(sequence(first: neighbor) { origin[$0] })
                }
            }
            front = next
        }
        return []
    }

    static func isBefore(_ left: HexCell, _ right: HexCell) -> Bool {
        (left.row, left.column) < (right.row, right.column)
    }
}

/// A cell of a mesh. One of its corners points north. Odd rows are shifted half a cell to the east.
struct HexCell: Hashable {
    let column: Int
    let row: Int

    /// A corner of the mesh, in half cell widths to the east and half edges to the north. The numbers are whole, so the
    /// three cells around a corner compute the same numbers for it.
    struct Corner: Hashable {
        let east: Int
        let north: Int
    }

    /// The cell's middle, in the units of corners.
    var middle: Corner { Corner(east: 2 * column + (row & 1), north: 3 * row) }

    /// The cell's six corners counter-clockwise, beginning with the eastern edge: corners 0 and 1 are the ends of the
    /// edge to neighbor 0.
    var corners: [Corner] {
        let middle = middle
        return [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)].map {
            Corner(east: middle.east + $0.0, north: middle.north + $0.1)
        }
    }

    /// The cells across the cell's six edges, in the order of `corners`.
    var neighbors: [HexCell] {
        let odd = row & 1
        return [
            HexCell(column: column + 1, row: row), HexCell(column: column + odd, row: row + 1),
            HexCell(column: column + odd - 1, row: row + 1), HexCell(column: column - 1, row: row),
            HexCell(column: column + odd - 1, row: row - 1), HexCell(column: column + odd, row: row - 1),
        ]
    }
}

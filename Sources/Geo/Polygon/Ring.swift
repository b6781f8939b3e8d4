/// A closed ring as a curve of the plane, longitudes running on beyond ±180°.
struct Ring: Sendable {
    /// Its vertices, the last one equal to the first.
    let vertices: [RingVertex]
    /// The westernmost vertex.
    let west: RingVertex
    /// The easternmost vertex.
    let east: RingVertex
    /// The lowest latitude.
    let south: Double
    /// The highest latitude.
    let north: Double

    /// The curve through `positions`.
    ///
    /// - Throws: `GeoError(.polygon)` for a ring that is not closed or circles a pole.
    init(_ positions: [Coordinate]) throws(GeoError) {
        guard positions.count >= 4, let first = positions.first, first == positions[positions.count - 1] else {
            throw GeoError(
                .polygon, en: "a ring is not closed (four positions or more, the last equal to the first)",
                ko: "고리가 닫히지 않았습니다(네 점 이상, 마지막이 처음과 같아야 함)")
        }
        let turns = Self.turns(positions)
        guard turns.last == 0 else { throw Self.circling }
        vertices = zip(positions, turns).map {
            RingVertex(longitude: $0.longitude, latitude: $0.latitude, turn: $1)
        }
        west = vertices.dropFirst().reduce(vertices[0]) { $1.isWest(of: $0) ? $1 : $0 }
        east = vertices.dropFirst().reduce(vertices[0]) { $0.isWest(of: $1) ? $1 : $0 }
        south = positions.reduce(90) { min($0, $1.latitude) }
        north = positions.reduce(-90) { max($0, $1.latitude) }
    }

    private static var circling: GeoError {
        GeoError(
            .polygon,
            en:
                "a ring circles a pole without being cut; lead it along the meridian 180 to the pole, along the pole to -180 and back (RFC 7946, 3.1.9)",
            ko: "고리가 잘리지 않은 채 극을 돕니다; 경도 180을 따라 극까지, 극을 따라 -180까지 갔다가 돌아오게 하세요(RFC 7946, 3.1.9)")
    }

    /// The full turns at each position.
    private static func turns(_ positions: [Coordinate]) -> [Int] {
        var turn = 0
        var turns = [0]
        for (index, (from, to)) in zip(positions, positions.dropFirst()).enumerated() {
            if isShortcut(positions, index) { turn += to.longitude < from.longitude ? 1 : -1 }
            turns.append(turn)
        }
        return turns
    }

    /// Whether the edge behind the position at `index` crosses the antimeridian.
    private static func isShortcut(_ positions: [Coordinate], _ index: Int) -> Bool {
        let (from, to) = (positions[index], positions[index + 1])
        let width = abs(to.longitude - from.longitude)
        guard width > 180 else { return false }
        return width < 360
    }
}

import GeocliText
import TestSupport
import Testing

@testable import GeocliGeo

/// A collision pass over parts of a map, in several rounds, gives the same result as one pass over the whole map.
@Suite struct CollisionTileTests {
    /// All kinds of markers of a pass, except windows: batch jobs leave out inactive markers.
    private static let clouds: [CollisionCloud] = [
        CollisionCloud(count: 300), CollisionCloud(count: 200, mixedSizes: true),
        CollisionCloud(count: 200, forced: true),
        CollisionCloud(count: 200, zIndexes: true, unflagged: true),
        CollisionCloud(
            count: 250, mixedSizes: true, forced: true, zIndexes: true, unflagged: true, windows: true),
    ]

    @Test(arguments: clouds.indices, [UInt64(1), 2, 3])
    func partsDecideWhatTheWholeDoes(cloud: Int, seed: UInt64) throws {
        let markers = Self.clouds[cloud].markers(seed: seed)
        var options = CollisionOptions()
        options.paddingPoints = seed == 2 ? 3 : 0
        options.tileSize = seed == 3 ? .points256 : .points512
        let pass = try CollisionPass(markers, options: options)
        for zoom in [1, 4, 6, 9, 13, 17] {
            // Icons of this test may be wider than half a small world.
            guard let whole = try? pass.snapshot(zoom: Double(zoom)) else { continue }
            let parts = Parts(markers: markers, options: options, zoom: zoom, pointsBits: 8)
            let (hiders, rounds) = try parts.hiders()
            for index in markers.indices {
                #expect(
                    hiders[index] == whole.hider(of: index),
                    "cloud \(cloud), seed \(seed), zoom \(zoom), marker \(index), \(rounds) rounds")
            }
        }
    }

    @Test func aPartWithoutAllNeighborsShowsNobody() throws {
        var tile = try CollisionTile(zoom: 5, options: CollisionOptions())
        let here = PlanePoint(Coordinate(uncheckedLongitude: 127, latitude: 37))
        try tile.add(Marker(id: .integer(1), coordinate: Self.anywhere), at: here, role: .partial, isVisible: false)
        #expect(try tile.decisions() == [])
        try tile.add(Marker(id: .integer(0), coordinate: Self.anywhere), at: here, role: .neighbor, isVisible: true)
        #expect(try tile.decisions() == [CollisionTile.Decision(index: 0, hider: 1)])
    }

    @Test func whatMayBeVisibleElsewhereLeavesItsNeighborsInDoubt() throws {
        var tile = try CollisionTile(zoom: 5, options: CollisionOptions())
        let here = PlanePoint(Coordinate(uncheckedLongitude: 127, latitude: 37))
        try tile.add(Marker(id: .integer(1), coordinate: Self.anywhere), at: here, role: .neighbor, isVisible: false)
        try tile.add(Marker(id: .integer(2), coordinate: Self.anywhere), at: here, role: .own, isVisible: false)
        #expect(try tile.decisions() == [])
    }

    @Test func twoVisibleOnesThatCollideAreRefused() throws {
        var tile = try CollisionTile(zoom: 5, options: CollisionOptions())
        let here = PlanePoint(Coordinate(uncheckedLongitude: 127, latitude: 37))
        try tile.add(Marker(id: .integer(1), coordinate: Self.anywhere), at: here, role: .neighbor, isVisible: true)
        try tile.add(Marker(id: .integer(2), coordinate: Self.anywhere), at: here, role: .own, isVisible: true)
        let error = #expect(throws: GeoError.self) { try tile.decisions() }
        #expect(error?.words.en.contains("marker 1 of this part is listed as visible, but marker 0 hides it") == true)
    }

    private static let anywhere = Coordinate(uncheckedLongitude: 0, latitude: 0)
}

/// Markers in square parts of 2^`pointsBits` pt.
private struct Parts {
    let markers: [Marker]
    let options: CollisionOptions
    let zoom: Int
    let pointsBits: Int

    /// The hider of each marker (itself if it is visible, nil if it is not active), and the number of rounds.
    func hiders() throws -> ([Int?], Int) {
        let active = markers.indices.filter { index in
            markers[index].minZoom ?? 0 <= Double(zoom) && Double(zoom) <= markers[index].maxZoom ?? 22
        }
        var hiders = [Int?](repeating: nil, count: markers.count)
        let members = members(of: active)
        var rounds = 0
        while active.contains(where: { hiders[$0] == nil }) {
            let before = active.count { hiders[$0] != nil }
            for (tile, index) in try decide(members, hiders) { hiders[tile] = index }
            rounds += 1
            try #require(active.count { hiders[$0] != nil } > before, "a round decides something")
        }
        // After all decisions, each hidden marker gets the first of the markers that hide it.
        for (index, hider) in try decide(members, hiders.enumerated().map { $0.element == $0.offset ? $0.offset : nil })
        {
            #expect(hider != index && hiders[index] != index)
            hiders[index] = hider
        }
        return (hiders, rounds)
    }

    /// One round: the decisions of each part.
    private func decide(_ parts: [[(index: Int, isOwn: Bool)]], _ known: [Int?]) throws -> [(Int, Int)] {
        var decided: [(Int, Int)] = []
        for part in parts {
            var tile = try CollisionTile(zoom: zoom, options: options)
            let here = part.filter { known[$0.index] == nil || known[$0.index] == $0.index }
            for (index, isOwn) in here {
                try tile.add(
                    markers[index], at: PlanePoint(markers[index].coordinate), role: isOwn ? .own : .neighbor,
                    isVisible: known[index] == index)
            }
            decided += try tile.decisions().map { (here[$0.index].index, here[$0.hider].index) }
        }
        return decided
    }

    /// For each part its own markers and those within reach of its border.
    private func members(of active: [Int]) -> [[(index: Int, isOwn: Bool)]] {
        let level = zoom + (options.tileSize == .points512 ? 1 : 0)
        let side = min(Int64(1) << Int64(32 - level + pointsBits), CollisionPlane.side)
        let boxes = markers.map { CollisionBox(of: $0, padding: options.paddingPoints) }
        let reach = boxes.map { max($0.left, $0.right, $0.top, $0.bottom) }.max() ?? 0
        let halo = min(2 * reach << Int64(CollisionPlane.shift(level: level)), CollisionPlane.side)
        let groups = Dictionary(grouping: active) { index in
            let point = PlanePoint(markers[index].coordinate)
            return [point.x / side, min(point.y, CollisionPlane.side - 1) / side]
        }
        return groups.values.map { part(own: $0, active, side: side, halo: halo) }
    }

    private func part(own: [Int], _ active: [Int], side: Int64, halo: Int64) -> [(index: Int, isOwn: Bool)] {
        let first = PlanePoint(markers[own[0]].coordinate)
        let west = first.x / side * side
        let north = min(first.y, CollisionPlane.side - 1) / side * side
        let owners = Set(own)
        return active.compactMap { index in
            if owners.contains(index) { return (index, true) }
            let point = PlanePoint(markers[index].coordinate)
            let isNear = [-CollisionPlane.side, 0, CollisionPlane.side].contains { turn in
                (west - halo...west + side + halo).contains(point.x + turn)
            }
            return isNear && (north - halo...north + side + halo).contains(point.y) ? (index, false) : nil
        }
    }
}

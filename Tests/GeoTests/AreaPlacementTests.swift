import TestSupport
import Testing

@testable import GeocliGeo

/// The areas mode: a marker holds only markers of its own area.
@Suite struct AreaPlacementTests {
    private static let seeds: [UInt64] = [201, 202, 203, 204]

    private func options(
        _ tileSize: CollisionOptions.TileSize = .points256, padding: Double = 0
    ) -> CollisionOptions {
        var options = CollisionOptions()
        (options.mode, options.tileSize, options.paddingPoints) = (.areas, tileSize, padding)
        return options
    }

    /// Markers of five areas and of none: some areas are small, some reach around the world, some have one marker.
    private func markers(seed: UInt64, count: Int = 160) -> [Marker] {
        var random = SeededGenerator(seed: seed)
        var cloud = CollisionCloud()
        cloud.count = count
        return cloud.markers(seed: seed).enumerated().map { number, one in
            var marker = one
            let area = Int.random(in: 0..<6, using: &random)
            marker.area = area == 5 ? nil : "구\(area)"
            if area < 3 {
                marker.coordinate = Coordinate(
                    uncheckedLongitude: 126.9 + Double(area) / 20 + Double.random(in: -0.03...0.03, using: &random),
                    latitude: 37.5 + Double.random(in: -0.03...0.03, using: &random))
            }
            if number == 0 { marker.area = "alone" }
            // One in nine is in another outline than most of its area.
            marker.part = number % 9 == 4 ? "구\(number % 4)" : marker.area
            return marker
        }
    }

    @Test(arguments: seeds, CollisionOptions.TileSize.allCases)
    func bruteForceAgreesAtAllZooms(seed: UInt64, tileSize: CollisionOptions.TileSize) throws {
        for padding in [0, 3.3] {
            let (markers, options) = (markers(seed: seed), options(tileSize, padding: padding))
            let pass = try CollisionPass(markers, options: options)
            let expected = AreaOracle(markers: markers, options: options).owners()
            for zoom in 0...22 {
                let snapshot = try pass.snapshot(zoom: Double(zoom))
                let owners = markers.indices.map { snapshot.hider(of: $0) }
                #expect(owners == expected[zoom + options.levelOffset], "seed \(seed), zoom \(zoom)")
            }
        }
    }

    @Test(arguments: seeds) func noMarkerHoldsAMarkerOfAnotherArea(seed: UInt64) throws {
        let markers = markers(seed: seed)
        let pass = try CollisionPass(markers, options: options())
        var below: Set<Int> = []
        var isSplit = false
        defer { #expect(isSplit, "no whole area has several parts") }
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            let visible = Set(snapshot.visible)
            for index in markers.indices {
                let owner = try #require(snapshot.hider(of: index))
                #expect(markers[owner].area == markers[index].area && visible.contains(owner))
                isSplit = isSplit || markers[owner].part != markers[index].part
            }
            #expect(snapshot.visible.map { snapshot.pointCount(of: $0) }.reduce(0, +) == markers.count)
            #expect(below.isSubset(of: visible), "zoom \(zoom)")
            below = visible
        }
    }

    @Test(arguments: seeds) func onlyHeadsOverlap(seed: UInt64) throws {
        let (markers, options) = (markers(seed: seed), options())
        let pass = try CollisionPass(markers, options: options)
        let oracle = CollisionOracle(markers: markers, options: options)
        let heads = Set(AreaOracle(markers: markers, options: options).partHeads.values)
        for zoom in 0...22 {
            let others = try pass.snapshot(zoom: Double(zoom)).visible
            let boxes = markers.indices.map { oracle.box($0, zoom: zoom) }
            for one in others where !heads.contains(one) {
                #expect(!others.contains { $0 != one && oracle.collide(boxes[one], boxes[$0]) }, "zoom \(zoom)")
            }
        }
    }

    @Test func theOrderOfTheInputAndTheTileSizeChangeNothing() throws {
        let markers = markers(seed: 205)
        let pass = try CollisionPass(markers, options: options())
        let reversed = try CollisionPass(Array(markers.reversed()), options: options(.points512))
        for zoom in 0...21 {
            let (one, other) = (try pass.snapshot(zoom: Double(zoom + 1)), try reversed.snapshot(zoom: Double(zoom)))
            for index in markers.indices {
                let owner = other.hider(of: markers.count - 1 - index).map { markers.count - 1 - $0 }
                #expect(one.hider(of: index) == owner, "zoom \(zoom)")
            }
        }
    }

    @Test(arguments: CollisionOptions.TileSize.allCases)
    func levelsAndExpansionZoomsAreThoseOfTheSnapshots(tileSize: CollisionOptions.TileSize) throws {
        let markers = markers(seed: 206)
        var options = options(tileSize)
        options.maximumZoom = 19
        let pass = try CollisionPass(markers, options: options)
        var snapshots: [CollisionSnapshot] = []
        try pass.forEachSnapshot(zooms: 0...19) { snapshots.append($0) }
        var progress: [Int] = []
        let levels = try pass.allZooms { progress.append($0) }
        #expect(progress == Array(0...19))
        for index in markers.indices {
            let first = snapshots.first { $0.isVisible(index) }?.wholeZoom
            #expect(levels.minZoom(of: index) == first ?? 19)
            #expect(levels.isColocated(index) == (first == nil))
        }
        for snapshot in snapshots {
            #expect(try snapshot == pass.snapshot(zoom: snapshot.zoom))
            for (index, found) in zip(snapshot.visible, pass.expansionZooms(of: snapshot)) {
                let expected = snapshots.first { above in
                    above.wholeZoom > snapshot.wholeZoom && snapshot.members(of: index).contains { above.isVisible($0) }
                }
                #expect(found == expected?.wholeZoom, "zoom \(snapshot.zoom), marker \(index)")
            }
        }
    }

    @Test func markersThatDoNotLookAlikeAreRefused() {
        for change in [{ $0.width = 22 }, { $0.force = true }, { $0.hides = false }, { $0.minZoom = 4 }]
            as [(inout Marker) -> Void]
        {
            var markers = markers(seed: 207, count: 3)
            change(&markers[1])
            let error = #expect(throws: GeoError.self) { try CollisionPass(markers, options: options()) }
            #expect(
                error.map { "\($0)" } == "in the areas mode, all markers need the same icon, without force, hides and "
                    + "zoom limits; use the mode stable")
        }
    }
}

/// The areas mode in O(n²), from its definition in docs/design/collision.md.
private struct AreaOracle {
    let markers: [Marker]
    let options: CollisionOptions

    private var oracle: CollisionOracle {
        var usual = options
        // At zoom z of 256 pt tiles, z is the level.
        usual.tileSize = .points256
        return CollisionOracle(markers: markers, options: usual)
    }

    private var members: [String?: [Int]] { Dictionary(grouping: markers.indices) { markers[$0].area } }

    /// The members of each part, by area and part.
    private var parts: [[String?]: [Int]] {
        Dictionary(grouping: markers.indices) { [markers[$0].area, markers[$0].part] }
    }

    /// The head of the largest part of each area; of several, the head that ranks first.
    private var heads: [String?: Int] {
        let (order, parts) = (oracle.ranked(), parts)
        let sorted = partHeads.sorted { order.firstIndex(of: $0.value) ?? 0 < order.firstIndex(of: $1.value) ?? 0 }
        return members.keys.reduce(into: [:]) { heads, area in
            let own = sorted.filter { $0.key[0] == area }
            let most = own.compactMap { parts[$0.key]?.count }.max()
            heads[area] = own.first { parts[$0.key]?.count == most }?.value
        }
    }

    /// The member of each part nearest to its median X and median Y; the first by rank if several are.
    var partHeads: [[String?]: Int] {
        let order = oracle.ranked()
        return parts.mapValues { ones in
            let points = ones.map { oracle.point($0) }
            let x = points.map(\.x).sorted()[(ones.count - 1) / 2]
            let y = points.map(\.y).sorted()[(ones.count - 1) / 2]
            func distance(_ one: Int) -> Int64 { abs(oracle.point(one).x - x) + abs(oracle.point(one).y - y) }
            let least = ones.map(distance).min() ?? 0
            return order.first { ones.contains($0) && distance($0) == least } ?? 0
        }
    }

    private func isWhole(_ ones: [Int], _ size: (width: Int64, height: Int64)) -> Bool {
        let cut = ones.count / 10
        func extent(_ values: [Int64]) -> Int64 { values.sorted()[ones.count - 1 - cut] - values.sorted()[cut] }
        let (width, height) = (extent(ones.map { oracle.point($0).x }), extent(ones.map { oracle.point($0).y }))
        let icons: Int64 = ones.count < 8 ? 1 : 3
        return width < icons * size.width && height < icons * size.height
            || width < size.width && height < size.height
    }

    /// For each level from 0 on, the owner of each marker.
    func owners() -> [[Int?]] {
        let (order, members, heads, partHeads) = (oracle.ranked(), members, heads, partHeads)
        let partHead = markers.map { partHeads[[$0.area, $0.part]] }
        var owners = partHead
        var visible = order.filter(Set(heads.values).contains)
        return (0...23).map { level in
            let boxes = markers.indices.map { oracle.box($0, zoom: level) }
            guard let box = boxes.first else { return [] }
            let size = (box.east - box.west, box.south - box.north)
            let whole = members.mapValues { isWhole($0, size) }
            let carried = order.filter(Set(visible).contains)
            let isFree = { (one: Int) in whole[markers[one].area] == false && !carried.contains(one) }
            visible = carried + Set(partHead.compactMap(\.self)).filter(isFree)
            for one in order where isFree(one) && !visible.contains(one) {
                if !visible.contains(where: { oracle.collide(boxes[$0], boxes[one]) }) { visible.append(one) }
            }
            // The carried markers come first, heads among them, then the new ones; each group by rank.
            let new = Set(visible).subtracting(carried)
            let placed = carried + order.filter(new.contains)
            for one in markers.indices {
                if placed.contains(one) {
                    owners[one] = one
                } else if whole[markers[one].area] == true {
                    owners[one] = heads[markers[one].area]
                } else if let found = placed.first(where: {
                    partHead[$0] == partHead[one] && oracle.collide(boxes[$0], boxes[one])
                }) {
                    owners[one] = found
                } else if owners[one] == heads[markers[one].area] {
                    // The area was whole at the level below.
                    owners[one] = partHead[one]
                }
            }
            return owners
        }
    }
}

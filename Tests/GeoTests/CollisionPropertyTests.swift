import TestSupport
import Testing

@testable import GeocliGeo

/// The list "Properties that must hold" of docs/design/collision.md, one test per property. Equality with the brute force
/// is in `CollisionOracleTests`.
@Suite struct CollisionPropertyTests {
    static let seeds: [UInt64] = [101, 102, 103]
    /// The modes in which any marker may hide any other; `AreaPlacementTests` has the areas mode.
    static let modes: [CollisionOptions.Mode] = [.faithful, .stable]

    /// A pass with defaults except for the mode and the tile size.
    private func pass(
        _ markers: [Marker], _ mode: CollisionOptions.Mode, tileSize: CollisionOptions.TileSize = .points512
    ) throws -> CollisionPass {
        var options = CollisionOptions()
        options.mode = mode
        options.tileSize = tileSize
        return try CollisionPass(markers, options: options)
    }

    /// The hider of each marker, by id, without inactive markers.
    private func hiders(_ snapshot: CollisionSnapshot, of markers: [Marker]) -> [MarkerID: MarkerID] {
        var hiders: [MarkerID: MarkerID] = [:]
        for index in markers.indices { hiders[markers[index].id] = snapshot.hider(of: index).map { markers[$0].id } }
        return hiders
    }

    @Test(arguments: seeds, modes)
    func noTwoVisibleUnforcedFlaggedIconsCollide(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        let pass = try pass(markers, mode)
        let oracle = CollisionOracle(markers: markers, options: pass.options)
        for zoom in stride(from: 0, through: 22, by: 2) {
            let shown = try pass.snapshot(zoom: Double(zoom)).visible
                .filter { !markers[$0].force && markers[$0].hides }
                .map { oracle.box($0, zoom: zoom) }
            for (index, box) in shown.enumerated() {
                let meets = shown.dropFirst(index + 1).contains { oracle.collide(box, $0) }
                #expect(!meets, "seed \(seed), zoom \(zoom)")
            }
        }
    }

    @Test(arguments: seeds, modes)
    func everyHiddenMarkerCollidesWithItsVisibleHider(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        let pass = try pass(markers, mode)
        let oracle = CollisionOracle(markers: markers, options: pass.options)
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            for index in markers.indices {
                guard let hider = snapshot.hider(of: index), hider != index else { continue }
                #expect(snapshot.isVisible(hider) && markers[hider].hides, "seed \(seed), zoom \(zoom)")
                let collides = oracle.collide(oracle.box(index, zoom: zoom), oracle.box(hider, zoom: zoom))
                #expect(collides, "seed \(seed), zoom \(zoom)")
            }
        }
    }

    @Test(arguments: seeds, modes)
    func countsSumToTheActiveMarkers(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        let pass = try pass(markers, mode)
        let oracle = CollisionOracle(markers: markers, options: pass.options)
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            let active = markers.indices.filter { oracle.isActive($0, zoom: zoom) }
            let sum = snapshot.visible.reduce(0) { $0 + snapshot.pointCount(of: $1) }
            #expect(sum == active.count, "seed \(seed), zoom \(zoom)")
            let listed = snapshot.visible + snapshot.visible.flatMap { snapshot.members(of: $0) }
            #expect(listed.sorted() == active, "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds, modes)
    func forcedMarkersAreAlwaysVisible(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud(forced: true, zIndexes: true).markers(seed: seed)
        let pass = try pass(markers, mode)
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            let allShown = markers.indices.allSatisfy { !markers[$0].force || snapshot.isVisible($0) }
            #expect(allShown, "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds, modes)
    func inputOrderChangesNothing(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        var random = SeededGenerator(seed: seed)
        let shuffled = markers.shuffled(using: &random)
        let (pass, other) = (try pass(markers, mode), try pass(shuffled, mode))
        for zoom in 0...22 {
            let (left, right) = (try pass.snapshot(zoom: Double(zoom)), try other.snapshot(zoom: Double(zoom)))
            #expect(hiders(left, of: markers) == hiders(right, of: shuffled), "seed \(seed), zoom \(zoom)")
            #expect(left.visible.map { markers[$0].id } == right.visible.map { shuffled[$0].id }, "seed \(seed)")
        }
    }

    @Test(arguments: seeds, modes)
    func tileSize256OneZoomHigherEquals512(seed: UInt64, mode: CollisionOptions.Mode) throws {
        var cloud = CollisionCloud.motley
        cloud.windows = false
        let markers = cloud.markers(seed: seed)
        let (narrow, wide) = (try pass(markers, mode, tileSize: .points256), try pass(markers, mode))
        for zoom in 0..<22 {
            let (left, right) = (try narrow.snapshot(zoom: Double(zoom + 1)), try wide.snapshot(zoom: Double(zoom)))
            #expect(left.outcome == right.outcome, "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds, modes)
    func removingTheHiddenMarkersChangesNothing(seed: UInt64, mode: CollisionOptions.Mode) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        let whole = try pass(markers, mode)
        for zoom in 0...22 {
            let snapshot = try whole.snapshot(zoom: Double(zoom))
            // Markers that are inactive at this zoom are kept, because in the stable mode they affected lower zooms.
            let kept = markers.indices.filter { snapshot.hider(of: $0) == $0 || snapshot.hider(of: $0) == nil }
            let left = kept.map { markers[$0] }
            let again = try pass(left, mode).snapshot(zoom: Double(zoom))
            let (before, after) = (snapshot.visible.map { markers[$0].id }, again.visible.map { left[$0].id })
            #expect(before == after, "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds)
    func doublingAllSizesOneZoomHigherEqualsTheZoomBelow(seed: UInt64) throws {
        let markers = CollisionCloud(forced: true, zIndexes: true, unflagged: true).markers(seed: seed)
        let doubled = markers.map { marker in
            var marker = marker
            marker.width *= 2
            marker.height *= 2
            return marker
        }
        let (single, double) = (try pass(markers, .faithful), try pass(doubled, .faithful))
        for zoom in 0..<22 {
            let (left, right) = (try single.snapshot(zoom: Double(zoom)), try double.snapshot(zoom: Double(zoom + 1)))
            #expect(left.outcome == right.outcome, "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds)
    func aNewMarkerOfLowestRankChangesNoOther(seed: UInt64) throws {
        let markers = CollisionCloud.motley.markers(seed: seed)
        var newcomer = Marker(id: .integer(-1), coordinate: markers[7].coordinate)
        newcomer.globalZIndex = Int.min
        let (before, after) = (try pass(markers, .faithful), try pass(markers + [newcomer], .faithful))
        for zoom in 0...22 {
            let (left, right) = (try before.snapshot(zoom: Double(zoom)), try after.snapshot(zoom: Double(zoom)))
            #expect(left.outcome.hiders == right.outcome.hiders.dropLast(), "seed \(seed), zoom \(zoom)")
        }
    }

    @Test(arguments: seeds, modes)
    func theSeamBehavesLikeAnyPlace(seed: UInt64, mode: CollisionOptions.Mode) throws {
        var random = SeededGenerator(seed: seed)
        // Steps of 360 / 2^20 degrees are whole units on the plane, so a rotation of the world needs no rounding.
        let places = (0..<150).map { _ in
            (
                step: Int.random(in: -20_000...20_000, using: &random),
                latitude: Double.random(in: -9...9, using: &random)
            )
        }
        func outcomes(turnedBy turn: Int) throws -> [CollisionOracle.Outcome] {
            let markers = places.enumerated().map { number, place in
                var step = place.step + turn
                if step >= 1 << 19 { step -= 1 << 20 }
                let longitude = Double(step) * 360 / Double(1 << 20)
                let coordinate = Coordinate(uncheckedLongitude: longitude, latitude: place.latitude)
                return Marker(id: .integer(Int64(number)), coordinate: coordinate)
            }
            let pass = try pass(markers, mode)
            return try (0...22).map { try pass.snapshot(zoom: Double($0)).outcome }
        }
        let inland = try outcomes(turnedBy: 0)
        #expect(try outcomes(turnedBy: 1 << 19) == inland, "seed \(seed)")
        #expect(try outcomes(turnedBy: 1 << 19 | 12_345) == inland, "seed \(seed)")
    }

    @Test(arguments: modes)
    func polesClamp(mode: CollisionOptions.Mode) throws {
        func snapshot(_ latitudes: [Double]) throws -> [CollisionOracle.Outcome] {
            let markers = latitudes.enumerated().map { number, latitude in
                Marker(
                    id: .integer(Int64(number)),
                    coordinate: Coordinate(uncheckedLongitude: Double(number % 2), latitude: latitude))
            }
            let pass = try pass(markers, mode)
            return try (0...22).map { try pass.snapshot(zoom: Double($0)).outcome }
        }
        let edge = WebMercator.maximumLatitude
        #expect(try snapshot([90, 90, -90, -90, 86]) == snapshot([edge, edge, -edge, -edge, edge]))
    }

    @Test(arguments: modes)
    func touchingDoesNotCollide(mode: CollisionOptions.Mode) throws {
        for zoom in 0...22 {
            // 40 pt of a world 512 pt wide at zoom 0 are 28.125°, and one unit of the plane is 360 / 2^40 of them.
            let touching = 28.125 / Double(1 << zoom)
            let unit = 360 / Double(1 << 40)
            for west in [0.0, 180 - touching / 2, -180, 180 - touching] {
                for (gap, count) in [(touching, 2), (touching - unit, 1)] {
                    let east = west + gap > 180 ? west + gap - 360 : west + gap
                    let markers = [west, east].enumerated().map { number, longitude in
                        Marker(
                            id: .integer(Int64(number)),
                            coordinate: Coordinate(uncheckedLongitude: longitude, latitude: 10))
                    }
                    let visible = try pass(markers, mode).snapshot(zoom: Double(zoom)).visible
                    #expect(visible.count == count, "zoom \(zoom), west \(west), gap \(gap)")
                }
            }
        }
    }

    @Test(arguments: modes)
    func markersOnOnePointNeverSeparate(mode: CollisionOptions.Mode) throws {
        let here = Coordinate(uncheckedLongitude: 126.9236, latitude: 37.5563)
        let markers = (0..<9).map { Marker(id: .integer(8 - $0), coordinate: here) }
        let pass = try pass(markers, mode)
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            #expect(snapshot.visible == [8])
            #expect(Array(snapshot.members(of: 8)) == [7, 6, 5, 4, 3, 2, 1, 0])
            #expect(pass.expansionZooms(of: snapshot) == [nil])
        }
        let levels = try pass.allZooms()
        #expect((0..<9).map { levels.minZoom(of: $0) } == [Int?](repeating: 22, count: 8) + [0])
        #expect((0..<9).map { levels.isColocated($0) } == [Bool](repeating: true, count: 8) + [false])
    }

    @Test(arguments: seeds)
    func stableMarkersStayVisibleAboveAndMinimumZoomSaysItAll(seed: UInt64) throws {
        var cloud = CollisionCloud.motley
        cloud.windows = false
        let markers = cloud.markers(seed: seed)
        let pass = try pass(markers, .stable)
        let levels = try pass.allZooms()
        var below: Set<Int> = []
        for zoom in 0...22 {
            let visible = Set(try pass.snapshot(zoom: Double(zoom)).visible)
            #expect(visible.isSuperset(of: below), "seed \(seed), zoom \(zoom)")
            let said = markers.indices.filter { index in
                !levels.isColocated(index) && levels.minZoom(of: index).map { $0 <= zoom } ?? false
            }
            #expect(visible == Set(said), "seed \(seed), zoom \(zoom)")
            below = visible
        }
    }
}

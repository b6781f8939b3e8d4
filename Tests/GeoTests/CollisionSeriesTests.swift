import TestSupport
import Testing

@testable import GeocliGeo

/// Several zooms of one pass, and passes with more markers than a word or a group of the search can hold.
@Suite struct CollisionSeriesTests {
    private func snapshots(_ pass: CollisionPass, _ zooms: ClosedRange<Int>) throws -> [CollisionSnapshot] {
        var snapshots: [CollisionSnapshot] = []
        try pass.forEachSnapshot(zooms: zooms) { snapshots.append($0) }
        return snapshots
    }

    @Test(arguments: CollisionOracleTests.allOptions)
    func everyZoomOfARangeIsWhatBruteForceSays(options: CollisionOptions) throws {
        for (number, cloud) in CollisionOracleTests.clouds.enumerated() {
            let markers = cloud.markers(seed: 50)
            let oracle = CollisionOracle(markers: markers, options: options).outcomes()
            let pass = try CollisionPass(markers, options: options)
            for zooms in [0...22, 4...9, 13...13, 22...22] {
                let found = try snapshots(pass, zooms)
                #expect(found.map(\.wholeZoom) == Array(zooms))
                for snapshot in found {
                    let expected = oracle[snapshot.wholeZoom]
                    #expect(snapshot.outcome == expected, "cloud \(number), zooms \(zooms), \(snapshot.zoom)")
                }
            }
        }
    }

    @Test(arguments: CollisionPropertyTests.modes)
    func everyZoomOfARangeIsItsOwnSnapshot(mode: CollisionOptions.Mode) throws {
        // A snapshot also has members and counts, which the brute force does not compute.
        var options = CollisionOptions()
        options.mode = mode
        var cloud = CollisionCloud.motley
        cloud.count = 300
        let pass = try CollisionPass(cloud.markers(seed: 51), options: options)
        for snapshot in try snapshots(pass, 0...22) {
            #expect(try snapshot == pass.snapshot(zoom: snapshot.zoom), "zoom \(snapshot.zoom)")
        }
    }

    @Test(arguments: CollisionPropertyTests.modes, [false, true])
    func bruteForceAgreesOnACrowdOfOneSize(mode: CollisionOptions.Mode, isForced: Bool) throws {
        var random = SeededGenerator(seed: 52)
        // Markers at the seam, half of them on a few points; every third of the crowded ones is forced.
        let markers = (0..<600).map { number in
            let isClose = number % 2 == 0
            let spread = isClose ? 0.0004 : Double.random(in: 0...3, using: &random)
            let turn =
                isClose ? Double(Int.random(in: -9...9, using: &random)) / 9 : .random(in: -1...1, using: &random)
            let longitude = 179.9 + spread * turn
            let latitude = 60 + spread * Double.random(in: -1...1, using: &random)
            var marker = Marker(
                id: .integer(Int64(number)),
                coordinate: Coordinate(
                    uncheckedLongitude: longitude > 180 ? longitude - 360 : longitude, latitude: latitude))
            marker.force = isForced && number % 6 == 0
            return marker
        }
        var options = CollisionOptions()
        options.mode = mode
        let oracle = CollisionOracle(markers: markers, options: options).outcomes(through: 19)
        for snapshot in try snapshots(try CollisionPass(markers, options: options), 0...19) {
            #expect(snapshot.outcome == oracle[snapshot.wholeZoom], "seed 52, zoom \(snapshot.zoom)")
        }
    }

    @Test(arguments: CollisionPropertyTests.modes, CollisionOptions.Attribution.allCases)
    func copiesThatNeverMeetAreAllPlacedAlike(
        mode: CollisionOptions.Mode, attribution: CollisionOptions.Attribution
    ) throws {
        // 128 copies of a town around the world. They are 2.8 degrees apart, which is 256 pt at zoom 6, where all of
        // them open. Steps of 360 / 2^20 degrees are whole units on the plane.
        let (copies, size) = (128, 70)
        var random = SeededGenerator(seed: 53)
        let town = (0..<size).map { _ in
            let step = Int.random(in: 0..<(random.oneIn(2) ? 1000 : 60), using: &random)
            return (step: step, latitude: Double.random(in: 0...0.3, using: &random), force: random.oneIn(9))
        }
        let markers = (0..<copies).flatMap { copy in
            town.enumerated().map { number, place in
                let longitude = Double(place.step + copy << 13) * 360 / Double(1 << 20) - 180
                var marker = Marker(
                    id: .integer(Int64(copy * size + number)),
                    coordinate: Coordinate(uncheckedLongitude: longitude, latitude: place.latitude))
                (marker.force, marker.height) = (place.force, 70)
                // Markers without a window become final. In the stable mode they get a window, because effects between
                // towns at lower zooms would remain.
                if mode == .stable { marker.minZoom = 6 }
                return marker
            }
        }
        var options = CollisionOptions()
        (options.mode, options.attribution) = (mode, attribution)
        let oracle = CollisionOracle(markers: Array(markers[..<size]), options: options).outcomes()
        let pass = try CollisionPass(markers, options: options)
        for snapshot in try snapshots(pass, 6...22) {
            let expected = try #require(oracle[snapshot.wholeZoom]).hiders
            for copy in 0..<copies {
                let found = (0..<size).map { snapshot.hider(of: copy * size + $0).map { $0 - copy * size } }
                #expect(found == expected, "seed 53, zoom \(snapshot.zoom), copy \(copy)")
            }
        }
    }

    @Test func aRangeThatIsRefusedGivesNoSnapshot() throws {
        let marker = Marker(id: .integer(1), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        var wide = marker
        wide.width = 400
        wide.id = .integer(2)
        let pass = try CollisionPass([marker, wide], options: CollisionOptions())
        for (zooms, sentence) in [
            (-1...3, "zoom -1 is not between 0 and 22"), (20...23, "zoom 23 is not between 0 and 22"),
            (
                0...3,
                "marker 2: width 400.0 pt is more than half the world at zoom 0, which is 512.0 pt wide; "
                    + "use a higher zoom or a smaller icon"
            ),
        ] {
            var count = 0
            let error = #expect(throws: GeoError.self) { try pass.forEachSnapshot(zooms: zooms) { _ in count += 1 } }
            #expect(error.map { "\($0)" } == sentence && count == 0)
        }
        #expect(try snapshots(pass, 1...3).map(\.visible.count) == [1, 1, 1])
    }

    @Test func whatTheBodyThrowsEndsTheSeries() throws {
        let marker = Marker(id: .integer(1), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        let pass = try CollisionPass([marker], options: CollisionOptions())
        var zooms: [Int] = []
        #expect(throws: GeoError.self) {
            try pass.forEachSnapshot(zooms: 0...22) { (snapshot) throws(GeoError) in
                zooms.append(snapshot.wholeZoom)
                if snapshot.wholeZoom == 2 { throw GeoError(.zoom, en: "enough", ko: "그만") }
            }
        }
        #expect(zooms == [0, 1, 2])
    }

    @Test func progressIsToldOfEachZoom() throws {
        let marker = Marker(id: .integer(1), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
        var options = CollisionOptions()
        options.maximumZoom = 5
        var zooms: [Int] = []
        _ = try CollisionPass([marker], options: options).allZooms { zooms.append($0) }
        #expect(zooms == [0, 1, 2, 3, 4, 5])
    }

    @Test(arguments: [1, 2, 63, 64, 65, 5000])
    func radixSortIsStableOverAllBits(count: Int) {
        var random = SeededGenerator(seed: 54)
        let wide = (0..<count).map { _ in UInt64.random(in: 0...(.max), using: &random) }
        let narrow = (0..<count).map { _ in UInt64.random(in: 0...3, using: &random) << 43 }
        for keys in [wide, narrow] {
            var order = (0..<Int32(count)).map { $0 }
            RadixSort.sort(&order) { keys[Int($0)] }
            let numbers = (0..<Int32(count)).map { $0 }
            let stable = numbers.sorted { (a: Int32, b: Int32) -> Bool in
                keys[Int(a)] == keys[Int(b)] ? a < b : keys[Int(a)] < keys[Int(b)]
            }
            #expect(order == stable, "seed 54")
        }
    }

    @Test func idsAscendAsNumbersThenAsTexts() {
        let numbers: [MarkerID] = [.integer(3), .integer(.min), .integer(-1), .integer(.max), .integer(0)]
        #expect(MarkerID.ascending(numbers) == [1, 2, 4, 0, 3])
        #expect(MarkerID.ascending(numbers + [.text("1")]) == [2, 1, 4, 5, 0, 3])
        #expect(MarkerID.ascending([.text("b"), .text("a"), .text("b")]) == [1, 0, 2])
    }
}

import Testing

@testable import GeocliGeo

@Suite struct CollisionEdgeTests {
    private func marker(_ id: Int64, _ longitude: Double, _ latitude: Double = 0) -> Marker {
        Marker(id: .integer(id), coordinate: Coordinate(uncheckedLongitude: longitude, latitude: latitude))
    }

    private func options(_ mode: CollisionOptions.Mode = .faithful) -> CollisionOptions {
        var options = CollisionOptions()
        options.mode = mode
        return options
    }

    /// The English sentence of an error.
    private func sentence(_ error: GeoError?) -> String? { error.map { "\($0)" } }

    /// Degrees of longitude per pt at a zoom of 512 pt tiles.
    private func degrees(points: Double, zoom: Int) -> Double { points * 360 / 512 / Double(1 << zoom) }

    @Test(arguments: CollisionOptions.Mode.allCases)
    func noMarkersAreAnEmptySnapshot(mode: CollisionOptions.Mode) throws {
        let pass = try CollisionPass([], options: options(mode))
        let snapshot = try pass.snapshot(zoom: 3)
        #expect(snapshot.visible == [] && snapshot.count == 0)
        #expect(pass.expansionZooms(of: snapshot) == [])
        #expect(try pass.allZooms().count == 0)
    }

    @Test(arguments: CollisionOptions.Mode.allCases)
    func oneMarkerIsVisibleEverywhere(mode: CollisionOptions.Mode) throws {
        let pass = try CollisionPass([marker(5, 180, 90)], options: options(mode))
        for zoom in 0...22 {
            let snapshot = try pass.snapshot(zoom: Double(zoom))
            #expect(snapshot.visible == [0] && snapshot.pointCount(of: 0) == 1 && snapshot.members(of: 0).isEmpty)
        }
        #expect(try pass.allZooms().minZoom(of: 0) == 0)
    }

    /// The chain of the spec: A hides B at zoom 5; at zoom 6 only B and C collide.
    private var chain: [Marker] {
        let step = degrees(points: 25, zoom: 5)
        var markers = [marker(0, 0), marker(1, step), marker(2, step * 1.7)]
        for (index, zIndex) in [3, 2, 1].enumerated() { markers[index].zIndex = zIndex }
        return markers
    }

    @Test func faithfulModeHidesAboveWhatWasVisible() throws {
        let pass = try CollisionPass(chain, options: options())
        #expect(try pass.snapshot(zoom: 5).outcome.hiders == [0, 0, 2])
        #expect(try pass.snapshot(zoom: 6).outcome.hiders == [0, 1, 1])
    }

    @Test func stableModeKeepsWhatWasVisibleAndItHidesAHigherRank() throws {
        let pass = try CollisionPass(chain, options: options(.stable))
        #expect(try pass.snapshot(zoom: 5).outcome.hiders == [0, 0, 2])
        #expect(try pass.snapshot(zoom: 6).outcome.hiders == [0, 2, 2])
    }

    @Test func stableAttributionTakesCarriedMarkersFirst() throws {
        // Marker 2 is visible at zoom 5 and is carried to zoom 6. Marker 1 is forced, begins at zoom 6 and has a higher
        // rank. Both cover marker 0; the carried one is its hider.
        let point = degrees(points: 1, zoom: 6)
        var markers = [marker(0, 0), marker(1, point * -30), marker(2, point * 30), marker(3, point * -75)]
        for (index, zIndex) in [1, 3, 2, 0].enumerated() { markers[index].zIndex = zIndex }
        markers[1].minZoom = 6
        markers[1].force = true
        var stable = options(.stable)
        #expect(try CollisionPass(markers, options: stable).snapshot(zoom: 6).hider(of: 0) == 2)
        #expect(try CollisionPass(markers, options: options()).snapshot(zoom: 6).hider(of: 0) == 1)
        stable.attribution = .nearest
        #expect(try CollisionPass(markers, options: stable).snapshot(zoom: 6).hider(of: 0) == 2)
    }

    @Test func fractionalZoomsHaveTheSetOfTheZoomBelow() throws {
        let markers = CollisionCloud.motley.markers(seed: 41)
        let pass = try CollisionPass(markers, options: options())
        for zoom in [0, 7, 21] {
            let (whole, fractional) = (
                try pass.snapshot(zoom: Double(zoom)), try pass.snapshot(zoom: Double(zoom) + 0.99)
            )
            #expect(whole.outcome == fractional.outcome)
            #expect(fractional.wholeZoom == zoom)
            #expect(pass.expansionZooms(of: whole) == pass.expansionZooms(of: fractional))
        }
    }

    @Test func windowsAreInclusiveAndInactiveMarkersBlockNobody() throws {
        var markers = [marker(0, 0), marker(1, 0)]
        markers[0].zIndex = 1
        (markers[0].minZoom, markers[0].maxZoom) = (5, 7)
        let pass = try CollisionPass(markers, options: options())
        let hiders = try [4, 5, 7, 7.9, 8].map { try pass.snapshot(zoom: $0).outcome.hiders }
        #expect(hiders == [[nil, 1], [0, 0], [0, 0], [0, 0], [nil, 1]])
    }

    @Test func aClosedWindowLetsTheHiddenCompeteAnewInStableMode() throws {
        var markers = [marker(0, 0), marker(1, 0), marker(2, 0)]
        markers[0].maxZoom = 7
        let pass = try CollisionPass(markers, options: options(.stable))
        #expect(try pass.snapshot(zoom: 7).outcome.hiders == [0, 0, 0])
        #expect(try pass.snapshot(zoom: 8).outcome.hiders == [nil, 1, 1])
        let levels = try pass.allZooms()
        #expect((0..<3).map { levels.minZoom(of: $0) } == [0, 8, 22])
        #expect((0..<3).map { levels.isColocated($0) } == [false, false, true])
    }

    @Test func aWindowThatNeverShowsHasNoMinimumZoom() throws {
        var markers = [marker(0, 0), marker(1, 0), marker(2, 90)]
        markers[1].maxZoom = 3
        (markers[2].minZoom, markers[2].maxZoom) = (9, 8)
        let levels = try CollisionPass(markers, options: options()).allZooms()
        #expect((0..<3).map { levels.minZoom(of: $0) } == [0, nil, nil])
    }

    @Test func boxesOnOnePointThatOnlyTouchDoNotCollide() throws {
        var markers = [marker(0, 12), marker(1, 12)]
        (markers[0].anchorX, markers[1].anchorX) = (0, 1)
        #expect(try CollisionPass(markers, options: options()).snapshot(zoom: 4).visible.count == 2)
    }

    @Test func boxesMeetTheLongWayRoundTheWorld() throws {
        // One box reaches 250 pt to the east from 0°, the other 250 pt to the west from 18° W. Going east around the
        // world, the second anchor is 486.4 pt from the first, less than 500 pt, so the boxes meet.
        var markers = [marker(0, 0), marker(1, -18)]
        (markers[0].anchorX, markers[1].anchorX) = (0, 1)
        (markers[0].width, markers[1].width) = (250, 250)
        #expect(try CollisionPass(markers, options: options()).snapshot(zoom: 0).visible.count == 1)
    }

    @Test func immenseSizesAndPaddingsOverflowNothing() throws {
        var markers = CollisionCloud(count: 30).markers(seed: 42)
        markers[3].height = 1e300
        var options = options(.stable)
        options.attribution = .nearest
        #expect(try CollisionPass(markers, options: options).snapshot(zoom: 22).count == 30)
        options.paddingPoints = 1e300
        #expect(try CollisionPass(markers, options: options).snapshot(zoom: 22).visible.count == 1)
        markers[3].width = Double(1 << 30)
        #expect(try CollisionPass(markers, options: self.options()).snapshot(zoom: 22).count == 30)
    }

    @Test func idsOrderAsNumbersOnlyIfAllAre() throws {
        let here = Coordinate(uncheckedLongitude: 0, latitude: 0)
        func winner(_ ids: [MarkerID]) throws -> MarkerID {
            let markers = ids.map { Marker(id: $0, coordinate: here) }
            return markers[try CollisionPass(markers, options: options()).snapshot(zoom: 1).visible[0]].id
        }
        #expect(try winner([.integer(10), .integer(9), .integer(-1)]) == .integer(-1))
        #expect(try winner([.integer(9), .integer(10), .text("a")]) == .integer(10))
        #expect(try winner([.text("9"), .text("10")]) == .text("10"))
        // By bytes U+FF61 (EF BD A1) comes before U+1F600 (F0 9F 98 80); by UTF-16 it would not.
        #expect(try winner([.text("\u{1F600}"), .text("\u{FF61}")]) == .text("\u{FF61}"))
        // Canonically equal texts are two different ids, and e + accent comes first by bytes.
        #expect(try winner([.text("\u{E9}"), .text("e\u{301}")]) == .text("e\u{301}"))
    }

    @Test func repeatedIDsAreRefused() throws {
        let here = Coordinate(uncheckedLongitude: 0, latitude: 0)
        for ids in [[.integer(7), .integer(3), .integer(7)], [.text("7"), .integer(7)]] as [[MarkerID]] {
            let error = #expect(throws: GeoError.self) {
                try CollisionPass(ids.map { Marker(id: $0, coordinate: here) }, options: options())
            }
            #expect(sentence(error) == "two markers have the id 7; give each marker its own id")
        }
    }

    @Test func markersThatCannotBePlacedAreRefused() throws {
        let cases: [(String, (inout Marker) -> Void)] = [
            ("marker 1: anchor_x 1.5 is not between 0 and 1", { $0.anchorX = 1.5 }),
            ("marker 1: anchor_y nan is not between 0 and 1", { $0.anchorY = .nan }),
            ("marker 1: width 0.0 is not a size; write a number of pt, 1/64 or more", { $0.width = 0 }),
            ("marker 1: height inf is not a size; write a number of pt, 1/64 or more", { $0.height = .infinity }),
            ("marker 1: priority is not a number", { $0.priority = .nan }),
            ("marker 1: max_zoom is not a number", { $0.maxZoom = .nan }),
        ]
        for (words, spoil) in cases {
            var spoiled = marker(1, 0)
            spoil(&spoiled)
            let error = #expect(throws: GeoError.self) { try CollisionPass([spoiled], options: options()) }
            #expect(error?.code == .marker && sentence(error) == words)
        }
    }

    @Test func optionsOutOfRangeAreRefused() throws {
        var padded = options()
        padded.paddingPoints = -1
        var high = options()
        high.maximumZoom = 23
        let errors = [padded, high].map { options in
            sentence(#expect(throws: GeoError.self) { try CollisionPass([], options: options) })
        }
        #expect(
            errors == [
                "padding -1.0 is not a width; write a number of pt, 0 or more",
                "maximum zoom 23 is not between 0 and 22",
            ])
    }

    @Test(arguments: [-0.5, 22.5, .nan, .infinity])
    func zoomsOutOfRangeAreRefused(zoom: Double) throws {
        let pass = try CollisionPass([marker(1, 0)], options: options())
        let error = #expect(throws: GeoError.self) { try pass.snapshot(zoom: zoom) }
        #expect(error?.code == .zoom && sentence(error) == "zoom \(zoom) is not between 0 and 22")
    }

    @Test func anIconWiderThanHalfTheWorldIsRefusedWhereItIsAsked() throws {
        var wide = marker(1, 0)
        wide.width = 256.5
        for mode in CollisionPropertyTests.modes {
            let pass = try CollisionPass([wide, marker(2, 9)], options: options(mode))
            let error = #expect(throws: GeoError.self) { try pass.snapshot(zoom: 0.5) }
            #expect(
                sentence(error) == "marker 1: width 256.5 pt is more than half the world at zoom 0, "
                    + "which is 512.0 pt wide; use a higher zoom or a smaller icon")
            #expect(try pass.snapshot(zoom: 1).count == 2)
            #expect(throws: GeoError.self) { try pass.allZooms() }
        }
        wide.width = 256
        #expect(try CollisionPass([wide], options: options(.stable)).allZooms().minZoom(of: 0) == 0)
        wide.width = 300
        wide.minZoom = 1
        #expect(try CollisionPass([wide], options: options(.stable)).allZooms().minZoom(of: 0) == 1)
    }

    @Test(arguments: [
        (0, "0"), (1, "1"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (1349, "1.3k"), (9949, "9.9k"),
        (9950, "10k"), (9999, "10k"), (10_000, "10k"), (12_499, "12k"), (12_500, "13k"), (1_000_000, "1000k"),
    ])
    func pointCountsAreAbbreviated(count: Int, label: String) {
        #expect(PointCount.abbreviated(count) == label)
    }
}

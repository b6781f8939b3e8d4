import Testing

@testable import GeocliGeo

@Suite struct CollisionOracleTests {
    /// All options of a pass, with a padding that is not a multiple of 1/64 pt.
    static let allOptions: [CollisionOptions] = CollisionPropertyTests.modes.flatMap { mode in
        CollisionOptions.TileSize.allCases.flatMap { tileSize in
            CollisionOptions.Attribution.allCases.flatMap { attribution in
                [0, 3.3].map { padding in
                    var options = CollisionOptions()
                    options.mode = mode
                    options.tileSize = tileSize
                    options.attribution = attribution
                    options.paddingPoints = padding
                    return options
                }
            }
        }
    }

    static let clouds: [CollisionCloud] = [
        CollisionCloud(), CollisionCloud(mixedSizes: true), CollisionCloud(forced: true, unflagged: true),
        CollisionCloud(zIndexes: true), CollisionCloud(windows: true), .motley,
    ]

    @Test(arguments: allOptions)
    func bruteForceAgreesAtAllZooms(options: CollisionOptions) throws {
        for (number, cloud) in Self.clouds.enumerated() {
            for seed in 1...2 as ClosedRange<UInt64> {
                let markers = cloud.markers(seed: seed)
                let oracle = CollisionOracle(markers: markers, options: options).outcomes()
                let pass = try CollisionPass(markers, options: options)
                for zoom in 0...22 {
                    let found = try pass.snapshot(zoom: Double(zoom)).outcome
                    #expect(found == oracle[zoom], "cloud \(number), seed \(seed), zoom \(zoom)")
                }
            }
        }
    }

    @Test(arguments: allOptions)
    func bruteForceAgreesOnExpansionZooms(options: CollisionOptions) throws {
        for seed in 10...11 as ClosedRange<UInt64> {
            let markers = CollisionCloud.motley.markers(seed: seed)
            let oracle = CollisionOracle(markers: markers, options: options).outcomes()
            let pass = try CollisionPass(markers, options: options)
            for zoom in [0, 3, 9, 14, 21, 22] {
                let snapshot = try pass.snapshot(zoom: Double(zoom))
                for (index, found) in zip(snapshot.visible, pass.expansionZooms(of: snapshot)) {
                    let members = snapshot.members(of: index)
                    let expected = (zoom..<22).map { $0 + 1 }.first { above in
                        members.contains { oracle[above]?.hiders[$0] == $0 }
                    }
                    #expect(found == expected, "seed \(seed), zoom \(zoom), marker \(index)")
                }
            }
        }
    }

    @Test(arguments: allOptions.filter { $0.attribution == .first })
    func bruteForceAgreesOnMinimumZooms(options: CollisionOptions) throws {
        for (number, cloud) in Self.clouds.enumerated() {
            for top in [22, 9, 0] {
                let markers = cloud.markers(seed: 20)
                var options = options
                options.maximumZoom = top
                let levels = try CollisionPass(markers, options: options).allZooms()
                options.mode = .stable
                let oracle = CollisionOracle(markers: markers, options: options).outcomes(through: top)
                for index in markers.indices {
                    let first = (0...top).first { oracle[$0]?.hiders[index] == index }
                    let last = oracle[top]?.hiders[index]
                    let isHidden = last != nil && last != index
                    #expect(levels.minZoom(of: index) == (isHidden ? top : first), "cloud \(number), marker \(index)")
                    #expect(levels.isColocated(index) == isHidden, "cloud \(number), marker \(index)")
                }
            }
        }
    }

    @Test func bruteForceAgreesOnACrowd() throws {
        // Enough markers for rings, shared buckets and cells of several layers.
        for mode in CollisionPropertyTests.modes {
            var options = CollisionOptions()
            options.mode = mode
            var cloud = CollisionCloud.motley
            cloud.count = 500
            let markers = cloud.markers(seed: 30)
            let oracle = CollisionOracle(markers: markers, options: options).outcomes(through: 16)
            let pass = try CollisionPass(markers, options: options)
            for zoom in 0...16 {
                #expect(try pass.snapshot(zoom: Double(zoom)).outcome == oracle[zoom], "seed 30, zoom \(zoom)")
            }
        }
    }
}

internal import Testing

@testable internal import GeocliGeo

@Suite struct GeodesicBoundsTests {
    private func bounds(_ origin: Coordinate, _ target: Coordinate, _ frame: EarthFrame) -> (GeodesicBounds, Double) {
        let from = frame.position(of: origin)
        let to = frame.position(of: target)
        let way = to - from
        let chord = (way * way).sum().squareRoot()
        return (GeodesicBounds(from: from, to: to, chord: chord, in: frame), chord)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theGeodesicIsWithinItsBoundsFromADecimeterToFifteenThousandKilometers(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        for round in 0..<20_000 {
            let frame = EarthFrame(middle: draws.coordinate())
            let origin = draws.coordinate()
            // 10^-1 to 1.5·10^7 meters, each order of magnitude equally often.
            let length = 0.1 * Double(sign: .plus, exponent: round % 27, significand: draws.number(in: 1...2))
            let target = Geodesic.destination(
                from: origin, bearingDegrees: draws.number(in: 0...360), distanceMeters: min(length, 1.5e7))
            let distance = Geodesic.distanceMeters(from: origin, to: target)
            let (bounds, chord) = bounds(origin, target, frame)
            #expect(
                bounds.low <= distance && distance <= bounds.high,
                "seed \(seed), \(origin) to \(target), \(distance) m: \(bounds)")
            #expect(chord - GeodesicBounds.roundingMeters <= distance)
            #expect(distance <= GeodesicBounds.highest(chord: chord))
            // A circle with an edge just inside the position, or far inside it, must not be found to contain it.
            for radius in [distance.nextDown, distance * draws.number(in: 0...1)] {
                #expect(chord > GeodesicBounds.surelyInside(distance: radius), "seed \(seed), \(distance) m: \(radius)")
            }
            #expect(chord <= GeodesicBounds.surelyInside(distance: distance * 1.35 + 1e-6) || distance > 1.2e7)
        }
    }

    @Test func nearAntipodesAreWithinTheirBounds() {
        var draws = IndexDraws(seed: 7)
        for _ in 0..<5000 {
            let origin = draws.coordinate()
            let opposite = Coordinate(
                uncheckedLongitude: origin.longitude > 0 ? origin.longitude - 180 : origin.longitude + 180,
                latitude: -origin.latitude)
            let target = Geodesic.destination(
                from: opposite, bearingDegrees: draws.number(in: 0...360),
                distanceMeters: draws.number(in: 0...1) * draws.number(in: 0...2_000_000))
            let distance = Geodesic.distanceMeters(from: origin, to: target)
            let (bounds, _) = bounds(origin, target, EarthFrame(middle: draws.coordinate()))
            #expect(bounds.low <= distance && distance <= bounds.high, "\(origin) to \(target), \(distance): \(bounds)")
        }
    }

    @Test func theBoundsAreAsCloseAsTheySay() {
        var draws = IndexDraws(seed: 8)
        for (length, gap) in [(1000.0, 0.0000015), (5000, 0.0001), (100_000, 0.000002), (200_000, 0.0001)] {
            for _ in 0..<200 {
                let origin = draws.coordinate()
                let target = Geodesic.destination(
                    from: origin, bearingDegrees: draws.number(in: 0...360), distanceMeters: length)
                let (bounds, _) = bounds(origin, target, EarthFrame(middle: origin))
                #expect(bounds.high - bounds.low < gap, "\(length) m: \(bounds)")
            }
        }
    }

    /// Positions known in closed form: on the equator, at the poles.
    @Test func positionsAreWhereTheEllipsoidIs() {
        let frame = EarthFrame(middle: Coordinate(uncheckedLongitude: 0, latitude: 0))
        func distance(_ longitude: Double, _ latitude: Double, _ wanted: SIMD3<Double>) -> Double {
            let place = frame.position(of: Coordinate(uncheckedLongitude: longitude, latitude: latitude))
            let way = place - frame.centre - wanted
            return (way * way).sum().squareRoot()
        }
        // East, north and up at 0, 0 are the axes y, z and x of an earth-centred system.
        #expect(distance(0, 0, SIMD3(0, 0, 6_378_137)) < 1e-8)
        #expect(distance(90, 0, SIMD3(6_378_137, 0, 0)) < 1e-8)
        #expect(distance(-90, 0, SIMD3(-6_378_137, 0, 0)) < 1e-8)
        #expect(distance(180, 0, SIMD3(0, 0, -6_378_137)) < 1e-8)
        #expect(distance(-180, 0, SIMD3(0, 0, -6_378_137)) < 1e-8)
        #expect(distance(77, 90, SIMD3(0, 6_356_752.314245179, 0)) < 1e-8)
        #expect(distance(0, -90, SIMD3(0, -6_356_752.314245179, 0)) < 1e-8)
        // Eight at once give the same vectors as one at a time.
        var draws = IndexDraws(seed: 9)
        for _ in 0..<200 {
            let coordinates = draws.world(8)
            let frame = EarthFrame(middle: draws.coordinate())
            var longitudes = SIMD8<Double>()
            var latitudes = SIMD8<Double>()
            for (lane, coordinate) in coordinates.enumerated() {
                longitudes[lane] = coordinate.longitude
                latitudes[lane] = coordinate.latitude
            }
            let places = frame.positions(longitudes: longitudes, latitudes: latitudes)
            for (lane, coordinate) in coordinates.enumerated() {
                #expect(
                    frame.position(of: coordinate)
                        == SIMD3(places.east[lane], places.north[lane], places.up[lane]))
            }
        }
    }
}

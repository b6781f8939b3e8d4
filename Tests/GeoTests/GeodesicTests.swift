import Foundation
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct GeodesicTests {
    private struct Known {
        let origin: Coordinate
        let bearing: Double
        let target: Coordinate
        let meters: Double

        init(
            _ latitude1: Double, _ longitude1: Double, _ bearing: Double, _ latitude2: Double, _ longitude2: Double,
            _ meters: Double
        ) {
            origin = place(longitude1, latitude1)
            self.bearing = bearing < 0 ? bearing + 360 : bearing
            target = place(longitude2, latitude2)
            self.meters = meters
        }
    }

    /// The test cases of GeographicLib (geodtest.c, computed with high precision), longitudes brought to -180…180. The
    /// tolerance is 1 µm: 15 nm of the algorithm, and the rounding error of the reduced longitudes.
    private static let known = [
        Known(35.60777, -139.44815, 111.09874842956033, -11.17491, -69.95921, 8935244.5604818305),
        Known(55.52454, 106.05087, 22.0200598809828, 77.03196, -162.81766, 4105086.1713924406),
        Known(-21.97856, 142.59065, -32.44456876433189, 41.84138, 98.56635, 8394328.894657671),
        Known(-66.99028, 112.2363, 173.73491240878403, -12.70631, -74.09656, 11150344.2312080241),
        Known(-17.42761, 173.34268, -159.03355766119293, -15.84784, 5.93557, 16076603.1631180673),
        Known(32.84994, 48.28919, 150.492927788122, -56.28556, -157.70868, 16727068.9438164461),
        Known(6.96833, 52.74123, 92.58158538631771, -7.39675, -153.82709, 17102477.2496958388),
        Known(-50.56724, -16.30485, -105.43967990759016, -33.56571, -94.97412, 6455670.5118668696),
        Known(-58.93002, -8.90775, 140.96539790250068, -8.91104, 133.13503, 11756066.0219864627),
        Known(-68.82867, -74.28391, 93.77434776311487, -50.63005, -8.36685, 3956936.926063544),
        Known(-10.62672, -32.0898, -86.42671328674776, 5.883, -134.31681, 11470869.3864563009),
        Known(-21.76221, 166.90563, 29.31942120693643, 48.72884, -146.02373, 9098627.3986554915),
        Known(-19.79938, -174.47484, 71.16727578017154, -11.99349, -154.35109, 2319004.8601169389),
        Known(-11.95887, -116.94513, 92.71261983045255, 4.57352, 7.16501, 13834722.5801401374),
        Known(-87.85331, 85.66836, -65.12031304024275, 66.48646, 16.09921, 17286615.3147144645),
        Known(1.74708, 128.32011, -101.58484363117385, -11.16617, 11.87109, 12942901.1241347408),
        Known(-25.72959, -144.90758, -153.6474686931172, -57.70581, 90.82121, 9413446.7452453107),
        Known(-41.22777, 122.32875, 14.285113402275739, -7.57291, 130.37946, 3812686.035106021),
        Known(11.01307, 138.25278, 79.43682622782374, 6.62726, -112.94019, 11911190.819018408),
        Known(-29.47124, 95.14681, -163.77913044168838, -27.46601, -69.15955, 13487015.8381145492),
    ]

    @Test func distancesAndBearingsAreThoseOfGeographicLibsOwnTests() {
        for known in Self.known {
            #expect(abs(Geodesic.distanceMeters(from: known.origin, to: known.target) - known.meters) < 1e-6)
            #expect(abs(Geodesic.bearingDegrees(from: known.origin, to: known.target) - known.bearing) < 1e-10)
        }
    }

    @Test func destinationsAreThoseOfGeographicLibsOwnTests() {
        for known in Self.known {
            let arrived = Geodesic.destination(
                from: known.origin, bearingDegrees: known.bearing, distanceMeters: known.meters)
            #expect(abs(arrived.longitude - known.target.longitude) < 1e-10)
            #expect(abs(arrived.latitude - known.target.latitude) < 1e-10)
        }
    }

    /// Computed with the Python port, geographiclib 2.x by C. F. F. Karney.
    @Test(arguments: [
        (0.0, 0.0, 0.0, 180.0, 20003931.458625447), (0, 0, 0.5, 179.5, 19936288.578965314),
        (0, 0, 0.5, 179.7, 19944127.420750458), (0, 0, 0, 179.5, 19980861.908890963),
        (30, 0, -30, 179.9, 20003008.42150941),
        (90, 0, -90, 0, 20003931.458625447), (37.5665, 126.978, 35.1796, 129.0756, 324915.2974531313),
        (51.4778, -0.0015, 40.7128, -74.006, 5594596.51395793),
        (37.5563, 126.9236, 37.5564, 126.9237, 14.186494413246248),
        (0, 179.5, 0, -179.5, 111319.49079327357), (89.9, 0, 89.9, 180, 22338.795682520195),
        (0, 0, 1, 0, 110574.38855779878),
    ])
    func nearlyAntipodalAndNearPointsAreKnownToo(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double, _ meters: Double
    ) {
        let distance = Geodesic.distanceMeters(from: place(longitude1, latitude1), to: place(longitude2, latitude2))
        #expect(abs(distance - meters) < 1e-6)
    }

    /// Flinders Peak to Buninyong, 54,972.271 m, from the Geocentric Datum of Australia Technical Manual. Its ellipsoid
    /// is GRS 80, whose flattening differs by 3·10⁻¹¹; this changes the distance by less than a millimeter.
    @Test func flindersPeakToBuninyong() {
        let flinders = place(144 + 25 / 60.0 + 29.52440 / 3600, -(37 + 57 / 60.0 + 3.72030 / 3600))
        let buninyong = place(143 + 55 / 60.0 + 35.38390 / 3600, -(37 + 39 / 60.0 + 10.15610 / 3600))
        #expect(abs(Geodesic.distanceMeters(from: flinders, to: buninyong) - 54_972.271) < 0.001)
        let bearing = 306 + 52 / 60.0 + 5.37 / 3600
        #expect(abs(Geodesic.bearingDegrees(from: flinders, to: buninyong) - bearing) < 0.01 / 3600)
    }

    @Test func vincentyAgreesToAMillimeter() {
        var compared = 0
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let origin = Coordinate.random(&random)
            var target = Coordinate.random(&random)
            if seed % 2 == 0 {
                target = place(
                    min(180, origin.longitude + Double.random(in: 0...0.1, using: &random)),
                    max(-90, origin.latitude - Double.random(in: 0...0.1, using: &random)))
            }
            let distance = Geodesic.distanceMeters(from: origin, to: target)
            guard distance < 19_800_000, let other = vincentyMeters(origin, target) else { continue }
            compared += 1
            #expect(abs(distance - other) < 0.001, "seed \(seed): \(origin) to \(target)")
        }
        #expect(compared > 2800)
    }

    @Test func distancesAreSymmetricAndZeroForEqualPositions() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let (one, other) = (Coordinate.random(&random), Coordinate.random(&random))
            let there = Geodesic.distanceMeters(from: one, to: other)
            #expect(abs(there - Geodesic.distanceMeters(from: other, to: one)) < 1e-7, "seed \(seed)")
            #expect(Geodesic.distanceMeters(from: one, to: one) == 0, "seed \(seed)")
            #expect(there >= 0 && there < 20_003_932, "seed \(seed)")
        }
    }

    @Test func oneMeridianAndOnePoleHaveManyNames() {
        #expect(Geodesic.distanceMeters(from: place(180, 37), to: place(-180, 37)) < 1e-6)
        #expect(Geodesic.distanceMeters(from: place(12, 90), to: place(-90, 90)) < 1e-6)
        let east = Geodesic.distanceMeters(from: place(180, 10), to: place(126, 37))
        #expect(abs(east - Geodesic.distanceMeters(from: place(-180, 10), to: place(126, 37))) < 1e-6)
        // A quarter of the meridian of WGS 84 is 10,001,965.729 m.
        for longitude in [-180.0, -3, 0, 77, 180] {
            #expect(abs(Geodesic.distanceMeters(from: place(longitude, 0), to: place(5, 90)) - 10_001_965.729) < 0.001)
        }
    }

    @Test func theWayBackLeadsHome() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let origin = Coordinate.random(&random)
            let target = Coordinate.random(&random)
            let distance = Geodesic.distanceMeters(from: origin, to: target)
            let bearing = Geodesic.bearingDegrees(from: origin, to: target)
            let arrived = Geodesic.destination(from: origin, bearingDegrees: bearing, distanceMeters: distance)
            #expect(Geodesic.distanceMeters(from: arrived, to: target) < 1e-4, "seed \(seed): \(origin) to \(target)")
            #expect(abs(arrived.longitude) <= 180 && abs(arrived.latitude) <= 90, "seed \(seed)")
        }
    }

    @Test func bearingsTurnClockwiseFromNorth() {
        let seoul = place(126.9, 37.5)
        #expect(Geodesic.bearingDegrees(from: seoul, to: place(126.9, 38)) == 0)
        #expect(Geodesic.bearingDegrees(from: seoul, to: place(126.9, 37)) == 180)
        #expect(Geodesic.bearingDegrees(from: place(0, 0), to: place(1, 0)) == 90)
        #expect(Geodesic.bearingDegrees(from: place(0, 0), to: place(-1, 0)) == 270)
        #expect(Geodesic.bearingDegrees(from: place(179, 0), to: place(-179, 0)) == 90)
    }

    @Test func bearingsStayBelow360() {
        // Very slightly west of north.
        for longitude in [-1e-17, -1e-16, -1e-15, -1e-14, -1e-13, -1e-12, -1e-9] {
            let bearing = Geodesic.bearingDegrees(from: place(0, 0), to: place(longitude, 10))
            #expect(bearing >= 0 && bearing < 360, "\(longitude) gave \(bearing)")
        }
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let bearing = Geodesic.bearingDegrees(from: .random(&random), to: .random(&random))
            #expect(bearing >= 0 && bearing < 360, "seed \(seed)")
        }
    }
}

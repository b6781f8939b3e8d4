import GeocliGeo
import GeocliProjection
import TestSupport
import Testing

/// Properties of every transform: it is reversible, never invents a number, and reports what it can't convert.
struct CoordinateTransformTests {
    @Test(arguments: [CRS.wgs84, .epsg5179, .epsg5181, .epsg5186])
    func thereAndBackIsUnderAMillimeter(_ crs: CRS) throws {
        #expect(try worstReturnMeters(crs, seed: 42) < 1e-3)
    }

    /// A datum shift without heights is not exactly reversible, in PROJ or in any other program: the shifted position
    /// is some 50 m above or below the other ellipsoid, this height is dropped, and the inverse starts on the surface.
    @Test(arguments: [CRS.epsg2097, .epsg5174, .epsg5178, .katec])
    func thereAndBackAcrossDatumsIsUnderACentimeter(_ crs: CRS) throws {
        #expect(try worstReturnMeters(crs, seed: 42) < 0.01)
    }

    @Test func degreesAreCheckedThoughNothingIsConverted() throws {
        let transform = try CoordinateTransform(from: CRS(parsing: "OGC:CRS84"), to: .wgs84)
        #expect(try transform.coordinate(x: 126.978, y: 37.5665) == KnownAnswerTests.seoulCityHall)
        for (x, y) in [(200, 37), (127, -91), (.nan, 37), (37.5665, 126.978)] {
            #expect(throws: ProjectionError.self) { try transform.coordinate(x: x, y: y) }
        }
    }

    @Test func transformsOfTwoThreadsGiveTheSame() async throws {
        let answers = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { Result { try sweep(seed: 99) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let expected = try sweep(seed: 99)
        #expect(answers.count == 4)
        for answer in answers {
            #expect(try answer.get() == expected)
        }
    }

    @Test func transformKnowsWhetherItsSourceIsInDegrees() throws {
        #expect(try CoordinateTransform(from: .wgs84).sourceIsGeographic)
        #expect(try CoordinateTransform(from: CRS(parsing: "EPSG:4737")).sourceIsGeographic)
        #expect(try CoordinateTransform(from: .proj("+proj=longlat +datum=WGS84")).sourceIsGeographic)
        #expect(try !CoordinateTransform(from: .epsg5174).sourceIsGeographic)
        #expect(try !CoordinateTransform(from: .katec).sourceIsGeographic)
    }
}

/// Creates, uses and drops a transform on the calling thread, five times.
private func sweep(seed: UInt64) throws -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return try (0..<5).flatMap { _ in
        let transform = try CoordinateTransform(from: .epsg5174)
        return try (0..<2000).map { _ in
            let x = Double.random(in: 100_000...300_000, using: &random)
            let y = Double.random(in: 100_000...600_000, using: &random)
            return try transform.coordinate(x: x, y: y)
        }
    }
}

/// The largest error of 500 positions in Korea after a transform and its inverse.
private func worstReturnMeters(_ crs: CRS, seed: UInt64) throws -> Double {
    let transform = try CoordinateTransform(from: crs)
    var random = SeededGenerator(seed: seed)
    return try (0..<500).reduce(0) { worst, _ in
        let start = try Coordinate.inKorea(using: &random)
        let (x, y) = try transform.position(of: start)
        return try max(worst, Geodesic.distanceMeters(from: start, to: transform.coordinate(x: x, y: y)))
    }
}

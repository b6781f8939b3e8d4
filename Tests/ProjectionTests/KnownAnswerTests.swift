import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable import GeocliProjection

/// Answers that come from somewhere other than PROJ.
struct KnownAnswerTests {
    static let seoulCityHall = Coordinate(uncheckedLongitude: 126.978, latitude: 37.5665)

    /// Source: IOGP 373-7-2 (EPSG Guidance Note 7-2), "Transverse Mercator", the worked example; given to 0.01 m.
    @Test func britishGridAsInTheGuidanceNote() throws {
        let transform = try CoordinateTransform(from: CRS(parsing: "EPSG:27700"), to: CRS(parsing: "EPSG:4277"))
        let degrees = transform.convert(x: 577274.99, y: 69740.50, .sourceToTarget)
        // 0.01 m is 9e-8 degrees of latitude, 1.4e-7 of longitude there.
        #expect(abs(degrees.x - 0.5) < 1.5e-7)
        #expect(abs(degrees.y - 50.5) < 1e-7)
        let meters = transform.convert(x: degrees.x, y: degrees.y, .targetToSource)
        #expect(abs(meters.x - 577274.99) < 1e-4)
        #expect(abs(meters.y - 69740.50) < 1e-4)
    }

    /// Source: the closed form x = a·λ, y = a·asinh(tan φ) (IOGP 373-7-2, "Popular Visualisation Pseudo-Mercator").
    @Test func webMercatorIsItsClosedForm() throws {
        let transform = try CoordinateTransform(from: CRS(parsing: "EPSG:3857"))
        var random = SeededGenerator(seed: 3857)
        let radiusMeters = 6_378_137.0
        for _ in 0..<200 {
            let longitude = Double.random(in: -180...180, using: &random)
            let latitude = Double.random(in: -85...85, using: &random)
            let (x, y) = try transform.position(of: Coordinate(longitude: longitude, latitude: latitude))
            #expect(abs(x - radiusMeters * longitude * .pi / 180) < 1e-6)
            #expect(abs(y - radiusMeters * asinh(tan(latitude * .pi / 180))) < 1e-6)
        }
    }

    /// On its central meridian a transverse Mercator grid with k = 1 counts true meters. GRS 80 and WGS 84 differ by
    /// less than 0.1 mm here.
    @Test(arguments: [33.0, 35.5, 37.0, 38.0, 38.6])
    func northingOnTheCentralMeridianIsTheGeodesic(latitude: Double) throws {
        let coordinate = try Coordinate(longitude: 127, latitude: latitude)
        let origin = try Coordinate(longitude: 127, latitude: 38)
        let (x, y) = try CoordinateTransform(from: .epsg5186).position(of: coordinate)
        let distanceMeters = Geodesic.distanceMeters(from: origin, to: coordinate)
        #expect(abs(x - 200_000) < 1e-6)
        #expect(abs(y - (600_000 + (latitude < 38 ? -distanceMeters : distanceMeters))) < 1e-3)
    }

    @Test(arguments: [
        (CRS.epsg5181, TransverseMercator.korea2000(longitude: 127, scale: 1, x: 200_000, y: 500_000)),
        (CRS.epsg5186, TransverseMercator.korea2000(longitude: 127, scale: 1, x: 200_000, y: 600_000)),
        (CRS.epsg5179, TransverseMercator.korea2000(longitude: 127.5, scale: 0.9996, x: 1_000_000, y: 2_000_000)),
    ])
    func korea2000IsKruegersSeries(crs: CRS, grid: TransverseMercator) throws {
        let transform = try CoordinateTransform(from: crs)
        var random = SeededGenerator(seed: 2000)
        for _ in 0..<300 {
            let coordinate = try Coordinate.inKorea(using: &random)
            let found = try transform.position(of: coordinate)
            let expected = grid.position(longitude: coordinate.longitude, latitude: coordinate.latitude)
            #expect(abs(found.x - expected.x) < 1e-4, "\(crs) \(coordinate)")
            #expect(abs(found.y - expected.y) < 1e-4, "\(crs) \(coordinate)")
        }
    }

    /// Checks the seven parameters, their sign convention and the 10.405″. An error in any of them moves the point by
    /// 21 m or more.
    @Test(arguments: [
        (CRS.epsg5174, TransverseMercator.korean1985(longitude: 127 + 10.405 / 3600, scale: 1, x: 200_000, y: 500_000)),
        (CRS.epsg2097, TransverseMercator.korean1985(longitude: 127, scale: 1, x: 200_000, y: 500_000)),
        (CRS.epsg5178, TransverseMercator.korean1985(longitude: 127.5, scale: 0.9996, x: 1_000_000, y: 2_000_000)),
    ])
    func korean1985IsKruegersSeriesAndTheDatumShift(crs: CRS, grid: TransverseMercator) throws {
        let transform = try CoordinateTransform(from: crs)
        var random = SeededGenerator(seed: 1985)
        for _ in 0..<300 {
            let onBessel = try Coordinate.inKorea(using: &random)
            let (x, y) = grid.position(longitude: onBessel.longitude, latitude: onBessel.latitude)
            let expected = try DatumShift.korean1985.coordinate(onBessel)
            let distanceMeters = try Geodesic.distanceMeters(from: expected, to: transform.coordinate(x: x, y: y))
            #expect(distanceMeters < 1e-3, "\(crs) \(onBessel)")
            let back = try transform.position(of: expected)
            // The tolerance is larger here, because the height above the other ellipsoid is dropped: see
            // thereAndBackAcrossDatumsIsUnderACentimeter.
            #expect(abs(back.x - x) < 0.01, "\(crs) \(onBessel)")
            #expect(abs(back.y - y) < 0.01, "\(crs) \(onBessel)")
        }
    }

    /// EPSG lists northing first for this system; here easting is first.
    @Test func axesAreNotSwapped() throws {
        let (x, y) = try CoordinateTransform(from: .epsg5186).position(of: Self.seoulCityHall)
        #expect(abs(x - 198_056.37) < 0.01)
        #expect(abs(y - 551_885.03) < 0.01)
        let (longitude, latitude) = try CoordinateTransform(from: CRS(parsing: "EPSG:4737"))
            .position(of: Self.seoulCityHall)
        #expect(longitude == 126.978)
        #expect(latitude == 37.5665)
    }

    @Test func falseNorthingsOf5181And5186DifferBy100Kilometers() throws {
        let older = try CoordinateTransform(from: .epsg5181).position(of: Self.seoulCityHall)
        let newer = try CoordinateTransform(from: .epsg5186).position(of: Self.seoulCityHall)
        #expect(abs(newer.x - older.x) < 1e-9)
        #expect(abs(newer.y - older.y - 100_000) < 1e-9)
    }

    /// 10.405″ of longitude is 255.3 m here on the ellipsoid; older notes computed 254.8 m on a sphere.
    @Test(arguments: [(CRS.epsg2097, 255.3, 0.1), (CRS.epsg5181, 314, 1)])
    func readingLocaldataInTheWrongSystemIsFarOff(wrong: CRS, offMeters: Double, toleranceMeters: Double) throws {
        let (x, y) = try CoordinateTransform(from: .epsg5174).position(of: Self.seoulCityHall)
        let misplaced = try CoordinateTransform(from: wrong).coordinate(x: x, y: y)
        let distanceMeters = Geodesic.distanceMeters(from: Self.seoulCityHall, to: misplaced)
        #expect(abs(distanceMeters - offMeters) < toleranceMeters, "\(distanceMeters) m")
    }

    /// PROJ accepts 0, 0, which LOCALDATA writes for an empty position. Ingest refuses such a position before it is
    /// converted.
    @Test func zeroIn5174IsInTheYellowSea() throws {
        let trap = try CoordinateTransform(from: .epsg5174).coordinate(x: 0, y: 0)
        let expected = try Coordinate(longitude: 124.8492506, latitude: 33.4777368)
        #expect(Geodesic.distanceMeters(from: trap, to: expected) < 0.2)
    }
}

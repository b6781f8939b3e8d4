import GeocliGeo
import GeocliProjection
import Testing

/// Published and computed pairs from outside this project.
@Suite(.enabled(if: ControlPoint.isExpected, "crs_control_points.tsv lies in ../shared/feed, which is not here"))
struct ControlPointTests {
    @Test(arguments: try ControlPoint.all())
    func coordinateLiesWithinTolerance(_ point: ControlPoint) throws {
        let expected = try Coordinate(longitude: point.longitude, latitude: point.latitude)
        let found = try CoordinateTransform(from: point.crs).coordinate(x: point.x, y: point.y)
        let distanceMeters = Geodesic.distanceMeters(from: expected, to: found)
        #expect(distanceMeters <= point.toleranceMeters, "\(point.id): \(distanceMeters) m")
    }

    @Test(arguments: try ControlPoint.all())
    func positionLiesWithinTolerance(_ point: ControlPoint) throws {
        let coordinate = try Coordinate(longitude: point.longitude, latitude: point.latitude)
        let (x, y) = try CoordinateTransform(from: point.crs).position(of: coordinate)
        let east = x - point.x
        let north = y - point.y
        let distanceMeters = (east * east + north * north).squareRoot()
        #expect(distanceMeters <= point.toleranceMeters, "\(point.id): \(distanceMeters) m")
    }

    @Test func everySystemOfTheFileIsTested() throws {
        let systems = Set(try ControlPoint.all().map(\.crs))
        #expect(systems == [.epsg5174, .epsg2097, .epsg5178, .epsg5179, .epsg5181, .epsg5186, .katec])
    }
}

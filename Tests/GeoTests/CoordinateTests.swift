import GeocliText
import Testing

@testable import GeocliGeo

@Suite struct CoordinateTests {
    private func error(_ longitude: Double, _ latitude: Double) -> GeoError? {
        do throws(GeoError) {
            _ = try Coordinate(longitude: longitude, latitude: latitude)
            return nil
        } catch { return error }
    }

    @Test func theEndsOfBothAxesAreIn() throws {
        for (longitude, latitude) in [(-180.0, -90.0), (180, 90), (0, 0), (-0.0, -0.0), (126.9236, 37.5563)] {
            let coordinate = try Coordinate(longitude: longitude, latitude: latitude)
            #expect(coordinate.longitude == longitude && coordinate.latitude == latitude)
        }
        #expect(try Coordinate(longitude: 180, latitude: 0) != Coordinate(longitude: -180, latitude: 0))
    }

    @Test func whatIsBeyondThemIsRefused() {
        for value in [(180.0).nextUp, (-180.0).nextDown, 181, 1e300, .infinity, -.infinity, .nan, .signalingNaN] {
            #expect(error(value, 0)?.code == .longitude, "\(value)")
        }
        for value in [(90.0).nextUp, (-90.0).nextDown, 91, -1e300, .infinity, -.infinity, .nan] {
            #expect(error(0, value)?.code == .latitude, "\(value)")
        }
        #expect(error(.nan, .nan)?.code == .longitude)
        #expect(error(37.5563, 126.9236)?.code == .latitude)
    }

    @Test func errorsNameTheAxisTheValueAndTheRange() {
        #expect(error(180.5, 0)?.description == "longitude 180.5 is not between -180 and 180")
        #expect(error(180.5, 0)?.words.ko == "경도 180.5는 -180에서 180 사이여야 합니다")
        #expect(error(0, -126.9236)?.description == "latitude -126.9236 is not between -90 and 90")
        #expect(error(0, -126.9236)?.words.ko == "위도 -126.9236은 -90에서 90 사이여야 합니다")
        #expect(error(.nan, 0)?.description == "longitude nan is not between -180 and 180")
        #expect(error(0, .infinity)?.description == "latitude inf is not between -90 and 90")
        #expect(
            error(180.5, 0)
                == GeoError(
                    .longitude, en: "longitude 180.5 is not between -180 and 180",
                    ko: "경도 180.5는 -180에서 180 사이여야 합니다"))
    }
}

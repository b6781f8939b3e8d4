import GeocliGeo
import GeocliProjection
import GeocliText
import Testing

/// Each error, word for word, on the input that causes it.
struct ProjectionErrorTests {
    @Test func unknownSystem() throws {
        let crs = try CRS(parsing: "EPSG:99999")
        for (source, target) in [(crs, CRS.wgs84), (.wgs84, crs)] {
            let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: source, to: target) }
            #expect(error?.code == .unknownCRS)
            #expect(
                error?.words.en
                    == "PROJ does not know the coordinate system EPSG:99999; "
                    + "for Korea, choose EPSG:5174, 5178, 5179, 5181 or 5186")
            #expect(
                error?.words.ko == "PROJ에 EPSG:99999 좌표계가 없습니다. 쓸 수 있는 한국 좌표계: EPSG:5174, 5178, 5179, 5181, 5186")
        }
    }

    @Test(arguments: ["+proj=nonsense", "", "GEOGCRS[", "+proj=tmerc +lat_0=x +ellps=GRS80", "@/etc/passwd"])
    func unreadableDefinition(_ definition: String) {
        let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: .proj(definition)) }
        #expect(error?.code == .unknownCRS)
    }

    /// A height, a geocentric system, and degrees with a height.
    @Test(arguments: [("EPSG:5193", "은"), ("EPSG:4978", "은"), ("EPSG:4979", "는")])
    func systemThatIsNotFlat(_ code: String, _ particle: String) throws {
        let crs = try CRS(parsing: code)
        for (source, target) in [(crs, CRS.wgs84), (.wgs84, crs)] {
            let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: source, to: target) }
            #expect(error?.code == .unsupportedCRS)
            #expect(
                error?.words.en
                    == "\(code) is not a two-dimensional coordinate system; choose one in meters or in degrees, "
                    + "such as EPSG:5186")
            #expect(error?.words.ko == "\(code)\(particle) 2차원 좌표계가 아닙니다. EPSG:5186처럼 미터 또는 경위도 좌표계를 지정하세요")
        }
    }

    /// Without this refusal, PROJ would leave out the shift, an error of 362 m in Seoul.
    @Test func katecWithoutItsDatumShift() {
        let crs = CRS.proj("+proj=tmerc +lat_0=38 +lon_0=128 +k=0.9999 +x_0=400000 +y_0=600000 +ellps=bessel")
        let error = #expect(throws: ProjectionError.self) { try CoordinateTransform(from: crs) }
        #expect(error?.code == .noTransformation)
        #expect(
            error?.words.en
                == "PROJ has no datum shift between \(crs) and EPSG:4326; add +towgs84 to the PROJ definition, "
                + "or use another coordinate system")
        #expect(
            error?.words.ko
                == "PROJ에 \(crs)와 EPSG:4326 사이의 변환이 없습니다. PROJ 정의에 +towgs84를 더하거나 다른 좌표계를 지정하세요")
    }

    @Test func pointThatHasNoCoordinate() throws {
        let transform = try CoordinateTransform(from: .epsg5186)
        let error = #expect(throws: ProjectionError.self) { try transform.coordinate(x: 1e30, y: 0) }
        #expect(error?.code == .outsideDomain)
        #expect(error?.words.en == "the point x 1e+30, y 0.0 is outside the area of use of EPSG:5186")
        #expect(error?.words.ko == "점 x 1e+30, y 0.0은 EPSG:5186 좌표계의 범위를 벗어납니다")
        #expect(try transform.coordinate(x: 200_000, y: 600_000).latitude == 38)
    }

    @Test(arguments: [CRS.wgs84, .epsg5174, .epsg5186, .katec])
    func numbersThatAreNoNumbers(_ crs: CRS) throws {
        let transform = try CoordinateTransform(from: crs)
        for bad in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e12] {
            for (x, y) in [(bad, 0), (0, bad), (bad, bad)] {
                let error = #expect(throws: ProjectionError.self) { try transform.coordinate(x: x, y: y) }
                #expect(error?.code == .outsideDomain, "\(crs) x \(x), y \(y)")
            }
        }
    }

    @Test func coordinateThatHasNoPosition() throws {
        let transform = try CoordinateTransform(from: .epsg5186)
        let opposite = try Coordinate(longitude: 38, latitude: 0)
        let error = #expect(throws: ProjectionError.self) { try transform.position(of: opposite) }
        #expect(error?.code == .outsideDomain)
        #expect(error?.words.en == "longitude 38.0, latitude 0.0 is outside the area of use of EPSG:5186")
        #expect(error?.words.ko == "경도 38.0, 위도 0.0은 EPSG:5186 좌표계의 범위를 벗어납니다")
    }

    /// PROJ itself gives a valid position for each of these, because its grid repeats beyond the pole, and its web map
    /// beyond the dateline.
    @Test(arguments: [
        ("EPSG:5186", 0, 1e12), ("EPSG:5186", 0, 2e7), ("EPSG:3857", 3e7, 0),
        ("EPSG:3857", 0, 4e8), ("EPSG:4737", 127, 91), ("EPSG:4737", 488, 37),
    ])
    func pointsBeyondTheEarthAreRefused(code: String, x: Double, y: Double) throws {
        let transform = try CoordinateTransform(from: CRS(parsing: code))
        let error = #expect(throws: ProjectionError.self) { try transform.coordinate(x: x, y: y) }
        #expect(error?.code == .outsideDomain)
    }

    @Test func theEdgesOfTheEarthAreNotRefused() throws {
        let web = try CoordinateTransform(from: CRS(parsing: "EPSG:3857"))
        let side = Double.pi * 6_378_137
        #expect(try web.coordinate(x: side, y: 0).longitude == 180)
        #expect(try web.coordinate(x: -side, y: 0).longitude == -180)
        for (longitude, latitude) in [(127.0, 90.0), (127, -90), (180, 0), (-180, 0), (0, 0)] {
            let coordinate = try Coordinate(longitude: longitude, latitude: latitude)
            let (x, y) = try web.position(of: coordinate)
            #expect(x.isFinite && y.isFinite)
        }
        let pole = try Coordinate(longitude: 45, latitude: 90)
        #expect(try abs(CoordinateTransform(from: .epsg5186).position(of: pole).x - 200_000) < 1e-6)
    }
}

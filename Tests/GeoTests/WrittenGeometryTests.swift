import GeocliText
import Testing

@testable import GeocliGeo

/// Points as databases and GIS programs write them in a text.
@Suite struct WrittenGeometryTests {
    /// The bytes of the hexadecimal forms are from Python's `struct`.
    static let points = [
        "POINT(126.9236 37.5563)", "POINT (126.9236 37.5563)", "point(126.9236 37.5563)",
        " Point  ( 126.9236   37.5563 ) ", "POINT(126.9236,37.5563)", "POINT Z (126.9236 37.5563 12.5)",
        "POINT Z(126.9236 37.5563 12.5)", "POINTZ(126.9236 37.5563 12.5)", "POINT M (126.9236 37.5563 1)",
        "POINT ZM (126.9236 37.5563 12.5 1)", "POINT(126.9236 37.5563 12.5)", "SRID=4326;POINT(126.9236 37.5563)",
        "srid=4326; point z (126.9236 37.5563 0)", "SRID=0;POINT(126.9236 37.5563)", "MULTIPOINT(126.9236 37.5563)",
        "MULTIPOINT ((126.9236 37.5563))", "MULTIPOINT Z ((126.9236 37.5563 3))",
        "GEOMETRYCOLLECTION(POINT(126.9236 37.5563))", "SRID=4326;GEOMETRYCOLLECTION(MULTIPOINT((126.9236 37.5563)))",
        "01010000007AA52C431CBB5F40E561A1D634C74240", "0000000001405FBB1C432CA57A4042C734D6A161E5",
        "0101000020E61000007AA52C431CBB5F40E561A1D634C74240", "0101000020e61000007aa52c431cbb5f40e561a1d634c74240",
        "01010000A0E61000007AA52C431CBB5F40E561A1D634C742400000000000002940",
        "01E90300007AA52C431CBB5F40E561A1D634C742400000000000002940",
        "01B90B00007AA52C431CBB5F40E561A1D634C742400000000000002940000000000000F03F",
        "01040000000100000001010000007AA52C431CBB5F40E561A1D634C74240",
        #"{"type":"Point","coordinates":[126.9236,37.5563]}"#,
        #" { "coordinates" : [126.9236, 37.5563, 12.5], "type" : "Point" } "#,
        #"{"type":"MultiPoint","coordinates":[[126.9236,37.5563]]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[126.9236,37.5563]}]}"#,
        #"{"type":"Point","coordinates":[126.9236,37.5563],"crs":{"type":"name","properties":{"name":"EPSG:4326"}}}"#,
    ]

    @Test(arguments: points) func aPointIsReadInEveryForm(_ text: String) throws {
        #expect(try #require(WrittenGeometry(text)).position == .one(x: "126.9236", y: "37.5563"))
        let position = try #require(try WrittenPosition.read(text))
        #expect(position.form == .geometry)
        #expect(position.coordinate == (try Coordinate(longitude: 126.9236, latitude: 37.5563)))
    }

    @Test(arguments: [
        "MULTIPOINT(1 2, 3 4)", "MULTIPOINT((1 2),(3 4))", "LINESTRING(1 2, 3 4)", "POLYGON((1 2,3 4,5 6,1 2))",
        "GEOMETRYCOLLECTION(POINT(1 2),POINT(3 4))", "GEOMETRYCOLLECTION(POLYGON((1 2,3 4,5 6,1 2)))",
        "GEOMETRYCOLLECTION(POINT(1 2),POLYGON((1 2,3 4,5 6,1 2)))",
        "GEOMETRYCOLLECTION Z(POLYGON Z((1 2 0,3 4 0,5 6 0,1 2 0)),POINT Z(1 2 0))",
        "01070000000200000001010000007AA52C431CBB5F40E561A1D634C74240010300000000000000",
        "MULTIPOLYGON Z (((1 2 3,3 4 3,5 6 3,1 2 3)))",
        "01040000000200000001010000007AA52C431CBB5F40E561A1D634C7424001010000007AA52C431CBB5F40E561A1D634C74240",
        #"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#,
    ])
    func whatIsNotOnePointIsRefused(_ text: String) throws {
        #expect(try #require(WrittenGeometry(text)).position == .several)
        let error = #expect(throws: GeoError.self) { try WrittenPosition.read(text) }
        #expect(error?.words.en.contains("is not one point") ?? false)
    }

    @Test(arguments: [
        "POINT EMPTY", "point z empty", "SRID=4326;POINT EMPTY", "MULTIPOINT EMPTY", "GEOMETRYCOLLECTION EMPTY",
        "0101000000000000000000F87F000000000000F87F", "010400000000000000", #"{"type":"Point","coordinates":[]}"#,
        #"{"type":"MultiPoint","coordinates":[]}"#,
    ])
    func anEmptyGeometryHasNoPosition(_ text: String) throws {
        #expect(try #require(WrittenGeometry(text)).position == .empty)
    }

    @Test func anotherSystemIsNamed() throws {
        for text in ["SRID=5179;POINT(953000.5 1951000.25)", "01010000203B1400000000000051152D410000004018C53D41"] {
            let geometry = try #require(WrittenGeometry(text))
            #expect(geometry.system == 5179 && geometry.position == .one(x: "953000.5", y: "1951000.25"))
            let error = #expect(throws: GeoError.self) { try WrittenPosition.read(text) }
            #expect(error?.words.en.contains("is in EPSG:5179; write latitude,longitude in degrees") ?? false)
        }
        let swapped = #expect(throws: GeoError.self) { try WrittenPosition.read("POINT(37.5563 126.9236)") }
        #expect(swapped?.words.en.contains("write POINT(126.9236 37.5563)") ?? false, "\(swapped?.words.en ?? "-")")
    }

    @Test(arguments: [
        "", "POINT", "POINT(1)", "POINT(a b)", "POINT(1 2", "POINT(1 2 3 4 5)", "포인트(1 2)", "Point Books",
        "SRID=;POINT(1 2)",
        "SRID=4326 POINT(1 2)", "{", "{}", #"{"type":"Feature","geometry":null}"#,
        #"{"type":"Point","coordinates":["1","2"]}"#,
        #"{"type":"Point","coordinates":[1,2],"crs":"EPSG:5186"}"#, "0101", "02-325-1984", "010000000000000000",
        "01010000007AA52C431CBB5F40E561A1D634C7424000", "37.5563,126.9236", "0.5 126.5", "GEOMETRYCOLLECTION(a)",
        String(repeating: "GEOMETRYCOLLECTION(", count: 400) + String(repeating: ")", count: 400),
    ])
    func otherTextsAreNoGeometry(_ text: String) { #expect(WrittenGeometry(text) == nil) }

    /// Cut and changed texts end in an answer.
    @Test func anyTextHasAnAnswer() {
        for text in Self.points {
            for count in 0..<text.count { _ = WrittenGeometry(String(text.prefix(count))) }
        }
    }

    /// The two readers of GeoJSON agree about what is one point.
    @Test(arguments: [
        #"{"type":"Point","coordinates":[1,2]}"#, #"{"type":"Point","coordinates":[1,2,3]}"#,
        #"{"type":"Point","coordinates":[]}"#, #"{"type":"MultiPoint","coordinates":[]}"#,
        #"{"type":"MultiPoint","coordinates":[[1,2]]}"#, #"{"type":"MultiPoint","coordinates":[[1,2],[1,2]]}"#,
        #"{"type":"GeometryCollection","geometries":[]}"#, #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2]]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]},{"type":"Point","coordinates":[1,2]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"Point","coordinates":[1,2]}]}"#,
    ])
    func bothReadersFindTheSamePoint(_ text: String) throws {
        let geometry = try JSONStream.withCursor(Array(text.utf8), name: "") {
            try GeometryReader.geometryOrNone(&$0)
        }
        let only = try JSONStream.withCursor(Array(text.utf8), name: "") {
            GeometryReader.Members(&$0).onlyPosition
        }
        switch only {
        case .empty: #expect(geometry == nil)
        case .one: #expect(geometry?.point == (try Coordinate(longitude: 1, latitude: 2)))
        case .several, .noPoint: #expect(geometry != nil && geometry?.point == nil)
        }
    }
}

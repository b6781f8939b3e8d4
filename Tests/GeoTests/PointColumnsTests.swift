import GeocliText
import Testing

@testable import GeocliGeo

/// The columns of a position by the names that people and programs give them.
@Suite struct PointColumnsTests {
    private static func columns(_ header: String) -> String {
        let names = PointColumns.names(header.split(separator: "|", omittingEmptySubsequences: false).map(String.init))
        do throws(PointColumns.Fault) {
            let columns = try PointColumns(names)
            return "\(columns.latitudeIndex) \(columns.longitudeIndex)"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("위도(WGS84)|경도(WGS84)", "0 1"), ("id|geo_lat|geo_lng", "1 2"), ("Y좌표|X좌표", "0 1"), ("緯度|経度", "0 1"),
        ("Nr|Breitengrad|Längengrad", "1 2"), ("latitud|longitud", "0 1"),
        ("REFINE_WGS84_LAT|REFINE_WGS84_LOGT", "0 1"),
        ("Latitude [deg]|Longitude [deg]", "0 1"), ("x|y|위도|경도", "2 3"), ("name|좌표", "1 1"), ("id|the_geom", "1 1"),
        ("LatLng", "0 0"), ("위도,경도", "0 0"), ("lat|lon|wkt", "0 1"), ("y|x|coords", "0 1"),
        ("x좌표(TM)|y좌표(TM)", "missing(\"latitude\")"), ("flat|plon", "missing(\"latitude\")"),
        ("lat", "missing(\"longitude\")"), ("lat|위도|lon", "two(\"lat\", \"위도\", role: \"latitude\")"),
        ("lat|lat|lon", "twice(\"lat\")"),
    ])
    func namesWithOneMeaningAreTaken(_ header: String, _ wanted: String) {
        #expect(Self.columns(header) == wanted)
    }

    private static func features(_ text: String) throws -> [String] {
        var reader = FeatureReader(ByteSource(name: "objects", bytes: Array(text.utf8)).ofFeatures())
        var found: [String] = []
        while let feature = try reader.next() {
            let point = feature.geometry?.point
            found.append(
                "\(feature.id?.scalarText ?? "-") \(point.map { "\($0.latitude) \($0.longitude)" } ?? "nowhere")")
        }
        return found
    }

    @Test(arguments: [
        #"[{"id":1,"latitude":37.5,"longitude":127},{"id":2,"latitude":null,"longitude":null}]"#,
        "{\"id\":1,\"lat\":\"37,50\",\"lng\":\"127,00\"}\n\n{\"id\":2,\"name\":\"a\"}",
        "\u{FEFF}{\"id\":1,\"geom\":\"POINT(127 37.5)\"}\n{\"id\":2,\"geom\":\"\"}\n",
        "[\n{\"id\":1,\"coordinates\":[127,37.5]},\n{\"id\":2,\"coordinates\":\"POINT EMPTY\"}\n]",
    ])
    func objectsAreFeatures(_ text: String) throws {
        #expect(try Self.features(text) == ["1 37.5 127.0", "2 nowhere"])
    }

    @Test func objectsWithoutAPositionAreRefused() {
        #expect(throws: PlainError.self) { try Self.features(#"[{"id":1,"name":"a"}]"#) }
        #expect(throws: PlainError.self) { try Self.features(#"[{"lat":1,"latitude":1,"lon":2}]"#) }
        #expect(throws: GeoError.self) { try Self.features(#"[{"id":1,"lat":"x","lon":2}]"#) }
        #expect(throws: GeoError.self) { try Self.features("{\"id\":1,\"name\":\"a\"}\n") }
    }
}

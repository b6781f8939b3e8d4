import GeocliText
import Testing

@testable import GeocliGeo

@Suite struct GeometryTests {
    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8), name: "test") }

    private func geometry(_ text: String) throws -> Geometry { try Geometry(json: try json(text)) }

    private func error(_ text: String) throws -> GeoError? {
        let value = try json(text)
        do throws(GeoError) {
            _ = try Geometry(json: value)
            return nil
        } catch { return error }
    }

    private let ring = [place(0, 0), place(1, 0), place(1, 1), place(0, 0)]

    @Test func allTypesAreRead() throws {
        #expect(try geometry("{\"type\":\"Point\",\"coordinates\":[126.9,37.5]}") == .point(place(126.9, 37.5)))
        #expect(
            try geometry("{\"coordinates\":[[1,2],[3,4]],\"type\":\"MultiPoint\"}")
                == .multiPoint([place(1, 2), place(3, 4)]))
        #expect(
            try geometry("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}")
                == .lineString([place(1, 2), place(3, 4)]))
        #expect(
            try geometry("{\"type\":\"MultiLineString\",\"coordinates\":[[[1,2],[3,4]],[[5,6],[7,8]]]}")
                == .multiLineString([[place(1, 2), place(3, 4)], [place(5, 6), place(7, 8)]]))
        #expect(
            try geometry("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]],[[0,0],[1,0],[1,1],[0,0]]]}")
                == .polygon(.init(exterior: ring, holes: [ring])))
        #expect(
            try geometry(
                "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,0],[1,1],[0,0]]]]}")
                == .multiPolygon([.init(exterior: ring), .init(exterior: ring)]))
        #expect(
            try geometry(
                "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]},{\"type\":\"GeometryCollection\",\"geometries\":[]}]}"
            )
                == .collection([.point(place(1, 2)), .collection([])]))
    }

    @Test func emptyListsOfPositionsAreRead() throws {
        #expect(try geometry("{\"type\":\"MultiPoint\",\"coordinates\":[]}") == .multiPoint([]))
        #expect(try geometry("{\"type\":\"MultiPolygon\",\"coordinates\":[]}") == .multiPolygon([]))
        #expect(try geometry("{\"type\":\"MultiLineString\",\"coordinates\":[]}") == .multiLineString([]))
    }

    @Test func heightsArePassedOver() throws {
        #expect(try geometry("{\"type\":\"Point\",\"coordinates\":[1,2,300.5]}") == .point(place(1, 2)))
        #expect(try geometry("{\"type\":\"Point\",\"coordinates\":[1,2,null,\"x\"]}") == .point(place(1, 2)))
    }

    @Test func theLastOfRepeatedMembersCounts() throws {
        #expect(
            try geometry("{\"type\":\"Polygon\",\"coordinates\":[9,9],\"type\":\"Point\",\"coordinates\":[1,2]}")
                == .point(place(1, 2)))
    }

    @Test(arguments: [
        ("{}", "a geometry has no \"type\""), ("[]", "a geometry has no \"type\""),
        ("null", "a geometry has no \"type\""),
        ("{\"type\":1}", "a geometry has no \"type\""), ("{\"type\":\"Point\"}", "Point has no \"coordinates\""),
        ("{\"type\":\"GeometryCollection\"}", "GeometryCollection has no \"geometries\""),
        ("{\"type\":\"GeometryCollection\",\"geometries\":{}}", "GeometryCollection has no \"geometries\""),
        ("{\"type\":\"GeometryCollection\",\"geometries\":[{}]}", "a geometry has no \"type\""),
        ("{\"type\":\"Circle\",\"coordinates\":[]}", "\"Circle\" is not a geometry type of RFC 7946"),
        ("{\"type\":\"point\",\"coordinates\":[1,2]}", "\"point\" is not a geometry type of RFC 7946"),
        ("{\"type\":\"Point\",\"coordinates\":[1]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":[]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":[\"1\",\"2\"]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":[1,null]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":[1e999,2]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":[[1,2]]}", "a position is not [longitude, latitude]"),
        ("{\"type\":\"Point\",\"coordinates\":null}", "\"coordinates\" are not nested as the type requires"),
        ("{\"type\":\"Point\",\"coordinates\":{}}", "\"coordinates\" are not nested as the type requires"),
        ("{\"type\":\"LineString\",\"coordinates\":[1,2]}", "\"coordinates\" are not nested as the type requires"),
        (
            "{\"type\":\"MultiLineString\",\"coordinates\":[[1,2]]}",
            "\"coordinates\" are not nested as the type requires"
        ),
        ("{\"type\":\"Polygon\",\"coordinates\":[[1,2]]}", "\"coordinates\" are not nested as the type requires"),
        ("{\"type\":\"Polygon\",\"coordinates\":[]}", "a Polygon has no ring"),
        ("{\"type\":\"MultiPolygon\",\"coordinates\":[[]]}", "a Polygon has no ring"),
        (
            "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[0,0]]]}",
            "a ring is not closed (it needs four positions or more, and the last must equal the first)"
        ),
        (
            "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}",
            "a ring is not closed (it needs four positions or more, and the last must equal the first)"
        ),
        (
            "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]],[[0,0]]]}",
            "a ring is not closed (it needs four positions or more, and the last must equal the first)"
        ),
    ])
    func errorsSayWhatIsWrong(_ text: String, _ what: String) throws {
        let error = try error(text)
        #expect(error?.code == .geojson)
        let words = try #require(error?.words)
        #expect(words.en.hasPrefix("not valid GeoJSON: \(what); "))
        #expect(words.ko.hasPrefix("올바른 GeoJSON이 아닙니다: ") && words.ko.contains(". "))
        try expectWhollyKorean(words.ko)
    }

    /// The Korean message contains Latin words only as names of the standard or in quotes.
    private func expectWhollyKorean(_ text: String) throws {
        let names = ["ogr2ogr -f GeoJSON", "ogr2ogr -t_srs EPSG:", ".geojson", ".json", "TopoJSON", "GeoJSON", "RFC"]
        let types = ["GeometryCollection", "MultiPolygon", "Polygon", "Point"]
        var rest = text.replacing(/"[^"]*"/, with: "")
        for name in names + types { rest = rest.replacing(name, with: "") }
        #expect(!rest.contains(/[A-Za-z]/), "\(text)")
    }

    @Test func positionsOutOfRangeAreRefused() throws {
        #expect(try error("{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[200,0]]}")?.code == .longitude)
    }

    @Test(arguments: [
        (
            "[37.5,126.9]",
            "latitude 126.9 of [37.5, 126.9] is not between -90 and 90; the numbers seem to be swapped, so write longitude first"
        ),
        ("[126.9,95]", "latitude 95.0 is not between -90 and 90; write degrees, longitude first"),
        ("[-200,5]", "longitude -200.0 is not between -180 and 180; write degrees, longitude first"),
        (
            "[198000.5,551000]",
            "the numbers [198000.5, 551000.0] are not degrees (beyond ±360); if they are meters, convert the file with ogr2ogr -t_srs EPSG:4326"
        ),
    ])
    func positionsOutOfRangeAreToldApart(_ position: String, _ words: String) throws {
        let error = try #require(try error("{\"type\":\"Point\",\"coordinates\":\(position)}"))
        #expect(error.words.en == words)
        try expectWhollyKorean(error.words.ko)
    }

    @Test func topologiesAreNamed() throws {
        let error = try #require(try error("{\"type\":\"Topology\",\"objects\":{},\"arcs\":[]}"))
        #expect(error.words.en.hasPrefix("not valid GeoJSON: this is TopoJSON; convert it to GeoJSON"))
        try expectWhollyKorean(error.words.ko)
    }

    private func feature(_ text: String) throws -> Feature { try Feature(json: try json(text)) }

    @Test func featuresKeepTheirIdPlaceAndProperties() throws {
        let whole = try feature(
            "{\"type\":\"Feature\",\"id\":7,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"a\":1.50,\"b\":null,\"a\":\"x\"}}"
        )
        #expect(whole.id == .number("7"))
        #expect(whole.geometry == .point(place(1, 2)))
        #expect(whole.properties.map(\.name) == ["a", "b", "a"])
        #expect(whole["a"] == .string("x"))
        #expect(whole["b"] == .null)
        #expect(whole["c"] == nil)
        #expect(whole == Feature(id: .number("7"), geometry: .point(place(1, 2)), properties: whole.properties))
    }

    @Test func featuresMayHaveNoPlaceAndNoProperties() throws {
        for text in [
            "{\"type\":\"Feature\",\"geometry\":null,\"properties\":null}", "{\"type\":\"Feature\"}",
            "{\"type\":\"Feature\",\"properties\":[1]}",
        ] {
            #expect(try feature(text) == Feature(id: nil, geometry: nil, properties: []))
        }
    }

    @Test func aBareGeometryIsAFeatureWithoutProperties() throws {
        let bare = try feature("{\"type\":\"Point\",\"coordinates\":[1,2],\"id\":5}")
        #expect(bare == Feature(id: nil, geometry: .point(place(1, 2)), properties: []))
    }

    @Test func brokenFeaturesAreRefused() throws {
        for text in ["{}", "[]", "1", "{\"type\":null}"] {
            let value = try json(text)
            let error = #expect(throws: GeoError.self) { try Feature(json: value) }
            #expect(error?.description.hasPrefix("not valid GeoJSON: an object has no \"type\"; add ") == true)
            #expect(error?.words.ko.hasPrefix("올바른 GeoJSON이 아닙니다: \"type\"이 없는 객체가 있습니다. ") == true)
        }
        #expect(throws: GeoError.self) { try feature("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\"}}") }
        #expect(throws: GeoError.self) { try feature("{\"type\":\"Feature\",\"geometry\":5}") }
        #expect(throws: GeoError.self) { try feature("{\"type\":\"Topology\",\"coordinates\":[]}") }
    }
}

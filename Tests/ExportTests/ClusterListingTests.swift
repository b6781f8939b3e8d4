import GeocliGeo
import GeocliText
import Testing

@testable import GeocliCatalog
@testable import GeocliExport
@testable internal import GeocliPlaces
@testable import GeocliQuery

@Suite struct ClusterListingTests {
    private let spot = Coordinate(uncheckedLongitude: 126.9236, latitude: 37.5563)

    private func row<Item>(
        _ item: Item, id: MarkerID = .integer(7), hiddenBy: MarkerID? = nil, count: Int = 1
    ) -> ClusterRow<Item> {
        ClusterRow(
            item: item, id: id, coordinate: spot, isVisible: hiddenBy == nil, hiddenBy: hiddenBy, pointCount: count,
            kinds: count > 1 ? [.new: count - 1, .other: 1] : [.used: 1], expansionZoom: count > 1 ? 15 : nil,
            box: count > 1 ? BoundingBox(checkedWest: 126, south: 37, east: 127, north: 38) : nil)
    }

    private static let single =
        "\"cluster\":false,\"cluster_id\":7,\"point_count\":1,\"point_count_abbreviated\":\"1\",\"new_count\":0,"
        + "\"used_count\":1,\"other_count\":0,\"expansion_zoom\":null,\"bbox\":null}\n"

    @Test func aClusterOfPlacesHasItsCounts() throws {
        let text = try listed([row(entry(7), count: 1300)], .clusters(withMembers: false), options(.ndjson)).text
        #expect(
            text.hasSuffix(
                "\"removed_on\":\"2026-02-01\",\"closed_on\":\"2026-02-03\",\"point_source\":\"juso 2606\",\"corrected\":null,\"cluster\":true,\"cluster_id\":7,\"point_count\":1300,"
                    + "\"point_count_abbreviated\":\"1.3k\",\"new_count\":1299,\"used_count\":0,\"other_count\":1,"
                    + "\"expansion_zoom\":15,\"bbox\":[126,37,127,38]}\n"))
        #expect(
            try listed([row(entry(7))], .clusters(withMembers: false), options(.ndjson)).text.hasSuffix(
                "\"juso 2606\",\"corrected\":null," + Self.single))
    }

    @Test func membersTellWhoHidesThem() throws {
        let rows = [row(entry(7)), row(entry(8), id: .integer(8), hiddenBy: .integer(7))]
        let lines = try listed(rows, .clusters(withMembers: true), options(.ndjson)).text.split(separator: "\n").map {
            try parsed(String($0))
        }
        #expect(lines.map { $0["visible"] } == [.bool(true), .bool(false)])
        #expect(lines.map { $0["hidden_by"] } == [.null, .number("7")])
        #expect(lines.map { $0["cluster_id"] } == [.number("7"), .number("7")])
        let table = try listed(rows, .clusters(withMembers: true), options(.table)).text
        #expect(
            table.split(separator: "\n").first?.split(separator: " ").prefix(4) == ["id", "name", "visible", "hidden"])
    }

    private func point(_ id: JSONValue?) -> FilePoint { FilePoint(number: 1, coordinate: spot, id: id, values: []) }

    @Test func pointsOfAFileKeepTheirOwnIds() throws {
        let text = try listed(
            [row(point(nil), id: .text("a\"b"))], .clusters(withMembers: false), options(.ndjson)
        ).text
        #expect(
            text == "{\"id\":\"a\\\"b\",\"latitude\":37.5563,\"longitude\":126.9236,"
                + Self.single.replacing("\"cluster_id\":7", with: "\"cluster_id\":\"a\\\"b\""))
        let feature = try parsed(
            try listed([row(point(nil), id: .text("x"))], .clusters(withMembers: true), options(.geojsonseq)).text)
        #expect(feature["id"] == .string("x"))
        #expect(feature["properties"]?["visible"] == .bool(true))
        let csv = try listed([row(point(nil), id: .text("=x"))], .clusters(withMembers: false), options(.csv)).text
        #expect(csv.contains("\n'=x,"))
    }

    @Test func levelsAreMembersThatTippecanoeReads() throws {
        let place = LevelRow(item: entry(7), id: .integer(7), coordinate: spot, minZoom: 11, isColocated: false)
        let line = try parsed(try listed([place], .levels(), options(.ndjson)).text)
        #expect(line["minzoom"] == .number("11") && line["colocated"] == .bool(false) && line["name"] == .string("책방"))
        let feature = try parsed(try listed([place], .levels(), options(.geojsonseq)).text)
        #expect(feature["tippecanoe"] == .object([.init("minzoom", .number("11"))]) && feature["id"] == .number("7"))
        #expect(try listed([place], .levels(), options(.table)).text.hasPrefix("id  name  from zoom  same place"))
    }

    @Test func levelsOfAFileAreItsIdsAndPlaces() throws {
        let row = LevelRow(item: point(.string("a")), id: .text("a"), coordinate: spot, minZoom: 0, isColocated: true)
        let schema: ListingSchema<LevelRow<FilePoint>> = .levels()
        #expect(
            try listed([row], schema, options(.ndjson)).text
                == "{\"id\":\"a\",\"latitude\":37.5563,\"longitude\":126.9236,\"minzoom\":0,\"colocated\":true}\n")
        #expect(
            try listed([row], schema, options(.table)).text.hasPrefix("id  latitude  longitude  from zoom  same place"))
    }
}

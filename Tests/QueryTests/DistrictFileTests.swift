internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import Testing

@testable internal import GeocliQuery

@Suite struct DistrictFileTests {
    private func feature(_ properties: String, _ x: Int = 0) -> String {
        "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
            + "[[[\(x),0],[\(x + 1),0],[\(x + 1),1],[\(x),0]]]}}"
    }

    private func file(_ features: [String], members: String = "", key: String? = nil) throws -> DistrictFile {
        let text =
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]\(members)}"
        return try DistrictFile(ByteSource(name: "d", bytes: Array(text.utf8)), nameKey: key)
    }

    private func error(_ features: [String], key: String? = nil) -> String? {
        let error = #expect(throws: PolygonFileError.self) { try file(features, key: key) }
        return error?.words.en
    }

    @Test func theKeyIsTheFirstThatNamesADistrictEverywhere() throws {
        let file = try file([
            feature("\"code\":1,\"old\":\"마포구\",\"en\":\"Jongno-gu\",\"ko\":\"종로구\""),
            feature("\"code\":2,\"old\":\"Paris\",\"ko\":\"중구\",\"en\":\" jung \"", 3),
        ])
        #expect(file.nameKey == "en")
        #expect(file.outlines.map(\.name) == ["종로구", "중구"])
        #expect(file.outlines[1].area.contains(Coordinate(uncheckedLongitude: 3.5, latitude: 0.2)))
    }

    @Test func featuresOfOneNameAreOneDistrict() throws {
        let file = try file([feature("\"n\":\"mapo\""), feature("\"n\":\"마포\"", 5), feature("\"n\":\"중구\"", 9)])
        #expect(file.outlines.map(\.name) == ["마포구", "중구"])
        #expect(file.outlines[0].area.polygons.count == 2)
    }

    @Test func aNamedKeyNeedsTextOnEveryFeature() throws {
        let features = [feature("\"n\":\"Paris\",\"i\":1"), feature("\"n\":\" Lyon \"", 2)]
        #expect(try file(features, key: "n").outlines.map(\.name) == ["Lyon", "Paris"])
        #expect(
            error(features, key: "i")
                == "feature 1 of d has no text in the property i; choose another property with --name-key")
        #expect(
            error(features)
                == "d has no property that names a known district on every feature; choose a property with --name-key: n, i"
        )
        #expect(
            error([feature("\"n\":\"마포\""), feature("\"m\":\"중구\"")])
                == "d has no property that names a known district on every feature; choose a property with --name-key: n, m"
        )
        #expect(
            error([feature("\"n\":\"  \"")], key: "n")
                == "feature 1 of d has no text in the property n; choose another property with --name-key")
    }

    @Test func aFileMaySayWhatItIs() throws {
        let features = [feature("\"n\":\"마포구\"")]
        let spoken = try file(features, members: ",\"licence\":\" CC BY \",\"title\":7,\"name\":\"outlines\"")
        #expect(spoken.license == "CC BY" && spoken.title == "outlines")
        let silent = try file(features)
        #expect(silent.license == nil && silent.title == nil)
    }

    @Test func theHashIsThatOfTheWholeFile() throws {
        let text = feature("\"n\":\"마포구\"") + "\n\n"
        var hash = SHA256()
        hash.update(Array(text.utf8))
        var rest = Array(text.utf8)[...]
        let pieces = ByteSource(name: "d") {
            defer { rest = rest.dropFirst(7) }
            return Array(rest.prefix(7))
        }
        #expect(try DistrictFile(pieces).sha256 == hash.hexDigest())
    }

    @Test func aFileThatNeverEndsIsRefused() throws {
        let blanks = [UInt8](repeating: 0x20, count: 1 << 20)
        var file = PolygonFile(ByteSource(name: "endless") { blanks })
        let error = #expect(throws: PolygonFileError.self) { try file.next() }
        #expect(error?.words.en == "endless is larger than 256 MiB; simplify its outlines first")
    }
}

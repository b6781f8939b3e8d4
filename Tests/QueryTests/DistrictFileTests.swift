internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliText
internal import Testing

@testable internal import GeocliPlaces
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

    /// A square around a position, with these properties.
    private func square(_ properties: String, _ longitude: Double, _ latitude: Double, half: Double = 0.02) -> String {
        let (west, south, east, north) = (longitude - half, latitude - half, longitude + half, latitude + half)
        return
            "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
            + "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]}}"
    }

    private func names(_ features: [String], key: String? = "n") throws -> [String] {
        try file(features, key: key).outlines.map(\.name)
    }

    /// Two features called 중구, in Seoul and in Busan: what may tell them apart.
    @Test(arguments: [
        ("\"SIG_CD\":\"11140\"", "\"SIG_CD\":\"26110\""), ("\"adm_cd2\":\"1114052000\"", "\"adm_cd2\":\"2611051000\""),
        ("\"SIG_CD\":11140", "\"SIG_CD\":26110"), ("\"CTP_KOR_NM\":\"서울특별시\"", "\"CTP_KOR_NM\":\"부산광역시\""),
        ("\"sidonm\":\"서울\"", "\"sidonm\":\"부산\""), ("\"full\":\"서울특별시 중구\"", "\"full\":\"부산광역시 중구\""),
        // The codes of Statistics Korea: 21 is Busan there.
        ("\"code\":\"11020\"", "\"code\":\"21010\""), ("\"x\":1", "\"x\":1"),
    ])
    func districtsOfOneNameInTwoCitiesAreTwo(_ seoul: String, _ busan: String) throws {
        let features = [square("\"n\":\"중구\",\(seoul)", 127, 37.55), square("\"n\":\"중구\",\(busan)", 129.03, 35.1)]
        let file = try file(features, key: "n")
        #expect(file.outlines.map(\.name) == ["부산 중구", "서울 중구"] && file.scattered == [])
        #expect(file.outlines[0].area.contains(Coordinate(uncheckedLongitude: 129.03, latitude: 35.1)))
        #expect(try names(features.reversed()) == ["부산 중구", "서울 중구"])
    }

    /// A code tells, also where the position doesn't.
    @Test func codesTellDistrictsApartAnywhere() throws {
        #expect(
            try names([
                square("\"n\":\"중구\",\"SIG_CD\":\"11140\"", 1, 1), square("\"n\":\"중구\",\"SIG_CD\":\"26110\"", 1.04, 1),
            ])
                == ["부산 중구", "서울 중구"], "even if they touch")
        #expect(
            try names([
                square("\"n\":\"중앙동\",\"EMD_CD\":\"41131101\"", 127.1, 37.4),
                square("\"n\":\"중앙동\",\"EMD_CD\":\"41133101\"", 127.3, 37.5),
            ]) == ["중앙동 (41131)", "중앙동 (41133)"])
        #expect(
            try names([
                square("\"n\":\"府中市\",\"N03_007_code\":\"13206\"", 139.5, 35.7),
                square("\"n\":\"府中市\",\"N03_007_code\":\"34208\"", 133.2, 34.6),
            ]) == ["府中市 (13206)", "府中市 (34208)"])
    }

    /// A county and a city of one name, which touch. The codes of other countries state no province of Korea.
    @Test(arguments: [
        ("\"GEOID\":\"29189\"", "\"GEOID\":\"29510\"", "29189", "29510"),
        ("\"geoid\":29189", "\"geoid\":29510", "29189", "29510"),
        ("\"FIPS\":\"29189\"", "\"FIPS\":\"29510\"", "29189", "29510"),
        ("\"CODE\":\"29189\"", "\"CODE\":\"29510\"", "29189", "29510"),
        ("\"adm_cd\":29189", "\"adm_cd\":29510", "29189", "29510"),
        (
            "\"GID_0\":\"USA\",\"GID_1\":\"USA.26_1\",\"GID_2\":\"USA.26.96_1\"",
            "\"GID_0\":\"USA\",\"GID_1\":\"USA.26_1\",\"GID_2\":\"USA.26.97_1\"", "USA.26.96_1", "USA.26.97_1"
        ),
    ])
    func neighborsOfOneNameStayApartByTheirCodes(_ one: String, _ other: String, _ code: String, _ next: String) throws
    {
        let name = "\"n\":\"St. Louis\","
        let file = try file([square(name + one, -90.4, 38.6), square(name + other, -90.36, 38.6)], key: "n")
        #expect(file.outlines.map(\.name) == ["St. Louis (\(code))", "St. Louis (\(next))"])
        #expect(file.scattered == [] && file.joined.isEmpty)
    }

    /// Counties that have the name of their state are its parts.
    @Test func partsOfALargerAreaAreOneDistrictAndSaid() throws {
        let counties = [29189, 29510, 29183].enumerated().map {
            square(
                "\"n\":\"Missouri\",\"GEOID\":\"\($0.element)\"", -90.5 + 0.0625 * Double($0.offset), 38.5,
                half: 0.03125)
        }
        let file = try file(counties, key: "n")
        #expect(file.outlines.map(\.name) == ["Missouri"])
        #expect(file.joined.map(\.name) == ["Missouri"] && file.joined.map(\.featureCount) == [3])
    }

    /// Islands, and the parts of a city whose districts have features of their own.
    @Test func thePartsOfOneDistrictAreOne() throws {
        #expect(
            try names([
                square("\"n\":\"중구\",\"SIG_CD\":\"28110\"", 126.5, 37.5),
                square("\"n\":\"중구\",\"SIG_CD\":\"28110\"", 126.3, 37.3),
            ]) == ["중구"])
        #expect(try names([square("\"n\":\"중구\"", 126.5, 37.5), square("\"n\":\"중구\"", 126.3, 37.3)]) == ["중구"])
        #expect(
            try names([
                square("\"n\":\"수원시\",\"SIG_CD\":\"41111\"", 127, 37.3, half: 0.03125),
                square("\"n\":\"수원시\",\"SIG_CD\":\"41113\"", 127.125, 37.3, half: 0.03125),
                square("\"n\":\"수원시\",\"SIG_CD\":\"41115\"", 127.0625, 37.3, half: 0.03125),
            ]) == ["수원시"], "the last one touches both others")
        #expect(
            try names([
                square("\"n\":\"인천광역시\",\"SIG_CD\":\"28110\"", 126.5, 37.5),
                square("\"n\":\"인천광역시\",\"SIG_CD\":\"28720\"", 124.7, 37.9),
            ]) == ["인천광역시"])
        let touching = try file(
            [square("\"n\":\"Springfield\"", 1, 1), square("\"n\":\"Springfield\"", 1.04, 1)], key: "n")
        #expect(touching.outlines.map(\.name) == ["Springfield"] && touching.scattered == [])
        #expect(touching.joined.map(\.featureCount) == [2])
        let far = try file([square("\"n\":\"Springfield\"", 1, 1), square("\"n\":\"Springfield\"", 5, 1)], key: "n")
        #expect(far.outlines.map(\.name) == ["Springfield"] && far.scattered == ["Springfield"])
    }

    @Test func aTypedNameMeansOneOutlineOrSeveral() throws {
        let outlines = try file(
            [
                square("\"n\":\"중구\"", 127, 37.55), square("\"n\":\"중구\"", 129.03, 35.1),
                square("\"n\":\"마포구\"", 126.9, 37.55),
                square("\"n\":\"수원시 팔달구\"", 127.01, 37.28),
            ], key: "n"
        ).outlines
        func meant(_ word: String) -> [String] { outlines.meant(by: word).map(\.name) }
        for word in ["중구", "중", "jung-gu"] { #expect(meant(word) == ["부산 중구", "서울 중구"]) }
        for word in ["서울 중구", "서울중구", "서울특별시 중구", "서울특별시중구", "Jung-gu, Seoul"] { #expect(meant(word) == ["서울 중구"]) }
        #expect(meant("부산 중구") == ["부산 중구"] && meant("대구 중구") == [] && meant("부산") == [] && meant("") == [])
        #expect(meant("mapo") == ["마포구"] && meant("팔달구") == ["수원시 팔달구"] && meant("수원시팔달구") == ["수원시 팔달구"])
        let alone = try file([square("\"n\":\"중구\"", 127, 37.55)], key: "n").outlines
        #expect(alone.meant(by: "서울 중구").map(\.name) == ["중구"] && alone.meant(by: "부산 중구").isEmpty)
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

import Foundation
import TestSupport
import Testing

/// Districts of one name in several cities, and several spellings of one district, as a person meets them. The places
/// and outlines are made up.
struct DistrictBench {
    /// 1 is in Seoul, 2 in Busan; 3 has an address in Seoul and its point in Busan. 4 and 5 have no address, 6 only its
    /// address, 7 to 9 name the city.
    static let rows = """
        id,name,lat,lon,gu,addr
        1,서울책,37.55,127.0,중구,서울특별시 중구 세종대로 1
        2,부산책,35.10,129.03,중구,부산광역시 중구 중앙대로 1
        3,틀린책,35.10,129.03,중구,서울특별시 중구 을지로 1
        4,점서울,37.551,127.0,중구,
        5,점부산,35.101,129.03,중구,
        6,글부산,,,중구,(48953) 부산광역시 중구 중앙대로 2
        7,말부산,35.102,129.03,부산광역시 중구,
        8,붙부산,35.103,129.03,부산광역시중구,
        9,말서울,37.552,127.0,Jung-gu,서울 중구 을지로 3

        """

    static func square(_ properties: String, _ longitude: Double, _ latitude: Double) -> String {
        let (west, south, east, north) = (longitude - 0.03, latitude - 0.02, longitude + 0.03, latitude + 0.02)
        return
            "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
            + "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]}}"
    }

    static let outlines =
        "{\"type\":\"FeatureCollection\",\"license\":\"CC0\",\"features\":["
        + "\(square("\"SIG_CD\":\"11140\",\"SIG_KOR_NM\":\"중구\"", 127, 37.55)),"
        + "\(square("\"SIG_CD\":\"26110\",\"SIG_KOR_NM\":\"중구\"", 129.03, 35.1))]}"

    static func place(_ rows: String = rows, outlines: String? = outlines, key: String = "SIG_KOR_NM") throws
        -> Workplace
    {
        let place = try Workplace()
        try place.write(rows, to: "p.csv")
        try place.succeed(
            "ingest p.csv --id id --name name --lat lat --lon lon --district gu --address addr --feed t -q")
        guard let outlines else { return place }
        try place.write(outlines, to: "o.geojson")
        try place.succeed("layers import o.geojson --role districts --name-key \(key) -q")
        return place
    }

    static func ids(_ place: Workplace, _ line: String) throws -> String {
        try place.succeed("\(line) --format tsv --fields id").text.split(separator: "\n").dropFirst()
            .joined(separator: " ")
    }
}

@Suite struct SameDistrictTests {
    private func ids(_ place: Workplace, _ line: String) throws -> String { try DistrictBench.ids(place, line) }

    @Test func twoDistrictsOfOneNameStayTwo() throws {
        let place = try DistrictBench.place()
        #expect(
            try place.succeed("layers districts --format tsv --fields name,romanized,places,inside").text
                == "name\tromanized\tplaces\tinside\n부산 중구\t\t5\t5\n서울 중구\tJung-gu\t4\t3\n")
        #expect(try ids(place, "inside '서울 중구'") == "1 4 9")
        for word in ["'부산 중구'", "부산중구", "부산광역시중구", "'Jung-gu Busan'"] {
            #expect(try ids(place, "inside \(word)") == "2 3 5 7 8", "\(word)")
        }
        let near = try place.succeed("near 'district:부산 중구' -k 1 --format tsv --fields name")
        #expect(near.errorText.contains("from 부산 중구, "), "\(near.errorText)")
        #expect(try ids(place, "near '서울 중구' -k 3").split(separator: " ").sorted() == ["1", "4", "9"])
    }

    @Test func aNameOfSeveralDistrictsIsRefused() throws {
        let place = try DistrictBench.place()
        for word in ["중구", "중", "jung-gu"] {
            let inside = try place.geocli("inside \(word)")
            #expect(inside.status == 64)
            #expect(
                inside.errorText
                    == "geocli: 2 districts are called \"\(word)\": 부산 중구, 서울 중구; choose one of them, such as '부산 중구'\n"
            )
            let near = try place.geocli("near \(word)")
            #expect(near.status == 64 && near.errorText.contains("district:부산 중구 (부산 중구), district:서울 중구 (서울 중구)"))
        }
        let korean = try place.geocli("inside 중구 --lang ko")
        #expect(korean.errorText == "geocli: 이름이 \"중구\"인 자치구가 2곳입니다: 부산 중구, 서울 중구. 그중 하나를 '부산 중구'처럼 쓰세요\n")
        let none = try place.geocli("inside '대구 중구'")
        #expect(none.status == 66 && none.errorText.contains("do not include 대구 중구"))
    }

    /// Only 3 is wrong: its address is in Seoul, its point in Busan.
    @Test func theCheckAndTheIssuesFindTheWrongOne() throws {
        let place = try DistrictBench.place()
        #expect(try ids(place, "layers check") == "3")
        #expect(
            try place.succeed("layers check --format tsv --fields point_district").text == "point_district\n부산 중구\n")
        try place.succeed("issues scan -q")
        let found = try place.succeed(
            "issues list --rule district-point,district-address --format tsv --fields name,text"
        ).text
        #expect(found.split(separator: "\n").count == 2 && found.contains("부산 중구"), "\(found)")
    }

    @Test func aFilterByCityKeepsTheOtherCityOut() throws {
        let place = try DistrictBench.place(outlines: nil)
        #expect(try ids(place, "list --district 중구") == "1 2 3 4 5 6 7 8 9")
        #expect(try ids(place, "list --district '서울 중구'") == "1 3 4 9")
        for word in ["부산 중구", "부산중구", "Jung-gu Busan"] {
            #expect(try ids(place, "list --district '\(word)'") == "2 5 6 7 8", "\(word)")
        }
        #expect(
            try ids(place, "near 37.55,127 -k 9 --district '서울 중구'").split(separator: " ").sorted() == [
                "1", "3", "4", "9",
            ])
        #expect(try ids(place, "bbox 120,30,130,40 --district '부산 중구'") == "2 5 7 8")
        #expect(try ids(place, "list --district '서울 중구' --district '부산 중구'") == "1 2 3 4 5 6 7 8 9")
        #expect(try ids(place, "list --district '서울 중구' --district 중구") == "1 2 3 4 5 6 7 8 9")
        #expect(try ids(place, "search 책 --district '부산 중구'") == "2")
        #expect(try ids(place, "list --district '대구 중구'") == "")
    }

    @Test func theSpellingsOfADistrictAreOne() throws {
        let spellings = ["마포구", "마포", "Mapo-gu", "mapo", "서울특별시마포구", "서울특별시 마포구", "서울 마포구"]
        let rows = spellings.enumerated().map { "\($0 + 1),가게\($0),37.55,126.92\($0),\($1),서울특별시 마포구 독막로 \($0 + 1)\n" }
        let outline =
            "{\"type\":\"FeatureCollection\",\"license\":\"CC0\",\"features\":["
            + "\(DistrictBench.square("\"n\":\"마포구\"", 126.93, 37.55))]}"
        let place = try DistrictBench.place("id,name,lat,lon,gu,addr\n" + rows.joined(), outlines: outline, key: "n")
        #expect(try ids(place, "layers check") == "")
        try place.succeed("issues scan -q")
        #expect(try place.succeed("issues list --format ndjson").text == "")
        for word in spellings {
            #expect(try ids(place, "list --district '\(word)'") == "1 2 3 4 5 6 7", "\(word)")
            #expect(try ids(place, "inside '\(word)'") == "1 2 3 4 5 6 7", "\(word)")
        }
        #expect(
            try place.succeed("layers districts --format tsv --fields name,places").text == "name\tplaces\n마포구\t7\n")
    }

    /// A place that states no district, or another city's, is no error. (D8)
    @Test func outlinesOfSeoulAccuseNoOtherCity() throws {
        let rows = """
            id,name,lat,lon,gu,addr
            1,가,35.10,129.03,중구,부산광역시 중구 중앙대로 1
            2,나,35.87,128.6,중구,
            3,다,37.55,127.0,,
            4,라,35.1,129.0,,
            5,마,37.55,127.0,서울특별시 중구,
            6,바,37.28,127.01,수원시 팔달구,경기도 수원시 팔달구 중앙로 7
            7,사,37.55,127.0,마포구,

            """
        let outlines =
            "{\"type\":\"FeatureCollection\",\"license\":\"CC0\",\"features\":["
            + "\(DistrictBench.square("\"n\":\"중구\"", 127, 37.55)),\(DistrictBench.square("\"n\":\"마포구\"", 126.9, 37.55))]}"
        let place = try DistrictBench.place(rows, outlines: outlines, key: "n")
        #expect(try ids(place, "layers check") == "7")
        try place.write(rows.replacing("7,사", with: "7,사2"), to: "p.csv")
        let night = try place.succeed(
            "ingest p.csv --id id --name name --lat lat --lon lon --district gu --address addr --feed t")
        #expect(night.errorText.contains("1 of 7 places with a point is outside its district"), "\(night.errorText)")
    }

    /// The districts that addresses name, for a feed that states none.
    @Test func anAddressGivesTheDistrictOfItsCity() throws {
        let addresses = [
            "서울특별시 중구 세종대로 1": "중구", "마포구 독막로 1": "마포구", "부산광역시 중구 중앙대로 1": "부산 중구", "부산 강서구 대저로 1": "부산 강서구",
            "서울 강서구 화곡로 1": "강서구", "부산광역시 부산진구 중앙대로 1": "부산진구", "경기도 수원시 장안구 정조로 1": "수원시 장안구",
            "경기도 양평군 양평읍 1": "양평군", "세종특별자치시 한누리대로 1": "세종시", "(41946) 대구광역시 중구 달구벌대로 1": "대구 중구", "홍대입구 앞": "",
            "제주특별자치도 제주시 중앙로 1": "제주시", "전북특별자치도 전주시 완산구 1": "전주시 완산구",
        ].sorted { $0.key < $1.key }
        let place = try Workplace()
        let rows = addresses.enumerated().map { "\($0 + 1),가게,\($1.key),,\n" }
        try place.write("id,name,addr,lat,lon\n" + rows.joined(), to: "p.csv")
        try place.succeed("ingest p.csv --id id --name name --lat lat --lon lon --address addr --feed t -q")
        let listed = try place.succeed("list --format tsv --fields address,district").text
        #expect(listed == "address\tdistrict\n" + addresses.map { "\($0.key)\t\($0.value)\n" }.joined())
        #expect(try ids(place, "list --district '부산 중구'").split(separator: " ").count == 1)
        #expect(try ids(place, "list --district '서울 중구'").split(separator: " ").count == 1)
        #expect(try ids(place, "list --district 중구").split(separator: " ").count == 3)
    }

    @Test func featuresThatDoNotTouchAreNotJoinedInSilence() throws {
        let place = try DistrictBench.place(outlines: nil)
        try place.write(
            "{\"type\":\"FeatureCollection\",\"features\":[\(DistrictBench.square("\"n\":\"Springfield\"", 1, 1)),"
                + "\(DistrictBench.square("\"n\":\"Springfield\"", 9, 1))]}", to: "o.geojson")
        let run = try place.succeed("layers import o.geojson --role districts --name-key n --license CC0 -q")
        #expect(run.errorText.contains("warning: the features called Springfield don't touch"), "\(run.errorText)")
    }
}

#if PostGIS
/// A server gives the same answers for the same districts.
@Suite(.postGIS) struct SameDistrictOnServerTests {
    @Test func filtersOfDistrictsAreTheSame() throws {
        let server = try ServerDesk(try DistrictBench.place(), schema: "same_district")
        for word in ["중구", "서울 중구", "부산 중구", "부산중구", "대구 중구", "jung-gu", "마포", "없는구"] {
            for line in ["list", "near 37.55,127 -k 9", "bbox 120,30,130,40", "search 책"] {
                try server.expectSame("\(line) --district '\(word)'")
            }
        }
        #expect(try server.ask("list --district '부산 중구' --format tsv --fields id").text == "id\n2\n5\n6\n7\n8\n")
    }
}
#endif

import Foundation
import TestSupport
import Testing

/// `near WHERE`: texts that people type and paste, and the messages that they get.
@Suite struct OriginTests {
    private typealias Row = FeedPage.Row

    private static let square = """
        {"type":"FeatureCollection","licence":"CC0","title":"a sketch","features":[{"type":"Feature","properties":{
        "name":"마포구"},"geometry":{"type":"Polygon","coordinates":[[[126.9,37.5],[127,37.5],[127,37.6],[126.9,37.6],
        [126.9,37.5]]]}}]}
        """

    private static let rows =
        [
            Row(id: "1", name: "알라딘 종로점", latitude: "37.5704", longitude: "126.9848"),
            Row(id: "2", name: "1984", latitude: "37.5563", longitude: "126.9236", district: "마포구"),
            Row(id: "3", name: "같은 책방", latitude: "37.1", longitude: "127.1", district: "마포구"),
            Row(id: "4", name: "같은책방", latitude: "37.2", longitude: "127.2"),
            Row(id: "5", name: "같은 책방", latitude: "37.3", longitude: "127.3"),
            Row(id: "6", name: "Ｂｏｏｋ Café", latitude: "37.4", longitude: "127.4"),
            Row(id: "7", name: "좌표 없는 집", latitude: "", longitude: ""),
            Row(id: "8", name: "용산구", latitude: "37.53", longitude: "126.97"),
            Row(id: "9", name: "A/S 책방", latitude: "37.6", longitude: "127.6"),
            Row(id: "10", name: "닫은 집", latitude: "37.7", longitude: "127.7"),
            Row(id: "11", name: "책\u{1B}[31m방", latitude: "37.8", longitude: "127.8"),
        ]
        + (20...32).map { Row(id: "\($0)", name: "북카페", latitude: "38.\($0)", longitude: "127.\($0)") }

    private static let place = Result {
        let place = try Workplace.ingested([FeedPage(rows: rows), FeedPage(rows: rows.filter { $0.id != "10" })])
        try place.write(square, to: "area.geojson")
        try place.succeed("layers import area.geojson --role districts -q")
        return place
    }

    private func run(_ words: [String]) throws -> ProgramRun { try Self.place.get().geocli(words) }

    private func ids(_ words: [String]) throws -> [String] {
        let run = try Self.place.get().succeed(words + ["--format", "tsv", "--fields", "id"])
        return run.text.split(separator: "\n").dropFirst().map(String.init)
    }

    /// The id that the catalog gave to a row of the feed.
    private func id(_ row: String) throws -> String {
        let run = try Self.place.get().succeed(["show", "places/\(row)", "--format", "tsv", "--fields", "id"])
        return String(run.text.split(separator: "\n")[1])
    }

    @Test(arguments: [
        ["37.5563;126.9236"], ["(37.5563, 126.9236)"], ["37.5563°N 126.9236°E"], ["E126.9236", "N37.5563"],
        ["geo:37.5563,126.9236?z=15"], ["https://map.kakao.com/link/map/a,37.5563,126.9236"],
        ["N37°33.378'", "E126°55.416'"],
    ])
    func everySpellingOfAPositionGivesTheSameAnswer(_ words: [String]) throws {
        let place = try Self.place.get()
        #expect(try place.succeed(["near"] + words).output == place.succeed("near 37.5563,126.9236").output)
    }

    @Test func theUserIsToldWhichPointWasTaken() throws {
        #expect(try run(["near", "37.5563,126.9236"]).errorText.isEmpty)
        #expect(try run(["near", "37.5563N 126.9236E"]).errorText == "from 37.5563,126.9236\n")
        #expect(
            try run(["near", "https://www.google.com/maps/@37.5563,126.9236,15z"]).errorText
                == "from the center of the map in the Google Maps link, 37.5563,126.9236\n")
        #expect(try run(["near", "알라딘 종로점"]).errorText == "from 알라딘 종로점, 종로구, 37.5704,126.9848\n")
        #expect(
            try run(["near", "알라딘 종로점", "--lang", "ko"]).errorText == "기준 위치: 알라딘 종로점, 종로구, 37.5704,126.9848\n")
        #expect(try run(["near", "알라딘 종로점", "-q"]).errorText.isEmpty)
    }

    @Test func aPlaceByNameIsThePlaceByItsPointWithoutItself() throws {
        let own = try id("1")
        let all = try ids(["near", "37.5704,126.9848", "-k", "11"])
        #expect(all.first == own)
        for words in [
            ["알라딘 종로점"], ["알라딘", "종로점"], ["알라딘종로점"], ["  알라딘  종로점 "], ["name:알라딘 종로점"], [own],
            ["places/1"],
        ] {
            #expect(try ids(["near"] + words) == Array(all.dropFirst()), "\(words)")
        }
        #expect(try ids(["near", own, "--within", "0m"]).isEmpty)
        #expect(try ids(["near", "book cafe\u{301}", "-k1"]) == ids(["near", "37.4,127.4", "-k2"]).suffix(1))
    }

    @Test func digitsAreAnIdUnlessTheyAreCalledAName() throws {
        let named = try run(["near", "name:1984", "-k1"])
        #expect(named.status == 0 && named.errorText == "from 1984, 마포구, 37.5563,126.9236\n")
        let id = try run(["near", "1984"])
        #expect(id.status == 66 && id.output.isEmpty)
        #expect(
            id.errorText
                == "geocli: WHERE: no bookstore has the id 1984; find ids with 'geocli search TEXT' "
                + "(if 1984 is a name, write name:1984)\n")
        #expect(try run(["near", String(repeating: "9", count: 30)]).status == 66)
    }

    @Test func aNameOfSeveralIsRefusedWithTheCandidates() throws {
        let (first, second) = (try id("3"), try id("5"))
        let run = try run(["near", "같은 책방"])
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(
            run.errorText
                == "geocli: WHERE: 2 places are called \"같은 책방\": \(first) (같은 책방, 마포구), \(second) (같은 책방, 종로구); "
                + "choose one of them, such as \(first)\n")
        // Without the blank it is the name of only one place.
        #expect(try self.run(["near", "같은책방", "-k1"]).errorText == "from 같은책방, 종로구, 37.2,127.2\n")
        let many = try self.run(["near", "북카페"])
        #expect(many.status == 64 && many.errorText.contains("more than 10 places are called \"북카페\": "))
        #expect(many.errorText.split(separator: "북카페, 종로구").count == 11, "\(many.errorText)")
    }

    @Test func aNameThatNothingHasIsNotFoundAndNearNamesAreSaid() throws {
        let part = try run(["near", "알라딘"])
        #expect(part.status == 66)
        #expect(
            part.errorText
                == "geocli: WHERE: no place is called \"알라딘\"; did you mean \(try id("1")) (알라딘 종로점, 종로구)?\n")
        #expect(try run(["near", "알라던 종로점"]).errorText.contains("알라딘 종로점, 종로구"))
        let none = try run(["near", "힣힣"])
        #expect(none.status == 66)
        #expect(
            none.errorText
                == "geocli: WHERE: no place is called \"힣힣\"; search for a part of the name with 'geocli search', "
                + "or write latitude,longitude\n")
        #expect(try run(["near", "name:"]).status == 64)
        #expect(try run(["near", "places/999"]).status == 66)
    }

    @Test func aDistrictIsAPointInsideItsOutline() throws {
        for word in ["마포구", "마포", "mapo", "Mapo-gu", "district:mapo"] {
            let run = try run(["near", word, "-k1"])
            #expect(run.status == 0 && run.errorText == "from 마포구, 37.55,126.95\n", "\(word): \(run.errorText)")
        }
        let without = try run(["near", "jongno"])
        #expect(without.status == 66)
        #expect(
            without.errorText
                == "geocli: WHERE: the imported outlines do not include 종로구; list them with 'geocli layers districts'\n"
        )
        // The name of a district is also the name of a place.
        let both = try run(["near", "용산구"])
        #expect(both.status == 64)
        #expect(
            both.errorText.contains("2 places are called \"용산구\": \(try id("8")) (용산구, 종로구), district:용산구 (용산구)"))
        #expect(try run(["near", "name:용산구", "-k1"]).status == 0)
    }

    @Test func aPlaceWithoutAPointIsRefusedAndAClosedOneIsNot() throws {
        let run = try run(["near", "좌표 없는 집"])
        #expect(run.status == 66)
        #expect(
            run.errorText
                == "geocli: WHERE: place \(try id("7")) (좌표 없는 집) has no point; write latitude,longitude\n")
        #expect(try self.run(["near", "닫은 집", "-k1"]).errorText == "from 닫은 집, 종로구, 37.7,127.7\n")
    }

    @Test func namesOfOtherFormsAreNames() throws {
        #expect(try run(["near", "A/S 책방", "-k1"]).status == 0)
        let hostile = try run(["near", "책\u{1B}[31m방", "-k1"])
        #expect(!hostile.errorText.contains("\u{1B}"))
        #expect(try run(["near", String(repeating: "책", count: 20000)]).status == 64)
    }

    @Test func aSearchTakesTheSamePlaces() throws {
        let place = try Self.place.get()
        let wanted = try place.succeed(["search", "책방", "--near", "37.5704,126.9848"])
        for word in ["알라딘 종로점", "37.5704N 126.9848E", "https://maps.apple.com/?ll=37.5704,126.9848"] {
            #expect(try place.succeed(["search", "책방", "--near", word]).output == wanted.output)
        }
        #expect(try place.geocli(["search", "책방", "--near", "힣힣"]).errorText.hasPrefix("geocli: --near: no place is"))
    }

    /// The program reads every link that it prints.
    @Test func whatShowPrintsNearAccepts() throws {
        let place = try Self.place.get()
        let (own, wanted) = (try id("1"), try place.succeed("near 37.5704,126.9848").output)
        let run = try place.succeed(["show", own, "--links", "--format", "json"])
        let row = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        let links = row.filter { $0.key.hasPrefix("link_") }.compactMapValues { $0 as? String }
        #expect(links.count >= 5)
        for (key, link) in links.sorted(by: { $0.key < $1.key }) {
            #expect(try place.succeed(["near", link]).output == wanted, "\(key): \(link)")
        }
    }

    @Test func withoutOutlinesADistrictSaysHowToGetThem() throws {
        let run = try Workplace.world.get().geocli(["near", "mapo", "--no-ground"])
        #expect(run.status == 66)
        #expect(
            run.errorText
                == "geocli: WHERE: the catalog has no outline of 마포구; import one with "
                + "'geocli layers import FILE.geojson --role districts'\n")
    }
}

#if PostGIS
@Suite(.postGIS) struct ServerOriginTests {
    @Test func aServerFindsPlacesAsTheFileDoes() throws {
        let desk = try ServerDesk(try Workplace.sample.get().copy(), schema: "origin")
        let name = try desk.place.succeed("list --limit 1 --format tsv --fields name").text.split(separator: "\n")[1]
        for line in [
            "near 12", "near 12 -k 1", "near seoul-bookstores/1001 --within 3km", "near name:힣힣", "near 999999",
        ] {
            try desk.expectSame(line)
        }
        let file = try desk.place.geocli(["near", String(name)])
        let there = try desk.place.geocli(["near", String(name), "--db", desk.address])
        #expect(there.output == file.output && there.errorText == file.errorText && there.status == file.status)
        let district = try desk.ask("near mapo")
        #expect(district.status == 66 && district.errorText.contains("the outline of 마포구 is not on the server"))
    }
}
#endif

import Foundation
import TestSupport
import Testing

/// The forms in which people write positions, boxes, counts and districts all mean the same.
@Suite struct ArgumentFormTests {
    @Test(arguments: [
        ["37.5663,126.9779"], ["37.5663, 126.9779"], ["37.5663,", "126.9779"], ["37.5663", "126.9779"],
        ["37.5663 ,126.9779"], ["+37.5663,+126.9779"], [" 37.5663,126.9779 "], ["--", "37.5663,126.9779"],
    ])
    func aPositionMayHaveABlankOrComeAsTwoWords(_ position: [String]) throws {
        let place = try Workplace.sample.get()
        let wanted = try place.succeed("near 37.5663,126.9779 -k 3")
        let run = try place.succeed(["near", "-k", "3"] + position)
        #expect(run.output == wanted.output)
    }

    @Test(arguments: [
        ["-33.8,151.2"], ["-33.8,", "151.2"], ["-33.8", "151.2"], ["-33.8, 151.2"], ["--", "-33.8,151.2"],
        ["-.5,-.5"], ["-90,-180"], ["-0,-0.0"],
    ])
    func aPositionMayStartWithAMinus(_ position: [String]) throws {
        let run = try Workplace.sample.get().succeed(["near", "-k1", "--fields", "id"] + position)
        #expect(run.text.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ["-10,35,5,44"], ["-10", "35", "5", "44"], ["-10,", "35,", "5,", "44"], ["-10, 35, 5, 44"], ["-10 35 5 44"],
        ["--", "-10,35,5,44"],
    ])
    func aBoxMayStartWithAMinus(_ box: [String]) throws {
        let world = try Workplace.world.get()
        let wanted = try world.succeed(["bbox", "--fields", "id", " -10,35,5,44"])
        #expect(try world.succeed(["bbox", "--fields", "id"] + box).output == wanted.output)
    }

    @Test func aValueOfAnOptionMayStartWithAMinus() throws {
        let place = try Workplace.sample.get()
        #expect(try place.succeed("cluster --zoom 3 --bbox -10,35,5,44").output.isEmpty)
        #expect(try place.succeed("cluster --zoom 3 --bbox=-10,35,5,44").output.isEmpty)
    }

    @Test(arguments: ["-k5", "-k 5", "--limit 5", "--limit=5", "-k 5 --limit 9", "-k 9 --limit 5"])
    func aCountMayBeWrittenInSeveralWays(_ count: String) throws {
        let place = try Workplace.sample.get()
        let run = try place.succeed("near 37.5663,126.9779 \(count) --fields id")
        #expect(run.text.split(separator: "\n").count == 5)
    }

    @Test func aHugeCountMeansAll() throws {
        let place = try Workplace.sample.get()
        let all = try place.succeed("near 37.5663,126.9779 -k 601 --fields id")
        #expect(all.text.split(separator: "\n").count == 596, "five of the 601 have no point")
        for count in ["602", "9223372036854775807", "9223372036854775808", String(repeating: "9", count: 40)] {
            #expect(try place.succeed("near 37.5663,126.9779 -k \(count) --fields id").output == all.output)
        }
    }

    @Test func tenAreNearUnlessToldOtherwiseAndWithinAloneGivesAll() throws {
        let place = try Workplace.sample.get()
        #expect(try place.succeed("near 37.5663,126.9779").text.split(separator: "\n").count == 10)
        let within = try place.succeed("near 37.5663,126.9779 --within 2.5km --fields id,distance_m")
        #expect(within.text.split(separator: "\n").count > 10)
        let same = try place.succeed("near 37.5663,126.9779 --within 2500m --fields id,distance_m")
        #expect(within.output == same.output)
        let both = try place.succeed("near 37.5663,126.9779 --within 2.5km -k 4 --fields id,distance_m")
        #expect(within.text.hasPrefix(both.text) && both.text.split(separator: "\n").count == 4)
    }

    @Test func theEdgeOfWithinIsIncluded() throws {
        let row = FeedPage.Row(id: "1", name: "here", latitude: "10", longitude: "20")
        let place = try Workplace.ingested([FeedPage(rows: [row])])
        #expect(!(try place.succeed("near 10,20 --within 0m").output.isEmpty))
        #expect(try place.succeed("near 10,20.0000001 --within 0m").output.isEmpty)
    }

    @Test(arguments: ["마포구", "마포", "mapo", "mapo-gu", "Mapo-gu", "MAPO"])
    func aDistrictHasSeveralNames(_ name: String) throws {
        let place = try Workplace.sample.get()
        let wanted = try place.succeed("list --district 마포구")
        #expect(wanted.text.split(separator: "\n").count == 71)
        #expect(try place.succeed("list --district \(name)").output == wanted.output)
    }

    @Test func theHelpOfNearAndBboxShowsBothOrdersSideBySide() throws {
        for command in ["near", "bbox"] {
            let lines = try Workplace.sample.get().succeed([command, "--help"]).text.split(separator: "\n")
            let near = try #require(lines.firstIndex { $0.contains("LAT,LON") && $0.contains("near") })
            let box = try #require(lines.firstIndex { $0.contains("W,S,E,N") && $0.contains("bbox") })
            #expect(abs(near - box) <= 2, "geocli \(command) --help")
        }
    }
}

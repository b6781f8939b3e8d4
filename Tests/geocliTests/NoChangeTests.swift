import Foundation
import TestSupport
import Testing

/// Nights in which nothing changes that a reader could see, through every command that speaks of changes.
@Suite struct NoChangeTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private static let columns = "--id id --name name --lat lat --lon lon --feed shops"

    /// Ingests a table on a day of its own; returns what the run says.
    private func night(_ day: Int, _ rows: [String]) throws -> String {
        try place.write("id,name,lat,lon\n" + rows.map { $0 + "\n" }.joined(), to: "shops.csv")
        let run = try place.succeed(
            "ingest shops.csv \(Self.columns)",
            environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)])
        return run.errorText
    }

    private func news(_ words: String = "--since 1 --fields what,ref,old,new,distance_m --format csv") throws
        -> [String]
    {
        try place.succeed("changes \(words)").text.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func otherDigitsMoveNothing() throws {
        _ = try night(0, ["1,A,37.556300000001,126.923600000001", "2,B,37.51,126.91", "3,C,37.5,126.9"])
        #expect(
            try night(1, ["1,A,37.5563,126.9236", "2,B,37.5100000004,126.91", "3,C,37.50,126.90"]).contains("changed 0")
        )
        #expect(try news() == [])
        let points = try place.succeed("list --fields latitude,longitude --format csv").text
        #expect(points == "latitude,longitude\n37.5563,126.9236\n37.5100000004,126.91\n37.5,126.9\n")
        let moved = try night(2, ["1,A,37.5563,126.9237", "2,B,37.5100000004,126.91", "3,C,37.5,126.9"])
        #expect(moved.contains("changed 1,"), "\(moved)")
        // From the point that was reported last.
        #expect(try news() == [#"moved,shops/1,"37.556300000001,126.923600000001","37.5563,126.9237",8.836"#])
        try place.succeed("verify -q")
    }

    @Test func aCreepingPlaceIsReported() throws {
        for day in 0..<6 {
            let latitude = 37.5 + Double(day) * 0.000_000_08
            let said = try night(day, ["1,A,\(latitude),126.9"])
            #expect(said.contains("changed \(day > 0 && day % 2 == 0 ? 1 : 0)") || day == 0, "\(day): \(said)")
        }
        let moves = try news("--since 1 --fields run_id,distance_m --format csv")
        #expect(moves == ["3,0.018", "5,0.018"])
        // The first night is 2026-09-21 in Seoul.
        #expect(
            try place.succeed(["list", "--as-of", "2026-09-25", "--fields", "latitude", "--format", "csv"]).text
                == "latitude\n37.50000032\n")
        try place.succeed("verify -q")
    }

    @Test func anIDInAnotherNormalFormIsTheSamePlace() throws {
        let (one, other) = ("각", "각".decomposedStringWithCanonicalMapping)
        _ = try night(0, ["\(one),책방,37.5,126.9", "b,나,37.6,126.9"])
        let said = try night(1, ["\(other),\("책방".decomposedStringWithCanonicalMapping),37.5,126.9", "b,나,37.6,126.9"])
        #expect(said.contains("added 0, changed 0"), "\(said)")
        #expect(try news() == [])
        for id in [one, other] {
            let shown = try place.succeed(["show", "shops/\(id)", "--fields", "ref,name", "--format", "csv"]).text
            let expected = "ref,name\nshops/\(one),\("책방".decomposedStringWithCanonicalMapping)\n"
            #expect(shown.utf8.elementsEqual(expected.utf8), "\(shown)")
        }
        let twice = try night(2, ["\(one),책방,37.5,126.9", "\(other),책방,37.5,126.9", "b,나,37.6,126.9"])
        #expect(twice.contains("duplicate 1") && twice.contains("changed 0"), "\(twice)")
        try place.succeed("verify -q")
    }

    /// A blank at which no line breaks looks like any other; a wider one does not.
    @Test func anotherBlankOfTheSameWidthIsNoChange() throws {
        _ = try night(0, ["1,마루 서가,37.5,126.9", "2,다락,37.6,126.9"])
        let said = try night(1, ["1,마루\u{A0}서가,37.5,126.9", "2,\u{A0}다락 ,37.6,126.9"])
        #expect(said.contains("changed 0"), "\(said)")
        #expect(try news() == [])
        #expect(try night(2, ["1,마루\u{3000}서가,37.5,126.9", "2,다락,37.6,126.9"]).contains("changed 1,"))
        #expect(try night(3, ["1,마루서가,37.5,126.9", "2,다락,37.6,126.9"]).contains("changed 1,"))
        try place.succeed("verify -q")
    }

    /// An id of joined columns, and points in meters whose rounding changes by a millimeter.
    @Test func joinedIDsAndProjectedPointsStay() throws {
        let declaration = """
            id = "joined"
            title = { ko = "지어낸 곳", en = "Made up" }
            noun = { ko = "가게", en = "shop" }
            publisher = "made up for tests"
            license = "none"
            kind = "shop"
            [pages]
            format = "json"
            encoding = "UTF-8"
            rows = "items"
            total_counts = "none"
            [fields]
            id = { join = ["name", "branch"] }
            name = "name"
            [point]
            x = "x"
            y = "y"
            crs = "EPSG:5179"
            area = [124.0, 33.0, 132.0, 39.0]
            """
        try place.write(declaration, to: "joined.toml")
        for (day, row) in [
            (name: "각", x: "953231.123", y: "1951987.456"),
            (name: "각".decomposedStringWithCanonicalMapping, x: "953231.12345", y: "1951987.4558"),
            (name: "각", x: "953231.1", y: "1951987.5"),
        ].enumerated() {
            let page = #"{"items":[{"name":"\#(row.name)","branch":"본점","x":\#(row.x),"y":\#(row.y)}]}"#
            try place.write(page, to: "page.json")
            let run = try place.succeed(
                "ingest page.json --feed joined.toml",
                environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)])
            #expect(
                run.errorText.contains(day == 2 ? "changed 1," : day == 1 ? "added 0, changed 0" : "added 1"))
        }
        #expect(try place.succeed("list --fields ref --format csv").text == "ref\njoined/각|본점\n")
        try place.succeed("verify -q")
    }
}

import Foundation
import TestSupport
import Testing

/// geocli's answers, compared with plain scans in Python, which share no code and compute geodesics in another way.
@Suite struct OracleTests {
    private static let seed: UInt64 = 20_260_922

    @Test func theOraclesOwnGeodesicIsRight() throws {
        try Workplace().oracle("check_near.py", ["--self-test"])
    }

    /// A tenth of the nights that the script runs when it is run whole, times `TestSupport.dose`.
    @Test func linksOfRandomNightsAreThoseOfAModel() throws {
        let target = try Workplace()
        try target.oracle("check_shops.py", ["--self-test"])
        let folder = target.file("nights")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "shop_nights.py", [TestSupport.geocli.path, folder.path, "\(Self.seed)", "\(50 * TestSupport.dose)"])
    }

    /// A tenth of the nights that the script runs when it is run whole, times `TestSupport.dose`.
    @Test func issuesOfRandomNightsAreThoseOfAModel() throws {
        let target = try Workplace()
        let folder = target.file("issues")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "issue_nights.py", [TestSupport.geocli.path, folder.path, "\(Self.seed)", "\(50 * TestSupport.dose)"])
    }

    /// A tenth of the nights that the script runs when it is run whole (`scripts/torture.sh`).
    @Test func issuesOfNightsInWhichPeopleDecideAreThoseOfAModel() throws {
        let target = try Workplace()
        let folder = target.file("decisions")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "decision_nights.py", [TestSupport.geocli.path, folder.path, "11", "\(60 * TestSupport.dose)"])
    }

    @Test func catalogsOfRandomNightsAreThoseOfTheFeeds() throws {
        let target = try Workplace()
        let folder = target.file("feeds")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle("feed_nights.py", [TestSupport.geocli.path, folder.path, "\(Self.seed)", "60"])
    }

    /// Leaks, moved grids, closings and undos.
    @Test func nightsThatGoWrongSlowlyAreJudgedAsByTheModel() throws {
        let target = try Workplace()
        let folder = target.file("slow")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "slow_nights.py", [TestSupport.geocli.path, folder.path, "\(Self.seed)", "\(60 * TestSupport.dose)"])
    }

    @Test func aWorldThatStandsStillKeepsItsIssues() throws {
        let target = try Workplace()
        let folder = target.file("still")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "issue_nights.py",
            [TestSupport.geocli.path, folder.path, "\(Self.seed)", "\(40 * TestSupport.dose)", "--still"])
    }

    /// Real rows, which are not part of the project: every link was looked at, and the same ones are found again.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: OracleTests.portal("std_libraries_2025-04_3517rows.cp949.csv"))))
    func linksOfRealFeedsAreThoseThatWereLookedAt() throws {
        let feed = try #require(TestSupport.sharedFeed)
        let target = try Workplace()
        let folder = target.file("real")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try target.oracle(
            "real_shops.py",
            [
                TestSupport.geocli.path, folder.path,
                feed.appendingPathComponent("derived_SeoulPublicLibraryInfo_215.json").path,
                feed.appendingPathComponent("seoul_cultural_spaces_1036.tsv").path,
                Self.portal("std_libraries_2025-04_3517rows.cp949.csv"),
            ])
    }

    /// The path of a file of Korea's portals.
    private static func portal(_ name: String) -> String {
        TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feeds2/\(name)").path
    }

    @Test func nearIsWhatALookAtEveryPlaceGives() throws {
        let world = try Workplace.world.get()
        let target = try Workplace()
        try world.succeed("list").output.write(to: target.file("listing"))
        let queries = "latitude,longitude\n" + Self.queries().map { "\($0),\($1)\n" }.joined()
        try target.write(queries, to: "queries.csv")
        var arguments = ["listing", "queries.csv"]
        let questions: [(words: String, check: String)] =
            [1, 2, 3, 9, 10, 31, 259, 260, 261, 100_000].map { ("-k \($0)", "\($0)") }
            + [
                ("", "10"), ("--within 1500km", "all:1500000"), ("--within 0m", "all:0"),
                ("--within 30000km", "all:3e7"),
                ("-k 4 --within 900km", "4:900000"),
            ]
        for (number, question) in questions.enumerated() {
            let run = try world.succeed("near --from - \(question.words)", input: Data(queries.utf8))
            try run.output.write(to: target.file("answers\(number)"))
            arguments.append("answers\(number):\(question.check)")
        }
        try target.oracle("check_near.py", arguments)
    }

    @Test func nearFromAFileIsNearOfEachPoint() throws {
        let world = try Workplace.world.get()
        for (latitude, longitude) in Self.queries().prefix(8) {
            let one = try world.succeed("near \(latitude),\(longitude) -k 5 --fields id,distance_m")
            let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(longitude),\#(latitude)]}}"#
            let file = try world.succeed("near --from - -k 5 --fields id,distance_m", input: Data(point.utf8))
            #expect(one.output == file.output)
        }
    }

    @Test func nearInSeoulIsWhatALookAtEveryPlaceGives() throws {
        let sample = try Workplace.sample.get()
        let target = try Workplace()
        try sample.succeed("list --kind used").output.write(to: target.file("listing"))
        var random = SeededGenerator(seed: Self.seed)
        let queries = (0..<20).map { _ in
            let latitude = Double.random(in: 37.4...37.7, using: &random)
            return "\(latitude),\(Double.random(in: 126.7...127.2, using: &random))\n"
        }
        try target.write("latitude,longitude\n" + queries.joined(), to: "queries.csv")
        let input = try Data(contentsOf: target.file("queries.csv"))
        try sample.succeed("near --from - --kind used -k 7", input: input).output.write(to: target.file("answers"))
        try sample.succeed("near --from - --kind used --within 2km", input: input).output.write(
            to: target.file("within"))
        try target.oracle("check_near.py", ["listing", "queries.csv", "answers:7", "within:all:2000"])
    }

    @Test func bboxIsWhatAScanOfExactNumbersGives() throws {
        let world = try Workplace.world.get()
        let target = try Workplace()
        try world.succeed("list").output.write(to: target.file("listing"))
        var answers = ""
        for box in Self.boxes() {
            let edges = box.map { "\($0)" }.joined(separator: ",")
            let ids = try world.succeed("bbox \(edges) --fields id --format tsv").text.split(separator: "\n")
                .dropFirst()
            answers += "{\"box\":[\(edges)],\"ids\":[\(ids.joined(separator: ","))]}\n"
        }
        try target.write(answers, to: "answers")
        try target.oracle("check_bbox.py", ["listing", "answers"])
    }

    /// Poles, both sides of ±180, the point that many share, antipodes, and random positions.
    private static func queries() -> [(Double, Double)] {
        var random = SeededGenerator(seed: seed)
        let special: [(Double, Double)] = [
            (90, 0), (-90, 123), (0, 180), (0, -180), (37.5, 180), (37.5, -180), (-16.8, 179.95), (0, 0), (0, 45),
            (37.5663, 126.9779), (-37.5663, -53.0221), (0.2, -0.1), (89.9999999, 17),
        ]
        return special
            + (0..<12).map { _ in
                (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
            }
    }

    /// The world, single points and lines, edges on points, boxes across ±180, poles, and random boxes.
    private static func boxes() -> [[Double]] {
        var random = SeededGenerator(seed: seed)
        let special: [[Double]] = [
            [-180, -90, 180, 90], [180, -90, -180, 90], [170, -90, -170, 90], [0, 0, 0, 0], [-180, 0, -180, 0],
            [180, 0, 180, 0], [170, -90, 180, 90], [-180, -90, -170, 90], [170, -90, -180, 90], [180, -90, -170, 90],
            [-180, -90, -180, 90], [180, -90, 180, 90], [-180, -90, 0, 90], [0, -90, 180, 90],
            [126.9779, 37.5663, 126.9779, 37.5663], [-180, 90, 180, 90], [-180, -90, 180, -90], [10, -90, 20, 90],
            [0, -15, 15, 15],
            [15, 15, 30, 30], [-15, 30, 15, 45], [179.9, -16.8, -179.9, -16.8], [51, 0, 50, 90], [-10, 35, 5, 44],
            [0, 0, 0.0000001, 0], [0, 0, 0.00000009, 0], [179.9999999, 51.5, 180, 51.5], [-0.0, -0.0, 0, 0],
        ]
        return special
            + (0..<30).map { index in
                func edge(_ limit: Double) -> Double {
                    let value = Double.random(in: -limit...limit, using: &random)
                    return index % 2 == 0 ? value : (value / 15).rounded() * 15
                }
                let latitudes = [edge(90), edge(90)].sorted()
                return [edge(180), latitudes[0], edge(180), latitudes[1]]
            }
    }
}

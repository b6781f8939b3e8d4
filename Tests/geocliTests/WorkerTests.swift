import Foundation
import GeocliGeo
import TestSupport
import Testing

/// `geoworker` as an engine runs it: a filter after a sort.
@Suite struct WorkerTests {
    /// The steps of the nearest plan, with sort(1) in place of Spark.
    @Test func nearestUnderSortIsWhatOneProcessAnswers() throws {
        let places = BatchPlaces(count: 50_000, seed: 7)
        let queries = places.queries(count: 500, seed: 8)
        let cells = BatchCells(places.coordinates, most: 60, deepest: 16)
        let first = queries.map { cells.nearestCell(to: $0, holding: 5) }
        let answers = try answer(places, queries, cells, first.enumerated().map { ($0.offset, $0.element, nil) })
        var reach = [Double](repeating: 0, count: queries.count)
        for row in answers { reach[row.query] = max(reach[row.query], (Double(row.meters) ?? .nan) + 0.001) }
        var merged: [(Int, Int, Double?)] = []
        for (query, origin) in queries.enumerated() {
            let others = cells.cells(within: reach[query] + 1e-6, of: origin).filter { $0 != first[query] }
            if !others.isEmpty { merged += ([first[query]] + others).map { (query, $0, reach[query]) } }
        }
        let isMerged = Set(merged.map(\.0))
        #expect(isMerged.count > 100, "borders abound")
        #expect(cells.count > 1000)
        let again = try answer(places, queries, cells, merged)
        let rows = (answers.filter { !isMerged.contains($0.query) } + again)
            .sorted { ($0.query, $0.order, $0.place) < ($1.query, $1.order, $1.place) }
        var lines: [String] = []
        var rank = 0
        for (index, row) in rows.enumerated() {
            rank = index > 0 && rows[index - 1].query == row.query ? rank + 1 : 1
            if rank <= 5 { lines.append("\(row.query)\t\(rank)\t\(row.place)\t\(row.meters)") }
        }
        let truth = places.nearest(to: queries, count: 5)
        #expect(lines.count == truth.count)
        let different = zip(lines, truth).filter { $0 != $1 }
        #expect(different.isEmpty, "\(different.count) differ, first \(different.first as Any)")
    }

    /// The rounds of the collide plan, with sort(1) in place of Spark.
    @Test func roundsUnderSortAreWhatClusterShows() throws {
        let places = BatchPlaces(count: 4000, seed: 31)
        let lines = places.coordinates.enumerated().map {
            "\($0.element.longitude)\t\($0.element.latitude)\t\($0.offset)\n"
        }
        let projected = try worker(["project"], lines.joined())
        let points = projected.text.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Int64($0) } }
        try #require(points.count == places.coordinates.count && points.indices.allSatisfy { points[$0][2] == $0 })
        let place = try Workplace()
        let rows = places.coordinates.enumerated().map {
            "\($0.offset),\($0.element.longitude),\($0.element.latitude)\n"
        }
        try place.write("id,longitude,latitude\n" + rows.joined(), to: "places.csv")
        for zoom in [3, 7, 11, 16] {
            let whole = try place.succeed(
                "cluster --zoom \(zoom) --members --from places.csv --format tsv --fields id,visible,hidden_by")
            var expected = [Int](repeating: -1, count: points.count)
            for row in whole.text.split(separator: "\n").dropFirst() {
                let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
                let id = try #require(Int(fields[0]))
                expected[id] = fields[1] == "true" ? id : try #require(Int(fields[2]))
            }
            let hiders = try BatchTiles(points: points, zoom: zoom).hiders()
            let different = points.indices.filter { hiders[$0] != expected[$0] }
            #expect(different.isEmpty, "zoom \(zoom): \(different.count) differ, first \(different.first ?? -1)")
        }
    }

    /// All places and a few queries in one cell, compared with all distances.
    @Test func nearestIsWhatAllDistancesSay() throws {
        let places = BatchPlaces(count: 3000, seed: 21)
        let queries = places.queries(count: 60, seed: 22)
        var lines = ""
        for (id, place) in places.coordinates.enumerated() {
            lines += "1\t0\t\(id)\t\(place.longitude)\t\(place.latitude)\n"
        }
        for (id, query) in queries.enumerated() { lines += "1\t1\t\(id)\t\(query.longitude)\t\(query.latitude)\n" }
        let run = try worker(["nearest", "-k", "7"], lines)
        var truth: [String] = []
        for (number, origin) in queries.enumerated() {
            let all = places.coordinates.indices.map {
                (Geodesic.distanceMeters(from: origin, to: places.coordinates[$0]), $0)
            }
            for (rank, near) in all.sorted(by: { $0 < $1 }).prefix(7).enumerated() {
                truth.append("0\t\(number)\t\(near.1)\t\(String(format: "%.3f", near.0))\t\(rank + 1)")
            }
        }
        #expect(run.status == 0)
        let rows = run.text.split(separator: "\n").map(String.init)
        // The worker chooses the order of the queries; the answers of each query keep their order.
        let answers = Dictionary(grouping: rows.dropLast()) { $0.split(separator: "\t")[1] }
        let inOrder = queries.indices.flatMap { answers["\($0)"] ?? [] }
        #expect(inOrder == truth)
        #expect(rows.last == "1\t\(3060)\t\(420)\t0\t0")
    }

    @Test func whatIsMissingOrTooMuchIsSaidOnceAndEndsWith65() throws {
        for (words, lines, expected) in Self.badLines {
            let run = try worker(words, lines)
            #expect(run.status == 65, "\(words) \(lines)")
            #expect(run.errorText == "geoworker: \(expected)\n")
            // geoworker does not print its last line, which counts the lines read, so the plan detects the error.
            #expect(!run.text.contains("\n1\t") && !run.text.hasPrefix("1\t"), "\(run.text)")
        }
    }

    private static let badLines: [(words: [String], lines: String, error: String)] = [
        (
            ["nearest"], "1\t0\t5\t\\N\t37\n",
            "line 1 of standard input has NULL as longitude; leave out rows that have NULL"
        ),
        (["nearest"], "1\t0\t5\t127\n", "line 1 of standard input ends before the latitude field; write all fields"),
        (
            ["nearest"], "1\t0\t5\t127\t37\t책\t방\n",
            "line 1 of standard input has too many fields; check whether a value contains a TAB"
        ),
        (["nearest"], "1\t0\tx\t127\t37\n", "line 1 of standard input has id \"x\"; write a whole number"),
        (
            ["nearest"], "1\t0\t9223372036854775808\t127\t37\n",
            "line 1 of standard input has id \"9223372036854775808\"; write a whole number"
        ),
        (["nearest"], "1\t0\t1\tnan\t37\n", "line 1 of standard input has longitude \"nan\"; write a number"),
        (
            ["nearest"], "1\t0\t1\t181\t37\n",
            "line 1 of standard input has no valid position: longitude 181.0 is not between -180 and 180"
        ),
        (["nearest"], "1\t2\t1\t127\t37\n", "line 1 of standard input has kind 2; write 0 to 1"),
        (
            ["nearest"], "2\t0\t1\t127\t37\n1\t0\t1\t127\t37\n",
            "line 2 of standard input has key 1 after key 2; sort the lines by key, in numeric order"
        ),
        (
            ["nearest"], "2\t1\t1\t127\t37\n2\t0\t1\t127\t37\n",
            "line 2 of standard input is a place that comes after a query of the same cell; sort the lines by cell, then by kind"
        ),
        (
            ["nearest"], "1\t0\t1\t127\t37\n1\t0\t1\t12",
            "line 2 of standard input has no line end; check whether the input was cut off"
        ),
        (
            ["nearest", "--merge"], "1\t1\t1\t127\t37\t-1\n",
            "line 1 of standard input has limit -1.0; write a distance in meters, 0 or more"
        ),
        (
            ["collide", "--zoom", "9"], "1\t1\t0\t5\t1\n",
            "line 1 of standard input ends before the y field; write all fields"
        ),
        (
            ["collide", "--zoom", "9"], "1\t1\t0\t5\t1\t-1\n",
            "line 1 of standard input has x 1 and y -1, which are outside the plane; use the values that 'geoworker project' writes"
        ),
        (
            ["collide", "--zoom", "9"], "1\t1\t0\t5\t1\t1\n1\t1\t0\t5\t1\t1\n",
            "line 2 of standard input comes after a tile that can't be computed: two markers have the id 5; give each marker its own id"
        ),
        (
            ["collide", "--zoom", "9"], "1\t1\t1\t5\t1\t1\n1\t1\t1\t6\t1\t1\n",
            "line 2 of standard input comes after a tile that can't be computed: marker 1 of this part is listed as visible, but marker 0 hides it; check that all rounds used the same markers"
        ),
        (
            ["collide", "--zoom", "9", "--columns", "anchor_x"], "1\t1\t1\t5\t1\t1\t2\n",
            "line 1 of standard input can't be placed: marker 5: anchor_x 2.0 is not between 0 and 1"
        ),
        (
            ["project"], "127\t91\tx\n",
            "line 1 of standard input has no valid position: latitude 91.0 is not between -90 and 90"
        ),
    ]

    @Test func inputIsReadToItsEndAlsoAfterAnError() throws {
        let rest = String(repeating: "1\t0\t1\t127\t37\n", count: 400_000)
        // If geoworker stopped reading, the writer would end with 141 (SIGPIPE).
        let script = "{ cat && echo done >&2; } | $0 nearest"
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"), ["-o", "pipefail", "-c", script, TestSupport.geoworker.path],
            input: Data(("bad\n" + rest).utf8))
        #expect(run.status == 65)
        #expect(run.errorText.contains("done\n") && run.errorText.contains("line 1 of standard input"))
    }

    @Test func aReaderThatHasGoneIsAnErrorOfItsOwn() throws {
        let lines =
            (0..<60_000).map { "1\t0\t\($0)\t127\t37\n" }.joined()
            + (0..<2000).map { "1\t1\t\($0)\t127\t37\n" }.joined()
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "$0 nearest -k 100 | true; echo ${PIPESTATUS[0]}", TestSupport.geoworker.path],
            input: Data(lines.utf8))
        #expect(run.text == "74\n")
        #expect(run.errorText.contains("cannot write to standard output: Broken pipe"))
    }

    @Test func aFullDiskIsAnErrorOfItsOwn() throws {
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", "echo '1\t0\t1\t1\t1' | $0 nearest >/dev/full", TestSupport.geoworker.path])
        #expect(run.status == 74)
        #expect(run.errorText.contains("cannot write to standard output: No space left on device"))
    }

    @Test(arguments: [
        [], ["nope"], ["nearest", "-k"], ["nearest", "-k", "0"], ["nearest", "x"], ["collide"],
        ["collide", "--zoom", "23"],
        ["collide", "--zoom", "9", "--columns", "name"], ["collide", "--zoom", "9", "--icon", "40"], ["project", "x"],
    ])
    func wrongWordsEndWith64(words: [String]) throws {
        let run = try worker(words, "")
        #expect(run.status == 64 && run.errorText.hasPrefix("geoworker: ") && run.text.isEmpty)
        #expect(run.errorText.hasSuffix("; see 'geoworker --help'\n"))
    }

    @Test func emptyInputIsCountedToo() throws {
        #expect(try worker(["nearest"], "").text == "1\t0\t0\t0\t0\n")
        #expect(try worker(["collide", "--zoom", "3"], "").text == "1\t0\t0\n")
        #expect(try worker(["project"], "").text == "")
    }

    @Test func numbersAreReadHoweverSparkWritesThem() throws {
        let run = try worker(["project"], "1.0E-5\t-4.5E1\ta\tb\n1.26978E2\t3.7E1\n")
        let other = try worker(["project"], "0.00001\t-45\ta\tb\n126.978\t37\n")
        #expect(run.status == 0 && run.text == other.text && run.text.contains("\ta\tb\n"))
    }

    @Test func numbersOfAllLengthsAreWritten() throws {
        let ids: [Int64] = [
            0, 9, 10, 99, 100, 101, 999, 1000, -1, -10, -100, 12_345, 1_234_567_890_123, .max, .max - 1, .min, .min + 1,
        ]
        var lines = ids.map { "1\t0\t\($0)\t0\t0\n" }.joined()
        lines += ids.map { "1\t1\t\($0)\t0.00001\t0\n" }.joined()
        let run = try worker(["nearest", "-k", "1"], lines)
        let rows = run.text.split(separator: "\n").map(String.init)
        #expect(Set(rows.dropLast()) == Set(ids.map { "0\t\($0)\t\(Int64.min)\t1.113\t1" }))
        let all = try worker(
            ["nearest", "-k", "99"], "1\t0\t5\t0\t0\n1\t0\t6\t180\t0\n1\t0\t7\t0\t0.0001\n1\t1\t1\t0\t0\n")
        #expect(all.text == "0\t1\t5\t0.000\t1\n0\t1\t7\t11.057\t2\n0\t1\t6\t20003931.459\t3\n1\t4\t3\t0\t0\n")
    }

    @Test func helpNamesEveryJobAndEndsWell() throws {
        let run = try worker(["--help"], "")
        #expect(run.status == 0)
        for job in ["nearest", "collide", "project", "--merge", "--columns"] { #expect(run.text.contains(job)) }
        let version = try worker(["--version"], "").text
        let ours = try TestSupport.run(TestSupport.geocli, ["--version"]).text
        #expect(version == ours.replacing("geocli", with: "geoworker"))
    }

    private func worker(_ words: [String], _ lines: String) throws -> ProgramRun {
        try TestSupport.run(TestSupport.geoworker, words, environment: ["LC_ALL": "C"], input: Data(lines.utf8))
    }

    /// Sends places and queries through sort and the worker; the last line says that all were read.
    private func answer(
        _ places: BatchPlaces, _ queries: [Coordinate], _ cells: BatchCells, _ asked: [(Int, Int, Double?)]
    ) throws -> [(query: Int, place: Int, meters: String, order: Double)] {
        let isMerging = asked.contains { $0.2 != nil }
        let wanted = Set(asked.map(\.1))
        var lines: [String] = []
        for (id, place) in places.coordinates.enumerated() where wanted.contains(cells.cellOfPlace[id]) {
            lines.append(
                "\(cells.cellOfPlace[id])\t0\t\(id)\t\(place.longitude)\t\(place.latitude)\(isMerging ? "\t0" : "")\n")
        }
        for (query, cell, limit) in asked {
            let origin = queries[query]
            lines.append(
                "\(cell)\t1\t\(query)\t\(origin.longitude)\t\(origin.latitude)\(limit.map { "\t\($0)" } ?? "")\n")
        }
        var random = SeededGenerator(seed: 3)
        lines.shuffle(using: &random)
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-o", "pipefail", "-c",
                "sort -t '\t' -k1,1n -k2,2n | $0 nearest -k 5 \(isMerging ? "--merge" : "")",
                TestSupport.geoworker.path,
            ], environment: ["LC_ALL": "C"], input: Data(lines.joined().utf8))
        try #require(run.status == 0, "\(run.errorText)")
        let rows = run.text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.last == ["1", "\(lines.count)", "\(rows.count - 1)", "0", "0"])
        return try rows.dropLast().map { row in
            (
                try #require(Int(row[1])), try #require(Int(row[2])), row[3], try #require(Double(row[4]))
            )
        }
    }
}

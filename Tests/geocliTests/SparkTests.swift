import Foundation
import GeocliGeo
import Scale
import TestSupport
import Testing

/// Plans on a real Spark (`make check PART=spark`), with two workers at a time.
@Suite(.serialized, .enabled(if: Spark.home != nil, "no Spark here: scripts/install-spark.sh installs one"))
struct SparkTests {
    /// The places of all jobs: many are near borders, and names contain characters that break lines.
    private static let places = BatchPlaces(count: 50_000, seed: 7)

    @Test func nearestIsWhatOneProcessAnswers() throws {
        let desk = try Desk()
        let queries = Self.places.queries(count: 3000, seed: 8)
        try desk.writePlaces(Self.places.coordinates, extra: "99990,no point,,\n99991,neither,,\n")
        try desk.writeQueries(queries)
        var job = NearestPlan(places: PointTable(form: .csv), queries: PointTable(form: .tsv))
        (job.count, job.cellPlaces, job.depth) = (5, 60, 16)
        (job.fields, job.format) = (["name"], .tsv)
        job.paths = ["places": "places.csv", "queries": "queries.tsv"]
        try desk.write(job.plan())
        let run = try desk.run("-o answer.tsv")
        try #require(run.status == 0, "\(run.errorText)")
        #expect(run.errorText.contains("places without a point: 2\n"))
        #expect(desk.amount("cells", in: run) > 1000 && desk.amount("queries at borders", in: run) > 500)
        let truth = Self.places.nearest(to: queries, count: 5).map { line in
            line + "\tTAB and \"quote\" \(line.split(separator: "\t")[2])"
        }
        try desk.compare("answer.tsv", "query\trank\tid\tdistance_m\tname", truth)
        #expect(try desk.isTidy)
    }

    @Test(arguments: 6...17)
    func collideIsWhatClusterShows(zoom: Int) throws {
        let desk = try Desk()
        try desk.writePlaces(Self.places.coordinates)
        var job = try Self.smallCollisions(zoom: zoom)
        job.aloneCount = 3000
        try desk.write(job.plan())
        let run = try desk.run("-o answer.csv")
        try #require(run.status == 0, "\(run.errorText)")
        #expect(
            run.errorText.contains("undecided after round 1: ")
                && !run.errorText.contains("undecided after round 1: 0\n"))
        try desk.compareWithCluster("answer.csv", "--zoom \(zoom)")
        #expect(try desk.isTidy)
    }

    /// A pass with small tiles, so that even few markers need several rounds.
    private static func smallCollisions(zoom: Int) throws -> CollidePlan {
        let marker = Marker(id: .integer(0), coordinate: try Coordinate(longitude: 0, latitude: 0))
        var job = CollidePlan(zoom: zoom, template: marker, places: PointTable(form: .csv))
        job.tileBits = 9
        job.paths = ["places": "places.csv"]
        return job
    }

    @Test func collideOfManySortsOfMarkersIsWhatClusterShows() throws {
        let desk = try Desk()
        let header = "id,longitude,latitude,width,height,anchor_x,priority,z_index,force,hides,min_zoom,max_zoom\n"
        var random = SeededGenerator(seed: 5)
        func pick(_ values: [String]) -> String { values[Int.random(in: 0..<values.count, using: &random)] }
        let rows = Self.places.coordinates.prefix(20_000).enumerated().map { id, place in
            let values = [
                pick(["22", "40", "17.5", "100", ""]), pick(["35", "53", "8.25"]), pick(["0", "0.5", "1", "0.3"]),
                pick(["0", "2.5", "", "-1e-3"]), pick(["0", "1", "-1"]), pick(["false", "no", "0", "true"]),
                pick(["true", "1", "yes", "", "false"]), pick(["", "0", "6"]), pick(["", "22", "3"]),
            ]
            return "\(id * 3 - 9),\(place.longitude),\(place.latitude),\(values.joined(separator: ","))\n"
        }
        try desk.place.write(header + rows.joined(), to: "places.csv")
        for zoom in [4, 9] {
            var job = try Self.smallCollisions(zoom: zoom)
            job.aloneCount = 1500
            job.options.paddingPoints = 2
            job.columns = MarkerColumn.allCases.filter { header.contains($0.rawValue) }
            try desk.write(job.plan())
            let run = try desk.run("-o answer.csv")
            try #require(run.status == 0, "\(run.errorText)")
            try desk.compareWithCluster("answer.csv", "--zoom \(zoom) --padding 2")
        }
    }

    @Test func aKilledWorkerIsStartedAnew() throws {
        let desk = try Desk()
        let queries = Self.places.queries(count: 1000, seed: 9)
        try desk.writePlaces(Self.places.coordinates)
        try desk.writeQueries(queries)
        try desk.plan("nearest --places places.csv --queries queries.tsv -k 3")
        // The first worker is killed after it has read some of its input.
        try desk.writeWorker(
            """
            exec 3<&0
            if mkdir "$0.killed" 2>/dev/null; then
                { head -c 300000 <&3; sleep 2; cat <&3; } | "$real" "$@" & id=$!
                sleep 1; kill -9 $id; wait $id; status=$?; echo $status >"$0.status"; exit $status
            fi
            exec "$real" "$@" <&3
            """)
        let run = try desk.run("-o answer.csv --worker ./worker")
        try #require(run.status == 0, "\(run.errorText)")
        #expect(try String(contentsOf: desk.place.file("worker.status"), encoding: .utf8) == "137\n")
        let truth = Self.places.nearest(to: queries, count: 3).map { $0.replacingOccurrences(of: "\t", with: ",") }
        try desk.compare("answer.csv", "query,rank,id,distance_m", truth)
    }

    /// A worker that ends early, or loses input or output, without an error.
    @Test(arguments: [
        "head -n 1000 | \"$real\" \"$@\"; exit 0", "{ head -n 1000; cat >/dev/null; } | \"$real\" \"$@\"",
        "\"$real\" \"$@\" | head -n 500; cat >/dev/null", "\"$real\" \"$@\" | sed 100d",
    ])
    func aWorkerThatLosesRowsIsCaught(script: String) throws {
        let desk = try Desk()
        try desk.writePlaces(Array(Self.places.coordinates.prefix(20_000)))
        try desk.writeQueries(Self.places.queries(count: 1000, seed: 9))
        try desk.plan("nearest --places places.csv --queries queries.tsv -k 3")
        try desk.writeWorker(script)
        let run = try desk.run("-o answer.csv --worker ./worker")
        #expect(run.status == 69, "\(run.status) \(run.errorText)")
        #expect(run.errorText.contains("the plan did not finish"), "\(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: desk.place.file("answer.csv").path))
        #expect(try desk.isTidy)
    }

    @Test(arguments: [
        ("5,name,127\n", "has 3 fields, but the first line has 4"), ("5,name,,37\n", "has a bad longitude"),
        ("5,name,127,NaN\n", "has a bad latitude"), ("5,name,181,37\n", "has a bad longitude"),
        ("5.5,name,127,37\n", "the one with id \"5.5\" has a bad id"), (",name,127,37\n", "has a bad id"),
        ("5,name,127,37\n5,name,127,37\n", "1 ids of places occur more than once, such as 5"),
    ])
    func aBadRowStopsTheJob(row: String, said: String) throws {
        let desk = try Desk()
        try desk.writePlaces([], extra: "1,good,127,37\n" + row)
        try desk.plan("collide --places places.csv --zoom 9")
        let run = try desk.run("-o answer.csv")
        #expect(run.status == 65 && run.errorText.contains(said), "\(run.errorText)")
        #expect(!FileManager.default.fileExists(atPath: desk.place.file("answer.csv").path))
        #expect(try desk.isTidy)
    }

    @Test func noQueriesAndNoPointsGiveNothing() throws {
        let desk = try Desk()
        try desk.writePlaces([], extra: "1,no point,,\n")
        try desk.writeQueries([])
        for job in ["nearest --places places.csv --queries queries.tsv", "collide --places places.csv --zoom 3"] {
            try desk.plan(job)
            let run = try desk.run("-o answer.csv")
            #expect(run.status == 0, "\(run.errorText)")
            #expect(
                try String(contentsOf: desk.place.file("answer.csv"), encoding: .utf8).split(separator: "\n").count == 1
            )
        }
        try desk.writeQueries(Self.places.queries(count: 10, seed: 1))
        try desk.plan("nearest --places places.csv --queries queries.tsv")
        #expect(try desk.run("-o answer.csv").status == 0)
    }

    /// Everything that CSV allows, in a gzip file whose name Spark would read as a pattern for other files.
    @Test func whatIsReadIsWhatGeocliReads() throws {
        let desk = try Desk()
        let text =
            "\u{FEFF}ID,Longitude,latitude,name,,note,note\r\n1,127,37,\"a,\"\"b\"\"\r\nc\rd\ne\",x,\"\",\r\n\r\n"
            + "2,127,37.5,5\" pipe,\"\",1,2\r\n3, 128 ,37,책방\\,,' y ',z\r\n4,,,none,,,"
        try desk.place.write(text, to: "p.csv")
        try desk.place.write("id,longitude,latitude\n9,0,0\n", to: "p1.csv")
        try desk.writeQueries([Coordinate(uncheckedLongitude: 128, latitude: 37)])
        #expect(try desk.place.shell("gzip p.csv; mv p.csv.gz 'p[1].csv'").status == 0)
        try desk.place.succeed([
            "batch", "nearest", "--places", "p[1].csv", "--queries", "queries.tsv", "--fields", "name", "-o",
            "plan.sql",
        ])
        let run = try desk.run("-o answer.csv")
        try #require(run.status == 0, "\(run.errorText)")
        let answer = try String(contentsOf: desk.place.file("answer.csv"), encoding: .utf8)
        #expect(answer.hasPrefix("query,rank,id,distance_m,name\n0,1,3,0.000,책방\\\n"), "\(answer)")
        #expect(answer.contains("5\"") && answer.contains("a,\"\"b\"\"\nc"), "\(answer)")
        #expect(run.errorText.contains("places: 4\n") && run.errorText.contains("places without a point: 1\n"))
    }

    /// If geocli can't unpack a file, the plan checks the file. If a file changes during the run, the run fails.
    @Test func whatGeocliCannotReadIsCheckedByThePlan() throws {
        let desk = try Desk()
        try desk.writeQueries(Self.places.queries(count: 3, seed: 1))
        for (text, said) in [
            ("id,longitude,latitude\n1,127,37\n2,127,\"37\n", "places have a quote that is never closed"),
            ("id,lon,lat\n1,127,37\n", "no column longitude in an input"),
            ("id,longitude,latitude\n", "places have no rows"),
        ] {
            try desk.place.write(text, to: "p.csv")
            #expect(try desk.place.shell("bzip2 -kf p.csv").status == 0)
            try desk.plan("nearest --places p.csv.bz2 --queries queries.tsv")
            let run = try desk.run("-o answer.csv")
            #expect(run.status == 65 && run.errorText.contains(said), "\(run.errorText)")
        }
        try desk.place.write("id,longitude,latitude\n1,127,37\n2,127,38\n", to: "p.csv")
        try desk.plan("nearest --places p.csv --queries queries.tsv")
        let sql = try String(contentsOf: desk.place.file("plan.sql"), encoding: .utf8)
        // The changed plan acts as if another program wrote the file between the two readings.
        try desk.place.write(sql.replacingOccurrences(of: "coalesce(`latitude`, '')", with: "'other'"), to: "plan.sql")
        let run = try desk.run("-o answer.csv")
        #expect(
            run.status == 65
                && run.errorText.contains("Spark read 2 rows of places and geocli read 2, or the values differ"),
            "\(run.errorText)")
    }
}

/// The Spark of scripts/install-spark.sh, or the one that SPARK_HOME names.
enum Spark {
    static let home: URL? = {
        let own = TestSupport.packageRoot.appendingPathComponent(".build/spark/home")
        let named = ProcessInfo.processInfo.environment["SPARK_HOME"].map { URL(fileURLWithPath: $0) }
        return [named, own].compactMap { $0 }.first { home in
            FileManager.default.isExecutableFile(atPath: home.appendingPathComponent("bin/spark-sql").path)
        }
    }()
}

/// A folder with the inputs of a plan.
private struct Desk {
    let place: Workplace

    init() throws {
        place = try Workplace()
        try FileManager.default.createDirectory(at: place.file("scratch"), withIntermediateDirectories: false)
    }

    /// CSV; each name contains a TAB and quotes.
    func writePlaces(_ places: [Coordinate], extra: String = "") throws {
        let rows = places.enumerated().map { id, place in
            "\(id),\"TAB\tand \"\"quote\"\" \(id)\",\(place.longitude),\(place.latitude)\n"
        }
        try place.write("id,name,longitude,latitude\n" + rows.joined() + extra, to: "places.csv")
    }

    func writeQueries(_ queries: [Coordinate]) throws {
        let rows = queries.enumerated().map { id, query in "\(query.latitude)\t\(id)\t\"\t\(query.longitude)\n" }
        try place.write("latitude\tid\tnote\tlongitude\n" + rows.joined(), to: "queries.tsv")
    }

    /// A program in place of geoworker; it can call the real one as `$real`.
    func writeWorker(_ script: String) throws {
        try place.write("#!/bin/bash\nreal='\(TestSupport.geoworker.path)'\n\(script)\n", to: "worker")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.file("worker").path)
    }

    func plan(_ words: String) throws { try place.succeed("batch \(words) -o plan.sql") }

    func write(_ plan: BatchPlan) throws { try place.write(plan.sql, to: "plan.sql") }

    func run(_ words: String) throws -> ProgramRun {
        let home = try #require(Spark.home)
        return try place.geocli(
            "batch run plan.sql --scratch scratch --master local[2,4] --conf spark.sql.shuffle.partitions=8 \(words)",
            // For these short jobs, Java's optimizing compiler takes longer than it saves.
            environment: ["SPARK_HOME": home.path, "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"])
    }

    /// The number that a run reported for a step.
    func amount(_ step: String, in run: ProgramRun) -> Int {
        let line = run.errorText.split(separator: "\n").first { $0.hasPrefix("\(step): ") }
        return line.flatMap { Int($0.dropFirst(step.count + 2)) } ?? -1
    }

    /// Whether the run has left nothing in the folder for intermediate files.
    var isTidy: Bool {
        get throws { try FileManager.default.contentsOfDirectory(atPath: place.file("scratch").path).isEmpty }
    }

    func compare(
        _ name: String, _ heading: String, _ truth: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let lines = try String(contentsOf: place.file(name), encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.first == heading, sourceLocation: sourceLocation)
        #expect(lines.count == truth.count + 1, sourceLocation: sourceLocation)
        let different = zip(lines.dropFirst(), truth).filter { $0 != $1 }
        #expect(
            different.isEmpty, "\(different.count) of \(truth.count) differ: \(different.first as Any)",
            sourceLocation: sourceLocation)
    }

    /// Compares visible markers, hiders and counts with one process.
    func compareWithCluster(_ name: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let whole = try place.succeed(
            "cluster \(words) --from places.csv --members --fields id,visible,hidden_by,point_count --format csv"
        ).text
        func id(_ line: Substring) -> Int { Int(line.prefix { $0 != "," }) ?? 0 }
        let truth = whole.split(separator: "\n").dropFirst().sorted { id($0) < id($1) }.map(String.init)
        try compare(name, "id,visible,hidden_by,point_count", truth, sourceLocation: sourceLocation)
    }
}

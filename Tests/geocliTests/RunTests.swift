import Foundation
import TestSupport
import Testing

/// `geocli batch run` with a stand-in for spark-sql: the input of the stand-in, and the remaining files after a failure, a
/// stop or a success.
@Suite struct RunTests {
    @Test func theAnswerIsOneFileWithItsColumns() throws {
        let desk = try RunDesk(RunDesk.good)
        let run = try desk.run()
        #expect(run.status == 0 && run.errorText == "places: 1\n" && run.text.isEmpty)
        let answer = try String(contentsOf: desk.place.file("answer.csv"), encoding: .utf8)
        #expect(answer == "query,rank,id,distance_m\n1,1,1,0.000\n2,1,1,5.000\n")
        #expect(try desk.isScratchEmpty)
        #expect(try desk.run("-q").text == answer)
        #expect(try desk.run("-q").errorText.isEmpty)
        let words = try String(contentsOf: desk.place.file("words"), encoding: .utf8)
        let folder = desk.place.folder.resolvingSymlinksInPath().path
        for part in [
            "--master local[*,4]", "-d places=\(folder)/places.csv", "-d queries=\(folder)/queries.csv", "/plan.sql",
            "/geoworker -d", "--conf spark.sql.catalogImplementation=in-memory",
        ] { #expect(words.contains(part), "\(part) in \(words)") }
    }

    @Test func settingsAndPathsReachSpark() throws {
        let desk = try RunDesk(RunDesk.good)
        try desk.place.write("id,longitude,latitude\n2,127,37\n", to: "other.csv")
        let run = try desk.run(
            "--places other.csv --master spark://host:7077 --conf spark.driver.memory=4g -o answer.csv")
        #expect(run.status == 0)
        let words = try String(contentsOf: desk.place.file("words"), encoding: .utf8)
        for part in ["--master spark://host:7077", "--conf spark.driver.memory=4g", "/other.csv"] {
            #expect(words.contains(part), "\(part) in \(words)")
        }
    }

    @Test(arguments: [
        (
            "26/01/01 ERROR geoworker: line 3 of standard input has NULL as latitude; leave out rows that have NULL",
            65,
            "geoworker: line 3 of standard input has NULL as latitude; leave out rows that have NULL"
        ),
        (
            "[USER_RAISED_EXCEPTION] geocli: 2 rows of places are bad; fix them SQLSTATE: P0001", 65,
            "2 rows of places are bad; fix them"
        ),
        (
            "Caused by: x.SparkException: [MALFORMED_CSV_RECORD] Malformed CSV record: 5,name SQLSTATE: KD000", 65,
            "[MALFORMED_CSV_RECORD] Malformed CSV record: 5,name"
        ),
        // If a worker loses lines, or lacks something such as a permission, the data is not at fault (exit code 69).
        (
            "[USER_RAISED_EXCEPTION] geocli: the workers of step 1 read 5 of 9 lines; look for the reason in the Spark log SQLSTATE: P0001",
            69, "the workers of step 1 read 5 of 9 lines; look for the reason in the Spark log"
        ),
        ("bash: line 1: /x/geoworker: Permission denied", 69, "geoworker: Permission denied"),
        (
            "26/01/01 ERROR geoworker: cannot write to standard output: Broken pipe; check the program that reads the output",
            69,
            "geoworker: cannot write to standard output: Broken pipe; check the program that reads the output"
        ),
        (
            "26/01/01 ERROR geoworker: line 9 of standard input has no line end; check whether the input was cut off",
            69,
            "geoworker: line 9 of standard input has no line end; check whether the input was cut off"
        ),
        (
            "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `nam` cannot be resolved. SQLSTATE: 42703", 65,
            "no column nam in an input"
        ),
        ("[DATATYPE_MISMATCH] something else SQLSTATE: 1", 69, "[DATATYPE_MISMATCH] something else"),
    ])
    func aBrokenRunLeavesNothingAndSaysWhy(said: String, status: Int, reason: String) throws {
        let desk = try RunDesk(
            RunDesk.good + "echo 'a line' >&2; echo '\(said)' >&2; echo '\tat java.lang' >&2; exit 1\n")
        try desk.place.write("former", to: "answer.csv")
        let run = try desk.run()
        #expect(Int(run.status) == status)
        #expect(
            run.errorText.hasSuffix(
                "geocli: the plan did not finish (spark-sql: 1): \(reason); keep the full log with --log FILE\n"),
            "\(run.errorText)")
        #expect(try String(contentsOf: desk.place.file("answer.csv"), encoding: .utf8) == "former")
        #expect(try desk.isScratchEmpty)
        let logged = try desk.run("--log log -o answer.csv")
        #expect(logged.errorText.hasSuffix("; the full log is in log\n"))
        #expect(try String(contentsOf: desk.place.file("log"), encoding: .utf8).contains("a line"))
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
    func aSignalEndsSparkAndTidiesUp(signal: Int32, status: Int) throws {
        // The stand-in starts a worker of its own, which must also end.
        let desk = try RunDesk(RunDesk.good + "sleep 300 & echo $! >child; touch begun; wait\n")
        let script = """
            "$0" batch run plan.sql --spark-sql ./spark-sql --scratch scratch -o answer.csv & id=$!
            for i in $(seq 100); do [ -e begun ] && break; sleep 0.1; done
            kill -\(signal) $id; wait $id; echo $?
            alive() { grep -qs '^State:[[:space:]]*[^ZX]' /proc/$(cat child)/status; }
            for i in $(seq 30); do alive || break; sleep 0.1; done
            alive && grep State /proc/$(cat child)/status
            """
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", script, TestSupport.geocli.path],
            environment: Workplace.environment, folder: desk.place.folder)
        #expect(run.text == "\(status)\n", "\(run.errorText)")
        #expect(try desk.isScratchEmpty)
        #expect(!FileManager.default.fileExists(atPath: desk.place.file("answer.csv").path))
    }

    @Test func whatIsMissingIsNamed() throws {
        let desk = try RunDesk(RunDesk.good)
        let place = desk.place
        func check(_ line: String, _ status: Int32, _ said: String, sourceLocation: SourceLocation = #_sourceLocation)
            throws
        {
            let run = try place.geocli(line, environment: ["SPARK_HOME": "", "PATH": "/proc/none"])
            #expect(
                run.status == status && run.errorText.contains(said), "\(run.errorText)", sourceLocation: sourceLocation
            )
        }
        try check("batch run plan.sql", 66, "spark-sql was found neither on PATH")
        try check("batch run plan.sql --spark-sql none", 66, "none does not exist")
        try check("batch run none.sql", 66, "cannot read none.sql")
        try check("batch run places.csv", 65, "places.csv is not a plan")
        try check("batch run plan.sql --spark-sql ./spark-sql --places none.csv", 66, "none.csv does not exist")
        try check("batch run plan.sql --spark-sql ./spark-sql -o answer.tsv", 64, "this plan writes csv")
        try check("batch run plan.sql --spark-sql ./spark-sql --conf nothing", 64, "--conf \"nothing\"")
        try check(
            "batch run plan.sql --spark-sql ./spark-sql --scratch /proc/none", 74, "cannot create the folder /proc/none"
        )
        let quoted = try place.geocli([
            "batch", "run", "plan.sql", "--spark-sql", "./spark-sql", "--places", "s3://a'b.csv",
        ])
        #expect(quoted.status == 64 && quoted.errorText.contains("contains a quote"), "\(quoted.errorText)")
        try FileManager.default.createDirectory(at: place.file("a[b]"), withIntermediateDirectories: false)
        try check("batch run plan.sql --spark-sql ./spark-sql --scratch a[b]", 64, "Spark can't read such a path")
        try place.succeed("batch collide --zoom 5 -o collide.sql")
        try check("batch run collide.sql --spark-sql ./spark-sql", 64, "does not say where its places are")
        try check(
            "batch run collide.sql --spark-sql ./spark-sql --queries queries.csv", 64, "--queries only works with")
    }
}

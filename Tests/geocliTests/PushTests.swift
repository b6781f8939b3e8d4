#if PostGIS
import Foundation
import TestSupport
import Testing

/// A push is complete or has no effect, whatever happens to it.
@Suite(.postGIS) struct PushTests {
    /// Catalogs with so many rows that a push takes a while; the second has other names, so that the two can be
    /// distinguished.
    private static let large = Result { (try Self.catalog("first", 10_000), try Self.catalog("second", 10_001)) }

    private static func catalog(_ name: String, _ count: Int) throws -> Workplace {
        let rows = (1...count).map {
            FeedPage.Row(
                id: "\($0)", name: "\(name) \($0)", latitude: "\(Double($0) / 1000)", longitude: "\(Double($0) / 500)")
        }
        return try Workplace.ingested([FeedPage(rows: rows)])
    }

    /// The answer from the file of the first or the second catalog.
    private static func answers() throws -> (first: Data, second: Data) {
        let (first, second) = try large.get()
        return (try first.succeed("list").output, try second.succeed("list").output)
    }

    /// Starts geocli without waiting for its end.
    private func start(_ words: [String], in place: Workplace, errors: URL, output: Any? = FileHandle.nullDevice) throws
        -> Process
    {
        let process = Process()
        process.executableURL = TestSupport.geocli
        process.arguments = words
        process.currentDirectoryURL = place.folder
        process.environment = Workplace.environment.merging(["HOME": place.folder.path]) { $1 }
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        return process
    }

    private func expectNoDebris(_ server: ServerDesk, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let names = try server.server.psql(
            """
            SELECT string_agg(c.relname, ' ' ORDER BY c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = '\(server.schema)'
            """)
        #expect(
            names == """
                feed feed_pkey landmark landmark_key landmark_key_pkey landmark_pkey link link_high link_pkey place \
                place_box place_pkey place_point posting posting_pkey push push_number_seq push_pkey
                """, sourceLocation: sourceLocation)
    }

    @Test func aPushIsRecorded() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "recorded")
        try server.push()
        let rows = try server.server.psql(
            """
            SELECT number, run, places, listed, with_point, sha256, tool_version FROM recorded.push ORDER BY number
            """
        ).split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        #expect(rows.map { $0[0] } == ["1", "2"])
        for row in rows { #expect(Array(row[1...4]) == ["1", "601", "601", "596"]) }
        #expect(rows[0][5].utf8.count == 64 && rows[0][5] == rows[1][5])
        #expect(try server.place.geocli("--version").text.split(whereSeparator: \.isWhitespace)[1] == rows[0][6])
        let run = try server.place.succeed(["push", server.address])
        #expect(
            run.errorText == """
                pushed run 1 to postgres:///places#recorded: 601 bookstores (listed: 601, with a point: 596)\n
                """)
        #expect(run.output.isEmpty)
        try expectNoDebris(server)
    }

    @Test func aKilledPushLeavesTheFormerCatalog() throws {
        let (first, second) = try Self.large.get()
        let answers = try Self.answers()
        let server = try ServerDesk(first, schema: "killed")
        var random = SeededGenerator(seed: 3)
        var outcomes: Set<String> = []
        for round in 0..<6 {
            let errors = second.file("killed.err")
            let process = try start(["push", server.address], in: second, errors: errors)
            usleep(.random(in: 0..<300_000, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            // The server may still be executing the killed push; until it ends, a query gets exit code 75.
            var run = try server.ask("list")
            for _ in 0..<100 where run.status == 75 { run = try server.ask("list") }
            let isFormer = run.output == answers.first
            #expect(isFormer || run.output == answers.second, "round \(round): \(run.errorText)")
            outcomes.insert(isFormer ? "former" : "new")
            try retried { try first.geocli(["push", server.address, "-q"]) }
            #expect(try server.ask("list").output == answers.first)
            try expectNoDebris(server)
        }
        #expect(outcomes.contains("former"))
    }

    /// Runs a push, and tries again as long as another push is still running.
    private func retried(_ push: () throws -> ProgramRun) throws {
        for _ in 0..<100 {
            let run = try push()
            if run.status == 0 { return }
            try #require(run.status == 75, "\(run.errorText)")
            usleep(100_000)
        }
        Issue.record("no push came through")
    }

    /// Ends the server's side of a push in each of its steps.
    @Test(arguments: ["COPY %place%", "COPY %posting%", "CREATE INDEX%", "ANALYZE%", "SELECT count(%"])
    func aPushThatTheServerEndsLeavesTheFormerCatalog(_ step: String) throws {
        let (first, second) = try Self.large.get()
        let name = "ended_\(abs(step.hashValue))"
        let server = try ServerDesk(first, schema: name)
        let wanted = try Self.answers().first
        let address = server.address.replacing("&port", with: "&application_name=\(name)&port")
        // A step may end before the test sees it, so the test tries up to 20 times.
        for _ in 0..<20 {
            let errors = second.file("\(name).err")
            let process = try start(["push", address], in: second, errors: errors)
            try server.server.psql(
                """
                DO $$ DECLARE was_there boolean = false; BEGIN FOR i IN 1..20000 LOOP
                    PERFORM pg_stat_clear_snapshot();
                    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE application_name = '\(name)' AND query LIKE '\(step)' AND state = 'active';
                    EXIT WHEN FOUND;
                    PERFORM FROM pg_stat_activity WHERE application_name = '\(name)';
                    EXIT WHEN was_there AND NOT FOUND;
                    was_there = was_there OR FOUND;
                    PERFORM pg_sleep(0.0002);
                END LOOP; END $$
                """)
            process.waitUntilExit()
            guard process.terminationStatus != 0 else {
                try server.push()
                continue
            }
            let said = try String(contentsOf: errors, encoding: .utf8)
            #expect(process.terminationStatus == 69, "\(said)")
            #expect(said.hasPrefix("geocli: ") && said.split(separator: "\n").count == 1, "\(said)")
            #expect(try server.ask("list").output == wanted)
            try expectNoDebris(server)
            return
        }
        Issue.record("no push was ended in \(step)")
    }

    @Test func ofTwoPushesOneWaitsForItsTurn() throws {
        let (first, second) = try Self.large.get()
        let answers = try Self.answers()
        let server = try ServerDesk(first, schema: "two")
        for _ in 0..<2 {
            let pushes = try [first, second].map { place in
                try start(["push", server.address], in: place, errors: place.file("two.err"))
            }
            for push in pushes { push.waitUntilExit() }
            let statuses = pushes.map(\.terminationStatus)
            #expect(statuses.contains(0))
            #expect(statuses.allSatisfy { $0 == 0 || $0 == 75 }, "\(statuses)")
            let now = try server.ask("list").output
            #expect(now == answers.first || now == answers.second)
        }
        // Another session holds the lock of a push, so the two certainly run at the same time.
        let holder = try start(["push", server.address], in: second, errors: second.file("two.err"))
        holder.waitUntilExit()
        let held = try hold(server, "SELECT pg_advisory_lock(x'67656F63'::int, hashtext('two')), pg_sleep(20)")
        defer { held.terminate() }
        let run = try first.geocli(["push", server.address])
        #expect(run.status == 75)
        #expect(
            run.errorText == "geocli: postgres:///places#two: another push is running there; try again later\n")
        #expect(try server.ask("list").output == answers.second)
    }

    /// Starts SQL in a session of its own; returns when it is running.
    private func hold(_ server: ServerDesk, _ sql: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "psql", "-X", "-q", "-h", server.server.folder, "-p", String(server.server.port), "-U", "postgres", "-d",
            "places",
            "-c", sql,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<200 {
            let count = try server.server.psql(
                """
                SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%\(server.schema)%'
                AND application_name = 'psql'
                """)
            if count == "1" { break }
            usleep(20_000)
        }
        return process
    }

    /// A listing whose reader pauses stops in the middle. A push meanwhile does not change its rows.
    @Test func whoReadsMeanwhileReadsTheFormerCatalogToItsEnd() throws {
        let (first, second) = try Self.large.get()
        let answers = try Self.answers()
        let server = try ServerDesk(first, schema: "readers")
        let pipe = Pipe()
        let reader = try start(["list", "--db", server.address], in: first, errors: first.file("r.err"), output: pipe)
        // The listing has started and can't end, because it is longer than a pipe.
        var read = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        let push = try start(["push", server.address], in: second, errors: second.file("r.err"))
        usleep(1_200_000)
        #expect(push.isRunning)
        // The push waits for the reader; new readers do not wait for the push.
        #expect(
            try server.ask("list --limit 1").output
                == answers.first.prefix(through: answers.first.firstIndex(of: 0x0A)!))
        read += try pipe.fileHandleForReading.readToEnd() ?? Data()
        reader.waitUntilExit()
        #expect(reader.terminationStatus == 0)
        #expect(read == answers.first)
        push.waitUntilExit()
        #expect(push.terminationStatus == 0)
        #expect(try server.ask("list").output == answers.second)
    }

    @Test func aReaderWhoseServerGoesAwayLeavesNoFile() throws {
        let (first, _) = try Self.large.get()
        let server = try ServerDesk(first, schema: "gone")
        let pipe = Pipe()
        let errors = first.file("gone.err")
        let reader = try start(["list", "--db", server.address], in: first, errors: errors, output: pipe)
        _ = try pipe.fileHandleForReading.read(upToCount: 1)
        try server.server.psql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%geocli_rows%' AND query NOT LIKE '%terminate%'
            AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'gone.place'::regclass)
            """)
        _ = try pipe.fileHandleForReading.readToEnd()
        reader.waitUntilExit()
        #expect(reader.terminationStatus == 69)
        let said = try String(contentsOf: errors, encoding: .utf8)
        #expect(said.hasPrefix("geocli: ") && said.split(separator: "\n").count == 1, "\(said)")
    }

    @Test func readersKeepTheirRights() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "rights")
        try server.server.psql(
            """
            CREATE ROLE "a ""reader" LOGIN PASSWORD 'right'; GRANT USAGE ON SCHEMA rights TO "a ""reader";
            GRANT SELECT ON ALL TABLES IN SCHEMA rights TO "a ""reader"; GRANT SELECT ON rights.place TO PUBLIC
            """)
        try server.push()
        let address = server.server.address("rights", user: "a%20%22reader")
        let words = ["list", "--limit", "1", "--fields", "id", "--match", "책방", "--db", address]
        let run = try server.place.geocli(words, environment: ["PGPASSWORD": "right"])
        #expect(run.text.hasPrefix("{\"id\":"), "\(run.errorText)")
        // A reader has no right to push.
        let push = try server.place.geocli(["push", address], environment: ["PGPASSWORD": "right"])
        #expect(push.status == 77)
        #expect(push.errorText.hasSuffix("; ask the server's administrator for permission\n"))
    }

    @Test func tablesOfAnotherProgramAreLeftAlone() throws {
        let place = try Workplace.sample.get()
        let server = try LocalPostGIS.shared.get()
        try server.psql(
            "CREATE SCHEMA other; CREATE TABLE other.place (x int); INSERT INTO other.place VALUES (7)")
        let push = try place.geocli(["push", server.address("other")])
        #expect(push.status == 65)
        #expect(push.errorText.contains("contains tables of another program; choose another schema with --schema"))
        #expect(try server.psql("SELECT x FROM other.place") == "7")
        #expect(try place.geocli(["list", "--db", server.address("other")]).status == 66)
        // Objects that a user has built on the catalog's tables are not removed, either.
        let mine = try ServerDesk(place.copy(), schema: "mine")
        try server.psql("CREATE VIEW mine.names AS SELECT name FROM mine.place")
        let again = try place.geocli(["push", mine.address])
        #expect(again.status == 65)
        #expect(
            again.errorText.contains("depend on the catalog's tables and would be lost: view mine.names;"),
            "\(again.errorText)")
        #expect(try server.psql("SELECT count(*) FROM mine.names") == "601")
        try mine.expectSame("list")
    }

    /// Values that no push writes, stored after the constraints were removed.
    @Test func aValueThatNoPushWritesIsSaid() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "odd")
        func change(_ statements: [Substring]) throws { try server.server.psql(statements.joined(separator: ";")) }
        let constraints = try server.server.psql(
            """
            SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) FROM pg_constraint
            WHERE connamespace = 'odd'::regnamespace AND contype IN ('c', 'p')
            UNION ALL SELECT format('ALTER TABLE odd.%I ALTER %I DROP NOT NULL', table_name, column_name)
            FROM information_schema.columns WHERE table_schema = 'odd' AND table_name = 'place'
            """
        ).split(separator: "\n")
        try change(constraints.filter { $0.contains("CONSTRAINT") })
        try change(
            constraints.filter { !$0.contains("CONSTRAINT") } + ["CREATE TABLE odd.whole AS TABLE odd.place"])
        for value in [
            "id = 0", "id = 4294967296", "feed_id = ''", "feed = NULL", "name = NULL", "kind = 'A library!'",
            "first_seen = 'infinity'", "last_seen = '4713-01-01 BC'", "first_seen = NULL", "closed_on = '-infinity'",
            "removed_on = 'infinity'",
            "latitude = NULL", "longitude = 'NaN'", "latitude = 'infinity'", "longitude = 181",
        ] {
            try change(["UPDATE odd.place SET \(value) WHERE id = 5"])
            // A closed place is read only if closed ones are asked for.
            for line in ["list", "near 37.5663,126.9779 --limit 700"] {
                let run = try server.ask(value.hasPrefix("closed_on") ? line + " --include-closed" : line)
                #expect(run.status == 65, "\(value), \(line): \(run.errorText)")
                #expect(run.errorText.contains("is inconsistent ("), "\(value), \(line): \(run.errorText)")
            }
            try change(["TRUNCATE odd.place", "INSERT INTO odd.place TABLE odd.whole"])
            #expect(try server.ask("near 37.5663,126.9779 --limit 700").status == 0)
        }
    }

    @Test func aRunThatNoPushWritesIsSaid() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "oddrun")
        for value in ["run = -1", "date = 'yesterday'"] {
            try server.server.psql("UPDATE oddrun.feed SET \(value)")
            #expect(try server.ask("export --format gpkg -o odd.gpkg").status == 65, "\(value)")
            try server.push()
            #expect(try server.ask("export --format gpkg -o odd.gpkg").status == 0, "\(value)")
        }
    }

    @Test func aCatalogOfALaterLayoutIsLeftAlone() throws {
        let server = try ServerDesk(try Workplace.sample.get().copy(), schema: "later")
        try server.server.psql("COMMENT ON TABLE later.place IS 'geocli catalog of places, layout 2'")
        for line in [["push", server.address], ["list", "--db", server.address]] {
            let run = try server.place.geocli(line)
            #expect(run.status == 65)
            #expect(run.errorText.contains("has layout 2, but this geocli reads only layout 1; use the geocli that"))
        }
    }
}
#endif

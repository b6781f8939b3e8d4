import Foundation
import TestSupport
import Testing

/// `geocli backup`: the copy is the catalog, and nothing but an earlier backup is replaced.
@Suite struct BackupCommandTests {
    private let desk: BackupDesk

    init() throws { desk = try BackupDesk() }

    @Test func aBackupIsTheCatalogInOneFile() throws {
        let place = try Workplace.sample.get().copy()
        let run = try place.succeed("backup backup.sqlite")
        #expect(
            run.errorText.wholeMatch(
                of: /backup\.sqlite: backup of \d+ bookstores as of run 1 \(2026-09-21\), \d+\.\d MB\n/) != nil,
            "\(run.errorText)")
        #expect(run.output.isEmpty)
        try place.oracle("check_backup.py", ["catalog.sqlite", "backup.sqlite"])
        #expect(try place.succeed("verify -q --db backup.sqlite").text == "")
        for line in ["list", "runs", "near 37.5,127 -k 5", "issues list"] {
            #expect(try place.succeed("\(line) --db backup.sqlite").output == place.succeed(line).output, "\(line)")
        }
        // Without a log, no command leaves a file beside it.
        let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
        #expect(files.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
        let korean = try place.succeed("backup backup.sqlite --lang ko").errorText
        #expect(
            korean.wholeMatch(of: /backup\.sqlite: 백업했습니다\. 책방 \d+곳, 실행 #1\(2026-09-21\) 기준, \d+\.\dMB\n/) != nil,
            "\(korean)")
        #expect(try place.succeed("backup backup.sqlite -q").errors.isEmpty)
    }

    /// What stands only in the log belongs to the catalog, too.
    @Test func theLogIsPartOfTheBackup() throws {
        let reader = try OtherProgram(desk.place.file("catalog.sqlite").path)
        try reader.rows("BEGIN; SELECT count(*) FROM place")
        try desk.ingest("b")
        #expect(try Data(contentsOf: desk.place.file("catalog.sqlite-wal")).count > 0)
        try desk.place.succeed("backup backup.sqlite -q")
        #expect(try desk.names(in: "backup.sqlite") == "b")
    }

    @Test func aBackupBesideIngestsIsOneOfTheirStates() throws {
        let run = try desk.place.shell(
            """
            (for n in 1 2 3; do for state in b a; do \(BackupDesk.ingest("$state")) || touch failed; done; done) &
            for n in 1 2 3 4 5 6; do
                geocli backup backup.sqlite -q && geocli verify -q --db backup.sqlite || touch failed
                geocli list --db backup.sqlite --format csv --fields name | tail -n +2 | cut -c1 | sort -u
            done
            wait; test ! -e failed
            """)
        #expect(run.status == 0, "\(run.errorText)")
        let states = run.text.split(separator: "\n")
        #expect(states.count == 6 && states.allSatisfy { $0 == "a" || $0 == "b" }, "\(states)")
    }

    @Test func aKilledBackupLeavesTheFormerOne() throws {
        try desk.place.succeed("backup backup.sqlite -q")
        try desk.ingest("b")
        var random = SplitMix(seed: 5)
        for _ in 0..<20 {
            try desk.kill(["backup", "backup.sqlite"], afterMilliseconds: random.below(80))
            try desk.place.succeed("verify -q --db backup.sqlite")
            let state = try desk.names(in: "backup.sqlite")
            #expect(state == "a" || state == "b")
            if state == "b" {
                let copied = try desk.place.shell("cp former.sqlite backup.sqlite")
                #expect(copied.status == 0)
            }
        }
        // A nameless file goes with its process; only between two calls can it have a name of its own.
        let left = try desk.place.names.filter { $0.hasPrefix(".geocli-") }
        #expect(left.count <= 1, "\(left)")
    }

    @Test func aFullDiskLeavesTheFormerBackup() throws {
        try desk.place.succeed("backup backup.sqlite -q")
        let before = try Data(contentsOf: desk.place.file("backup.sqlite"))
        let names = try desk.place.names
        try desk.ingest("b")
        for (language, words) in [
            (
                "en",
                "geocli: cannot write backup.sqlite: File too large; nothing was changed; check the free space and the folder, or give another path\n"
            ),
            (
                "ko",
                "geocli: backup.sqlite 파일을 쓸 수 없습니다: 파일이 너무 큼. 아무것도 바꾸지 않았습니다. 남은 공간과 폴더를 확인하거나 다른 경로를 쓰세요\n"
            ),
        ] {
            let run = try desk.place.shell(
                "export LLVM_PROFILE_FILE=/dev/null; ulimit -f 100; geocli backup backup.sqlite --lang \(language)")
            #expect(run.status == 74 && run.errorText == words, "\(run.errorText)")
        }
        #expect(try Data(contentsOf: desk.place.file("backup.sqlite")) == before)
        #expect(try desk.place.names == names)
    }

    @Test func aDamagedCatalogReplacesNoBackup() throws {
        try desk.place.succeed("backup backup.sqlite -q")
        try OtherProgram(desk.place.file("catalog.sqlite").path).rows("UPDATE place SET name = 'x' WHERE id = 7")
        let run = try desk.place.geocli("backup backup.sqlite")
        #expect(run.status == 65 && run.errorText.hasPrefix("geocli: the catalog is damaged (values: "))
        #expect(
            run.errorText.hasSuffix("so no backup was made and an earlier one stays; 'geocli verify' says what to do\n")
        )
        #expect(try desk.names(in: "backup.sqlite") == "a")
    }

    // MARK: Targets

    @Test func nothingButABackupIsReplaced() throws {
        let place = desk.place
        let script = """
            mkdir in; ln -s .. in/up; ln -s catalog.sqlite link.sqlite; ln catalog.sqlite hard.sqlite; mkfifo pipe
            echo text >text.sqlite; : >empty.sqlite; ln -s text.sqlite other-link.sqlite
            python3 -c "import sqlite3; sqlite3.connect('strange.sqlite').execute('CREATE TABLE t (x)')"
            cp catalog.sqlite busy.sqlite; rm -f catalog.sqlite-wal catalog.sqlite-shm; echo log >busy.sqlite-wal
            \(BackupDesk.ingest("b")) --db live.sqlite; rm -f live.sqlite-wal live.sqlite-shm
            for ending in journal wal shm; do echo mine >trip.$ending.sqlite-$ending; done
            geocli mine mark 1 -q
            """
        #expect(try place.shell(script).status == 0)
        func all() throws -> String {
            // Reading changes the shared memory, and may leave an empty log.
            try place.shell("find . -type f ! -name '*-shm' -size +0 | sort | xargs sha256sum").text
        }
        let before = try all()
        for name in [
            "catalog.sqlite", "./in/../catalog.sqlite", "in/up/catalog.sqlite", "link.sqlite", "hard.sqlite",
            "catalog.sqlite-wal", "in/up/catalog.sqlite-shm", "catalog.sqlite-journal", "in", "pipe", "/dev/null",
            "/dev/stdout", "-", "text.sqlite", "other-link.sqlite", "empty.sqlite", "strange.sqlite", "busy.sqlite",
            "mine/backup.sqlite", "live.sqlite", "trip.journal.sqlite", "trip.wal.sqlite", "trip.shm.sqlite",
        ] {
            let run = try place.geocli(["backup", name])
            #expect(run.status == 64 && ExitCodeTests.isOneErrorLine(run.errorText), "\(name): \(run.errorText)")
            #expect(run.output.isEmpty, "\(name)")
        }
        #expect(try place.geocli("backup missing/backup.sqlite").status == 73)
        #expect(try place.geocli("backup backup.sqlite --db none.sqlite").status == 66)
        #expect(try place.geocli("backup backup.sqlite --db postgres://db.example/places").status == 64)
        #expect(try all() == before)
    }

    @Test(arguments: [
        (
            "backup in", "in is a folder, and a backup is one file; give the path of a file",
            "in은 폴더입니다. 백업은 파일 하나이므로 파일의 경로를 쓰세요"
        ),
        (
            "backup text", "text is not a backup of geocli and is not replaced; give another path, or remove the file",
            "text는 geocli 백업이 아니라서 바꾸지 않았습니다. 다른 경로를 쓰거나 이 파일을 지우세요"
        ),
        (
            "backup catalog.sqlite", "writing to catalog.sqlite would overwrite the catalog; write to another file",
            "catalog.sqlite는 카탈로그입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요"
        ),
        (
            "backup catalog.sqlite --db former.sqlite",
            "writing to catalog.sqlite would overwrite the catalog; write to another file",
            "catalog.sqlite는 카탈로그입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요"
        ),
    ])
    func theRefusalSaysWhatIsThere(_ line: String, _ english: String, _ korean: String) throws {
        #expect(try desk.place.shell("mkdir in; echo x >text").status == 0)
        #expect(try desk.place.geocli(line).errorText == "geocli: \(english)\n")
        #expect(try desk.place.geocli("\(line) --lang ko").errorText == "geocli: \(korean)\n")
    }

    /// If not everyone may read the catalog, only its owner may read the backup.
    @Test func aPrivateCatalogHasAPrivateBackup() throws {
        #expect(try desk.place.shell("umask 022; geocli backup open.sqlite -q").status == 0)
        let run = try desk.place.shell(
            "umask 022; chmod 640 catalog.sqlite; geocli backup closed.sqlite -q; geocli backup open.sqlite -q; stat -c %a closed.sqlite open.sqlite"
        )
        #expect(run.text == "600\n600\n", "\(run.errorText)")
    }

    /// A link leads to the backup; it stays, and so does its place for the next one.
    @Test func aLinkToABackupStays() throws {
        #expect(try desk.place.shell("mkdir far; ln -s far/backup.sqlite now.sqlite").status == 0)
        for _ in 0..<2 { try desk.place.succeed("backup now.sqlite -q") }
        #expect(try desk.place.shell("readlink now.sqlite; ls -A far").text == "far/backup.sqlite\nbackup.sqlite\n")
    }
}

/// A catalog of 300 places in state `a`: the name of each place begins with the letter of its state.
struct BackupDesk {
    let place: Workplace

    /// Makes the catalog, and a backup of it, `former.sqlite`.
    init() throws {
        place = try Workplace()
        for state in ["a", "b", "c"] {
            let rows = (1...300).map { "\($0),\(state) \($0),37.\(5000 + $0),126.9\n" }
            try place.write("id,name,lat,lon\n" + rows.joined(), to: "\(state).csv")
        }
        try ingest("a")
        try place.succeed("backup former.sqlite -q")
    }

    static func ingest(_ state: String) -> String {
        "geocli ingest \(state).csv --feed shops --id id --name name --lat lat --lon lon -q"
    }

    func ingest(_ state: String) throws {
        let run = try place.shell(Self.ingest(state))
        try #require(run.status == 0, "\(run.errorText)")
    }

    /// The state of a catalog; the letters of all states if it is a mixture.
    func names(in file: String = "catalog.sqlite") throws -> String {
        let rows = try place.succeed("list --db \(file) --format csv --fields name").text.split(separator: "\n")
        #expect(rows.count == 301)
        return String(Set(rows.dropFirst().compactMap(\.first)).sorted())
    }

    /// Starts geocli and kills it, unless it has ended before.
    func kill(_ words: [String], afterMilliseconds time: Int) throws {
        let process = Process()
        process.executableURL = TestSupport.geocli
        process.arguments = words
        process.environment = Workplace.environment.merging([
            "HOME": place.folder.path, "LLVM_PROFILE_FILE": "/dev/null",
        ]) {
            $1
        }
        process.currentDirectoryURL = place.folder
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(time * 1000))
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

import Foundation
import TestSupport
import Testing

/// `geocli restore`: the catalog is the backup or the former one, whatever stands beside it and whoever uses it.
@Suite struct RestoreCommandTests {
    private let desk: BackupDesk
    private var place: Workplace { desk.place }

    init() throws { desk = try BackupDesk() }

    private func isWhole(_ file: String = "catalog.sqlite") throws {
        let run = try place.geocli("verify -q --db \(file)")
        #expect(run.status == 0, "\(file): \(run.text)\(run.errorText)")
    }

    @Test func aBackupComesToANewPlace() throws {
        let run = try place.succeed("restore former.sqlite --db new.sqlite")
        #expect(run.errorText == "new.sqlite: restored 300 places as of run 1 (2026-09-21)\n")
        try place.oracle("check_backup.py", ["former.sqlite", "new.sqlite"])
        try isWhole("new.sqlite")
        // The usual folder is made, as by a first ingest.
        let home = ["GEOCLI_DB": "", "HOME": place.file("home").path]
        try place.succeed("restore former.sqlite -q", environment: home)
        #expect(try place.succeed("list --format csv", environment: home).text.contains("a 300"))
        let missing = try place.geocli("restore former.sqlite --db missing/new.sqlite")
        #expect(missing.status == 66 && missing.errorText.contains("the folder missing/"))
    }

    @Test func aCatalogIsReplacedOnlyOnRequestAndIsKept() throws {
        try desk.ingest("b")
        let refused = try place.geocli("restore former.sqlite")
        #expect(
            refused.status == 64
                && refused.errorText
                    == "geocli: there is a catalog at catalog.sqlite; to replace it, add --replace, which keeps a copy of it beside it\n"
        )
        #expect(
            try place.geocli("restore former.sqlite --lang ko").errorText
                == "geocli: catalog.sqlite에 이미 카탈로그가 있습니다. 바꾸려면 --replace를 쓰세요. 그 사본을 같은 폴더에 남깁니다\n")
        #expect(try desk.names() == "b")
        try place.succeed("backup second.sqlite -q")
        let run = try place.succeed("restore former.sqlite --replace")
        #expect(
            run.errorText
                == "catalog.sqlite: restored 300 places as of run 1 (2026-09-21)\nthe former catalog: catalog.sqlite.before-restore\n"
        )
        try place.oracle("check_backup.py", ["former.sqlite", "catalog.sqlite"])
        try place.oracle("check_backup.py", ["second.sqlite", "catalog.sqlite.before-restore"])
        let korean = try place.succeed("restore catalog.sqlite.before-restore --replace --lang ko").errorText
        #expect(
            korean
                == "catalog.sqlite: 되살렸습니다. 장소 300곳, 실행 #2(2026-09-21) 기준\n이전 카탈로그: catalog.sqlite.before-restore-2\n")
        #expect(try desk.names() == "b" && desk.names(in: "catalog.sqlite.before-restore-2") == "a")
        try isWhole()
        try desk.ingest("c")
        #expect(try desk.names() == "c")
        try isWhole()
    }

    @Test func aBadBackupChangesNothing() throws {
        _ = try place.shell(
            """
            echo text >text; cp former.sqlite damaged.sqlite; cp former.sqlite newer.sqlite; head -c 50000 former.sqlite >cut.sqlite
            python3 - <<'END'
            import sqlite3
            sqlite3.connect('strange.sqlite').execute('CREATE TABLE t (x)')
            for name, sql in [('damaged', "UPDATE place SET name = 'x' WHERE id = 7"), ('newer', 'PRAGMA user_version = 99')]:
                db = sqlite3.connect(name + '.sqlite'); db.execute(sql); db.commit()
            END
            ln catalog.sqlite hard.sqlite; rm -f catalog.sqlite-wal catalog.sqlite-shm
            """)
        let before = try Data(contentsOf: place.file("catalog.sqlite"))
        for (name, status, says) in [
            ("text", 65, "text is not a backup of geocli; nothing was changed"),
            ("strange.sqlite", 65, "not a backup of geocli"), ("newer.sqlite", 65, "made by a newer geocli"),
            ("damaged.sqlite", 65, "damaged.sqlite is damaged (values: "), ("cut.sqlite", 65, "cut.sqlite is damaged"),
            ("none.sqlite", 66, "there is no backup at none.sqlite; check the path"),
            (".", 65, "not a backup of geocli"),
            ("-", 64, "can't be read from a pipe"), ("catalog.sqlite", 64, "is the catalog itself"),
            ("hard.sqlite", 64, "is the catalog itself"),
        ] as [(String, Int32, String)] {
            let run = try place.geocli(["restore", name, "--replace"])
            #expect(run.status == status && run.errorText.contains(says), "\(name): \(run.errorText)")
            #expect(ExitCodeTests.isOneErrorLine(run.errorText), "\(name): \(run.errorText)")
        }
        #expect(try Data(contentsOf: place.file("catalog.sqlite")) == before)
        #expect(try place.names.filter { $0.contains("before-restore") } == [])
    }

    /// A file of another program is never replaced; a catalog that SQLite can't open must be moved first.
    @Test func whatIsNoCatalogIsNotReplaced() throws {
        _ = try place.shell(
            """
            echo text >text; head -c 50000 former.sqlite >cut.sqlite
            python3 -c "import sqlite3; sqlite3.connect('strange.sqlite').execute('CREATE TABLE t (x)')"
            """)
        for (name, says) in [
            ("text", "is not a geocli catalog"), ("strange.sqlite", "another program's database"),
            ("cut.sqlite", "cut.sqlite is too damaged to be replaced in place; nothing was changed; move it elsewhere"),
        ] {
            let before = try Data(contentsOf: place.file(name))
            let run = try place.geocli(["restore", "former.sqlite", "--replace", "--db", name])
            #expect(run.status == 65 && run.errorText.contains(says), "\(name): \(run.errorText)")
            #expect(try Data(contentsOf: place.file(name)) == before, "\(name)")
        }
    }

    /// A log beside a missing catalog may hold the last changes of one that was moved.
    @Test func aLogWithoutACatalogIsKept() throws {
        #expect(try place.shell("printf log >moved.sqlite-wal; umask 022; chmod 600 former.sqlite").status == 0)
        let run = try place.geocli("restore former.sqlite --db moved.sqlite")
        #expect(run.status == 65 && run.errorText.contains("moved.sqlite-wal, which may hold the last changes"))
        #expect(try place.shell("cat moved.sqlite-wal; ls moved.sqlite").text == "log")
        // A private backup becomes a private catalog.
        try place.succeed("restore former.sqlite --db new.sqlite -q")
        #expect(try place.shell("stat -c %a new.sqlite").text == "600\n")
    }

    // MARK: The log of the former catalog

    /// The log of a catalog that a reader keeps open, and that of a killed writer, are not applied to the backup.
    @Test func aFormerLogIsNotAppliedToTheBackup() throws {
        let reader = try OtherProgram(place.file("catalog.sqlite").path)
        try reader.rows("BEGIN; SELECT count(*) FROM place")
        try desk.ingest("b")
        try #require(Data(contentsOf: place.file("catalog.sqlite-wal")).count > 0)
        // As after a power cut: the file and its log, without the shared memory.
        #expect(try place.shell("mkdir cut; cp catalog.sqlite catalog.sqlite-wal cut").status == 0)
        #expect(try desk.names(in: "cut/catalog.sqlite") == "b")
        #expect(try place.shell("rm -f cut/*-shm").status == 0)
        for file in ["catalog.sqlite", "cut/catalog.sqlite"] {
            try place.succeed("restore former.sqlite --replace -q --db \(file)")
            try place.oracle("check_backup.py", ["former.sqlite", file])
            try isWhole(file)
            #expect(try desk.names(in: "\(file).before-restore") == "b")
        }
        // The reader keeps its snapshot, and sees the backup in its next transaction.
        let name = "SELECT substr(name, 1, 1) FROM place WHERE id = 1"
        #expect(try reader.rows(name)[0][0].text == "a")
        try reader.rows("COMMIT")
        try desk.ingest("c")
        #expect(try reader.rows(name)[0][0].text == "c")
        try isWhole()
    }

    /// Somebody removed the catalog and forgot its log.
    @Test func aLogWithoutItsCatalogIsNotApplied() throws {
        let reader = try OtherProgram(place.file("catalog.sqlite").path)
        try reader.rows("BEGIN; SELECT count(*) FROM place")
        try desk.ingest("b")
        #expect(try place.shell("mkdir left; cp catalog.sqlite-wal left/catalog.sqlite-wal").status == 0)
        let run = try place.geocli("restore former.sqlite --db left/catalog.sqlite")
        #expect(run.status == 65 && run.errorText.contains("left/catalog.sqlite-wal, which may hold the last changes"))
        #expect(try place.shell("mv left/catalog.sqlite-wal left/old; : >left/catalog.sqlite-wal").status == 0)
        try place.succeed("restore former.sqlite -q --db left/catalog.sqlite")
        try place.oracle("check_backup.py", ["former.sqlite", "left/catalog.sqlite"])
        try isWhole("left/catalog.sqlite")
    }

    @Test func anotherWriterMakesTheRestoreWaitAndGiveUp() throws {
        try desk.ingest("b")
        let names = try place.names
        let writer = try OtherProgram(place.file("catalog.sqlite").path)
        try writer.rows("BEGIN IMMEDIATE")
        let run = try place.geocli("restore former.sqlite --replace")
        #expect(run.status == 75, "\(run.errorText)")
        try writer.rows("ROLLBACK")
        #expect(try desk.names() == "b" && place.names == names)
    }

    /// An ingest that has read known rows before a restore reads all rows again after it.
    @Test func anIngestThatBeganBeforeARestoreBringsItsOwnRows() throws {
        try desk.ingest("b")
        let run = try place.shell(
            """
            head -n 150 b.csv >all.csv; sed 's/,b 2/,c 2/' b.csv | tail -n +151 >>all.csv; mkfifo pipe
            geocli ingest - --feed shops --id id --name name --lat lat --lon lon -q <pipe &
            exec 3>pipe; head -n 150 all.csv >&3; sleep 1
            geocli restore former.sqlite --replace -q || exit 1
            tail -n +151 all.csv >&3; exec 3>&-; wait $!
            """)
        #expect(run.status == 0, "\(run.errorText)")
        try isWhole()
        #expect(try desk.names() == "bc")
    }

    // MARK: Faults

    @Test func aKilledRestoreLeavesTheFormerCatalogOrTheBackup() throws {
        try desk.ingest("b")
        try place.succeed("backup second.sqlite -q")
        var random = SplitMix(seed: 6)
        for _ in 0..<20 {
            try desk.kill(["restore", "former.sqlite", "--replace"], afterMilliseconds: random.below(100))
            let state = try desk.names()
            #expect(state == "a" || state == "b")
            try isWhole()
            for name in try place.names where name.contains("before-restore") {
                try isWhole(name)
                try FileManager.default.removeItem(at: place.file(name))
            }
            if state == "a" {
                try place.succeed("restore second.sqlite --replace -q")
                try FileManager.default.removeItem(at: place.file("catalog.sqlite.before-restore"))
            }
        }
    }

    /// The disk is full while the former catalog is kept, or when only the new content does not fit.
    @Test(arguments: ["100", "$(( ($(stat -c %s catalog.sqlite) + 511) / 512 ))"])
    func aFullDiskLeavesTheFormerCatalog(_ blocks: String) throws {
        // The backup is larger than the catalog.
        try desk.ingest("b")
        try place.succeed("backup second.sqlite -q")
        try place.succeed("restore former.sqlite --replace -q")
        try FileManager.default.removeItem(at: place.file("catalog.sqlite.before-restore"))
        let names = try place.names
        let run = try place.shell(
            "export LLVM_PROFILE_FILE=/dev/null; ulimit -f \(blocks); geocli restore second.sqlite --replace")
        #expect(run.status == 74 && ExitCodeTests.isOneErrorLine(run.errorText), "\(run.errorText)")
        #expect(try desk.names() == "a" && place.names == names)
        try isWhole()
    }
}

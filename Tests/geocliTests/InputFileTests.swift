import Foundation
import TestSupport
import Testing

/// Unusual files as `--db` and as inputs: devices, pipes, folders, links and the catalog itself.
@Suite struct InputFileTests {
    private func place() throws -> Workplace { try Workplace.sample.get().copy() }

    /// Runs a line of sh, in which no program may wait forever.
    private func shell(_ place: Workplace, _ line: String) throws -> ProgramRun {
        try place.shell("timeout 20 \(line)")
    }

    @Test(
        arguments: [
            "list --db FILE", "near 37.5,127 --db FILE", "status --db FILE", "verify --db FILE",
            "ingest --sample -q --db FILE", "ingest --dry-run --sample -q --db FILE",
            "layers remove districts --db FILE",
            "export --format geojson --db FILE", "map --db FILE",
        ])
    func aCatalogIsARegularFile(line: String) throws {
        let place = try Workplace()
        let made = try place.shell("mkfifo pipe; mkdir folder; ln -s /dev/null link; ln -s pipe piped; touch plain")
        #expect(made.status == 0)
        for (name, kind) in [
            ("pipe", "a pipe"), ("piped", "a pipe"), ("folder", "a folder"), ("link", "a device"),
            ("/dev/null", "a device"), ("/dev/zero", "a device"),
        ] {
            let run = try shell(place, "geocli " + line.replacing("FILE", with: name))
            #expect(run.status == 65, "\(line) \(name): \(run.errorText)")
            #expect(
                run.errorText.hasPrefix(
                    "geocli: \(name) is not a geocli catalog (\(kind)); geocli did not change the file"))
        }
        #expect(try place.shell("test -p pipe && test -d folder && test -L link && test -c /dev/null").status == 0)
        #expect(try place.names == ["folder", "link", "pipe", "piped", "plain"])
    }

    /// Formerly, geocli run by root replaced a device that reads as empty by a regular file.
    @Test func aDeviceIsNeverReplaced() throws {
        let place = try Workplace()
        guard try place.shell("mknod node c 1 3").status == 0 else { return }
        #expect(try shell(place, "geocli ingest --sample -q --db node").status == 65)
        #expect(try place.shell("test -c node").status == 0)
    }

    @Test func theFolderOfAGivenPathIsNotMade() throws {
        let place = try Workplace()
        for environment in [[:], ["GEOCLI_DB": "no/such/x.sqlite"]] {
            let words = environment.isEmpty ? ["--db", "no/such/x.sqlite"] : []
            let run = try place.geocli(["ingest", "--sample", "-q"] + words, environment: environment)
            #expect(run.status == 66)
            #expect(
                run.errorText.contains(
                    "the folder no/such/ for the catalog no/such/x.sqlite does not exist; check the path"),
                "\(run.errorText)")
        }
        #expect(try place.names == [])
        let usual = try place.geocli(
            ["ingest", "--sample", "-q"], environment: ["GEOCLI_DB": "", "XDG_DATA_HOME": place.file("data").path])
        #expect(usual.status == 0, "\(usual.errorText)")
        #expect(FileManager.default.fileExists(atPath: place.file("data/geocli/catalog.sqlite").path))
    }

    @Test(
        arguments: [
            "near --from NAME", "near --places NAME --from NAME", "inside --areas NAME --from NAME",
            "cluster --zoom 9 --from NAME", "inside ./NAME", "layers import NAME --role districts",
            "ingest NAME",
            "layers import NAME --role water", "addresses import NAME --month 2606",
        ],
        ["catalog.sqlite", "link", "hard", "catalog.sqlite-wal"])
    func theCatalogIsNoInput(line: String, name: String) throws {
        let place = try place()
        // The empty file stands for the log that another reader keeps.
        let made = try place.shell("ln -s catalog.sqlite link; ln catalog.sqlite hard; touch catalog.sqlite-wal")
        #expect(made.status == 0)
        let before = try Data(contentsOf: place.file("catalog.sqlite"))
        let run = try place.geocli(line.replacing("NAME", with: name))
        #expect(run.status == 64, "\(run.errorText)")
        #expect(run.errorText.contains("is the catalog itself and can't be an input"), "\(run.errorText)")
        #expect(try Data(contentsOf: place.file("catalog.sqlite")) == before)
    }

    @Test func aPipeThatNobodyWritesEndsAnIngest() throws {
        let place = try Workplace()
        #expect(try place.shell("mkfifo pipe").status == 0)
        let start = Date()
        for words in ["--timeout 1s", "--idle-timeout 1s", "--timeout 1s --db other.sqlite"] {
            let run = try shell(place, "geocli ingest pipe -q \(words)")
            #expect(run.status == 69, "\(run.errorText)")
            #expect(run.errorText.contains("no data came for 1 s"), "\(run.errorText)")
        }
        // A writer that has sent something and then stays silent.
        let silent = try shell(place, "sh -c '(printf \"{\"; sleep 15) | geocli ingest - -q --idle-timeout 1s'")
        #expect(silent.status == 69, "\(silent.errorText)")
        #expect(Date().timeIntervalSince(start) < 60)
        // The run is recorded, like a run that the network has ended.
        #expect(try place.succeed("list").output.isEmpty)
        #expect(try place.succeed("runs --fields outcome --format csv").text.contains("refused"))
    }

    @Test func aPipeWithAPageIsRead() throws {
        let place = try Workplace()
        let page = FeedPage(rows: [FeedPage.Row(id: "1", name: "가"), FeedPage.Row(id: "2", name: "나")])
        try page.bytes().write(to: place.file("page.json"))
        let run = try shell(
            place, "sh -c 'mkfifo pipe; (sleep 1; cat page.json; sleep 1) > pipe & geocli ingest pipe -q --timeout 10s'"
        )
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try place.succeed("list --fields name --format csv").text == "name\n가\n나\n")
        let piped = try shell(place, "sh -c 'cat page.json | geocli ingest - -q --idle-timeout 10s --db two.sqlite'")
        #expect(piped.status == 0, "\(piped.errorText)")
    }

    @Test func aFolderOfPagesHoldsFiles() throws {
        let place = try Workplace()
        #expect(try place.shell("mkdir pages; mkfifo pages/1.json").status == 0)
        let run = try shell(place, "geocli ingest pages -q")
        #expect(run.status == 65)
        #expect(run.errorText == "geocli: pages/1.json is a pipe; give a regular file\n")
    }

    @Test func aReadOnlyMountIsCalledThat() throws {
        let place = try place()
        let script = """
            mount --bind . mnt 2>/dev/null && mount -o remount,bind,ro mnt 2>/dev/null || exit 99
            geocli list --limit 1 --db mnt/catalog.sqlite >/dev/null || exit 98
            geocli ingest --sample --db mnt/catalog.sqlite
            """
        try place.write(script, to: "script.sh")
        let run = try place.shell("mkdir mnt; unshare -m sh script.sh")
        // The test needs the right to mount.
        guard run.status != 99, !run.errorText.contains("unshare") else { return }
        #expect(run.status == 74, "\(run.errorText)")
        #expect(run.errorText.contains("its file system is mounted read-only"), "\(run.errorText)")
    }
}

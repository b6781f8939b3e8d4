import Foundation
import TestSupport
import Testing

/// No command overwrites a catalog, a file that belongs to one, or a file that it reads. It refuses before it opens
/// anything.
@Suite struct ProtectedFileTests {
    /// A line for each command that writes a file. A command that is missing here fails the test.
    private static let lines = [
        "near": "near 37.5,127", "bbox": "bbox 126,37,127,38", "inside": "inside mapo", "search": "search 책",
        "list": "list", "show": "show 1", "sql": "sql 'SELECT * FROM places'",
        "cluster": "cluster --zoom 3", "export": "export", "map": "map",
        "plot": "plot", "runs": "runs", "changes": "changes",
        "layers districts": "layers districts", "layers check": "layers check",
        "layers list": "layers list", "addresses list": "addresses list", "addresses find": "addresses find x",
        "verify": "verify", "links list": "links list", "issues list": "issues list", "issues show": "issues show 1",
        "issues stats": "issues stats", "issues report": "issues report", "links show": "links show 1",
        "corrections list": "corrections list", "corrections show": "corrections show 1",
        "corrections check": "corrections check", "corrections export": "corrections export",
        "corrections import": "corrections import f.csv",
        "mine marks": "mine marks", "mine notes": "mine notes", "mine show": "mine show 1",
        "mine journal": "mine journal", "mine log": "mine log", "mine export": "mine export",
        "mine share": "mine share 1",
        "mine import": "mine import f.csv",
        "status": "status", "config": "config", "feeds list": "feeds list",
        "feeds check": "feeds check places f.csv",
        "batch nearest": "batch nearest --places f.csv --queries f.csv",
        "batch collide": "batch collide --zoom 3 --places f.csv", "batch run": "batch run plan.sql",
    ]

    /// A catalog by several names, and another catalog.
    private static func place() throws -> Workplace {
        let place = try Workplace.sample.get().copy()
        let script = """
            mkdir in; ln -s .. in/up; ln -s catalog.sqlite link.json; ln catalog.sqlite hard.geojson
            cp catalog.sqlite other.db; mv other.db other.csv; rm -f catalog.sqlite-wal catalog.sqlite-shm
            printf 'id,latitude,longitude\\n1,37.5,127\\n' >f.csv; ln -s f.csv link.csv
            geocli batch nearest --places f.csv --queries f.csv -o plan.sql
            """
        #expect(try place.shell(script).status == 0)
        return place
    }

    /// Every file of a folder with its bytes.
    private static func content(_ place: Workplace) throws -> [String: Data] {
        var content: [String: Data] = [:]
        for name in try place.names where name != "in" { content[name] = try Data(contentsOf: place.file(name)) }
        return content
    }

    private static func refuses(_ run: ProgramRun, _ line: String) {
        #expect(run.status == 64, "geocli \(line): \(run.errorText)")
        #expect(ExitCodeTests.isOneErrorLine(run.errorText), "geocli \(line): \(run.errorText)")
        #expect(run.output.isEmpty, "geocli \(line)")
    }

    @Test func noCommandWritesOverACatalog() throws {
        let place = try Self.place()
        let before = try Self.content(place)
        let writing = try CommandTree.load().commands.filter { $0.options.contains("-o") }
        #expect(writing.count == Self.lines.count)
        for command in writing {
            let line = try #require(Self.lines[command.path.joined(separator: " ")], "\(command.path)")
            let options = ["-o"] + (command.options.contains("--log") ? ["--log"] : [])
            for option in options {
                for name in [
                    "catalog.sqlite", "./in/../catalog.sqlite", "in/up/catalog.sqlite", "link.json", "hard.geojson",
                    "catalog.sqlite-wal", "in/up/catalog.sqlite-shm", "catalog.sqlite-journal", "other.csv",
                    "other.csv-wal",
                ] {
                    Self.refuses(try place.geocli("\(line) \(option) \(name)"), "\(line) \(option) \(name)")
                }
            }
            guard command.options.contains("--db") else { continue }
            // The command reads another catalog (by an option or by a variable), or a catalog that does not exist yet.
            for words in [
                "\(line) --db other.csv -o catalog.sqlite", "\(line) --db other.csv -o other.csv-shm",
                "\(line) --db none.db -o none.db", "\(line) --db link.json -o hard.geojson",
                "\(line) --db none.db -o none.db-wal",
            ] {
                Self.refuses(try place.geocli(words), words)
            }
        }
        #expect(try Self.content(place) == before)
    }

    /// A command with `--mine-db` writes no file into that folder. A command that is missing here fails the test.
    @Test func noCommandWritesOverTheRecordsThatItReads() throws {
        let place = try Self.place()
        try place.succeed("mine note 1 x --mine-db own -q")
        let log = try #require(
            FileManager.default.contentsOfDirectory(atPath: place.file("own").path).first { $0.hasSuffix(".jsonl") })
        _ = try place.shell("ln -s own other; ln -s own/\(log) link.svg; ln -s own/\(log) link.png")
        let before = try Data(contentsOf: place.file("own/\(log)"))
        let writing = try CommandTree.load().commands.filter { command in
            command.options.contains("--mine-db")
                && !Set(["-o", "--svg", "--preview"]).isDisjoint(with: command.options)
        }
        #expect(writing.count >= 9)
        for command in writing {
            let name = command.path.joined(separator: " ")
            let line = try #require(Self.lines[name], "\(name)") + (name == "map" ? " --mine" : "") + " --mine-db own"
            for option in ["-o", "--svg", "--preview"] where command.options.contains(option) {
                for path in ["own/\(log)", "other/\(log)", "own/new.svg", "own/photos.png", "link.svg", "link.png"] {
                    Self.refuses(try place.geocli("\(line) \(option) \(path)"), "\(line) \(option) \(path)")
                }
            }
            Self.refuses(try place.shell("geocli \(line) >>own/\(log)"), "\(line) >>own/\(log)")
        }
        #expect(try Data(contentsOf: place.file("own/\(log)")) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("own").path) == [log])
        #expect(
            try place.geocli("mine notes --mine-db own -o own/x.csv").errorText.contains("folder of your records"))
    }

    @Test(arguments: [
        "near --from f.csv -k 1 -o f.csv", "near --from f.csv -k 1 -o link.csv", "near --from link.csv -k 1 -o f.csv",
        "cluster --from f.csv --zoom 3 -o ./f.csv", "inside f.csv -o in/up/f.csv",
        "batch nearest --places f.csv -o f.csv",
        "batch nearest --queries f.csv -o link.csv", "batch collide --zoom 3 --places f.csv -o f.csv",
        "batch run plan.sql -o plan.sql", "batch run plan.sql -o f.csv", "batch run plan.sql --log f.csv",
        "batch run plan.sql --log plan.sql",
        "batch run plan.sql --places link.csv -o f.csv", "batch run plan.sql --queries f.csv -o link.csv",
        "batch run plan.sql -o a.csv --log in/../a.csv", "batch run plan.sql --worker f.csv -o f.csv",
    ])
    func noCommandWritesOverWhatItReads(_ line: String) throws {
        let place = try Self.place()
        let before = try Self.content(place)
        Self.refuses(try place.geocli(line), line)
        #expect(try Self.content(place) == before)
    }

    @Test func aReadersMarkIsNotWrittenOver() throws {
        let place = try Self.place()
        let state = ["XDG_STATE_HOME": place.file("in").path]
        try place.succeed("changes --reader bot --mark-read -q -o rows.json", environment: state)
        let marks = try Data(contentsOf: place.file("in/geocli/readers/bot"))
        let line = "changes --reader bot --format json -o in/geocli/readers/bot"
        Self.refuses(try place.geocli(line, environment: state), line)
        #expect(try Data(contentsOf: place.file("in/geocli/readers/bot")) == marks)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("in/geocli/readers").path) == ["bot"])
    }

    /// Settings, declarations, marks and identities belong to geocli, whichever command writes.
    @Test func noCommandWritesOverWhatGeocliKeeps() throws {
        let place = try Self.place()
        _ = try place.shell(
            """
            mkdir -p xdg/geocli/feeds state certs decl; echo 'lang = en' >xdg/geocli/config
            geocli feeds new >decl/mine.toml; ln -s ../../../decl/mine.toml xdg/geocli/feeds/mine.toml
            cp decl/mine.toml xdg/geocli/feeds/own.toml; echo x >certs/root.crt; ln -s certs/root.crt root.json
            """)
        let environment = [
            "XDG_CONFIG_HOME": place.file("xdg").path, "XDG_STATE_HOME": place.file("state").path,
            "PGSSLROOTCERT": place.file("certs/root.crt").path,
        ]
        try place.succeed("changes --reader bot --mark-read -q -o rows.json", environment: environment)
        try place.succeed("mine mark 1 -q", environment: environment)
        let device = try place.shell("cd state/geocli/mine; ls").text.trimmingCharacters(in: .newlines)
        _ = try place.shell(
            """
            ln -s xdg/geocli/config set.csv; ln xdg/geocli/config hard.csv; ln decl/mine.toml hard.json
            ln -s state/geocli/readers/bot bot.html; ln state/geocli/mine/\(device) device.svg; ln -s xdg up
            ln mine/$(ls mine | grep jsonl) log.json
            """)
        func all() throws -> String {
            try place.shell("find xdg state decl certs mine -type f | sort | xargs sha256sum").text
        }
        let before = try all()
        let paths = [
            "xdg/geocli/config", "up/geocli/../geocli/config", "set.csv", "hard.csv", "xdg/geocli/feeds/own.toml",
            "xdg/geocli/feeds/new.json", "xdg/geocli/new.csv", "decl/mine.toml", "hard.json", "bot.html",
            "state/geocli/readers/bot", "state/geocli/readers/new", "state/geocli/mine/\(device)", "device.svg",
            "log.json", "certs/root.crt", "root.json",
        ]
        for command in try CommandTree.load().commands where command.options.contains("-o") {
            let line = try #require(Self.lines[command.path.joined(separator: " ")], "\(command.path)")
            for path in paths {
                let words = "\(line) -o \(path)"
                Self.refuses(try place.geocli(words, environment: environment), words)
            }
        }
        Self.refuses(
            try place.shell("geocli config >>xdg/geocli/config", environment: environment), "config >>config")
        #expect(try all() == before)
        // A declaration may be written to its place.
        let run = try place.shell("geocli feeds new >xdg/geocli/feeds/new.toml", environment: environment)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try place.geocli("list -o elsewhere.csv", environment: environment).status == 0)
    }

    /// Every file in a folder that is an input is an input.
    @Test func aPageInAFolderThatIsReadIsNotWrittenOver() throws {
        let place = try Self.place()
        _ = try place.shell("mkdir pages; cp f.csv pages/1.csv; ln -s pages/1.csv page.csv")
        for name in ["pages/1.csv", "page.csv"] {
            Self.refuses(try place.geocli("feeds check places pages -o \(name)"), name)
        }
        #expect(try String(contentsOf: place.file("pages/1.csv"), encoding: .utf8).hasPrefix("id,latitude"))
    }

    @Test func importedAddressesAreNotWrittenOver() throws {
        let place = try Self.place()
        try place.write("not yet a database", to: "addresses.csv")
        for line in ["addresses list", "addresses find x"] {
            let words = "\(line) --addresses-db addresses.csv -o addresses.csv"
            Self.refuses(try place.geocli(words), words)
        }
    }

    @Test func aPagesOwnLeafletIsNotWrittenOver() throws {
        let place = try Self.place()
        try place.write("leaflet", to: "leaflet.css")
        try FileManager.default.createSymbolicLink(
            atPath: place.file("map.html").path, withDestinationPath: "leaflet.css")
        Self.refuses(try place.geocli("map --leaflet . -o map.html"), "map --leaflet . -o map.html")
        #expect(try String(contentsOf: place.file("leaflet.css"), encoding: .utf8) == "leaflet")
    }

    @Test(arguments: [
        "list", "near --from f.csv", "status", "show 1", "export", "map", "plot", "verify", "man", "completions bash",
        "ingest --sample --dry-run --format json", "cluster --from f.csv --zoom 3", "batch nearest",
        "list -o /dev/stdout",
        "list --format csv -o /dev/fd/1", "export --format kml -o -",
    ])
    func standardOutputIsNoCatalogEither(_ line: String) throws {
        let place = try Self.place()
        let before = try Self.content(place)
        // Each redirection of a shell that keeps the existing bytes.
        for redirection in [">>catalog.sqlite", ">>hard.geojson", "1<>catalog.sqlite"] {
            Self.refuses(try place.shell("geocli \(line) \(redirection)"), "\(line) \(redirection)")
        }
        #expect(try Self.content(place) == before)
    }

    @Test func standardOutputIsNotWhatIsRead() throws {
        let place = try Self.place()
        let before = try Self.content(place)
        for line in [
            "near --from f.csv -k 1 >>f.csv", "near --from - -k 1 <f.csv >>f.csv", "near --from - -k 1 -o f.csv <f.csv",
            "cluster --zoom 3 --from /dev/stdin -o link.csv <f.csv", "inside - -o f.csv <f.csv",
            "ingest f.csv --format json --dry-run >>f.csv",
        ] {
            Self.refuses(try place.shell("geocli \(line)"), line)
        }
        #expect(try Self.content(place) == before)
    }

    @Test func whatIsNoneOfThemIsWrittenAsEver() throws {
        let place = try Self.place()
        for line in [
            "list -o rows.json", "list --db other.csv -o catalog.sqlite.csv", "near --from f.csv -k 1 -o answers.csv",
            "near --from /dev/null --format csv -o /dev/null", "export -o a.gpkg", "export -o a.gpkg",
            "list --format csv -o in/wal", "inside mapo -o mapo.json",
        ] {
            let run = try place.geocli(line)
            #expect(run.status != 64, "geocli \(line): \(run.errorText)")
        }
        #expect(try place.shell("geocli list >>log; geocli list -o /dev/stdout >>log; wc -l <log").text == "1202\n")
    }

    @Test func aDescriptorsOwnFileIsWrittenOnWhereItsOwnerStands() throws {
        let place = try Self.place()
        let run = try place.shell(
            "{ echo before; geocli list --limit 1 --format csv --fields id -o /dev/stdout; echo after; } >log; cat log")
        #expect(run.text == "before\nid\n1\nafter\n")
    }

    @Test func theWordsNameWhatIsThere() throws {
        let place = try Self.place()
        #expect(
            try place.geocli("list -o catalog.sqlite").errorText
                == "geocli: writing to catalog.sqlite would overwrite the catalog; write to another file\n")
        #expect(
            try place.geocli("list -o link.json --lang ko").errorText
                == "geocli: link.json은 카탈로그(catalog.sqlite)입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요\n")
        #expect(
            try place.shell("geocli list >>catalog.sqlite").errorText
                == "geocli: standard output would overwrite the catalog catalog.sqlite; send it to another file\n")
    }
}

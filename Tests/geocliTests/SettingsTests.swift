import Foundation
import TestSupport
import Testing

/// Settings come from options, the environment, the configuration file and defaults, in this order. An invalid file is
/// an error with a message.
@Suite struct SettingsTests {
    private static let key = "4b6f6e6579416e6448657863"
    private let place: Workplace
    private let file: URL

    /// The variables of a user without other settings.
    private var environment: [String: String] {
        ["XDG_CONFIG_HOME": place.folder.path + "/xdg", "GEOCLI_DB": "", "XDG_DATA_HOME": place.folder.path + "/data"]
    }

    init() throws {
        place = try Workplace.sample.get().copy()
        let folder = place.file("xdg/geocli")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("config")
    }

    private func configure(_ text: String) throws { try Data(text.utf8).write(to: file) }

    private func run(_ line: String, _ more: [String: String] = [:]) throws -> ProgramRun {
        try place.geocli(line, environment: environment.merging(more) { $1 })
    }

    /// The output of `config`, as `name: value (source, from)`.
    private func settings(_ line: String = "config", _ more: [String: String] = [:]) throws -> [String: [String?]] {
        let run = try run("\(line) --json", more)
        try #require(run.status == 0, "\(run.errorText)")
        let rows = try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (row["setting"] as? String ?? "", ["value", "source", "from"].map { row[$0] as? String })
            })
    }

    @Test func anOptionCountsBeforeTheEnvironmentBeforeTheFileBeforeTheUsual() throws {
        let usual = place.folder.path + "/data/geocli/catalog.sqlite"
        #expect(try settings()["db"] == [usual, "default", "XDG_DATA_HOME"])
        #expect(try settings("config", ["LC_ALL": "ko_KR.UTF-8"])["lang"] == ["ko", "default", "LC_ALL"])
        let catalog = place.file(Workplace.catalogName).path
        try configure("# mine\n\ndb = \(catalog)\nlang=ko\n  here = 37.5663,126.9779 \nformat = csv\n")
        let stored = try settings()
        #expect(stored["db"] == [catalog, "file", "\(file.path):3"])
        #expect(stored["lang"] == ["ko", "file", "\(file.path):4"])
        #expect(stored["here"] == ["37.5663,126.9779", "file", "\(file.path):5"])
        #expect(stored["format"] == ["csv", "file", "\(file.path):6"])
        #expect(stored["seoul_openapi_key"] == [nil, "default", nil])
        let variables = ["GEOCLI_DB": "other.sqlite", "GEOCLI_LANG": "en"]
        #expect(try settings("config", variables)["db"] == ["other.sqlite", "environment", "GEOCLI_DB"])
        #expect(try settings("config", variables)["lang"] == ["en", "environment", "GEOCLI_LANG"])
        #expect(try settings("config --db third --lang ko", variables)["db"] == ["third", "option", "--db"])
        #expect(try settings("config --db third --lang ko", variables)["lang"] == ["ko", "option", "--lang"])
    }

    @Test(arguments: [
        "postgres://me:geheim17@db.example/places", "postgresql://me:geheim17@db.example:5432/places#seoul",
        "POSTGRES://me:geheim17@db.example/places", "postgres://me:ge/he?im@geheim17@db.example/places",
        "postgres://db.example/places?password=geheim17", "postgres://db.example/places?user=me&PASSWORD=geheim17",
        "postgres://db.example/places?p%61ssword=geheim17", "postgres://db.example/places?sslpassword=geheim17&x=1",
        "postgres%3A%2F%2Fme%3Ageheim17%40db.example%2Fplaces",
        "host=db.example user=me password=geheim17 dbname=places",
        "host=db.example password = 'geheim17 \\'geheim17' dbname=places", "user=me PassWord='geheim17",
        "passwd=geheim17",
        "mysql://me:geheim17@db.example/places", "jdbc:postgresql://db.example/places?user=me&password=geheim17",
        "me:geheim17@db.example/places", "//me:geheim17@db.example/places", "postgres://db.example:geheim17/places",
        " postgres://me:geheim17@db.example/places", "https://me:geheim17@db.example/", "pwd=geheim17;server=x",
    ])
    func noPasswordIsShown(address: String) throws {
        for line in [
            "config", "config --json", "config --format table", "config --lang ko", "list", "status", "verify",
        ] {
            let run = try run(line, ["GEOCLI_DB": address])
            #expect(!run.text.contains("geheim17") && !run.errorText.contains("geheim17"), "\(line) \(run)")
            #expect(line.hasPrefix("config") == (run.status == 0), "\(line) \(run)")
        }
        let shown = try #require(try settings("config", ["GEOCLI_DB": address])["db"]?[0])
        #expect(
            shown == "****" || shown.lowercased().hasPrefix("postgres") && shown.contains("://****@db.example"),
            "\(shown)")
    }

    @Test(arguments: [
        "postgres://me@db.example:5432/places", "postgres://[::1]:5432/places?sslmode=require#seoul", "a@b.sqlite",
        "/srv/me:you@home/catalog.sqlite", "./me:you@home.sqlite", "places.sqlite", "C:catalog.sqlite",
    ])
    func whatHasNoPasswordIsShownWhole(address: String) throws {
        #expect(try settings("config", ["GEOCLI_DB": address])["db"] == [address, "environment", "GEOCLI_DB"])
    }

    /// One line in each run that may use the key, whether or not the run uses it.
    @Test func aKeyThatOthersCanReadIsWarnedOfOnce() throws {
        try configure("seoul_openapi_key = \(Self.key)\n")
        for (mode, isExposed) in [(0o600, false), (0o400, false), (0o644, true), (0o640, true), (0o604, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            for line in [
                "config", "config -q -o rows.csv", "ingest --sample --dry-run -q", "ingest --all --dry-run -q",
            ] {
                for more in [[:], ["SEOUL_OPENAPI_KEY": "another-key-0123456789"]] {
                    let lines = try run(line, more).errorText.split(separator: "\n")
                    let warned = lines.filter { $0.hasPrefix("geocli: warning: other users can read the key in ") }
                    #expect(warned.count == (isExposed ? 1 : 0), "\(line), mode \(mode): \(lines)")
                }
            }
            let korean = try run("config --lang ko").errorText
            #expect(korean.contains("주의: 다른 사용자가") == isExposed, "\(korean)")
            #expect(try run("list --limit 1", ["GEOCLI_DB": Workplace.catalogName]).errorText.isEmpty, "it uses no key")
        }
        try configure("lang = en\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(try !run("config").errorText.contains("warning"), "a file without a key may be read")
    }

    @Test func proxiesAndAddressesOfServicesAreListed() throws {
        #expect(try settings()["proxy"] == [nil, "default", nil])
        let variables = ["all_proxy": "me:geheim17@proxy:3128", "no_proxy": "*"]
        #expect(try settings("config", variables)["proxy"] == ["http://****@proxy:3128", "environment", "all_proxy"])
        #expect(try settings("config", ["http_proxy": "geheim17 x"])["proxy"] == ["****", "environment", "http_proxy"])
        let both = ["https_proxy": "http://a:1", "http_proxy": "http://b:2"]
        let two = try run("config --fields setting,value,from --format csv", both).text
        #expect(two.contains("\nproxy,http://a:1,https_proxy\nproxy,http://b:2,http_proxy\n"), "\(two)")
        try configure(
            "url.seoul-bookstores = http://mirror:8088\nproxy.seoul-bookstores = none\nproxy = socks5h://me:geheim17@p\n"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let rows = try settings("config", variables)
        #expect(rows["proxy"] == ["socks5h://****@p", "file", "\(file.path):3"])
        #expect(rows["proxy.seoul-bookstores"] == ["none", "file", "\(file.path):2"])
        #expect(rows["url.seoul-bookstores"] == ["http://mirror:8088", "file", "\(file.path):1"])
        #expect(try !run("config").text.contains("geheim17") && run("config").errorText.isEmpty)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(try run("config").errorText.contains("other users can read the proxy's password in \(file.path); run "))
        try configure("proxy.seoul-bookstore = none\nurl.nowhere = http://mirror\n")
        let warned = try run("config", ["GEOCLI_DB": Workplace.catalogName]).errorText
        #expect(
            warned.contains("line 1: proxy.seoul-bookstore: no feed is called seoul-bookstore; did you mean seoul-"))
        #expect(warned.contains("line 2: url.nowhere: no feed is called nowhere; 'geocli feeds' lists the feeds"))
    }

    @Test func whatConfigSaysIsWhatCommandsDo() throws {
        try configure("db = \(place.file(Workplace.catalogName).path)\nlang = ko\n")
        let table = try run("list --limit 1 --format table")
        #expect(table.status == 0 && table.text.contains("이름"))
        #expect(try run("list --limit 1 --format table", ["GEOCLI_LANG": "en"]).text.contains("name"))
        #expect(try run("list --limit 1 --format table --lang ko", ["GEOCLI_LANG": "en"]).text.contains("이름"))
        #expect(try run("list", ["GEOCLI_DB": "missing.sqlite"]).status == 66)
        let home = ["HOME": place.folder.path]
        try configure("db = ~/\(Workplace.catalogName)\n")
        #expect(try run("list --limit 1", home).output == (try place.succeed("list --limit 1").output))
        try configure("db = postgres://db.example/places\n")
        #expect(
            try run("runs").errorText.contains(
                "a server answers only the commands near, bbox, inside, list, search, show, links and export"))
    }

    @Test func nearAloneAnswersFromHere() throws {
        try configure("db = \(place.file(Workplace.catalogName).path)\nhere = 37.5663, 126.9779\n")
        let there = try place.succeed("near 37.5663,126.9779 -k 3")
        #expect(try run("near -k 3").output == there.output)
        #expect(try run("near 37.5,127 -k 3").output == (try place.succeed("near 37.5,127 -k 3").output))
        try place.write("latitude,longitude\n37.5,127\n", to: "points.csv")
        #expect(
            try run("near --from points.csv -k 1").output == (try place.succeed("near --from points.csv -k 1").output))
        try configure("\nhere = 126.9779,37.5663\n")
        let swapped = try run("near --db \(Workplace.catalogName)")
        #expect(swapped.status == 64 && swapped.errorText.contains("\(file.path), line 2: here: latitude 126.9779"))
        try FileManager.default.removeItem(at: file)
        let none = try run("near --db \(Workplace.catalogName)")
        #expect(none.status == 64 && none.errorText.contains("'here'") && none.errorText.contains("geocli config"))
    }

    @Test func theFormatIsForATerminalOnly() throws {
        try configure("format = csv\n")
        let printed = try place.succeed("list --limit 2 --format csv").text
        #expect(try terminal("list --limit 2") == printed)
        #expect(try terminal("list --limit 2 --format tsv") != printed)
        #expect(try run("list --limit 2 --db \(Workplace.catalogName)").text.hasPrefix("{\"id\""))
        try configure("format = geojson\n")
        // Runs have no position on a map.
        #expect(try terminal("runs").contains("started") || (try terminal("runs")).contains("feed"))
        try configure("format = json\n")
        #expect(try terminal("status").hasPrefix("{\"catalog\""))
    }

    @Test(arguments: [
        ("lnag = ko", "line 1: unknown setting \"lnag\"; did you mean lang?"),
        ("lang = ko\n\ncolour = red", "line 3: unknown setting \"colour\"; choose from db, lang, here, format, "),
        ("lang = kr", "line 1: lang: choose one of en, ko"), ("lang =", "line 1: lang: write a value"),
        (
            "format = jsno",
            "line 1: format: choose one of table, json, ndjson, csv, tsv, geojson, geojsonseq; did you mean json?"
        ),
        ("format = gpkg", "line 1: format: choose one of table"),
        ("db = catalog.sqlite", "line 1: db: write an absolute path"),
        ("db = postgres://me:hunter2@db/x", "line 1: db: write an absolute path"),
        ("db = /a\u{0}b", "line 1: db: write a value"),
        ("url = http://mirror:8088", "line 1: url: write a feed and the base address of its service, as in url."),
        ("url.seoul-bookstores = http://me:hunter2@mirror", "line 1: url.seoul-bookstores: write a feed and the base"),
        (
            "url.Seoul = http://mirror",
            "line 1: unknown setting; choose from db, lang, here, format, feeds, proxy, url.FEED,"
        ),
        ("proxy = off", "line 1: proxy: write none, or the address of a proxy such as http://proxy:3128 or "),
        ("proxy.x = http://me:hunter2@a@b:1", "line 1: proxy.x: write none, or the address of a proxy"),
        ("just words", "line 1: write 'name = value'"), ("4b6f6e6579416e6448657863", "line 1: write 'name = value'"),
        ("4b6f6e6579416e6448657863 = seoul_openapi_key", "line 1: unknown setting; choose from"),
        ("\u{FEFF}lang = en\r\nhere\r\n", "line 2: write 'name = value'"),
    ])
    func aLineThatIsNoSettingIsNamed(_ text: String, _ says: String) throws {
        try configure(text)
        for line in ["list --limit 1", "config", "near 37.5,127 --db \(Workplace.catalogName)"] {
            let run = try run(line)
            #expect(run.status == 64 && run.output.isEmpty, "\(line)")
            #expect(run.errorText.hasPrefix("geocli: \(file.path), \(says)"), "\(run.errorText)")
            #expect(!run.errorText.contains(Self.key) && !run.errorText.contains("hunter2"))
            #expect(run.errorText.count { $0 == "\n" } == 1)
        }
        // Help works, whatever the settings are.
        #expect(try run("near --help").status == 0)
        #expect(try run("--version").status == 0)
        #expect(try run("man").status == 0)
    }

    @Test func whatIsNoFileIsRefusedAtOnce() throws {
        let start = ContinuousClock.now
        #expect(mkfifo(file.path, 0o600) == 0)
        #expect(try refusal().contains("is not a regular file"))
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
        #expect(try refusal().contains("is not a regular file"))
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(try refusal().contains("is not a regular file"))
        try FileManager.default.removeItem(at: file)
        try configure(String(repeating: "# remark\n", count: 8000))
        #expect(try refusal().contains("larger than 64 KiB"))
        try configure(String(repeating: "# remark\n", count: 7000))
        #expect(try run("config").status == 0)
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    private func refusal() throws -> String {
        let run = try run("list --limit 1")
        #expect(run.status == 64 && run.output.isEmpty)
        return run.errorText
    }

    @Test func anUnknownLanguageOfTheEnvironmentIsRefused() throws {
        let run = try run("list --db \(Workplace.catalogName)", ["GEOCLI_LANG": "fr"])
        #expect(run.status == 64 && run.errorText == "geocli: GEOCLI_LANG is \"fr\"; set it to ko or en, or unset it\n")
    }

    @Test func theKeyIsNeverShown() throws {
        try configure("seoul_openapi_key = \(Self.key)\n")
        for format in ["table", "json", "ndjson", "csv", "tsv"] {
            for more in [[:], ["SEOUL_OPENAPI_KEY": "another-\(Self.key)"]] {
                let run = try run("config --format \(format)", more)
                #expect(run.status == 0)
                #expect(!run.text.contains(Self.key) && !run.errorText.contains(Self.key))
                #expect(run.text.contains("****"))
            }
        }
        #expect(try settings()["seoul_openapi_key"] == ["****", "file", "\(file.path):1"])
        let variable = ["SEOUL_OPENAPI_KEY": "another-key"]
        #expect(try settings("config", variable)["seoul_openapi_key"] == ["****", "environment", "SEOUL_OPENAPI_KEY"])
    }

    @Test func theFileIsOpenedOnce() throws {
        try configure("lang = ko\nhere = 37.5,127\ndb = \(place.file(Workplace.catalogName).path)\n")
        let found = try place.shell("command -v strace")
        guard found.status == 0 else { return }
        let trace = try place.shell(
            "strace -f -e trace=open,openat -o trace geocli near >out", environment: environment)
        try #require(trace.status == 0, "\(trace.errorText)")
        let calls = try String(contentsOf: place.file("trace"), encoding: .utf8)
        #expect(calls.split(separator: "\n").count { $0.contains("geocli/config\"") } == 1)
    }

    private func terminal(_ line: String) throws -> String {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/run_in_terminal.py").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-B", script, "200", TestSupport.geocli.path] + CommandWords.split(line),
            environment: Workplace.environment.merging(environment) { $1 }
                .merging(["TERM": "xterm", "GEOCLI_DB": Workplace.catalogName]) { $1 }, folder: place.folder)
        return run.text
    }
}

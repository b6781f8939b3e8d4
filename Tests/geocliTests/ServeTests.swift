import Foundation
import TestSupport
import Testing

/// `geocli serve` and the program that it becomes.
@Suite struct ServeTests {
    @Test func whatNoGoodClientSendsHasOneOutcome() throws {
        let place = try Workplace.sample.get().copy()
        let folder = place.file("abuse")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try place.oracle(
            "check_abuse.py",
            [TestSupport.geoserve.path, place.file(Workplace.catalogName).path, folder.path])
    }

    /// A value outside of its declared range is refused, and no value ends the service.
    @Test func noExtremeValueEndsTheService() throws {
        let place = try Workplace.sample.get().copy()
        let root = TestSupport.packageRoot
        try place.succeed([
            "layers", "import", "--role", "districts",
            root.appendingPathComponent("data/sample/districts.geojson").path,
        ])
        try place.succeed([
            "ingest", "--feed", "seoul-stations", "-q",
            root.appendingPathComponent("Tests/Feeds/seoul-stations/page1.json").path,
        ])
        try place.oracle(
            "check_extremes.py", [TestSupport.geoserve.path, place.file(Workplace.catalogName).path])
    }

    /// Words that the service refuses, with what its message must contain.
    private static let wrong: [(words: String, message: String)] = [
        ("--listen nowhere", "--listen \"nowhere\": write an address and a port"),
        ("--listen example.org:80", "--listen \"example.org:80\": write an address and a port"),
        ("--listen 127.0.0.1:65536", "--listen \"127.0.0.1:65536\": write an address and a port"),
        ("--listen 127.0.0.1:0 --unix a", "give either --listen or --unix, not both"),
        ("--unix \(String(repeating: "a", count: 108))", "--unix: the path is longer than 107 bytes"),
        ("--readers 0", "--readers \"0\": give a number from 1 to 64"),
        ("--max-connections x", "--max-connections \"x\": give a number from 1 to 100000"),
        ("--max-age soon", "--max-age \"soon\": write a time"),
        ("--embed example.org", "--embed \"example.org\": write an origin"),
        ("--embed null", "--embed \"null\": write an origin"),
        ("--embed https://example.org;script-src", "--embed \"https://example.org;script-src\": write an origin"),
        ("--cors example.org", "--cors \"example.org\": write an origin"),
        ("--cors https://example.org/", "--cors \"https://example.org/\": write an origin"),
        ("--public-url example.org", "--public-url \"example.org\": write a web address"),
        ("--db postgres://a/b", "give --db the path of a catalog file"),
    ]

    @Test(arguments: wrong)
    func wrongWordsAreRefused(words: String, message: String) throws {
        let run = try Workplace.sample.get().geocli("serve \(words)")
        #expect(run.status == 64, "\(words)")
        #expect(run.errorText.contains(message), "\(run.errorText)")
        #expect(run.output.isEmpty)
    }

    @Test func aCatalogThatIsMissingOrDamagedIsToldBeforeTheServiceStarts() throws {
        let place = try Workplace()
        let missing = try place.geocli("serve --listen 127.0.0.1:0")
        #expect(missing.status == 66 && missing.errorText.contains("there is no catalog at"), "\(missing.errorText)")
        try place.write("not a database", to: Workplace.catalogName)
        let damaged = try place.geocli("serve --listen 127.0.0.1:0")
        #expect(damaged.status == 65 && damaged.errorText.contains("is not a geocli catalog"), "\(damaged.errorText)")
    }

    @Test func itSaysItsVersionAndItsOptions() throws {
        let version = try TestSupport.run(TestSupport.geoserve, ["--version"])
        #expect(version.status == 0 && version.text.hasPrefix("geoserve "), "\(version.text)")
        for language in ["en", "ko"] {
            let help = try TestSupport.run(TestSupport.geoserve, ["--help", "--lang", language])
            #expect(help.status == 0 && help.text.contains("--max-connections-by-address"), "\(help.text)")
        }
        let unknown = try TestSupport.run(TestSupport.geoserve, ["--db", "x", "--nothing"])
        #expect(unknown.status == 64 && unknown.errorText.contains("unknown option --nothing"), "\(unknown.errorText)")
    }

    /// curl sends an address as it was typed. Its Korean is read as UTF-8, and what can't be read says how to send it.
    @Test func koreanInAnAddressIsReadAsTyped() throws {
        let place = try Workplace.sample.get()
        let service = try RunningService(place)
        let encoded = try service.get("/list?district=%EB%A7%88%ED%8F%AC%EA%B5%AC&format=csv")
        let typed = try service.get("/list?district=마포구&format=csv")
        #expect(typed.status == 200 && typed.body == encoded.body && typed.body.count > 1000)
        let pieces = try service.get("/list?district=\("마포구".decomposedStringWithCanonicalMapping)&format=csv")
        #expect(pieces.body == encoded.body)
        let whole = try service.get("/", ["--request-target", "\(service.address)/search?text=책방&limit=1"])
        let same = try service.get("/search?text=%EC%B1%85%EB%B0%A9&limit=1")
        #expect(whole.status == 200 && whole.body == same.body)
        #expect(try service.get("/없는주소").status == 404)
        #expect(try service.get("/search?text=%EC%B1%85방").status == 200)
        for (target, language) in [("/search?text=책 방", "en"), ("/search?text=a b", "ko"), ("/a b", "en")] {
            let refused = try service.get("/", ["--request-target", target, "-H", "Accept-Language: \(language)"])
            #expect(refused.status == 400 && refused.text.contains("curl -G --data-urlencode"), "\(refused.text)")
        }
        for target in [
            "/search?text=30% off", "/search?text=30%+off", "/list?district=%zz", "/search?text=30%", "/a%2",
        ] {
            let refused = try service.get("/", ["--request-target", target.replacing(" ", with: "+")])
            #expect(refused.status == 400 && refused.text.contains("write %25"), "\(target) \(refused.text)")
        }
        #expect(try service.get("/search?text=30%25+off").status == 200)
        // 마포구 in CP949, as a terminal in that encoding sends it.
        let legacy = try TestSupport.run(
            URL(fileURLWithPath: "/bin/bash"),
            ["-c", "curl -sS --request-target $'/list?district=\\xb8\\xb6\\xc6\\xf7\\xb1\\xb8' \(service.address)"])
        #expect(legacy.text.contains("curl -G --data-urlencode"), "\(legacy.text) \(legacy.errorText)")
    }
}

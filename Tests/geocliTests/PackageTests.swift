import Foundation
import TestSupport
import Testing

/// Each goal of the Makefile installs the packages that it uses, and no others. Nothing is installed here: `dpkg-query`,
/// `sudo` and `apt-get` are replaced.
@Suite struct PackageTests {
    private let place: Workplace
    private let script = TestSupport.packageRoot.appendingPathComponent("scripts/install-packages.sh").path

    init() throws {
        place = try Workplace()
        // No package is installed, and each program records its arguments.
        try tool("dpkg-query", "exit 1")
        try tool("swift", "exit 0")
        try tool("sudo", "\"$@\"")
        try tool("apt-get", "echo \"$@\" >>\"\(place.file("asked").path)\"")
    }

    private func tool(_ name: String, _ body: String) throws {
        try place.write("#!/bin/sh\n\(body)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.file(name).path)
    }

    private func run(_ words: [String]) throws -> ProgramRun {
        try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), words,
            environment: ["PATH": "\(place.folder.path):/usr/local/bin:/usr/bin:/bin"], folder: TestSupport.packageRoot)
    }

    /// Returns the packages that a goal would install.
    private func asked(_ goal: [String]) throws -> Set<String> {
        try? FileManager.default.removeItem(at: place.file("asked"))
        // `swift build` and the program are also replaced, because only the steps before them matter.
        let run = try run(["make", "-o", "build"] + goal)
        #expect(run.status == 0, "\(run.errorText)")
        let text = try String(contentsOf: place.file("asked"), encoding: .utf8)
        let install = try #require(text.split(separator: "\n").last { $0.hasPrefix("install") })
        return Set(install.split(separator: " ").dropFirst().map(String.init).filter { !$0.hasPrefix("-") })
    }

    @Test func aBuildAsksForWhatItLinksAndRuns() throws {
        let packages = try asked(["deps-build"])
        #expect(
            packages == [
                "libsqlite3-dev", "libproj-dev", "libgeographiclib-dev", "libutf8proc-dev", "libexpat1-dev",
                "nettle-dev",
                "zlib1g-dev", "libcurl4-openssl-dev", "libjs-leaflet", "libpq-dev",
            ])
        #expect(try asked(["deps-build", "TRAITS="]) == packages.subtracting(["libpq-dev"]))
    }

    /// A newcomer's 'make test' needs no server, no browser and no second system.
    @Test func testsAskForWhatABuildNeedsAndAFewTools() throws {
        let few: Set = ["python3", "sqlite3", "curl"]
        let more = try asked(["deps-test"]).subtracting(asked(["deps-build"]))
        #expect(more.isSubset(of: few) && more.contains("sqlite3"), "\(more)")
    }

    @Test func withoutAPurposeAllAreAskedFor() throws {
        let all = Set(try run([script, "--list"]).text.split(separator: "\n").map(String.init))
        #expect(
            all.isSuperset(of: ["libproj-dev", "libpq-dev", "postgresql", "chromium", "zsh", "dpkg-dev", "lintian"]))
    }

    /// `make -n` prints what the goals would do, in their order.
    @Test(arguments: ["demo", "build", "man", "bench-parts"]) func noOtherGoalAsksForTheTestsPackages(goal: String)
        throws
    {
        let lines = try run(["make", "-n", goal]).text.split(separator: "\n").filter { $0.contains("install-packages") }
        #expect(lines == ["scripts/install-packages.sh build run servers"], "\(goal): \(lines)")
    }

    @Test func theDemoEndsWithWhatToTypeNext() throws {
        let text = try run(["make", "-n", "demo"]).text
        for words in [
            "The catalog is out/demo.sqlite", "Open out/bookstores.html",
            ".build/release/geocli search 책방 --near 37.5663,126.9779 --db out/demo.sqlite",
        ] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test func theListIsPrintedAndNothingInstalled() throws {
        let run = try run([script, "--list", "build", "run"])
        #expect(run.status == 0 && run.text.split(separator: "\n").count == 9)
        #expect(!FileManager.default.fileExists(atPath: place.file("asked").path))
        #expect(try self.run([script, "tests"]).status == 64)
    }
}

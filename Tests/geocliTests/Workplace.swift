import Foundation
import SampleFeed
import Synchronization
import TestSupport
import Testing

/// A folder with a catalog. geocli runs inside it, so every path that it prints is short.
struct Workplace: Sendable {
    static let catalogName = "catalog.sqlite"
    /// The time of every run: 2026-09-21 in Seoul.
    static let moment = 1_790_000_000
    /// No terminal, no language, one clock, one time zone, no proxy: the same on every machine.
    static let environment = [
        "LC_ALL": "C", "TZ": "KST-9", "GEOCLI_DB": catalogName, "GEOCLI_MINE": "mine",
        "SOURCE_DATE_EPOCH": String(moment), "http_proxy": "", "https_proxy": "", "HTTPS_PROXY": "", "all_proxy": "",
        "ALL_PROXY": "", "no_proxy": "", "NO_PROXY": "",
    ]

    let folder: URL

    /// A new folder without a catalog, deleted when the tests end.
    init() throws {
        folder = try TestSupport.temporaryFolder()
        Self.folders.withLock { $0.append(folder) }
        _ = Self.cleaning
    }

    /// The places of the bundled sample under the city's feed, because the first real run would delete the sample.
    /// No test changes this folder; a test that ingests makes a copy.
    static let sample = Result {
        let place = try Workplace()
        try place.succeed(["ingest", "-"], input: Data(SampleFeed.bundled.page(0)))
        return place
    }

    /// Returns a folder with the same content.
    func copy() throws -> Workplace {
        let place = try Workplace()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.copyItem(at: file(name), to: place.file(name))
        }
        return place
    }

    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The names of its files, without those that SQLite keeps beside a catalog.
    var names: [String] {
        get throws {
            let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return all.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        }
    }

    func geocli(_ words: [String], environment: [String: String] = [:], input: Data = Data()) throws -> ProgramRun {
        try TestSupport.run(
            TestSupport.geocli, words, environment: Self.environment.merging(environment) { $1 }, input: input,
            folder: folder)
    }

    /// Runs geocli with the words of a line, as `CommandWords` splits it.
    func geocli(_ line: String, environment: [String: String] = [:], input: Data = Data()) throws -> ProgramRun {
        try geocli(CommandWords.split(line), environment: environment, input: input)
    }

    /// Runs geocli and expects exit 0; returns the output.
    @discardableResult
    func succeed(
        _ words: [String], environment: [String: String] = [:], input: Data = Data(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun {
        let run = try geocli(words, environment: environment, input: input)
        try #require(run.status == 0, "geocli \(words): \(run.errorText)", sourceLocation: sourceLocation)
        return run
    }

    /// The same for the words of a line.
    @discardableResult
    func succeed(
        _ line: String, environment: [String: String] = [:], input: Data = Data(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ProgramRun {
        try succeed(
            CommandWords.split(line), environment: environment, input: input, sourceLocation: sourceLocation)
    }

    /// Runs a line of sh, with geocli on its PATH.
    func shell(_ script: String, environment: [String: String] = [:]) throws -> ProgramRun {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let own = ["PATH": TestSupport.geocli.deletingLastPathComponent().path + ":" + path]
        return try TestSupport.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", script],
            environment: Self.environment.merging(own) { $1 }.merging(environment) { $1 }, folder: folder)
    }

    /// Runs a script of Tests/Oracles and expects exit 0.
    @discardableResult
    func oracle(_ name: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws
        -> ProgramRun
    {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/\(name)").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-B", script] + arguments,
            environment: ["PYTHONIOENCODING": "utf-8"], folder: folder)
        #expect(
            run.status == 0, "\(name): \(run.text.prefix(4000)) \(run.errorText.suffix(2000))",
            sourceLocation: sourceLocation)
        return run
    }

    /// Does the same with Debian's own Python, which has the modules of GDAL and fastkml.
    func mapOracle(_ name: String, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/\(name)").path
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/python3"), ["-B", script] + arguments,
            environment: ["PYTHONIOENCODING": "utf-8"], folder: folder)
        #expect(
            run.status == 0, "\(name) \(arguments): \(run.text.prefix(4000)) \(run.errorText.suffix(2000))",
            sourceLocation: sourceLocation)
    }

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: file(name)) }

    private static let folders = Mutex<[URL]>([])
    /// Registers, once, the removal of the folders at the end of the process.
    private static let cleaning: Void = {
        atexit {
            for folder in Workplace.folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
        }
    }()
}

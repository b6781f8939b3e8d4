public import Foundation

/// The result of a program that ran to its end: its output and its exit code.
public struct ProgramRun: Sendable {
    /// Standard output.
    public let output: Data
    /// Standard error.
    public let errors: Data
    /// The exit code; 128 + n after signal n.
    public let status: Int32

    /// Standard output as text.
    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

extension TestSupport {
    /// The geocli under test: in the folder `$GEOCLI_PROGRAMS` (`make check PART=packages` names the release build
    /// there), else the one that was built beside these tests.
    public static var geocli: URL { program("geocli") }

    public static var geoworker: URL { program("geoworker") }

    public static var geoserve: URL { program("geoserve") }

    private static func program(_ name: String) -> URL {
        if let folder = ProcessInfo.processInfo.environment["GEOCLI_PROGRAMS"] {
            return URL(fileURLWithPath: folder).appendingPathComponent(name)
        }
        // The test bundle and the program are in the same folder of the build.
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        for folder in [bundle, Bundle.main.bundleURL, packageRoot.appendingPathComponent(".build/debug")] {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        return packageRoot.appendingPathComponent(".build/debug/\(name)")
    }

    /// Options that make a program built with a sanitizer write its reports to a folder (scripts/sanitize.sh); empty
    /// without one.
    private static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - environment: the whole environment except PATH and HOME.
    ///   - input: the content of standard input.
    public static func run(
        _ program: URL, _ arguments: [String], environment: [String: String] = [:], input: Data = Data(),
        folder: URL? = nil
    ) throws -> ProgramRun {
        let scratch = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: scratch) }
        // Files instead of pipes: a pipe can fill up and block.
        let paths = ["in", "out", "err"].map { scratch.appendingPathComponent($0) }
        for path in paths { try (path.lastPathComponent == "in" ? input : Data()).write(to: path) }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        // A program built for coverage writes its profile to the tests' profile file, or to /dev/null, but never into
        // its current folder.
        let profile = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] ?? "/dev/null"
        process.environment = ["PATH": path, "HOME": scratch.path, "LLVM_PROFILE_FILE": profile]
            .merging(sanitizerOptions) { $1 }.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: paths[0])
        process.standardOutput = try FileHandle(forWritingTo: paths[1])
        process.standardError = try FileHandle(forWritingTo: paths[2])
        if let folder { process.currentDirectoryURL = folder }
        try unblocked(process.run)
        process.waitUntilExit()
        let status = process.terminationStatus
        return ProgramRun(
            output: try Data(contentsOf: paths[1]), errors: try Data(contentsOf: paths[2]),
            status: process.terminationReason == .uncaughtSignal ? 128 + status : status)
    }

    /// Starts a process without blocked signals. A thread of a pool blocks most, its children inherit that, and a shell
    /// that can't hear of the end of its own children waits for ever.
    private static func unblocked(_ start: () throws -> Void) rethrows {
        var (children, former) = (sigset_t(), sigset_t())
        sigemptyset(&children)
        sigaddset(&children, SIGCHLD)
        pthread_sigmask(SIG_UNBLOCK, &children, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try start()
    }
}

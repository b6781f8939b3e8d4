public import Foundation

/// Tools for all tests: paths, seeded numbers, and a way to run a program.
public enum TestSupport {
    /// The folder of Package.swift.
    public static let packageRoot = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Real rows of the feed, which are not part of the project; nil on a machine without them.
    public static var sharedFeed: URL? {
        let folder = packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feed")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }

    /// Whether tests of real rows can run. On CI they must.
    public static var hasSharedFeed: Bool { sharedFeed != nil || ProcessInfo.processInfo.environment["CI"] == "true" }

    /// How much more than usual the campaigns and random nights try: 1, or `$GEOCLI_DOSE` (`make check PART=nights`).
    public static let dose = ProcessInfo.processInfo.environment["GEOCLI_DOSE"].flatMap { Int($0) } ?? 1

    /// The system's Python, which finds the modules of Debian's packages, or else the first one on the PATH.
    public static let python: URL = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = ["/usr/bin"] + path.split(separator: ":").map(String.init)
        let found = folders.map { $0 + "/python3" }.first(where: FileManager.default.isExecutableFile)
        return URL(fileURLWithPath: found ?? "/usr/bin/python3")
    }()

    /// The parent folder of all test folders of this process; deleted at the end of the process.
    private static let temporaryRoot: URL = {
        let name = "geocli-tests-\(ProcessInfo.processInfo.processIdentifier)"
        atexit {
            // If deletion fails, nothing can be done.
            try? FileManager.default.removeItem(at: TestSupport.temporaryRoot)
        }
        return FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }()

    /// Creates an empty folder for one test.
    public static func temporaryFolder() throws -> URL {
        let folder = temporaryRoot.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}

/// A generator of pseudorandom numbers with a seed that a failure can print: SplitMix64 (Steele, Lea, Flood 2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator that gives the same numbers for the same seed.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

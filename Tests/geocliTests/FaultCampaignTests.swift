import Foundation
import TestSupport
import Testing

/// About a tenth of each campaign of Tests/Faults against the program; `make torture` runs them whole.
@Suite(.serialized) struct FaultCampaignTests {
    /// Each script, the number of its trials, and whether it needs permission for strace.
    private static let campaigns: [(script: String, count: Int, isTraced: Bool)] = [
        ("random_kills", 20, false), ("kill_at_calls", 22, true), ("disk_errors", 90, true), ("power_cuts", 100, true),
        ("edit_faults", 50, true), ("contention", 14, false), ("hostile_feeds", 112, false),
        ("network_faults", 48, false),
        ("key_search", 24, false), ("hostile_catalogs", 40, false),
    ]

    /// Whether this process may trace others; some containers forbid it.
    private static let canTrace: Bool = {
        let run = try? TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["strace", "-qq", "-o", "/dev/null", "true"])
        return run?.status == 0
    }()

    @Test(arguments: campaigns)
    func aSampleOfTheCampaignHolds(script: String, count: Int, isTraced: Bool) throws {
        if isTraced, !Self.canTrace {
            // The test may be skipped where strace is forbidden, but not on CI.
            #expect(ProcessInfo.processInfo.environment["CI"] != "true", "strace is not allowed here")
            return
        }
        let folder = try TestSupport.temporaryFolder()
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/\(script).py").path,
                TestSupport.geocli.path, "--count", String(count),
            ], environment: ["TMPDIR": folder.path])
        #expect(run.status == 0, "\(run.text.suffix(4000))\(run.errorText.suffix(2000))")
        // A campaign without trials proves nothing.
        let last = run.text.split(separator: "\n").last.map(String.init) ?? ""
        let numbers = last.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(last.hasPrefix(script) && (numbers.last ?? 0) >= min(count, 10), "\(last)")
    }
}

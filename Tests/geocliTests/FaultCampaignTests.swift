import Foundation
import TestSupport
import Testing

/// About a thirtieth of each campaign of Tests/Faults against the program, times `TestSupport.dose`; `make torture` runs
/// them whole.
@Suite(.serialized) struct FaultCampaignTests {
    /// Each script, the number of its trials, and whether it needs permission for strace.
    private static let campaigns: [(script: String, count: Int, isTraced: Bool)] = [
        ("random_kills", 12, false), ("kill_at_calls", 12, true), ("disk_errors", 30, true), ("power_cuts", 30, true),
        ("edit_faults", 16, true), ("contention", 5, false), ("hostile_feeds", 40, false),
        ("network_faults", 16, false), ("key_search", 10, false), ("hostile_catalogs", 15, false),
        ("backup_faults", 12, false),
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
            // 'make test' needs no strace; where a part of 'make check' installs it, it must work.
            #expect(ProcessInfo.processInfo.environment["GEOCLI_DOSE"] == nil, "strace is not allowed here")
            return
        }
        let folder = try TestSupport.temporaryFolder()
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/\(script).py").path,
                TestSupport.geocli.path, "--count", String(count * TestSupport.dose),
            ], environment: ["TMPDIR": folder.path])
        #expect(run.status == 0, "\(run.text.suffix(4000))\(run.errorText.suffix(2000))")
        // A campaign without trials proves nothing.
        let last = run.text.split(separator: "\n").last.map(String.init) ?? ""
        let numbers = last.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(last.hasPrefix(script) && (numbers.last ?? 0) >= min(count, 10), "\(last)")
    }

    /// A tenth of a year; the whole year with more than the usual dose.
    @Test func aYearOfFiveFeedsIsThatOfTheModel() throws {
        let folder = try TestSupport.temporaryFolder()
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "python3", "-B", TestSupport.packageRoot.appendingPathComponent("Tests/Faults/simulated_year.py").path,
                TestSupport.geocli.path, folder.path, "7", TestSupport.dose == 1 ? "40" : "400",
            ], environment: ["PYTHONIOENCODING": "utf-8"])
        #expect(run.status == 0, "\(run.text.suffix(4000))\(run.errorText.suffix(2000))")
    }
}

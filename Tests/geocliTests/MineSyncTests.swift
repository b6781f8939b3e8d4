import Foundation
import TestSupport
import Testing

/// `geocli mine` on disks that fail to sync: what a command says about its records is true.
@Suite struct MineSyncTests {
    /// Whether this process may trace others; some containers forbid it.
    private static let canTrace: Bool = {
        let run = try? TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"), ["strace", "-qq", "-o", "/dev/null", "true"])
        return run?.status == 0
    }()

    private let place: Workplace

    init() throws {
        place = try Workplace.sample.get().copy()
        try place.succeed("mine note 1 here -q")
        try place.succeed("mine note 1 there -q --mine-db other")
    }

    /// Runs geocli and makes its call number `number` of fsync fail; all calls for nil.
    private func geocli(_ line: String, failing number: Int?, with error: String) throws -> ProgramRun {
        let when = number.map { ":when=\($0)" } ?? ""
        return try place.shell(
            "strace -f -qq -o /dev/null -e trace=fsync -e inject=fsync:error=\(error)\(when) geocli \(line)")
    }

    private func notes(_ folder: String) throws -> Int {
        try place.succeed("mine notes --mine-db \(folder) --format ndjson").text.split(separator: "\n").count
    }

    @Test(.enabled(if: Self.canTrace, "strace is not allowed here"))
    func whatAMergeSaysOfItsRecordsIsTrue() throws {
        var said: Set<String> = []
        for number in 1...8 {
            _ = try place.shell("rm -rf own; cp -r mine own")
            let run = try geocli("mine merge other --mine-db own -q", failing: number, with: "EIO")
            let count = try notes("own")
            if run.status == 0 {
                #expect(count == 2)
                said.insert("merged")
            } else if run.errorText.contains("nothing was recorded") {
                #expect(run.status == 74 && count == 1, "fsync \(number): \(run.errorText)")
                said.insert("nothing")
            } else {
                #expect(run.status == 74 && run.errorText.contains("may have been added"), "\(run.errorText)")
                said.insert("perhaps")
                #expect(try place.succeed("mine merge other --mine-db own").errorText.contains("0 new lines"))
                #expect(try notes("own") == 2)
            }
        }
        #expect(said == ["merged", "nothing", "perhaps"], "\(said)")
    }

    @Test(.enabled(if: Self.canTrace, "strace is not allowed here"))
    func aFileSystemThatCannotSyncTakesRecords() throws {
        try Data([0xFF, 0xD8, 0xFF, 1]).write(to: place.file("rose.jpg"))
        for line in ["note 1 x --photo rose.jpg -q", "merge other -q", "mark 2 -q"] {
            let run = try geocli("mine \(line)", failing: nil, with: "EINVAL")
            #expect(run.status == 0, "\(line): \(run.errorText)")
        }
        #expect(try notes("mine") == 3)
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// What is acknowledged is read back; what would not be read back is refused, and leaves nothing.
@Suite struct MineWritingTests {
    private let base: URL
    private let folder: MineFolder

    init() throws {
        base = try TestSupport.temporaryFolder()
        folder = MineFolder(base.path + "/mine", devices: base.path + "/state", machine: "m")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    }

    private func write(_ lines: String, to name: String) throws {
        try Data(lines.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    private func line(_ clock: MineClock) -> String {
        #"{"id":"hostile","clock":"\#(clock.text)","device":"bad","set":{"kind":"note","text":"h"}}"# + "\n"
    }

    @discardableResult
    private func note(_ id: String, _ text: String, now: Int64 = 1_790_000_000_000) throws -> MineLogs {
        try folder.record(now: now) { _ in [.init(id, [.init("kind", .string("note")), .init("text", .string(text))])] }
    }

    private var logs: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".jsonl") }.sorted()
        }
    }

    // MARK: Clocks

    @Test(
        arguments: [
            0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFE_FFFF_FFFE, 0xFFFF_FFFE_0000_0000,
            UInt64(MineClock.endMilliseconds) << 16,
        ] as [UInt64]) func anActAfterAClockInTheFarFutureIsReadBack(_ raw: UInt64) throws
    {
        try write(line(MineClock(raw: raw)), to: "log-bad.jsonl")
        for number in 1...3 { try note("n\(number)", "mine") }
        let read = try folder.read()
        #expect(read.state.notes.map(\.id) == ["n1", "n2", "n3"])
        #expect(read.findings.map(\.file) == ["log-bad.jsonl"] && read.findings[0].reason.en.contains("2999"))
        #expect(read.state.record("hostile") == nil)
        #expect(read.state.lastClock.unixSeconds == 1_790_000_000, "the line has no effect on the clocks")
    }

    @Test func anActForWhichThereIsNoClockIsNotAcknowledged() throws {
        let last = MineClock(raw: UInt64(MineClock.endMilliseconds) << 16 - 1)
        try write(line(last), to: "log-bad.jsonl")
        #expect(try folder.read().findings.isEmpty, "the last clock that is read")
        let error = #expect(throws: PlainError.self) { try note("n", "mine") }
        #expect(error?.words.en.contains("nothing was recorded") == true)
        #expect(try logs == ["log-bad.jsonl"], "no empty log")
    }

    @Test(arguments: [-5, MineClock.endMilliseconds, .max, .min] as [Int64])
    func aClockThatIsWrongCountsAsZero(_ now: Int64) throws {
        try note("first", "1")
        try note("second", "2", now: now)
        #expect(try folder.read().state.notes.map(\.id) == ["first", "second"])
    }

    // MARK: Refused acts

    @Test func anActThatIsRefusedLeavesNoLog() throws {
        for _ in 0..<3 {
            #expect(throws: PlainError.self) { try note("n", String(repeating: "긴", count: 400_000)) }
        }
        #expect(try logs.isEmpty)
        try note("n", "short")
        #expect(try logs.count == 1 && folder.read().state.notes.map(\.id) == ["n"])
        #expect(throws: PlainError.self) { try note("n", String(repeating: "긴", count: 400_000)) }
        #expect(try logs.count == 1)
    }

    // MARK: Large logs

    @Test func aDeviceBeginsANewLogBeforeAReaderRefusesTheOldOne() throws {
        var small = folder
        small.logBytes = 2_000
        for number in 0..<60 {
            try small.record(now: 1_790_000_000_000) { _ in
                [.init("n\(number)", [.init("kind", .string("note")), .init("text", .string("text"))])]
            }
        }
        #expect(try logs.count >= 3)
        for log in try logs {
            #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(log)")).count < 2_300)
        }
        #expect(try folder.read().state.notes.map(\.id) == (0..<60).map { "n\($0)" })
    }

    @Test func aMergeWritesSeveralFilesThatAReaderAccepts() throws {
        let other = MineFolder(base.path + "/other", devices: base.path + "/state2", machine: "m")
        for number in 0..<60 {
            try other.record(now: 1_790_000_000_000) { _ in
                [.init("n\(number)", [.init("kind", .string("note")), .init("text", .string("text"))])]
            }
        }
        try other.record(now: 1_790_000_000_000) { _ in
            [
                .init(
                    "long",
                    [.init("kind", .string("note")), .init("text", .string(String(repeating: "a", count: 5_000)))])
            ]
        }
        var small = folder
        small.logBytes = 2_000
        #expect(try small.merge(other.path).acts == 61)
        #expect(try logs.count >= 4 && logs.allSatisfy { $0.hasPrefix("log-merged-") })
        let sizes = try logs.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)")).count }
        #expect(sizes.filter { $0 > 2_000 }.count == 1, "only the file of the one long act")
        #expect(try folder.read().state.bytes == other.read().state.bytes)
        #expect(try small.merge(other.path).acts == 0)
        // A merge that ended after its first file is finished by the next one.
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(try #require(logs.last))")
        #expect(try small.merge(other.path).acts > 0)
        #expect(try folder.read().state.bytes == other.read().state.bytes)
    }
}

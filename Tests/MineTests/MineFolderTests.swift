import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// The folder of logs: what is written, what is read, and what hostile or foreign files do to it.
@Suite struct MineFolderTests {
    private let base: URL
    private let folder: MineFolder

    init() throws {
        base = try TestSupport.temporaryFolder()
        folder = MineFolder(base.path + "/mine", devices: base.path + "/state", machine: "m")
    }

    private func file(_ name: String) -> URL { base.appendingPathComponent("mine/\(name)") }

    private var logs: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }.sorted()
        }
    }

    @discardableResult
    private func set(_ record: String, _ text: String, now: Int64 = 1_700_000_000_000) throws -> MineLogs {
        try folder.record(now: now) { _ in [.init(record, [.init("text", .string(text))])] }
    }

    @Test func anActIsOnDiskAndReadBack() throws {
        let text = "두 줄\n\u{202E}RTL \u{0} \"quoted\" \\ 🌹"
        try set("r", text)
        #expect(try folder.read().state.record("r")?.text("text") == text)
        #expect(try folder.read().findings.isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(try logs.count == 1)
    }

    @Test func aCopiedHomeBeginsANewDevice() throws {
        try set("r", "1")
        let other = MineFolder(folder.path, devices: base.path + "/state", machine: "another machine")
        try other.record(now: 0) { _ in [.init("r", [.init("text", .string("2"))])] }
        #expect(try logs.count == 2)
        #expect(try folder.read().state.record("r")?.text("text") == "2")
        #expect(try folder.read().state.record("r")?.history(of: "text").count == 2)
    }

    @Test func aLogThatGrewByAnotherHandIsLeftToIt() throws {
        try set("r", "1")
        let log = try #require(try logs.first)
        var bytes = try Data(contentsOf: file(log))
        bytes.append(bytes)
        try bytes.write(to: file(log))
        try set("r", "2")
        #expect(try logs.count == 2)
        #expect(try Data(contentsOf: file(log)) == bytes, "the other hand's log is not touched")
    }

    @Test func aRestoredBackupBeginsANewDevice() throws {
        try set("r", "1")
        let log = try #require(try logs.first)
        let backup = try Data(contentsOf: file(log))
        try set("r", "2")
        try backup.write(to: file(log))
        try set("r", "3")
        #expect(try logs.count == 2 && folder.read().state.record("r")?.text("text") == "3")
        #expect(try Data(contentsOf: file(log)) == backup)
    }

    @Test func aProcessThatEndedWhileItWroteGoesOnWithItsLog() throws {
        try set("r", "1")
        let log = try #require(try logs.first)
        let state = base.appendingPathComponent("state")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: state.path).first)
        let before = try Data(contentsOf: state.appendingPathComponent(name))
        let size = try Data(contentsOf: file(log)).count
        try set("r", "2")
        // As after a kill between the line and the device's file: the file still says that the line is being written.
        let whole = try Data(contentsOf: file(log))
        var json = try #require(JSONSerialization.jsonObject(with: before) as? [String: Any])
        json["pending"] = String(decoding: whole.dropFirst(size), as: UTF8.self)
        for kept in [whole.count, whole.count - 7, size] {
            try whole.prefix(kept).write(to: file(log))
            try JSONSerialization.data(withJSONObject: json).write(to: state.appendingPathComponent(name))
            try set("r", "3 after \(kept)")
            #expect(try logs == [log], "\(kept)")
            #expect(try folder.read().state.record("r")?.text("text") == "3 after \(kept)")
            #expect(try folder.read().findings.count == (kept == whole.count - 7 ? 1 : 0), "a cut line is named")
        }
    }

    @Test func conflictCopiesAreLogs() throws {
        try set("a", "1")
        let log = try #require(try logs.first)
        for name in ["\(log.dropLast(6)) (conflicted copy 2026-09-21).jsonl", "log-x.sync-conflict-20260921.jsonl"] {
            let line =
                #"{"id":"b","clock":"1d88829bb4000000","device":"z","set":{"text":"\#(name.count)"}}"# + "\n"
            try Data(line.utf8).write(to: file(name))
        }
        let state = try folder.read().state
        #expect(state.record("a")?.text("text") == "1")
        #expect(state.record("b")?.history(of: "text").count == 2)
        // A later act still wins over a clock in the far future.
        try set("b", "mine")
        #expect(try folder.read().state.record("b")?.text("text") == "mine")
    }

    @Test(arguments: [
        ".conflict1", ".Conflict", "~HEAD", ".orig", ".sync-conflict-20260921", " (1)", "~",
    ]) func copiesWithAnEndingOfTheirOwnAreLogs(_ ending: String) throws {
        try set("a", "1")
        let line = #"{"id":"b","clock":"01a207826f950000","device":"z","set":{"text":"only here"}}"# + "\n"
        try Data(line.utf8).write(to: file("log-x.jsonl\(ending)"))
        try Data(line.replacing("\"b\"", with: "\"c\"").utf8).write(to: file("LOG-Y.JSONL\(ending)"))
        try Data(line.replacing("\"b\"", with: "\"d\"").utf8).write(to: file("notes.txt\(ending)"))
        let logs = try folder.read()
        #expect(logs.findings.isEmpty && logs.state.records.map(\.id) == ["a", "b", "c"])
        let other = MineFolder(base.path + "/other", devices: base.path + "/state2", machine: "m")
        #expect(try other.merge(folder.path).acts == 3)
    }

    @Test func aLogWhoseNameIsNotUTF8IsNamed() throws {
        try set("a", "1")
        for name in ["log-\u{1}.jsonl", "other\u{1}.txt"] {
            let path = Array((folder.path + "/" + name).utf8).map { $0 == 1 ? 0xFF : $0 } + [0]
            let descriptor = path.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
            }
            #expect(descriptor >= 0)
            close(descriptor)
        }
        let logs = try folder.read()
        #expect(logs.findings.map(\.file) == ["log-\u{FFFD}.jsonl"])
        #expect(logs.findings[0].reason.en.contains("not UTF-8"))
        #expect(logs.state.records.map(\.id) == ["a"])
    }

    @Test func whatIsDamagedIsNamedAndTheRestIsRead() throws {
        try set("a", "1")
        let good = #"{"id":"b","clock":"0000000000000001","device":"z","set":{"text":"2"}}"#
        var bytes = Data((good + "\nnot json\n{\"id\":\"b\"}\n\n").utf8)
        bytes.append(Data([0xFF, 0x00, 0x0A]))
        bytes.append(Data((good.replacing("\"2\"", with: "\"3\"") + "\n" + good.dropLast(5)).utf8))
        try bytes.write(to: file("log-z.jsonl"))
        let logs = try folder.read()
        #expect(logs.findings.map(\.line) == [2, 3, 5, 7])
        #expect(logs.findings.allSatisfy { $0.file == "log-z.jsonl" })
        #expect(logs.state.record("a")?.text("text") == "1")
        #expect(logs.state.record("b")?.history(of: "text").count == 2)
    }

    @Test func hostileFilesHarmNothing() throws {
        try set("a", "1")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: file("log-link.jsonl").path, withDestinationPath: "/etc/passwd")
        try files.createDirectory(at: file("log-folder.jsonl"), withIntermediateDirectories: true)
        #expect(mkfifo(file("log-pipe.jsonl").path, 0o600) == 0)
        #expect(truncate(file("log-\n\u{202E}.jsonl").path, 0) != 0)
        try Data().write(to: file("log-\n\u{202E}huge.jsonl"))
        #expect(truncate(file("log-\n\u{202E}huge.jsonl").path, 3 << 30) == 0)
        try Data(repeating: 0x61, count: 3 << 20).write(to: file("log-line.jsonl"))
        let read = try folder.read()
        #expect(
            Set(read.findings.map(\.file))
                == [
                    "log-link.jsonl", "log-folder.jsonl", "log-pipe.jsonl", "log-\n\u{202E}huge.jsonl",
                    "log-line.jsonl",
                ])
        #expect(read.findings.allSatisfy { !$0.words.en.contains("\n") && !$0.words.ko.contains("\u{202E}") })
        #expect(read.state.record("a")?.text("text") == "1")
        try set("a", "2")
        #expect(try folder.read().state.record("a")?.text("text") == "2")
    }

    @Test func mergingTwiceAddsNothing() throws {
        try set("a", "1")
        let other = MineFolder(base.path + "/other", devices: base.path + "/state2", machine: "m")
        try other.record(now: 5) { _ in [.init("b", [.init("text", .string("2"))])] }
        #expect(try folder.merge(other.path).acts == 1)
        #expect(try folder.merge(other.path).acts == 0)
        #expect(try other.merge(folder.path).acts == 1)
        #expect(try folder.read().state.bytes == other.read().state.bytes)
        #expect(throws: PlainError.self) { try folder.merge(folder.path) }
        #expect(throws: PlainError.self) { try folder.merge(base.path + "/none") }
        #expect(throws: PlainError.self) { try folder.merge(base.path + "/state") }
    }

    /// Five devices write, and merge each other in random orders: in the end all have the same state, byte for byte.
    @Test(arguments: 1...6) func devicesThatMergeInAnyOrderAgree(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let devices = (0..<5).map { MineFolder("\(base.path)/d\($0)", devices: "\(base.path)/s\($0)", machine: "m") }
        for step in 0..<60 {
            let device = devices[random.below(5)]
            let now = Int64(1_700_000_000_000 + random.below(1_000_000_000) * 100)
            try device.record(now: now) { _ in
                [
                    .init(
                        "r\(random.below(4))",
                        [.init("text", .string("\(step)")), .init("n", .number("\(random.below(3))"))])
                ]
            }
            if random.below(6) == 0 {
                let from = devices[random.below(5)]
                if from.path != device.path, FileManager.default.fileExists(atPath: from.path) {
                    _ = try device.merge(from.path)
                }
            }
        }
        var order = devices.indices.flatMap { to in devices.indices.map { (to, $0) } }
        for _ in 0..<2 {
            order.shuffle(using: &random)
            for (to, from) in order where to != from && FileManager.default.fileExists(atPath: devices[from].path) {
                _ = try devices[to].merge(devices[from].path)
            }
        }
        let states = try devices.map { try $0.read().state.bytes }
        #expect(states.allSatisfy { $0 == states[0] }, "seed \(seed)")
        #expect(!states[0].isEmpty)
    }

    // MARK: Photos

    private func photo(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: base.appendingPathComponent(name))
        return base.appendingPathComponent(name).path
    }

    @Test func aPhotoIsKeptAsItIsAndOnce() throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 0xFF] + (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let photos = MinePhotos(of: folder)
        let name = try photos.add(try photo("a.JPG", bytes))
        #expect(try photos.add(try photo("b.jpg", bytes)) == name)
        #expect(try photos.names() == [name] && name.hasSuffix(".jpg"))
        #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: photos.path + "/" + name))) == bytes)
        var hash = SHA256()
        hash.update(bytes)
        #expect(name == hash.hexDigest() + ".jpg")
    }

    @Test func whatIsNotAPhotoIsRefused() throws {
        let photos = MinePhotos(of: folder)
        #expect(mkfifo(base.path + "/pipe.jpg", 0o600) == 0)
        let huge = try photo("huge.jpg", [0xFF, 0xD8, 0xFF])
        #expect(truncate(huge, 2 << 30) == 0)
        for path in [
            base.path, base.path + "/pipe.jpg", huge, try photo("empty.jpg", []),
            try photo("text.jpg", Array("hello".utf8)),
            base.path + "/none.jpg", "/dev/zero",
        ] {
            #expect(throws: PlainError.self, "\(path)") { try photos.add(path) }
        }
        #expect(try photos.names().isEmpty)
    }

    @Test(arguments: ["../x.jpg", "a.jpg", "/etc/passwd", "", String(repeating: "a", count: 64) + ".exe"])
    func aTextThatIsNoNameOfAPhotoIsNoPath(_ name: String) { #expect(!PhotoKind.isName(name)) }

    @Test func photosWithoutANoteWaitThirtyDays() throws {
        let photos = MinePhotos(of: folder)
        let name = try photos.add(try photo("a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]))
        func note(_ isRemoved: Bool) throws -> MineState {
            try folder.record(now: 0) { _ in
                [
                    .init(
                        "n",
                        [
                            .init("kind", .string("note")), .init("photos", .array([.string(name)])),
                            .init("removed", .bool(isRemoved)),
                        ])
                ]
            }.state
        }
        let day: Int64 = 86_400
        let now: Int64 = 1_790_000_000
        #expect(try photos.collect(note(false), now: now) == .init())
        #expect(try photos.collect(note(true), now: now) == .init(trashed: 1))
        #expect(try photos.collect(note(true), now: now + 30 * day) == .init())
        #expect(try photos.collect(note(false), now: now + 30 * day) == .init(returned: 1))
        #expect(try photos.names() == [name])
        #expect(try photos.collect(note(true), now: now + 40 * day) == .init(trashed: 1))
        #expect(try photos.collect(MineState(), now: now + 71 * day) == .init(deleted: 1))
        #expect(try photos.names().isEmpty)
    }
}

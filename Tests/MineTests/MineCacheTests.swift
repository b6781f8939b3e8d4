import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// The cache never changes an answer, whatever happens to the logs and to it.
@Suite struct MineCacheTests {
    private let base: URL
    private let folder: String
    private let cache: MineCache

    init() throws {
        base = try TestSupport.temporaryFolder()
        folder = base.path + "/mine"
        cache = MineCache(base.path + "/cache/geocli", version: "1", minimumActs: 1)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private var cacheFile: String { cache.path(of: folder) }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: folder + "/" + name) }

    private func check(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let plain = try PlainLogs(folder)
        for logs in [try MineLogs(in: folder, cache: cache), try MineLogs(in: folder)] {
            #expect(PlainLogs.bytes(of: logs.state) == plain.bytes, "\(what)", sourceLocation: sourceLocation)
            #expect(PlainLogs.findings(of: logs) == plain.findings, "\(what)", sourceLocation: sourceLocation)
            let notes = logs.state.notes
            #expect(notes.map(\.id) == plain.noteIDs, "\(what)", sourceLocation: sourceLocation)
            #expect(notes.map(\.number) == Array(1..<plain.noteIDs.count + 1), sourceLocation: sourceLocation)
            let count = plain.noteIDs.count
            for number in [1, count / 2, count] where plain.noteIDs.indices.contains(number - 1) {
                let id = plain.noteIDs[number - 1]
                #expect(notes.note(number: number)?.id == id, "\(what)", sourceLocation: sourceLocation)
                #expect(
                    notes.notes(idPrefix: id).contains { $0.number == number }, "\(what)",
                    sourceLocation: sourceLocation)
            }
            #expect(notes.note(number: plain.noteIDs.count + 1) == nil, sourceLocation: sourceLocation)
        }
    }

    // MARK: Logs

    private static let texts = [
        #""plain""#, #""줄\n바꿈""#, #""“따옴표” …""#, #""\u00e9 \/ é""#, #""\u202e rtl""#, "\"\u{202E}\u{7F}\"", #""🌹""#,
        "null", "true", "1.50", "-0e+1", #"{"name":"책방","latitude":37.5,"x":[1,{"y":[]}]}"#, #"{ "name" : "책방" }"#,
        #"["a", "b"]"#, #""note""#, #"{"a":1,"a":2}"#, "01", #""\ud800""#, "\"\u{FEFF}ｆｕｌｌ\u{200B}\"", "tru", #""open"#,
    ]

    private static func line(_ random: inout SplitMix) -> [UInt8] {
        switch random.below(24) {
        case 0: return Array("not json".utf8)
        case 1: return Array(" \t".utf8)
        case 2: return [0xFF, 0x00, 0xC3]
        case 3: return []
        default: break
        }
        let clock = MineClock(raw: UInt64(random.below(60)) << 20).text
        var fields: [String] = []
        if random.below(2) == 0 { fields.append(#""kind":"\#(["note", "mark", "visit"][random.below(3)])""#) }
        for _ in 0...random.below(3) {
            fields.append("\"f\(random.below(4))\":\(texts[random.below(texts.count)])")
        }
        if random.below(2) == 0 { fields.reverse() }
        let blank = random.below(8) == 0 ? " " : ""
        let id = random.below(30) == 0 ? "Z" : "r\(random.below(25))"
        return Array(
            (#"\#(blank){"id":"\#(id)","clock":"\#(clock)","device":"d\#(random.below(3))",\#(blank)"set":{"#
                + fields.joined(separator: ",") + "}}").utf8)
    }

    private static func lines(_ count: Int, _ random: inout SplitMix) -> Data {
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes += line(&random) + [0x0A] }
        // Now and then, the last line is cut, or is whole without its line end.
        if random.below(4) == 0 { bytes.removeLast(min(bytes.count, 1 + random.below(3) * 5)) }
        return Data(bytes)
    }

    /// What people, devices, disks and sync programs do to a folder between two openings.
    private func change(_ random: inout SplitMix) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        guard let name = names.isEmpty ? nil : names[random.below(names.count)], random.below(6) > 0 else {
            let name = "log-\(random.below(5))\(random.below(4) == 0 ? " (conflicted copy)" : "").jsonl"
            try Self.lines(random.below(40), &random).write(to: url(name))
            return "new \(name)"
        }
        var bytes = try Data(contentsOf: url(name))
        switch random.below(10) {
        case 0...3:
            let handle = try FileHandle(forWritingTo: url(name))
            try handle.seekToEnd()
            try handle.write(contentsOf: Self.lines(1 + random.below(5), &random))
            try handle.close()
            return "append \(name)"
        case 4:
            #expect(truncate(url(name).path, off_t(random.below(bytes.count + 1))) == 0)
            return "truncate \(name)"
        case 5 where !bytes.isEmpty:
            // In place, with the size and the time of modification of before.
            let time = try FileManager.default.attributesOfItem(atPath: url(name).path)[.modificationDate] as? Date
            let handle = try FileHandle(forUpdating: url(name))
            try handle.seek(toOffset: UInt64(random.below(bytes.count)))
            try handle.write(contentsOf: Data([UInt8(random.below(256))]))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: time ?? Date()], ofItemAtPath: url(name).path)
            return "edit \(name)"
        case 6 where !bytes.isEmpty:
            // An edit and an addition at once.
            bytes[random.below(bytes.count)] = UInt8(random.below(128))
            try (bytes + Self.lines(2, &random)).write(to: url(name))
            return "edit and append \(name)"
        case 7:
            try FileManager.default.removeItem(at: url(name))
            return "remove \(name)"
        case 8:
            try bytes.write(to: url("log-copy\(random.below(3)).jsonl"))
            return "copy \(name)"
        default:
            try bytes.write(to: url(name), options: .atomic)
            return "write again \(name)"
        }
    }

    @Test(arguments: 1...12) func theStateOfTheCacheIsThatOfTheLogs(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var done: [String] = []
        for _ in 0..<25 {
            for _ in 0..<random.below(3) { done.append(try change(&random)) }
            try check("seed \(seed): \(done)")
        }
        #expect(access(cacheFile, F_OK) == 0, "the cache was there to be wrong")
    }

    /// A line that is longer than an act may be, or than what is read at once, with and without anything in it.
    @Test func longLinesAreReadInPieces() throws {
        let good = Data(#"{"id":"r","clock":"0000000000000001","device":"d","set":{"a":1}}"#.utf8)
        for (number, count) in [1 << 20, 1 << 20 | 1, 4 << 20].enumerated() {
            for (letter, byte) in [UInt8(0x20), 0x78].enumerated() where number < 2 || letter == 1 {
                let long = Data(repeating: byte, count: count)
                let end = Data([0x0A])
                let name = "log-\(number)\(letter)"
                try (good + end + long + end + good + end).write(to: url("\(name)-middle.jsonl"))
                try (good + end + long).write(to: url("\(name)-end.jsonl"))
                try (long + good + end).write(to: url("\(name)-before.jsonl"))
            }
        }
        try check("long")
        try check("long, from the cache")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let handle = try FileHandle(forWritingTo: url(name))
            try handle.seekToEnd()
            try handle.write(contentsOf: good.dropLast(3))
            try handle.close()
        }
        try check("longer")
    }

    // MARK: What is read

    private func write(_ count: Int, to name: String = "log-a.jsonl") throws {
        let lines = (0..<count).map {
            #"{"id":"r\#($0)","clock":"\#(MineClock(raw: UInt64($0 + 1)).text)","device":"d","set":{"kind":"note","text":"기록 \#($0)"}}"#
                + "\n"
        }
        try Data(lines.joined().utf8).write(to: url(name))
        // Long enough ago to be trusted without a look at the bytes.
        let times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, url(name).path, times, 0) == 0)
    }

    /// The saved cache with its front changed and a right checksum.
    private func forge(_ change: (inout [UInt8]) -> Void) throws {
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: cacheFile)))
        let titleEnd = try #require(whole.firstIndex(of: 0x0A))
        var payload = Array(whole[(titleEnd + 66)...])
        change(&payload)
        var hash = SHA256()
        hash.update(payload)
        try Data(whole[...titleEnd] + Array(hash.hexDigest().utf8) + [0x0A] + payload).write(
            to: URL(fileURLWithPath: cacheFile))
    }

    @Test func anAppendReadsOnlyTheNewLines() throws {
        try write(50)
        _ = try MineLogs(in: folder, cache: cache)
        // The snapshot says another text than the log: it shows which of the two is read.
        try forge { payload in
            let old = Array("기록 7\"".utf8)
            let at = payload.indices.first { payload[$0...].starts(with: old) }
            if let at { payload.replaceSubrange(at..<at + old.count, with: Array("기록 8\"".utf8)) }
        }
        #expect(try MineLogs(in: folder, cache: cache).state.records["r7"]?.text("text") == "기록 8")
        let before = try Data(contentsOf: URL(fileURLWithPath: cacheFile))
        let handle = try FileHandle(forWritingTo: url("log-a.jsonl"))
        try handle.seekToEnd()
        try handle.write(
            contentsOf: Data(#"{"id":"new","clock":"00000000000000ff","device":"d","set":{"text":"x"}}"#.utf8))
        try handle.close()
        let logs = try MineLogs(in: folder, cache: cache)
        #expect(logs.state.records["r7"]?.text("text") == "기록 8" && logs.state.records["new"]?.text("text") == "x")
        #expect(try Data(contentsOf: URL(fileURLWithPath: cacheFile)) == before, "a few new lines make no new cache")
        // The log wins as soon as its bytes are others.
        try write(40)
        #expect(try MineLogs(in: folder, cache: cache).state.records["r7"]?.text("text") == "기록 7")
        try check("after all")
    }

    @Test func manyNewLinesMakeANewCache() throws {
        try write(50)
        try check("first")
        let before = try Data(contentsOf: URL(fileURLWithPath: cacheFile)).count
        try write(30_000, to: "log-b.jsonl")
        try check("many")
        #expect(try Data(contentsOf: URL(fileURLWithPath: cacheFile)).count > 10 * before)
        try check("from the new one")
    }

    @Test func aSmallFolderHasNoCache() throws {
        try write(50)
        let usual = MineCache(base.path + "/cache/geocli", version: "1")
        _ = try MineLogs(in: folder, cache: usual)
        #expect(access(base.path + "/cache", F_OK) != 0)
    }

    @Test func actsAreRecordedOnTopOfACache() throws {
        try write(50)
        let mine = MineFolder(folder, devices: base.path + "/state", machine: "m", cache: cache)
        for step in 0..<5 {
            try mine.record(now: 1) { state in
                #expect(state.records["r3"] != nil && state.notes.map { $0 }.count == 50 + step)
                return [
                    .init("own\(step)", [.init("kind", .string("note"))]),
                    .init("r\(step)", [.init("text", .string("changed"))]),
                ]
            }
            #expect(try mine.read().state.records["r\(step)"]?.text("text") == "changed")
            try check("step \(step)")
        }
    }

    // MARK: Hostile caches

    @Test func everyDamageOfACacheIsHarmless() throws {
        try write(40)
        try check("made")
        let whole = try Data(contentsOf: URL(fileURLWithPath: cacheFile))
        var random = SplitMix(seed: 3)
        for _ in 0..<120 {
            var bytes = whole
            switch random.below(4) {
            case 0: bytes = bytes.prefix(random.below(bytes.count))
            case 1: bytes.append(contentsOf: [0, 1, 2])
            default: bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255))
            }
            try bytes.write(to: URL(fileURLWithPath: cacheFile))
            #expect(
                try MineLogs(in: folder, cache: cache).state.bytes == MineLogs(in: folder).state.bytes)
            #expect(try Data(contentsOf: URL(fileURLWithPath: cacheFile)).count == whole.count, "it is made again")
        }
    }

    /// With a right checksum, a snapshot may say anything; it is read without a crash or refused.
    @Test func aForgedSnapshotNeverCrashes() throws {
        try write(40)
        try check("made")
        let good = try Data(contentsOf: URL(fileURLWithPath: cacheFile))
        var random = SplitMix(seed: 5)
        for _ in 0..<600 {
            try good.write(to: URL(fileURLWithPath: cacheFile))
            try forge { payload in
                for _ in 0...random.below(3) {
                    let value = [0, 1, 0x7F, 0xFF, random.below(256)][random.below(5)]
                    payload[random.below(payload.count)] = UInt8(value)
                }
                if random.below(9) == 0 { payload.removeLast(random.below(payload.count)) }
            }
            let state = try MineLogs(in: folder, cache: cache).state
            for record in state.records { _ = record.names.map { record.value($0) } }
            _ = state.notes.map(\.id) + state.marks.map(\.id) + state.visits.map(\.id)
            _ = MineJournal(state, today: "2026-11-28")
            _ = state.notes.notes(idPrefix: "r1")
        }
    }

    @Test func aForeignCacheIsIgnored() throws {
        try write(40)
        try check("made")
        let files = FileManager.default
        let good = try Data(contentsOf: URL(fileURLWithPath: cacheFile))
        let forged = Array("기록 9\"".utf8)
        /// Makes the cache say something that no log says, so that a reading of it shows.
        func lie() throws {
            try? files.removeItem(atPath: cacheFile)
            try good.write(to: URL(fileURLWithPath: cacheFile))
            try forge { payload in
                let old = Array("기록 7\"".utf8)
                if let at = payload.indices.first(where: { payload[$0...].starts(with: old) }) {
                    payload.replaceSubrange(at..<at + old.count, with: forged)
                }
            }
            #expect(chmod(cacheFile, 0o600) == 0)
        }
        func text(_ cache: MineCache) throws -> String? {
            try MineLogs(in: folder, cache: cache).state.records["r7"]?.text("text")
        }
        try lie()
        #expect(try text(cache) == "기록 9", "the lie shows if the cache is read")
        try lie()
        #expect(chmod(cacheFile, 0o666) == 0)
        #expect(try text(cache) == "기록 7", "others could write it")
        try lie()
        #expect(try text(MineCache(cache.folder, version: "2", minimumActs: 1)) == "기록 7", "another version")
        try lie()
        try files.moveItem(atPath: cacheFile, toPath: base.path + "/elsewhere")
        try files.createSymbolicLink(atPath: cacheFile, withDestinationPath: base.path + "/elsewhere")
        #expect(try text(cache) == "기록 7", "a link")
        try lie()
        #expect(chmod(cache.folder, 0o777) == 0)
        #expect(try text(cache) == "기록 7", "a folder in which others can write")
        #expect(chmod(cache.folder, 0o700) == 0)
        // The cache of another folder with the same logs, under this folder's name.
        let other = base.path + "/other"
        try files.copyItem(atPath: folder, toPath: other)
        try lie()
        try files.moveItem(atPath: cacheFile, toPath: cache.path(of: other))
        #expect(try MineLogs(in: other, cache: cache).state.records["r7"]?.text("text") == "기록 7")
        for make in [
            { #expect(mkfifo(cacheFile, 0o600) == 0) },
            { #expect(mkdir(cacheFile, 0o700) == 0) },
            { try Data("SQLite format 3\0".utf8).write(to: URL(fileURLWithPath: cacheFile)) },
            { try Data().write(to: URL(fileURLWithPath: cacheFile)) },
        ] as [() throws -> Void] {
            try? files.removeItem(atPath: cacheFile)
            try make()
            #expect(try text(cache) == "기록 7")
            #expect(try text(cache) == "기록 7")
            try? files.removeItem(atPath: cacheFile)
        }
    }

    @Test func aFolderThatCannotBeWrittenHarmsNothing() throws {
        try write(40)
        for path in ["/dev/full/x", "/proc/none", base.path + "/file", "/dev/null"] {
            if path.hasSuffix("file") { try Data().write(to: URL(fileURLWithPath: path)) }
            let cache = MineCache(path, version: "1", minimumActs: 1)
            #expect(try MineLogs(in: folder, cache: cache).state.bytes == MineLogs(in: folder).state.bytes)
        }
        // Another process writes, and one that was killed left half a file.
        try check("made")
        try FileManager.default.removeItem(atPath: cacheFile)
        let part = cacheFile + ".part"
        try Data(repeating: 1, count: 100_000).write(to: URL(fileURLWithPath: part))
        let descriptor = open(part, O_RDWR)
        #expect(flock(descriptor, LOCK_EX) == 0)
        try check("locked")
        #expect(access(cacheFile, F_OK) != 0)
        close(descriptor)
        try check("left")
        #expect(access(cacheFile, F_OK) == 0 && access(part, F_OK) != 0)
        let facts = try FileManager.default.attributesOfItem(atPath: cacheFile)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let about = try FileManager.default.attributesOfItem(atPath: cache.folder)
        #expect(about[.posixPermissions] as? Int == 0o700)
    }

    @Test func processesAtOnceAgree() async throws {
        try write(500)
        let expected = try PlainLogs(folder).bytes
        let (folder, cache) = (folder, cache)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<6 {
                        if task == 0 { unlink(cache.path(of: folder)) }
                        let state = try MineLogs(in: folder, cache: cache).state
                        guard PlainLogs.bytes(of: state) == expected else { return false }
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}

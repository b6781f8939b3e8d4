import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// What is read of a folder is what its logs say, whatever devices, disks and sync programs do to them.
@Suite struct MineLogsTests {
    private let folder: String

    init() throws {
        folder = try TestSupport.temporaryFolder().path + "/mine"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: folder + "/" + name) }

    private func check(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let plain = try PlainLogs(folder)
        let logs = try MineLogs(in: folder)
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

    @Test(arguments: 1...12) func theStateIsThatOfTheLogs(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var done: [String] = []
        for _ in 0..<25 {
            for _ in 0..<random.below(3) { done.append(try change(&random)) }
            try check("seed \(seed): \(done)")
        }
    }

    /// A line that is longer than an act may be, with and without anything in it.
    @Test func longLinesAreLeftOut() throws {
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
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let handle = try FileHandle(forWritingTo: url(name))
            try handle.seekToEnd()
            try handle.write(contentsOf: good.dropLast(3))
            try handle.close()
        }
        try check("longer")
    }
}

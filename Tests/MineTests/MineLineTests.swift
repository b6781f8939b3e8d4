import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// Lines that are read where they lie: whatever `MineLine` accepts, `MineAct` reads as the same act.
@Suite struct MineLineTests {
    private static func expectSame(_ line: [UInt8], _ context: String) -> Bool {
        var read = MineLine()
        let isRead = line.withUnsafeBytes { read.read($0) }
        guard isRead else { return false }
        guard let act = try? MineAct(line: line) else {
            Issue.record("\(context): MineAct refuses \(String(decoding: line, as: UTF8.self))")
            return true
        }
        func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }
        #expect(text(read.id) == act.record && text(read.device) == act.device && read.clock == act.clock, "\(context)")
        #expect(read.fields.map { text($0.name) } == act.fields.map(\.name), "\(context)")
        #expect(read.fields.map { Array(line[$0.value]) } == act.fields.map(\.json), "\(context)")
        return true
    }

    private static func line(_ value: [UInt8]) -> [UInt8] {
        Array(#"{"id":"r","clock":"0000000000000001","device":"d","set":{"b":true,"a":"#.utf8) + value
            + Array("}}".utf8)
    }

    @Test func everyCharacterIsReadAsItWouldBeWritten() {
        var accepted = 0
        for number in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(number) else { continue }
            // All of the first characters, among them all that are escaped, and a part of the rest.
            guard number < 0x3000 || number % 61 == 0 else { continue }
            let value = Array("\"".utf8) + Array(String(Character(scalar)).utf8) + Array("\"".utf8)
            var read = MineLine()
            let line = Self.line(value)
            guard line.withUnsafeBytes({ read.read($0) }) else { continue }
            accepted += 1
            #expect((try? MineAct(line: line))?.fields[0].json == value, "U+\(String(number, radix: 16))")
        }
        #expect(accepted > 10_000, "most characters need no slow reading")
    }

    /// Bytes that differ a little from a line.
    @Test func changedLinesAreRefusedOrReadAsTheSameAct() {
        let values = [
            #""두 줄\n \"인용\" \\ é “x” …""#, #"{"name":"책방","latitude":37.51,"n":null,"l":[1,-2.5e+3,[],{}]}"#, "false",
            #"["가","나"]"#, "-0", "10.250",
        ].map { Array($0.utf8) }
        var random = SplitMix(seed: 11)
        var accepted = 0
        for value in values { #expect(Self.expectSame(Self.line(value), "unchanged")) }
        let marks = Array("\"\\{}[],: 0a.eE-+\u{7F}u/nt".utf8) + [0xC3, 0xE2, 0x80, 0xED, 0xA0, 0xFF, 0x0A, 0x00]
        for round in 0..<15_000 {
            var line = Self.line(values[random.below(values.count)])
            for _ in 0...random.below(2) {
                let place = random.below(line.count)
                switch random.below(3) {
                case 0: line[place] = marks[random.below(marks.count)]
                case 1: line.insert(marks[random.below(marks.count)], at: place)
                default: line.remove(at: place)
                }
            }
            if Self.expectSame(line, "round \(round)") { accepted += 1 }
        }
        #expect(accepted > 300)
    }

    @Test func aLineThatIsWrittenIsReadAtOnce() {
        var bytes: [UInt8] = []
        MineAct(
            record: "r", clock: MineClock(raw: 7), device: "d",
            fields: [.init("z", .string("한 줄\n두 줄")), .init("a", .array([.number("1"), .null]))]
        ).append(to: &bytes)
        #expect(Self.expectSame(bytes.dropLast(), "written"))
    }

    @Test func aSetKeepsEachActOnce() throws {
        let set = MineActSet()
        let spellings = [
            #"{"id":"r","clock":"0000000000000001","device":"d","set":{"a":"é","b":1}}"#,
            #"{"id":"r","clock":"0000000000000001","device":"d","set":{"b":1,"a":"é"}}"#,
            #" {"device":"d","id":"r","clock":"0000000000000001","set":{"b":1,"a":"\u00e9"}}"#,
        ]
        for line in spellings { try Array(line.utf8).withUnsafeBytes { _ = try set.add(line: $0) } }
        #expect(set.count == 1 && set.addedCount == 3)
        let again = MineActSet()
        let snapshot = set.takeSnapshot()
        again.add(snapshot)
        #expect(again.takeSnapshot().bytes == snapshot.bytes)
        #expect(MineSnapshot(snapshot.bytes)?.recordCount == 1)
        #expect(MineSnapshot(Array(snapshot.bytes.dropLast())) == nil && MineSnapshot([]) == nil)
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// The state of the logs of several devices: it depends on the set of acts and on nothing else.
@Suite struct MineStateTests {
    /// Five devices whose clocks are up to two years wrong write acts about the same few records, and read each other's
    /// logs now and then.
    private static func acts(seed: UInt64) -> [MineAct] {
        var random = SplitMix(seed: seed)
        let devices = (1...5).map { "d\($0)" }
        let skews = devices.map { _ in Int64(random.next() % 126_144_000_000) - 63_072_000_000 }
        var seen = devices.map { _ in MineClock.zero }
        var acts: [MineAct] = []
        for step in 0..<200 {
            let device = Int(random.next() % 5)
            if random.next() % 7 == 0 { seen[device] = max(seen[device], acts.map(\.clock).max() ?? .zero) }
            // Some acts of different devices have the same clock.
            let clock =
                random.next() % 9 == 0
                ? MineClock(raw: 1 << 40)
                : seen[device].next(now: 1_700_000_000_000 + skews[device] + Int64(step))
            seen[device] = max(seen[device], clock)
            let fields = (0...(random.next() % 3)).map { number in
                MineAct.Field("f\(number)", random.next() % 4 == 0 ? .null : .string("값 \(random.next() % 50)"))
            }
            acts.append(
                MineAct(record: "r\(random.next() % 12)", clock: clock, device: devices[device], fields: fields))
        }
        return acts
    }

    /// The value in force, by the plain definition: the greatest of all triples.
    private static func winner(_ acts: [MineAct], _ record: String, _ field: String) -> [UInt8]? {
        var best: (MineClock, String, [UInt8])?
        for act in acts where act.record == record {
            for one in act.fields where one.name == field {
                guard let now = best else {
                    best = (act.clock, act.device, one.json)
                    continue
                }
                let isLater =
                    act.clock != now.0
                    ? act.clock > now.0
                    : act.device != now.1 ? act.device > now.1 : now.2.lexicographicallyPrecedes(one.json)
                if isLater { best = (act.clock, act.device, one.json) }
            }
        }
        return best?.2
    }

    @Test(arguments: 1...60) func anyOrderAndRepetitionGiveTheSameState(_ seed: UInt64) {
        let acts = Self.acts(seed: seed)
        let expected = MineState(acts)
        var random = SplitMix(seed: seed &+ 1000)
        for _ in 0..<5 {
            var mixed = acts + acts.filter { _ in random.next() % 3 == 0 }
            for position in mixed.indices.reversed() {
                mixed.swapAt(position, Int(random.next() % UInt64(position + 1)))
            }
            #expect(MineState(mixed).bytes == expected.bytes, "seed \(seed)")
        }
        for record in expected.records {
            let id = record.id
            for name in record.names {
                #expect(record.history(of: name).last?.json == Self.winner(acts, id, name), "seed \(seed)")
                let all = Set(
                    acts.filter { $0.record == id }.flatMap { act in
                        act.fields.filter { $0.name == name }.map { "\(act.clock.text) \(act.device) \($0.json)" }
                    })
                #expect(record.history(of: name).count == all.count, "no losing value is lost, seed \(seed)")
            }
        }
        // The check can fail: without one act, the state is another one.
        #expect(MineState(acts.dropLast()).bytes != expected.bytes || acts.dropLast().contains(acts.last!))
    }

    @Test func aNewActIsLaterThanAllThatWereRead() {
        let future = MineClock(raw: 4_000_000_000_000 << 16)
        #expect(future.next(now: 1_700_000_000_000) > future)
        #expect(MineClock.zero.next(now: -5) > .zero)
        let full = MineClock(raw: 7 << 16 | 0xFFFF)
        #expect(full.next(now: 0).raw == 8 << 16)
        #expect(MineClock(text: full.next(now: 0).text) == full.next(now: 0))
    }

    @Test(arguments: [
        "", "{", "[]", "3", #"{"id":"a"}"#, #"{"id":"a","clock":"0000000000000001","device":"d","set":{}}"#,
        #"{"id":"A","clock":"0000000000000001","device":"d","set":{"f":1}}"#,
        #"{"id":"a","clock":"1","device":"d","set":{"f":1}}"#,
        #"{"id":"a","clock":"ffffffffffffffff","device":"d","set":{"f":1}}"#,
        #"{"id":"a","clock":"000000000000000g","device":"d","set":{"f":1}}"#,
        #"{"id":"a","clock":"0000000000000001","device":"../d","set":{"f":1}}"#,
        #"{"id":"a","clock":"0000000000000001","device":"d","set":{"F":1}}"#,
        #"{"id":"a","clock":"0000000000000001","device":"d","set":{"f":1,"f":2}}"#,
        #"{"id":"a","clock":"0000000000000001","device":"d","set":[1]}"#,
        #"{"id":"a","clock":"0000000000000001","device":"d","set":{"f":1}} x"#,
    ])
    func aLineThatIsNotAnActIsRefused(_ line: String) {
        #expect(throws: MineAct.Fault.self) { try MineAct(line: Array(line.utf8)[...]) }
    }

    @Test func anActReadsBackEqual() throws {
        let act = MineAct(
            record: "r", clock: MineClock(raw: 77), device: "d",
            fields: [
                .init("b", .string("두 줄\n\u{202E}RTL\u{0}\"\\")), .init("a", .array([.number("1.50"), .null])),
                .init("c", .object([.init("x", .bool(true))])),
            ])
        var line: [UInt8] = []
        act.append(to: &line)
        #expect(line.last == 0x0A && line.dropLast().contains(0x0A) == false)
        #expect(try MineAct(line: line.dropLast()) == act)
    }
}

internal import GeocliText

/// What all acts together mean: for each field of each record, the value that was set last.
///
/// The last one is that of the greatest (clock, device, value), a total order. So the state does not depend on the order
/// of the logs and their lines, nor on how often a line is there.
public struct MineState: Sendable {
    /// The records by their ids.
    public private(set) var records: [String: MineRecord] = [:]
    /// The clock of the last act.
    public private(set) var lastClock = MineClock.zero
    /// The number of acts that were read, repeated ones included.
    public private(set) var actCount = 0

    /// Creates the state of no acts.
    public init() {}

    /// Creates the state of `acts`.
    ///
    /// - Complexity: O(n log n), n acts.
    public init(_ acts: some Sequence<MineAct>) {
        for act in acts { apply(act) }
    }

    /// Adds an act.
    mutating func apply(_ act: MineAct) {
        actCount += 1
        lastClock = max(lastClock, act.clock)
        records[act.record, default: MineRecord(id: act.record)].apply(act)
    }

    /// Everything in one form: two states are equal exactly if their bytes are.
    public var bytes: [UInt8] {
        var json = JSONWriter()
        for id in records.keys.sorted() {
            guard let record = records[id] else { continue }
            json.beginObject()
            json.name("id")
            json.string(id)
            for name in record.names {
                json.name(name)
                json.beginArray()
                for setting in record.history(of: name) {
                    json.beginArray()
                    json.string(setting.clock.text)
                    json.string(setting.device)
                    setting.json.withUnsafeBufferPointer { json.checked($0) }
                    json.endArray()
                }
                json.endArray()
            }
            json.endObject()
            json.newline()
        }
        return json.bytes
    }
}

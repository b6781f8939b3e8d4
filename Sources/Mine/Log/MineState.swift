/// The result of all acts: for each field of each record, the value that was set last.
///
/// The last value is the one with the greatest clock. If clocks are equal, the device decides, and then the value. This
/// is a total order, so the state does not depend on the order of logs and lines, or on repeated lines.
public struct MineState: Sendable {
    /// The snapshot with most of the acts; nil if there is none.
    let base: MineSnapshot?
    /// The acts that are not in the snapshot, by record.
    private(set) var later: [String: [MineAct]] = [:]
    /// The clock of the last act.
    public private(set) var lastClock: MineClock
    /// The number of acts that were read, including repeated ones.
    public private(set) var actCount: Int

    /// Creates the state without acts.
    public init() { self.init(nil) }

    /// Creates the state with the acts of a snapshot.
    init(_ base: MineSnapshot?) {
        self.base = base
        lastClock = base?.lastClock ?? .zero
        actCount = base?.addedCount ?? 0
    }

    /// Adds an act.
    mutating func apply(_ act: MineAct) {
        actCount += 1
        lastClock = max(lastClock, act.clock)
        later[act.record, default: []].append(act)
    }
}

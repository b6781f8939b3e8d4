internal import Glibc

/// A set of acts in a compact form: about as many bytes as the values have. Repeated acts are stored once.
///
/// It is a class because it is large and has one owner. The owner fills it and then makes a `MineSnapshot` from it.
final class MineActSet {
    /// The clock of the last act.
    private(set) var lastClock = MineClock.zero
    /// The number of acts that were added, including repeated ones.
    private(set) var addedCount = 0
    /// The number of acts in the set.
    private(set) var count = 0

    private var ids = ByteNames()
    private var devices = ByteNames()
    private var names = ByteNames()
    /// The acts. Each consists of an entry and then the act in the form of `MineSnapshot`.
    private var bytes: [UInt8] = []
    /// For each record, the offset of its last entry.
    private var heads: [Int] = []
    /// A hash table with open addressing. A slot holds an entry's offset plus 1; 0 is a free slot. The table's size is
    /// a power of two, and the table is at most half full.
    private var slots = [Int](repeating: 0, count: 64)
    /// The act that is being added.
    private var act: [UInt8] = []
    private var line = MineLine()

    /// Where each part of an entry begins. The parts are the offset of the record's previous entry (or -1), the record,
    /// the hash and the act's length.
    private enum Entry {
        static let before = 0
        static let record = 8
        static let hash = 12
        static let length = 20
        static let size = 24
    }

    /// Adds the act of a line.
    ///
    /// - Returns: whether the act is new.
    /// - Throws: `MineAct.Fault` for a line that is not an act.
    @discardableResult
    func add(line bytes: UnsafeRawBufferPointer) throws(MineAct.Fault) -> Bool {
        guard line.read(bytes) else { return add(try MineAct(line: Array(bytes))) }
        func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
        begin(line.clock, devices.number(of: part(line.device)), line.fields.count)
        for field in line.fields { append(names.number(of: part(field.name)), part(field.value)) }
        return insert(ids.number(of: part(line.id)), line.clock)
    }

    /// Adds an act.
    ///
    /// - Returns: whether the act is new.
    @discardableResult
    func add(_ new: MineAct) -> Bool {
        begin(new.clock, devices.number(of: new.device), new.fields.count)
        for field in new.fields {
            let name = names.number(of: field.name)
            field.json.withUnsafeBytes { append(name, $0) }
        }
        return insert(ids.number(of: new.record), new.clock)
    }

    /// Adds all acts of a snapshot.
    func add(_ snapshot: MineSnapshot) {
        for record in 0..<snapshot.recordCount {
            for act in snapshot.acts(of: record) { add(act) }
        }
        addedCount = snapshot.addedCount
    }

    private func begin(_ clock: MineClock, _ device: Int, _ fieldCount: Int) {
        act.removeAll(keepingCapacity: true)
        act.append(number: clock.raw)
        act.append(number: UInt32(device))
        act.append(number: UInt32(fieldCount))
    }

    private func append(_ name: Int, _ json: UnsafeRawBufferPointer) {
        act.append(number: UInt32(name))
        act.append(number: UInt32(json.count))
        act.append(contentsOf: json)
    }

    private func insert(_ record: Int, _ clock: MineClock) -> Bool {
        addedCount += 1
        lastClock = max(lastClock, clock)
        var hasher = Hasher()
        hasher.combine(record)
        act.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            if isAct(at: slots[slot] - 1, record, hash) { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        let offset = bytes.count
        slots[slot] = offset + 1
        bytes.append(number: Int64(record < heads.count ? heads[record] : -1))
        bytes.append(number: UInt32(record))
        bytes.append(number: Int64(hash))
        bytes.append(number: UInt32(act.count))
        bytes.append(contentsOf: act)
        if record < heads.count { heads[record] = offset } else { heads.append(offset) }
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    private func isAct(at offset: Int, _ record: Int, _ hash: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard bytes.number(offset + Entry.hash, Int64.self) == Int64(hash),
                bytes.number(offset + Entry.record, UInt32.self) == UInt32(record)
            else { return false }
            let length = Int(bytes.number(offset + Entry.length, UInt32.self))
            let start = offset + Entry.size
            return act.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]).same(as: $0) }
        }
    }

    private func grow() {
        var grown = [Int](repeating: 0, count: slots.count * 2)
        bytes.withUnsafeBytes { bytes in
            for entry in slots where entry != 0 {
                var slot = Int(bytes.number(entry - 1 + Entry.hash, Int64.self)) & (grown.count - 1)
                while grown[slot] != 0 { slot = (slot + 1) & (grown.count - 1) }
                grown[slot] = entry
            }
        }
        slots = grown
    }

    /// The position after the last added act. `lines` can start from this position later.
    var mark: Int { bytes.count }

    /// Returns the lines of acts that were added after `next`, in their order, and moves `next` past them.
    ///
    /// - Parameter maximum: the maximum size of the lines in bytes; a single act may be larger.
    func lines(from next: inout Int, atMost maximum: Int) -> [UInt8] {
        var lines: [UInt8] = []
        var line: [UInt8] = []
        bytes.withUnsafeBytes { bytes in
            while next < bytes.count {
                let before = next
                let record = Int(bytes.number(next + Entry.record, UInt32.self))
                let start = next + Entry.size
                next = start + Int(bytes.number(next + Entry.length, UInt32.self))
                var position = start
                let act = MineSnapshot.act(
                    of: ids.name(record), in: bytes, at: &position, { devices.name($0) }, { names.name($0) })
                line.removeAll(keepingCapacity: true)
                act.append(to: &line)
                guard lines.isEmpty || lines.count + line.count <= maximum else {
                    next = before
                    return
                }
                lines += line
            }
        }
        return lines
    }

    // MARK: The snapshot

    /// Returns a snapshot of all acts. After that, the set is empty.
    ///
    /// - Complexity: O(n log n), n records.
    func takeSnapshot() -> MineSnapshot {
        slots = []
        ids.finish()
        let order = recordsByID()
        var writer = MineSnapshot.Writer(
            devices: (0..<devices.count).map { devices.name($0) }, names: (0..<names.count).map { names.name($0) },
            recordCount: order.count, byteCount: bytes.count + ids.byteCount)
        bytes.withUnsafeBytes { bytes in
            var acts: [Range<Int>] = []
            for record in order {
                acts.removeAll(keepingCapacity: true)
                var offset = heads[record]
                while offset >= 0 {
                    let length = Int(bytes.number(offset + Entry.length, UInt32.self))
                    acts.append(offset + Entry.size..<offset + Entry.size + length)
                    offset = Int(bytes.number(offset + Entry.before, Int64.self))
                }
                ids.withName(record) { writer.begin($0) }
                for act in acts.reversed() { writer.append(UnsafeRawBufferPointer(rebasing: bytes[act])) }
                writer.end()
            }
        }
        bytes = []
        heads = []
        ids = ByteNames()
        return writer.finish(lastClock: lastClock, addedCount: addedCount)
    }

    /// The records in the order of their ids' bytes. The first eight bytes decide nearly all comparisons.
    private func recordsByID() -> [Int] {
        let keyed: [(head: UInt64, record: UInt32)] = (0..<ids.count).map { record in
            let head = ids.withName(record) { id in
                (0..<8).reduce(UInt64(0)) { $0 << 8 | ($1 < id.count ? UInt64(id[$1]) : 0) }
            }
            return (head, UInt32(record))
        }
        return keyed.sorted { left, right in
            if left.head != right.head { return left.head < right.head }
            return ids.withName(Int(left.record)) { id in ids.withName(Int(right.record)) { id.precedes($0) } }
        }.map { Int($0.record) }
    }
}

internal import Glibc

/// A set of acts in a compact form: about as many bytes as the values have. Repeated acts are stored once. It is a
/// class because it is large and has one owner. The owner fills it and then makes a `MineSnapshot` from it.
final class MineActSet {
    private(set) var lastClock = MineClock.zero
    /// The number of acts that were added, including repeated ones.
    private(set) var addedCount = 0
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
    private var act: [UInt8] = []
    private var line = MineLine()

    /// Where the parts of an entry begin: the offset of the record's previous entry or -1, record, hash, act's length.
    private enum Entry {
        static let before = 0
        static let record = 8
        static let hash = 12
        static let length = 20
        static let size = 24
    }

    /// Adds the act of a line; returns whether it is new. Throws `MineAct.Fault` for a line that is not an act.
    @discardableResult
    func add(line bytes: UnsafeRawBufferPointer) throws(MineAct.Fault) -> Bool {
        guard line.read(bytes) else { return add(try MineAct(line: Array(bytes))) }
        func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[range]) }
        begin(line.clock, devices.number(of: part(line.device)), line.fields.count)
        for field in line.fields { append(names.number(of: part(field.name)), part(field.value)) }
        return insert(ids.number(of: part(line.id)), line.clock)
    }

    /// Returns whether the act is new.
    @discardableResult
    func add(_ new: MineAct) -> Bool {
        begin(new.clock, devices.number(of: new.device), new.fields.count)
        for field in new.fields {
            let name = names.number(of: field.name)
            field.json.withUnsafeBytes { append(name, $0) }
        }
        return insert(ids.number(of: new.record), new.clock)
    }

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

    /// Returns a snapshot of all acts in O(n log n), n records. After that, the set is empty.
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

extension MineSnapshot {
    /// Writes a snapshot, record by record in the order of the ids.
    struct Writer {
        private let devices: [String]
        private let names: [String]
        private var bytes: [UInt8] = []
        private let records: Int
        private var starts: [UInt64] = [0]
        private var kinds: [[(created: UInt64, record: UInt32)]] = [[], [], [], []]
        private var actCount = 0
        /// Where the current record begins, and where its acts begin.
        private var begin = 0
        private var acts = 0
        /// The number of the field "kind"; nil if no act sets it.
        private let kindName: UInt32?
        private static let kindTexts = MineSnapshot.kindOrder.map { Array("\"\($0.rawValue)\"".utf8) }

        init(devices: [String], names: [String], recordCount: Int, byteCount: Int) {
            self.devices = devices
            self.names = names
            kindName = names.firstIndex(of: "kind").map { UInt32($0) }
            starts.reserveCapacity(recordCount + 1)
            let texts = devices + names
            let front = MineSnapshot.headerNumbers * 8 + texts.reduce(0) { $0 + 1 + $1.utf8.count }
            // Besides its id and its acts, a record takes 9 bytes, 8 more for its start, and 4 in the list of its kind.
            bytes.reserveCapacity(front + byteCount + recordCount * 21 + 8)
            bytes.append(contentsOf: repeatElement(0, count: MineSnapshot.headerNumbers * 8))
            for text in texts {
                bytes.append(UInt8(text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            }
            records = bytes.count
        }

        mutating func begin(_ id: UnsafeRawBufferPointer) {
            begin = bytes.count
            bytes.append(number: UInt64.max)
            bytes.append(UInt8(id.count))
            bytes.append(contentsOf: id)
            acts = bytes.count
        }

        mutating func append(_ act: UnsafeRawBufferPointer) {
            bytes.append(contentsOf: act)
            actCount += 1
        }

        mutating func end() {
            let record = UInt32(starts.count - 1)
            let (created, kind) = bytes.withUnsafeBytes { bytes in facts(of: bytes) }
            bytes.set(number: created, at: begin)
            starts.append(UInt64(bytes.count - records))
            if let kind { kinds[kind].append((created, record)) }
        }

        /// Returns the first clock of the record, and the index of its kind's list; nil if its kind has no list.
        private func facts(of bytes: UnsafeRawBufferPointer) -> (created: UInt64, kind: Int?) {
            var created = UInt64.max
            var best: (clock: UInt64, device: UInt32, json: Range<Int>)?
            var next = acts
            while next < bytes.count {
                let clock = bytes.number(next, UInt64.self)
                let device = bytes.number(next + 8, UInt32.self)
                created = min(created, clock)
                let fields = bytes.number(next + 12, UInt32.self)
                next += MineSnapshot.actHeader
                for _ in 0..<fields {
                    let name = bytes.number(next, UInt32.self)
                    let start = next + MineSnapshot.fieldHeader
                    next = start + Int(bytes.number(next + 4, UInt32.self))
                    guard name == kindName else { continue }
                    if let last = best, !wins((clock, device, start..<next), over: last, bytes) { continue }
                    best = (clock, device, start..<next)
                }
            }
            guard let best else { return (created, nil) }
            let json = bytes[best.json]
            return (created, Self.kindTexts.firstIndex { json.elementsEqual($0) })
        }

        /// Compares in the same way as `MineRecord.Setting`.
        private func wins(
            _ new: (clock: UInt64, device: UInt32, json: Range<Int>),
            over old: (clock: UInt64, device: UInt32, json: Range<Int>), _ bytes: UnsafeRawBufferPointer
        ) -> Bool {
            if new.clock != old.clock { return new.clock > old.clock }
            if new.device != old.device { return devices[Int(old.device)] < devices[Int(new.device)] }
            return UnsafeRawBufferPointer(rebasing: bytes[old.json])
                .precedes(UnsafeRawBufferPointer(rebasing: bytes[new.json]))
        }

        consuming func finish(lastClock: MineClock, addedCount: Int) -> MineSnapshot {
            // The numbers of records follow the order of their ids, so records of the same time are sorted by id.
            kinds[0].sort { ($0.created, $0.record) < ($1.created, $1.record) }
            for start in starts { bytes.append(number: start) }
            for kind in kinds { for one in kind { bytes.append(number: one.record) } }
            let numbers =
                [bytes.count, starts.count - 1, devices.count, names.count] + kinds.map(\.count)
                + [Int(truncatingIfNeeded: lastClock.raw), addedCount, actCount]
            bytes.set(number: MineSnapshot.magic, at: 0)
            for (offset, number) in numbers.enumerated() { bytes.set(number: Int64(number), at: (offset + 1) * 8) }
            guard let snapshot = MineSnapshot(bytes) else { preconditionFailure("a snapshot that was just written") }
            return snapshot
        }
    }
}

/// Names as bytes. Each name has a number, from 0 in the order of first appearance. The bytes of all names are in one
/// array, so that a million ids do not need a million strings.
struct ByteNames {
    private var bytes: [UInt8] = []
    /// Where each name begins. The last element is the end of all names.
    private var starts = [0]
    /// A hash table with open addressing. A slot holds a name's number plus 1; 0 is a free slot. The table's size is a
    /// power of two, and the table is at most half full.
    private var slots = [UInt32](repeating: 0, count: 64)

    var count: Int { starts.count - 1 }

    var byteCount: Int { bytes.count }

    /// Returns the number of a name. A new name is added.
    /// - Complexity: O(length) on average. The hash has a random seed, so that no log can make the lookup slow.
    mutating func number(of name: UnsafeRawBufferPointer) -> Int {
        var slot = Self.slot(name, slots.count)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if equals(number, name) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        bytes.append(contentsOf: name)
        starts.append(bytes.count)
        slots[slot] = UInt32(count)
        if count * 2 > slots.count { grow() }
        return count - 1
    }

    /// Returns the number of a name. A new name is added.
    mutating func number(of name: String) -> Int {
        var name = name
        return name.withUTF8 { number(of: UnsafeRawBufferPointer($0)) }
    }

    func withName<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[starts[number]..<starts[number + 1]])) }
    }

    func name(_ number: Int) -> String { withName(number) { String(decoding: $0, as: UTF8.self) } }

    /// Frees the hash table, after the last `number(of:)`.
    mutating func finish() { slots = [] }

    private func equals(_ number: Int, _ name: UnsafeRawBufferPointer) -> Bool {
        let start = starts[number]
        guard starts[number + 1] - start == name.count else { return false }
        return bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[start..<start + name.count]).same(as: name) }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 0..<count {
            var slot = withName(number) { Self.slot($0, slots.count) }
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    private static func slot(_ name: UnsafeRawBufferPointer, _ count: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: name)
        return hasher.finalize() & (count - 1)
    }
}

internal import GeocliText
internal import Glibc

/// All acts by record, in one block of memory, so that a record is found and read without reading the others.
///
///     header    12 numbers of 8 bytes: magic, bytes, records, devices, names, notes, marks, visits, goals, last clock,
///               added acts, acts
///     texts     the devices, then the names of fields: a byte for the length, then the text
///     records   by id, each: created (8), length of the id (1), id, then its acts, each:
///               clock (8), device (4), fields (4), then each field: name (4), length (4), JSON
///     starts    8 bytes for each record, and 8 for their end: the offset from the start of the first record
///     kinds     4 bytes for each note (by time, then id), mark, visit and goal: the number of the record
///
/// All numbers are little-endian. The bytes are checked once, when a snapshot is made from them, so every offset is
/// inside them.
struct MineSnapshot: Sendable {
    let bytes: [UInt8]
    /// Where the snapshot begins in `bytes`.
    let start: Int
    let recordCount: Int
    let lastClock: MineClock
    /// The number of acts that were added, including repeated ones.
    let addedCount: Int
    let actCount: Int
    private let devices: [String]
    private let names: [String]
    /// Where each part begins in `bytes`.
    private let starts: Int
    private let kinds: [Range<Int>]
    private let records: Int
    private var recordBytes: Int { starts - records }

    static let magic: UInt64 = 0x3130_656E_694D_6367
    static let headerNumbers = 12
    static let actHeader = 16
    static let fieldHeader = 8
    static let kindOrder: [MineKind] = [.note, .mark, .visit, .goal]

    /// Reads a snapshot in O(n), n bytes; nil if the bytes are not a complete snapshot.
    init?(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        self.start = start
        guard start >= 0, bytes.count - start >= Self.headerNumbers * 8 else { return nil }
        let header: [Int]? = bytes.withUnsafeBytes { bytes in
            guard bytes.number(start, UInt64.self) == Self.magic else { return nil }
            return (1..<Self.headerNumbers).map { Int(truncatingIfNeeded: bytes.number(start + $0 * 8, UInt64.self)) }
        }
        guard let header, header[0] == bytes.count - start,
            header[1..<8].allSatisfy({ 0...bytes.count ~= $0 }), header[9] >= 0, 0...bytes.count ~= header[10],
            let lastClock = MineClock(checking: UInt64(bitPattern: Int64(header[8])))
        else { return nil }
        recordCount = header[1]
        self.lastClock = lastClock
        (addedCount, actCount) = (header[9], header[10])
        var next = start + Self.headerNumbers * 8
        guard let devices = Self.texts(header[2], bytes, &next), devices.allSatisfy(MineAct.isID),
            let names = Self.texts(header[3], bytes, &next), names.allSatisfy(MineAct.isName)
        else { return nil }
        (self.devices, self.names) = (devices, names)
        records = next
        starts = bytes.count - (recordCount + 1) * 8 - header[4..<8].reduce(0) { $0 + $1 * 4 }
        next = starts + (recordCount + 1) * 8
        kinds = header[4..<8].map { count in
            defer { next += count * 4 }
            return next..<next + count * 4
        }
        guard records <= starts, isWhole else { return nil }
    }

    private static func texts(_ count: Int, _ bytes: [UInt8], _ next: inout Int) -> [String]? {
        var texts: [String] = []
        for _ in 0..<count {
            guard next < bytes.count else { return nil }
            let end = next + 1 + Int(bytes[next])
            guard end <= bytes.count else { return nil }
            texts.append(String(decoding: bytes[next + 1..<end], as: UTF8.self))
            next = end
        }
        return texts
    }

    /// Whether all offsets are inside the bytes, and all numbers are in their ranges.
    private var isWhole: Bool {
        bytes.withUnsafeBytes { bytes in
            guard bytes.number(starts, UInt64.self) == 0,
                bytes.number(starts + recordCount * 8, UInt64.self) == UInt64(recordBytes)
            else { return false }
            var (end, acts) = (0, 0)
            var before = UnsafeRawBufferPointer(start: nil, count: 0)
            for record in 0..<recordCount {
                let begin = end
                let next = bytes.number(starts + (record + 1) * 8, UInt64.self)
                guard next > UInt64(begin), next <= UInt64(recordBytes) else { return false }
                end = Int(next)
                guard let count = check(bytes, records + begin..<records + end, after: &before) else { return false }
                acts += count
            }
            guard acts == actCount else { return false }
            return kinds.allSatisfy { kind in
                stride(from: kind.lowerBound, to: kind.upperBound, by: 4).allSatisfy {
                    bytes.number($0, UInt32.self) < UInt32(clamping: recordCount)
                }
            }
        }
    }

    /// Returns the number of acts of a record; nil for a damaged record. The record's id must come after `before`.
    private func check(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, after before: inout UnsafeRawBufferPointer)
        -> Int?
    {
        guard range.count > 9 else { return nil }
        let created = bytes.number(range.lowerBound, UInt64.self)
        var next = range.lowerBound + 9 + Int(bytes[range.lowerBound + 8])
        guard next < range.upperBound else { return nil }
        let id = UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound + 9..<next])
        guard 1...64 ~= id.count, before.precedes(id),
            id.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D })
        else { return nil }
        before = id
        var (earliest, count) = (UInt64.max, 0)
        while next < range.upperBound {
            guard range.upperBound - next > Self.actHeader else { return nil }
            let clock = bytes.number(next, UInt64.self)
            guard MineClock(checking: clock) != nil, bytes.number(next + 8, UInt32.self) < devices.count else {
                return nil
            }
            earliest = min(earliest, clock)
            let fields = bytes.number(next + 12, UInt32.self)
            next += Self.actHeader
            guard fields > 0 else { return nil }
            for _ in 0..<fields {
                guard range.upperBound - next > Self.fieldHeader, bytes.number(next, UInt32.self) < names.count
                else { return nil }
                let length = Int(bytes.number(next + 4, UInt32.self))
                next += Self.fieldHeader
                guard length > 0, length <= range.upperBound - next else { return nil }
                next += length
            }
            count += 1
        }
        return created == earliest ? count : nil
    }

    // MARK: Records by their number

    private func range(of record: Int, _ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        let place = starts + record * 8
        return records + Int(bytes.number(place, UInt64.self))..<records + Int(bytes.number(place + 8, UInt64.self))
    }

    private func withID<Result>(of record: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            let begin = range(of: record, bytes).lowerBound
            let id = begin + 9..<begin + 9 + Int(bytes[begin + 8])
            return body(UnsafeRawBufferPointer(rebasing: bytes[id]))
        }
    }

    func id(of record: Int) -> String { withID(of: record) { String(decoding: $0, as: UTF8.self) } }

    func created(_ record: Int) -> MineClock {
        bytes.withUnsafeBytes { MineClock(raw: $0.number(range(of: record, $0).lowerBound, UInt64.self)) }
    }

    func acts(of record: Int) -> [MineAct] {
        let id = id(of: record)
        return bytes.withUnsafeBytes { bytes in
            let range = range(of: record, bytes)
            var next = range.lowerBound + 9 + Int(bytes[range.lowerBound + 8])
            var acts: [MineAct] = []
            while next < range.upperBound {
                acts.append(Self.act(of: id, in: bytes, at: &next, { devices[$0] }, { names[$0] }))
            }
            return acts
        }
    }

    /// Returns the act at `next` and moves past it.
    static func act(
        of record: String, in bytes: UnsafeRawBufferPointer, at next: inout Int, _ device: (Int) -> String,
        _ name: (Int) -> String
    ) -> MineAct {
        let clock = MineClock(raw: bytes.number(next, UInt64.self))
        let device = device(Int(bytes.number(next + 8, UInt32.self)))
        let count = Int(bytes.number(next + 12, UInt32.self))
        next += actHeader
        var fields: [MineAct.Field] = []
        for _ in 0..<count {
            let name = name(Int(bytes.number(next, UInt32.self)))
            let begin = next + fieldHeader
            next = begin + Int(bytes.number(next + 4, UInt32.self))
            fields.append(MineAct.Field(name: name, json: Array(bytes[begin..<next])))
        }
        return MineAct(record: record, clock: clock, device: device, fields: fields)
    }

    /// Returns the number of the first record whose id is `id` or comes after it; the number of all records if there is
    /// none.
    /// - Complexity: O(log n), n records.
    func lowerBound(_ id: String) -> Int {
        var id = id
        return id.withUTF8 { id in
            let id = UnsafeRawBufferPointer(id)
            var (low, high) = (0, recordCount)
            while low < high {
                let middle = (low + high) / 2
                if withID(of: middle, { $0.precedes(id) }) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    func find(_ id: String) -> Int? {
        let record = lowerBound(id)
        return record < recordCount && self.id(of: record) == id ? record : nil
    }

    // MARK: Records by their kind

    func count(of kind: MineKind) -> Int { list(of: kind).count / 4 }

    func record(_ kind: MineKind, at position: Int) -> Int {
        let place = list(of: kind).lowerBound + position * 4
        return bytes.withUnsafeBytes { Int($0.number(place, UInt32.self)) }
    }

    private func list(of kind: MineKind) -> Range<Int> {
        switch kind {
        case .note: kinds[0]
        case .mark: kinds[1]
        case .visit: kinds[2]
        case .goal: kinds[3]
        }
    }
}

/// Reads numbers from bytes: little-endian, not aligned.
extension UnsafeRawBufferPointer {
    /// - Precondition: the number is inside the bytes.
    @inline(__always)
    func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    @inline(__always)
    func same(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        guard count > 0, let left = baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, count) == 0
    }

    @inline(__always)
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        let shared = Swift.min(count, other.count)
        if shared > 0, let left = baseAddress, let right = other.baseAddress {
            let order = memcmp(left, right, shared)
            if order != 0 { return order < 0 }
        }
        return count < other.count
    }
}

extension [UInt8] {
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    @inline(__always)
    mutating func set<Number: FixedWidthInteger>(number: Number, at offset: Int) {
        withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self) }
    }
}

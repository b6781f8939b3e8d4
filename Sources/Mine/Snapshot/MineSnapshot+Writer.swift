extension MineSnapshot {
    /// Writes a snapshot, record by record in the order of the ids.
    struct Writer {
        private let devices: [String]
        private let names: [String]
        private var bytes: [UInt8] = []
        /// Where the records begin.
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

        /// Begins a record.
        mutating func begin(_ id: UnsafeRawBufferPointer) {
            begin = bytes.count
            bytes.append(number: UInt64.max)
            bytes.append(UInt8(id.count))
            bytes.append(contentsOf: id)
            acts = bytes.count
        }

        /// Appends an act of the record.
        mutating func append(_ act: UnsafeRawBufferPointer) {
            bytes.append(contentsOf: act)
            actCount += 1
        }

        /// Ends the record.
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

        /// Returns the snapshot.
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

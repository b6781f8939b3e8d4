/// The records of a state, by their ids. Each record is made from its acts when it is needed.
public struct MineRecords: Sequence, Sendable {
    private let base: MineSnapshot?
    private let later: [String: [MineAct]]

    init(_ state: MineState) {
        base = state.base
        later = state.later
    }

    /// The record with an id; nil if there is none.
    ///
    /// - Complexity: O(log n + k), n records, k acts of this record.
    public subscript(id: String) -> MineRecord? {
        let first = base.flatMap { base in base.find(id).map { base.acts(of: $0) } }
        guard first != nil || later[id] != nil else { return nil }
        return MineRecord(id: id, (first ?? []) + (later[id] ?? []))
    }

    /// Iterates over the records in the order of their ids.
    public func makeIterator() -> Iterator {
        Iterator(base: base, later: later, added: later.keys.filter { base?.find($0) == nil }.sorted())
    }

    /// An iterator over records.
    public struct Iterator: IteratorProtocol {
        fileprivate let base: MineSnapshot?
        fileprivate let later: [String: [MineAct]]
        /// The ids that are not in the snapshot.
        fileprivate let added: [String]
        fileprivate var nextInBase = 0
        fileprivate var nextAdded = 0

        /// Returns the next record.
        public mutating func next() -> MineRecord? {
            let inBase = base.flatMap { nextInBase < $0.recordCount ? $0.id(of: nextInBase) : nil }
            let new = nextAdded < added.count ? added[nextAdded] : nil
            if let base, let inBase, new.map({ inBase < $0 }) ?? true {
                defer { nextInBase += 1 }
                return MineRecord(id: inBase, base.acts(of: nextInBase) + (later[inBase] ?? []))
            }
            guard let new else { return nil }
            nextAdded += 1
            return MineRecord(id: new, later[new] ?? [])
        }
    }

    /// Calls `body` with each record of a kind, in any order, until `body` returns false.
    ///
    /// - Complexity: O(n), n records of the kind.
    func forEach(_ kind: MineKind, _ body: (MineRecord) throws -> Bool) rethrows {
        if let base {
            let touched = Set(later.keys.compactMap { base.find($0) })
            for position in 0..<base.count(of: kind) {
                let number = base.record(kind, at: position)
                if !touched.isEmpty, touched.contains(number) { continue }
                guard try body(MineRecord(id: base.id(of: number), base.acts(of: number))) else { return }
            }
        }
        for id in later.keys {
            guard let record = self[id], record.kind == kind else { continue }
            guard try body(record) else { return }
        }
    }
}

extension MineState {
    /// The records.
    public var records: MineRecords { MineRecords(self) }
}

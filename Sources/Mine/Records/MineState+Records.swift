extension MineState {
    /// The notes in the order in which they were written, including removed ones.
    public var notes: MineNotes { MineNotes(self) }

    /// The marks, ordered by list, day and name.
    public var marks: [MineMark] {
        all(.mark) { MineMark($0) }.sorted {
            ($0.list ?? "", $0.day, $0.place.name, $0.id) < ($1.list ?? "", $1.day, $1.place.name, $1.id)
        }
    }

    /// The visits, ordered by day and name.
    public var visits: [MineVisit] {
        all(.visit) { MineVisit($0) }.sorted {
            ($0.day, $0.place.name, $0.id) < ($1.day, $1.place.name, $1.id)
        }
    }

    /// Returns the records of a kind, each converted by `value`, in any order.
    func all<Value>(_ kind: MineKind, _ value: (MineRecord) -> Value?) -> [Value] {
        var found: [Value] = []
        records.forEach(kind) { record in
            if let value = value(record) { found.append(value) }
            return true
        }
        return found
    }
}

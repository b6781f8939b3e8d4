extension MineState {
    /// The notes by the time at which they were written, also removed ones.
    public var notes: [MineNote] {
        records.values.filter { $0.kind == .note }.map { ($0.created, $0) }
            .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
            .enumerated().compactMap { MineNote($0.element.1, number: $0.offset + 1) }
    }

    /// The marks by list, day and name.
    public var marks: [MineMark] {
        records.values.compactMap { MineMark($0) }.sorted {
            ($0.list ?? "", $0.day, $0.place.name, $0.id) < ($1.list ?? "", $1.day, $1.place.name, $1.id)
        }
    }

    /// The visits by day and name.
    public var visits: [MineVisit] {
        records.values.compactMap { MineVisit($0) }.sorted {
            ($0.day, $0.place.name, $0.id) < ($1.day, $1.place.name, $1.id)
        }
    }
}

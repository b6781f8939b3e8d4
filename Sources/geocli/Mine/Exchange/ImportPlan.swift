internal import GeocliGeo
internal import GeocliMine
internal import GeocliText

/// What an import adds: the records that do not exist yet. A record that exists with different values is not changed,
/// and its row says which values differ.
struct ImportPlan {
    private let state: MineState
    /// The fields of the records that this import adds.
    private var added: [String: [JSONValue.Member]] = [:]
    private(set) var changes: [MineFolder.Change] = []

    init(_ state: MineState) { self.state = state }

    /// Plans the import of a record from its copy in the file. All of its values are compared, even those that only one
    /// side has.
    mutating func take(_ copy: MineCopy) -> ImportRow {
        let place = copy.members.first { $0.name == "place" }.flatMap { MinePlace($0.value) }
        return take(copy.id, copy.members, name: place?.name ?? copy.id, ref: place?.ref) { members in
            Set((members + copy.members).map(\.name)).filter { name in
                Self.value(name, members) != Self.value(name, copy.members)
            }
        }
    }

    /// Takes an item from another program. Only values that the file has are compared.
    mutating func take(_ item: ImportItem, at place: MinePlace, list: String?, today: String) -> ImportRow {
        let day = item.day ?? today
        guard item.isNote else {
            let members = MineMark.fields(of: place, list: list, day: day, title: item.text)
            let known = Set((item.text == nil ? [] : ["title"]) + (item.day == nil ? [] : ["day"]))
            return take(MineMark.id(of: place, list: list), members, name: item.name, ref: place.ref) { old in
                known.filter { Self.value($0, old) != Self.value($0, members) }
            }
        }
        var members: [JSONValue.Member] = [
            .init("kind", .string("note")), .init("place", place.json), .init("day", .string(day)),
        ]
        if let text = item.text { members.append(.init("text", .string(text))) }
        if let tag = item.list { members.append(.init("tags", .array([.string(tag)]))) }
        // The id is computed from the values, so a note with this id came from the same row. Any difference comes from
        // an edit here.
        return take(id(of: item, at: place), members, name: item.name, ref: place.ref) { _ in [] }
    }

    /// Returns the id of the note that an item becomes.
    ///
    /// Two rows for branches of a chain may differ only in their points. A note whose row came without a point keeps its
    /// id when the row comes again with one.
    private func id(of item: ImportItem, at place: MinePlace) -> String {
        let words = [item.name, item.text ?? "", item.list ?? "", item.day ?? ""]
        let plain = MineID.named("import", words[0], words[1], words[2], words[3])
        guard let point = item.coordinate else { return plain }
        let known = state.records[plain].flatMap { MinePlace($0.value("place")) }
        if let known, known.key == place.key || known.coordinate == point { return plain }
        return MineID.named("import", words[0], words[1], words[2], words[3], "\(point.latitude),\(point.longitude)")
    }

    /// Adds a record, unless it exists already. A record that the person removed stays removed.
    private mutating func take(
        _ id: String, _ members: [JSONValue.Member], name: String, ref: String?,
        differing: ([JSONValue.Member]) -> Set<String>
    ) -> ImportRow {
        let old = state.records[id]
        guard let known = added[id] ?? old?.current else {
            added[id] = members
            changes.append(MineFolder.Change(id, members))
            return ImportRow(name: name, outcome: .added, ref: ref)
        }
        let fields = old?.isRemoved == true ? [] : differing(known).sorted()
        return ImportRow(name: name, outcome: fields.isEmpty ? .same : .different, ref: ref, fields: fields)
    }

    private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue {
        members.first { $0.name == name }?.value ?? .null
    }
}

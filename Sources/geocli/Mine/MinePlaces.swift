internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// The argument for one place of the catalog, as `near` takes it: an id, a reference or an exact name.
enum MinePlaceArgument {
    static var help: ArgumentHelp {
        ArgumentHelp(
            "An id, a reference or the exact name of a place, written as in 'geocli near'.",
            ko: "장소의 번호, 참조 또는 정확한 이름. 'geocli near'처럼 씁니다.", value: .argument("PLACE"))
    }

    /// Returns the place that the words stand for.
    ///
    /// - Parameter name: the argument's name in errors.
    /// - Throws: `UsageError` for a position, a district and a landmark; `OriginError`, with the messages of `near`.
    static func entry(_ words: [String], named name: String, in source: some PlaceSource) throws -> CatalogEntry {
        let text = words.joined(separator: " ").trimmingBlanks()
        return try PlaceReference.named(text, argument: name).entry(in: source)
    }

    /// Returns the place nearest to the position in the `here` setting, and tells the user which one it is.
    static func here(in source: some PlaceSource, _ common: CommonOptions) throws -> CatalogEntry {
        let asked = try Settings.here()
        let origin = try OriginArgument(asked.words, named: asked.name).origin(in: source, common)
        if let id = origin.placeID { return try told(try source.entry(id: id), 0, common) }
        var nearest: (CatalogEntry, Double)?
        let query = NearestQuery(from: origin.coordinate, count: 1, withinMeters: nil, PlaceFilter())
        try query.forEachNeighbor(in: source) { nearest = ($0.entry, $0.distanceMeters) }
        guard let nearest else {
            throw PlainError(
                .noInput, en: "--here: the catalog has no place with a point", ko: "--here: 카탈로그에 좌표가 있는 장소가 없습니다")
        }
        return try told(nearest.0, nearest.1, common)
    }

    private static func told(_ entry: CatalogEntry, _ meters: Double, _ common: CommonOptions) throws -> CatalogEntry {
        let (name, ref) = (DisplayText.singleLine(entry.place.name), DisplayText.singleLine(entry.ref))
        let shown = meters < 1000 ? "\(Int(meters.rounded())) m" : "\((meters / 100).rounded() / 10) km"
        common.note(en: "here: \(name) (\(ref)), \(shown) away", ko: "여기: \(name)(\(ref)), \(shown) 거리")
        return entry
    }
}

extension MinePlace {
    var told: Words {
        let name = DisplayText.truncated(DisplayText.singleLine(name), columns: 40)
        guard let ref = ref.map({ DisplayText.singleLine($0) }) else { return Words(en: name, ko: name) }
        return Words(en: "\(name) (\(ref))", ko: "\(name)(\(ref))")
    }
}

/// The places that a person's records name, for use as a filter.
enum MarkedPlaces {
    /// Returns the ids of the marked places in the catalog.
    ///
    /// - Parameter list: the name of a list; blank for all lists.
    static func ids(list: String, of folder: String? = nil, in source: some PlaceSource) throws -> [Int64] {
        let all = try state(folder).marks
        let wanted = list.trimmingBlanks()
        let marks = wanted.isEmpty ? all : all.filter { $0.list == wanted }
        if marks.isEmpty, !wanted.isEmpty {
            let lists = Set(all.compactMap(\.list)).sorted().map { DisplayText.singleLine($0) }
            guard !lists.isEmpty else {
                throw ValueArgument.wrong(
                    "--marked", wanted, en: "you have no lists yet; make one with 'geocli mine mark PLACE --list NAME'",
                    ko: "아직 목록이 없습니다. 'geocli mine mark PLACE --list 이름'으로 만드세요")
            }
            throw ValueArgument.unknown("--marked", wanted, among: lists)
        }
        return try ids(of: marks.map(\.place), in: source)
    }

    /// Returns the ids of all places that a person marked, visited or wrote about.
    static func all(in source: some PlaceSource) throws -> [Int64] {
        let state = try state()
        let notes = state.notes.compactMap { $0.isRemoved ? nil : $0.place }
        return try ids(of: state.marks.map(\.place) + notes + state.visits.map(\.place), in: source)
    }

    private static func state(_ folder: String? = nil) throws -> MineState {
        let logs = try Environment.mine(folder).read()
        MineOptions.tell(logs.findings)
        return logs.state
    }

    private static func ids(of places: [MinePlace], in source: some PlaceSource) throws -> [Int64] {
        let watch = PlaceWatch(source)
        return Set(try places.compactMap { try watch.standing(of: $0).entry?.id }).sorted()
    }
}

internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// The places that a person's records name, for use as a filter.
enum MarkedPlaces {
    /// Returns the ids of the marked places in the catalog.
    ///
    /// - Parameters:
    ///   - list: the name of a list; blank for all lists.
    ///   - folder: the folder of the records; nil for the usual one.
    /// - Throws: `UsageError` for a list without any mark.
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

internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// All changes found by good runs, as `geocli changes` lists them. Several changes of the same kind to one place in
/// one run count as one.
struct PageChanges {
    /// A change of one place.
    struct Event: Equatable {
        /// The index of the run in `days`.
        let run: Int
        let what: CatalogChange.What
        let place: Int64
        /// The position before a move.
        let from: Coordinate?
    }

    /// The changes, ordered by run and then by place.
    private(set) var events: [Event] = []
    /// The day of each good run, in the order of the run numbers. The days may be out of order if the clock was set
    /// back.
    private(set) var days: [String] = []

    /// Reads the changes of the places that `filter` admits.
    init(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        var wanted = ChangeFilter()
        wanted.span = .after(run: 0)
        wanted.places = filter
        var all: [(run: Int64, event: Event)] = []
        let summary = try catalog.forEachChange(wanted) { change in
            let event = Event(
                run: 0, what: change.what, place: change.place.id,
                from: change.what == .moved ? change.old.flatMap(Self.point) : nil)
            let isSame = all.last.map { $0.run == change.run.id && $0.event == event } ?? false
            if !isSame { all.append((change.run.id, event)) }
        }
        days = summary.runs.map(\.date)
        let numbers = Dictionary(uniqueKeysWithValues: summary.runs.enumerated().map { ($0.element.id, $0.offset) })
        events = all.map { run, event in
            Event(run: numbers[run] ?? 0, what: event.what, place: event.place, from: event.from)
        }
    }

    /// Makes an empty list.
    init() {}

    /// Parses `latitude,longitude`; nil for any other text, and then the map shows no line for the move.
    private static func point(_ text: String) -> Coordinate? {
        let parts = text.split(separator: ",").compactMap { Double($0) }
        return parts.count == 2 ? try? Coordinate(longitude: parts[1], latitude: parts[0]) : nil
    }

    /// Writes the days of the runs, the events, and for each move the index of its event and the former position.
    ///
    /// An event is three numbers: run, kind of change, place. Run and place are written as differences from the
    /// previous event.
    ///
    /// - Parameter indices: the index of each place in the page's columns, by id.
    func write(to json: inout JSONWriter, indices: [Int64: Int]) {
        var column = PackedColumn()
        var last = (run: 0, place: 0)
        var moves: [(event: Int, from: Coordinate)] = []
        for (number, event) in events.enumerated() {
            let place = indices[event.place] ?? 0
            column.append(varying: Int64(event.run - last.run))
            column.append(varying: Int64(CatalogChange.What.allCases.firstIndex(of: event.what) ?? 0))
            column.append(varying: Int64(place - last.place))
            last = (event.run, place)
            if let from = event.from { moves.append((number, from)) }
        }
        json.beginObject()
        json.name("runs")
        json.value(.array(days.map(JSONValue.string)))
        json.name("what")
        json.value(.array(CatalogChange.What.allCases.map { .string($0.rawValue) }))
        json.name("events")
        json.string(column.text)
        json.name("moves")
        json.beginArray()
        for move in moves {
            json.beginArray()
            json.integer(Int64(move.event))
            json.number(move.from.latitude, maximumDecimals: 7)
            json.number(move.from.longitude, maximumDecimals: 7)
            json.endArray()
        }
        json.endArray()
        json.endObject()
    }
}

internal import GeocliGeo
internal import GeocliPlaces

/// The changes of good runs since the first: bookstores that were added, closed or moved.
struct PageChanges {
    /// A change of one bookstore.
    struct Event {
        let what: CatalogChange.What
        let bookstore: Int64
        let day: String
        /// The position before the move, latitude first.
        let from: (latitude: Double, longitude: Double)?
    }

    /// The changes in the order of runs.
    let events: [Event]

    /// The kinds of change that the page shows.
    private static let shown: Set<CatalogChange.What> = [.added, .closed, .moved]

    /// Reads the changes of the bookstores that `filter` admits. All that a feed's first run added does not count as a
    /// change.
    init(of catalog: some PlaceArchive, _ filter: PlaceFilter) throws {
        var wanted = ChangeFilter()
        wanted.span = .after(run: 0)
        wanted.what = Self.shown
        wanted.bookstores = filter
        var all: [(run: Int64, feed: String, event: Event)] = []
        let summary = try catalog.forEachChange(wanted) { change in
            let event = Event(
                what: change.what, bookstore: change.bookstore.id, day: change.run.date,
                from: change.what == .moved ? change.old.flatMap(Self.point) : nil)
            all.append((change.run.id, change.run.feed, event))
        }
        var firstRuns: [String: Int64] = [:]
        for run in summary.runs where firstRuns[run.feed] == nil { firstRuns[run.feed] = run.id }
        events = all.filter { firstRuns[$0.feed] != $0.run }.map(\.event)
    }

    /// Makes an empty list.
    init() { events = [] }

    /// Parses `latitude,longitude`.
    private static func point(_ text: String) -> (latitude: Double, longitude: Double)? {
        let parts = text.split(separator: ",").compactMap { Double($0) }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}

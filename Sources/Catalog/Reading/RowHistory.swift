internal import GeocliDatabase
internal import GeocliText

/// What the runs and feeds that bookstores name say of them: read once each, where the view `listing` looks them up for
/// every bookstore.
///
/// Lasts as long as one read of the catalog. A class because its statements are.
final class RowHistory {
    struct Run {
        let date: String
        /// Nil for a refused one, which only a damaged catalog names.
        let goodRun: Int64?
    }

    struct Feed {
        let id: String
        /// Its name and the slash of a reference.
        let prefix: [UInt8]
        let goodRuns: Int64
        /// The place of its last good run in `runs`.
        let lastRun: Int
    }

    private(set) var runs: [Run] = []
    private(set) var feeds: [Feed] = []
    /// Places in the arrays, by the number that the catalog has for it; nil for what is not there.
    private var runPlaces: [Int64: Int?] = [:]
    private var feedPlaces: [Int64: Int?] = [:]
    /// What was asked last, since most bookstores have the same.
    private var lastRun: (number: Int64, place: Int)?
    private var lastFeed: (number: Int64, place: Int)?
    private let db: Database
    private var runStatement: Statement?

    init(_ db: Database) { self.db = db }

    /// The place of a run in `runs`; nil where there is none.
    @inline(__always)
    func run(_ number: Int64) throws -> Int? {
        if let lastRun, lastRun.number == number { return lastRun.place }
        return try findRun(number)
    }

    /// The place of a feed in `feeds`; nil where there is none that has a good run.
    @inline(__always)
    func feed(_ number: Int64) throws -> Int? {
        if let lastFeed, lastFeed.number == number { return lastFeed.place }
        return try findFeed(number)
    }

    /// How many good runs of a feed there are from the run at `run` on; places in the arrays. Below 0 only in a damaged
    /// catalog.
    func misses(since run: Int, _ feed: Int) -> Int {
        guard let first = runs[run].goodRun else { return 0 }
        // Both are within `CatalogNumbers.runs`.
        return Int(feeds[feed].goodRuns - first + 1)
    }

    private func findRun(_ number: Int64) throws -> Int? {
        let place = try runPlaces[number] ?? readRun(number)
        if let place { lastRun = (number, place) }
        return place
    }

    private func findFeed(_ number: Int64) throws -> Int? {
        let place = try feedPlaces[number] ?? readFeed(number)
        if let place { lastFeed = (number, place) }
        return place
    }

    private func readRun(_ number: Int64) throws -> Int? {
        let statement = try runStatement ?? Statement(db, "SELECT date, good_run FROM run WHERE id = ?")
        runStatement = statement
        defer { statement.reset() }
        statement.bind(1, number)
        var place: Int?
        if try statement.step() {
            place = runs.count
            runs.append(
                Run(date: try statement.date(0), goodRun: statement.isNull(1) ? nil : try statement.runNumber(1)))
        }
        runPlaces[number] = .some(place)
        return place
    }

    private func readFeed(_ number: Int64) throws -> Int? {
        let statement = try Statement(db, "SELECT id, good_runs, last_good_run FROM feed WHERE key = ?")
        statement.bind(1, number)
        var place: Int?
        if try statement.step(), let id = statement.text(0), !statement.isNull(2),
            let lastRun = try run(statement.integer(2))
        {
            place = feeds.count
            feeds.append(
                Feed(
                    id: id, prefix: Array("\(id)/".utf8), goodRuns: try statement.runNumber(1), lastRun: lastRun))
        }
        feedPlaces[number] = .some(place)
        return place
    }
}

internal import GeocliDatabase
internal import GeocliText

/// The data of the runs and feeds that places refer to. Each run or feed is read once; the view `listing` would
/// look it up for every place.
///
/// An instance is used for one read of the catalog. A class because it owns statements.
final class RowHistory {
    struct Run {
        let date: String
        /// The bytes of the date, which belong to the history.
        let lentDate: LentText
        /// The run's number among the good runs of its feed; nil for a refused run. A place refers to a refused run
        /// only in a damaged catalog.
        let goodRun: Int64?
    }

    struct Feed {
        let id: String
        /// The feed's id and a slash: the start of its references.
        let prefix: [UInt8]
        let goodRuns: Int64
        /// The position of the feed's last good run in `runs`.
        let lastRun: Int
    }

    private(set) var runs: [Run] = []
    private(set) var feeds: [Feed] = []
    /// The positions in `runs` and `feeds`, by the number in the catalog; nil for a run or feed that does not exist.
    private var runIndices: [Int64: Int?] = [:]
    private var feedIndices: [Int64: Int?] = [:]
    /// The last results. They are kept because most places have the same run and feed.
    private var lastRun: (number: Int64, index: Int)?
    private var lastFeed: (number: Int64, index: Int)?
    private let db: Database
    private var runStatement: Statement?

    init(_ db: Database) { self.db = db }

    deinit { for run in runs { run.lentDate.bytes.deallocate() } }

    /// Returns the position of a run in `runs`; nil if the run does not exist.
    @inline(__always)
    func run(_ number: Int64) throws -> Int? {
        if let lastRun, lastRun.number == number { return lastRun.index }
        return try findRun(number)
    }

    /// Returns the position of a feed in `feeds`; nil if the feed does not exist or has no good run.
    @inline(__always)
    func feed(_ number: Int64) throws -> Int? {
        if let lastFeed, lastFeed.number == number { return lastFeed.index }
        return try findFeed(number)
    }

    /// Returns how many good runs a feed has had from `run` on; both arguments are positions. The result is below 0
    /// only in a damaged catalog.
    func misses(since run: Int, _ feed: Int) -> Int {
        guard let first = runs[run].goodRun else { return 0 }
        // Both numbers are within `CatalogNumbers.runs`.
        return Int(feeds[feed].goodRuns - first + 1)
    }

    private func findRun(_ number: Int64) throws -> Int? {
        let index = try runIndices[number] ?? readRun(number)
        if let index { lastRun = (number, index) }
        return index
    }

    private func findFeed(_ number: Int64) throws -> Int? {
        let index = try feedIndices[number] ?? readFeed(number)
        if let index { lastFeed = (number, index) }
        return index
    }

    private func readRun(_ number: Int64) throws -> Int? {
        let statement = try runStatement ?? Statement(db, "SELECT date, good_run FROM run WHERE id = ?")
        runStatement = statement
        defer { statement.reset() }
        statement.bind(1, number)
        var index: Int?
        if try statement.step() {
            index = runs.count
            let date = try statement.date(0)
            let goodRun = statement.isNull(1) ? nil : try statement.runNumber(1)
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: date.utf8.count)
            _ = bytes.initialize(from: date.utf8)
            runs.append(Run(date: date, lentDate: LentText(UnsafeBufferPointer(bytes)), goodRun: goodRun))
        }
        runIndices[number] = .some(index)
        return index
    }

    private func readFeed(_ number: Int64) throws -> Int? {
        let statement = try Statement(db, "SELECT id, good_runs, last_good_run FROM feed WHERE key = ?")
        statement.bind(1, number)
        var index: Int?
        if try statement.step(), let id = statement.text(0), !statement.isNull(2),
            let lastRun = try run(statement.integer(2))
        {
            index = feeds.count
            feeds.append(
                Feed(
                    id: id, prefix: Array("\(id)/".utf8), goodRuns: try statement.runNumber(1), lastRun: lastRun))
        }
        feedIndices[number] = .some(index)
        return index
    }
}

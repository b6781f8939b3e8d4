internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliPlaces

/// Writes a run's rows to the temporary tables. Until the end of the staging (`IngestSession.beginPublishing`), SQLite
/// evaluates no CHECK constraints.
final class StagedRows {
    /// The numbers that the catalog will probably give. If it does, and the feed is ordered by id, the records of a
    /// first snapshot are copied unchanged.
    struct Expectation: Equatable {
        var feed: Int64 = 0
        var run: Int64 = 0
        /// The highest number of a place.
        var lastID: Int64 = 0
    }

    /// What is gathered from rows while they are staged, so that it need not be read from the catalog.
    struct Gathered {
        let places: GatheredPoints
        let keys: GatheredKeys
    }

    /// The maximum number of waiting places of a first snapshot, and the maximum size of their batches in bytes.
    /// Rows of a feed are rarely more than a page or two out of order.
    private static let maximumWaiting = (count: 4096, bytes: 8 << 20)

    let expectation: Expectation
    private let db: Database
    private let table: String
    private let places: Statement
    private var rowsToInsert: RowsToInsert
    private let repeats: Statement
    private let problems: Statement
    private let rejects: Statement
    private let rawRows: StagedRawRows
    /// Whether originals are kept. If not, a contradiction between rows with one id makes a second reading necessary.
    private let keepsRows: Bool
    /// The records of places that wait, because other places may still have to be written before them.
    private var window = SortingWindow()
    private var nextID: Int64
    private var lastNumber: Int64?
    private var lastKey: [UInt8]?
    private var hasRepeats = false
    /// The points and the keys of the places, if rows are staged in the table where they will stay.
    private(set) var gathered: Gathered?
    private var staged = (tally: SnapshotTally(), spread: PointSpread())
    /// Whether the ids came in the order in which new places get their numbers, and no staged row was removed.
    private(set) var isInOrder = true
    /// The number of staged places, without those that `settle` removed.
    private(set) var count = 0
    private(set) var rejectedCount = 0

    /// - Parameter isInPlace: whether places are staged in the table where they will stay.
    init(_ db: Database, _ expectation: Expectation, isInPlace: Bool = false, keepsRows: Bool = true) throws {
        self.db = db
        self.keepsRows = keepsRows
        self.expectation = expectation
        table = isInPlace ? Staging.place : "temp.staged"
        // The reading thread has checked the records (`StagedRecord.isSound`).
        try db.evaluateChecks(false)
        places = try Statement(db, Staging.insertPlace(into: table))
        places.bind(1, expectation.feed)
        places.bind(2, expectation.run)
        rowsToInsert = try RowsToInsert(db, into: table, feed: expectation.feed, run: expectation.run)
        repeats = try Statement(db, Staging.insertRepeat)
        problems = try Statement(db, Staging.insertProblem)
        rejects = try Statement(db, Staging.insertReject)
        rawRows = try StagedRawRows(db)
        nextID = expectation.lastID + 1
        gathered = isInPlace ? Gathered(places: GatheredPoints(db), keys: GatheredKeys()) : nil
    }

    /// Adds places. In a first snapshot, also sorts them if they are nearly in order.
    func add(_ batch: StagedBatch) throws {
        try rawRows.note(batch.page.number, batch.page.name)
        guard isInOrder, expectation.run > 0, expectation.lastID == 0, batch.isNumbered else {
            try writeWaiting(most: (0, 0))
            return try batch.forEach(write)
        }
        window.insert(batch)
        try writeWaiting(most: Self.maximumWaiting)
    }

    private func writeWaiting(most: (count: Int, bytes: Int)) throws {
        while window.count > most.count || window.byteCount > most.bytes { try window.takeLeast(write) }
    }

    private func write(_ record: StagedRecord) throws {
        if record.isSound, isFirst(record) {
            try rowsToInsert.add(nextID, record)
        } else {
            try rowsToInsert.insertAll()
            guard try insertAlone(record) else { return try addRepeat(record) }
        }
        note(record)
        staged.tally.add(record)
        staged.spread.add(latitude: record.latitude, longitude: record.longitude)
        try gather(record)
        try rawRows.append(nextID, record, keepsBytes: keepsRows)
        if record[.problem] != nil { try addProblem(record) }
        nextID += 1
        count += 1
    }

    /// Whether it is certain that no staged record has this id: so far, the ids are ascending numbers.
    private func isFirst(_ record: StagedRecord) -> Bool {
        guard isInOrder, lastKey == nil, let number = record.number else { return false }
        return lastNumber.map { $0 < number } ?? true
    }

    /// Inserts a place. For a record that may violate a condition of the table, SQLite decides. Returns false if
    /// its id came before.
    private func insertAlone(_ record: StagedRecord) throws -> Bool {
        places.bind(3, nextID)
        record.bind(to: places, from: 4)
        if !record.isSound { try db.evaluateChecks(true) }
        try places.run()
        let isFirst = places.changedRows > 0
        if !record.isSound { try db.evaluateChecks(false) }
        return isFirst
    }

    private func gather(_ record: StagedRecord) throws {
        guard let gathered else { return }
        try gathered.keys.add(nextID, StagedKeyValues(record: record, feed: expectation.feed))
        if StagedValues(record: record).isSuspect(explains: { true }) { gathered.keys.noteSuspect(nextID) }
        guard let longitude = record.longitude, let latitude = record.latitude else {
            return try gathered.places.note(district: record[.district])
        }
        try gathered.places.add(
            id: nextID, longitude: longitude, latitude: latitude, district: record[.district],
            flags: PointTraits.flags(code: record.kindCode, isMissing: false))
    }

    private func addProblem(_ record: StagedRecord) throws {
        problems.bind(1, nextID)
        try bindOrigin(record, to: problems, from: 2)
        problems.bind(5, utf8: record[.problem])
        problems.bind(6, utf8: record[.value])
        problems.bind(7, utf8: record[.raw])
        try problems.run()
    }

    /// Whether an id came a second time in a run that does not keep original rows.
    var lacksRows: Bool { hasRepeats && !keepsRows }

    func add(_ record: RejectedRecord) throws {
        rejectedCount += 1
        rejects.bind(1, Int64(record.origin.pageNumber))
        rejects.bind(2, record.origin.page)
        rejects.bind(3, Int64(record.origin.row))
        rejects.bind(4, record.reason.rawValue)
        rejects.bind(5, record.isKept ? Int64(1) : 0)
        rejects.bind(6, record.feedID)
        rejects.bind(7, record.value)
        rejects.bind(8, record.raw)
        rejects.bind(9, record.origin.line.map(Int64.init))
        rejects.bind(10, record.origin.byte.map(Int64.init))
        try rejects.run()
    }

    /// - Returns: the rows that have an id and repeat another row.
    /// - Throws: `RereadError.contradiction` if rows contradict each other and original rows were not kept.
    func settle() throws -> RepeatedRows {
        try writeWaiting(most: (0, 0))
        try rowsToInsert.insertAll()
        if hasRepeats { try completeRepeats() }
        var repeated = RepeatedRows()
        if hasRepeats || rejectedCount > 1 {
            try db.forEachRow(Staging.repeatedIDs) { row in
                repeated.add(row.text(0) ?? "", count: try row.count(1) - 1, acrossPages: try row.count(2) - 1)
            }
        }
        if hasRepeats {
            try db.execute(Staging.settle(table))
            if try db.flag("SELECT EXISTS (SELECT 1 FROM staged_clash)") {
                guard keepsRows else { throw RereadError.contradiction }
                try countAgain()
            }
        }
        return repeated
    }

    /// Fills in the points that the feed leaves blank. If any row changed, counts the rows again.
    /// - Throws: what `finder` throws; the rows then stay unchanged.
    func fillPoints(feed: Int64, _ finder: (any PointFinder)?) throws -> PointFilling.Counts {
        let counts = try PointFilling(db, table: table, feed: feed).run(finder)
        guard counts.changed > 0 else { return counts }
        gathered = nil
        staged = try countStaged()
        return counts
    }

    func removeAll() throws {
        try db.execute(Staging.empty(table))
        rawRows.removeAll()
        gathered = nil
        window.removeAll()
        rowsToInsert.removeAll()
        nextID = expectation.lastID + 1
        (lastNumber, lastKey) = (nil, nil)
        (hasRepeats, isInOrder, count, rejectedCount) = (false, true, 0, 0)
        staged = (SnapshotTally(), PointSpread())
    }

    /// Returns the tally and the spread of all staged places. Call it after `settle`.
    func counted() -> (tally: SnapshotTally, spread: PointSpread) {
        var counted = staged
        counted.tally.finish()
        return counted
    }

    /// Counts the staged places after a statement has added or removed some.
    func countAgain() throws {
        isInOrder = false
        gathered = nil
        count = try db.count("SELECT count(*) FROM staged")
        staged = try countStaged()
    }

    private func countStaged() throws -> (tally: SnapshotTally, spread: PointSpread) {
        var counted = (tally: SnapshotTally(), spread: PointSpread())
        let rows = try Statement(db, "SELECT longitude, latitude, \(SnapshotTally.columns) FROM staged")
        while try rows.step() {
            counted.tally.add(rows, from: 2)
            counted.spread.add(rows, latitude: 1, longitude: 0)
        }
        return counted
    }

    private func addRepeat(_ record: StagedRecord) throws {
        hasRepeats = true
        record.bindContent(to: repeats, from: 1)
        repeats.bind(13, utf8: record[.problem])
        repeats.bind(14, utf8: record[.value])
        try bindOrigin(record, to: repeats, from: 15)
        repeats.bind(18, utf8: record[.raw])
        try repeats.run()
    }

    /// Adds the first row of each repeated id to the table of repeats.
    private func completeRepeats() throws {
        let firsts = try Statement(db, Staging.firstOfRepeats)
        while try firsts.step() {
            let id = firsts.integer(0)
            guard let (origin, raw) = try rawRows.row(id) else { throw DatabaseError(code: SQLITE_CORRUPT) }
            for column in Int32(1)...14 { repeats.bind(column, column, of: firsts) }
            repeats.bind(15, Int64(origin.pageNumber))
            repeats.bind(16, origin.page)
            repeats.bind(17, Int64(origin.row))
            repeats.bind(18, raw)
            try repeats.run()
        }
    }

    /// Updates `isInOrder` with the id of the next record.
    private func note(_ record: StagedRecord) {
        guard isInOrder else { return }
        // Rows out of order move later, so what was gathered can't be used.
        defer { if !isInOrder { gathered = nil } }
        if let number = record.number, lastKey == nil {
            isInOrder = lastNumber.map { $0 < number } ?? true
            lastNumber = number
            return
        }
        let key = FeedIDOrder.key(record.string(.feedID) ?? "")
        let last = lastKey ?? lastNumber.map { FeedIDOrder.key(String($0)) }
        isInOrder = last?.lexicographicallyPrecedes(key) ?? true
        lastKey = key
    }

    private func bindOrigin(_ record: StagedRecord, to values: Statement, from first: Int32) throws {
        values.bind(first, Int64(record.pageNumber))
        values.bind(first + 1, try rawRows.pageName(record.pageNumber))
        values.bind(first + 2, Int64(record.row))
    }
}

/// The reason why the staged rows can't be published, so that the source must be read again.
///
/// The caller calls `IngestSession.startOver(comparesAll: true)` and then reads the source again from its start. A
/// session can't read a source itself.
///
/// `isKnown` and `settleDuplicates` throw the first error; `publish` throws the second.
package enum RereadError: Error {
    /// A row contradicts an earlier row whose original was not kept.
    case contradiction
    /// Another run changed a place that this run treated as known, or the sample must now be removed although rows
    /// were treated as known.
    case changedMeanwhile
}

/// Places that wait to be inserted with one statement.
struct RowsToInsert {
    private let inserter: RowInserter
    private let feed: Int64
    private let run: Int64
    /// The sums to which the rows are added; nil if the table has no seals.
    private let sums: RowSums?
    private var bytes: [UInt8] = []
    /// The place's id, and where its record ends in `bytes`.
    private var entries: [(id: Int64, end: Int)] = []

    /// - Parameter table: the table in which places are staged.
    init(_ db: Database, into table: String, feed: Int64, run: Int64) throws {
        (self.feed, self.run) = (feed, run)
        sums = table == Staging.place ? db.sums : nil
        let own = StagedRecord.columns
        inserter = try RowInserter(
            db, into: "\(table) (feed, first_run, id, \(own.joined(separator: ", ")))",
            shared: [.integer(feed), .integer(run)], columnCount: own.count + 1)
    }

    /// Adds a place. If enough places wait for one statement, inserts them.
    mutating func add(_ id: Int64, _ record: StagedRecord) throws {
        bytes.append(contentsOf: record.withoutRaw)
        entries.append((id, bytes.count))
        if entries.count == RowInserter.rowsPerStatement { try insertAll() }
    }

    mutating func insertAll() throws {
        if let sums { try sums.paused { try insert() } } else { try insert() }
        removeAll()
    }

    private func insert() throws {
        try bytes.withUnsafeBytes { bytes in
            try inserter.insert(count: entries.count) { statement, row, position in
                let start = row == 0 ? 0 : entries[row - 1].end
                let record = StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<entries[row].end]))
                let id = entries[row].id
                sums?.add(record.rowHash(id: id, feed: feed, run: run), to: Seals.part(ofPlace: id))
                statement.bind(position, id)
                record.bind(to: statement, from: position + 1)
            }
        }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }
}

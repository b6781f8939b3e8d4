internal import GRDB
internal import Geo
internal import Search
internal import Text

/// The rows of a run on their way into the temporary tables.
final class StagedRows {
    /// What the catalog will most likely give: if it does, and the feed is in the order of its ids, a first snapshot is
    /// copied as it lies.
    struct Expectation: Equatable {
        /// The key of the feed.
        var feed: Int64 = 0
        /// The number of the run.
        var run: Int64 = 0
        /// The highest number of a bookstore.
        var lastID: Int64 = 0
    }

    /// A bookstore that others may still come before.
    private struct Waiting {
        let bookstore: Bookstore
        let found: FoundRow
        let raw: [UInt8]
    }

    /// So many bookstores of a first snapshot wait at most, and so many bytes of their rows: feeds are out of order by a
    /// page or two.
    private static let mostWaiting = (count: 4096, bytes: 8 << 20)

    let expectation: Expectation
    private let db: Database
    /// Where bookstores wait.
    private let table: String
    private let bookstores: Statement
    private let repeats: Statement
    private let problems: Statement
    private let rejects: Statement
    private let rawRows: StagedRawRows
    private var window = SortingWindow<Waiting>()
    private var waitingBytes = 0
    private var nextID: Int64
    private var lastNumber: Int64?
    private var lastKey: [UInt8]?
    private var hasRepeats = false
    /// Whether the ids of the feed came in the order in which new bookstores are numbered, and none was taken back.
    private(set) var isInOrder = true
    /// Rows set aside so far.
    private(set) var rejectedCount = 0

    /// - Parameter isInPlace: whether bookstores are written where they will stay.
    init(_ db: Database, _ expectation: Expectation, isInPlace: Bool = false) throws {
        self.db = db
        self.expectation = expectation
        table = isInPlace ? "main.bookstore" : "temp.staged"
        bookstores = try Statement(db, Staging.insertBookstore(into: table))
        repeats = try Statement(db, Staging.insertRepeat)
        problems = try Statement(db, Staging.insertProblem)
        rejects = try Statement(db, Staging.insertReject)
        rawRows = try StagedRawRows(db)
        nextID = expectation.lastID + 1
    }

    /// Takes a bookstore. Those of a first snapshot are brought into order on the way, if they are not far from it.
    func add(_ bookstore: Bookstore, _ found: FoundRow, raw: UnsafeRawBufferPointer) throws {
        guard isInOrder, expectation.run > 0, expectation.lastID == 0, let number = FeedIDOrder.number(bookstore.feedID)
        else {
            try writeWaiting(most: (0, 0))
            return try write(bookstore, found, raw: raw)
        }
        window.insert(Waiting(bookstore: bookstore, found: found, raw: Array(raw)), number)
        waitingBytes += raw.count
        try writeWaiting(most: Self.mostWaiting)
    }

    private func writeWaiting(most: (count: Int, bytes: Int)) throws {
        while window.count > most.count || waitingBytes > most.bytes, let next = window.popLeast() {
            waitingBytes -= next.raw.count
            try next.raw.withUnsafeBytes { try write(next.bookstore, next.found, raw: $0) }
        }
    }

    private func write(_ bookstore: Bookstore, _ found: FoundRow, raw: UnsafeRawBufferPointer) throws {
        let values = bookstores
        values.bind(1, nextID)
        values.bind(2, expectation.feed)
        values.bind(3, bookstore.feedID)
        Self.bind(bookstore, to: values, from: 4)
        values.bind(
            15,
            FoldedFields.text(
                name: bookstore.name, address: bookstore.address, district: bookstore.district,
                phone: bookstore.phoneRaw))
        values.bind(16, expectation.run)
        values.bind(17, found.problem == nil ? found.fingerprint : nil)
        try values.run()
        guard values.changedRows > 0 else { return try addRepeat(bookstore, found, raw: raw) }
        note(bookstore.feedID)
        try rawRows.append(nextID, found.origin, raw)
        if let problem = found.problem {
            bind(found.origin, to: problems, from: 2)
            problems.bind(1, nextID)
            problems.bind(5, problem.rawValue)
            problems.bind(6, found.value)
            problems.bind(7, String(decoding: raw, as: UTF8.self))
            try problems.run()
        }
        nextID += 1
    }

    /// Sets a row aside.
    func add(_ record: RejectedRecord) throws {
        rejectedCount += 1
        bind(record.origin, to: rejects, from: 1)
        rejects.bind(4, record.reason.rawValue)
        rejects.bind(5, record.isKept ? Int64(1) : 0)
        rejects.bind(6, record.feedID)
        rejects.bind(7, record.value)
        rejects.bind(8, record.raw)
        try rejects.run()
    }

    /// Sorts out rows that share an id: one of equal rows stays, rows that contradict each other are set aside.
    ///
    /// - Returns: how many rows with an id say again what a row of another page said.
    func settle() throws -> Int {
        try writeWaiting(most: (0, 0))
        if hasRepeats { try completeRepeats() }
        let across = hasRepeats || rejectedCount > 1 ? try Int.fetchOne(db, sql: Staging.countAcrossPages) ?? 0 : 0
        if hasRepeats {
            try db.execute(sql: Staging.settle(table))
            if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM staged_clash)") ?? true { isInOrder = false }
        }
        return across
    }

    /// Forgets all.
    func removeAll() throws {
        try db.execute(sql: Staging.empty(table))
        rawRows.removeAll()
        window.removeAll()
        waitingBytes = 0
        nextID = expectation.lastID + 1
        (lastNumber, lastKey) = (nil, nil)
        (hasRepeats, isInOrder, rejectedCount) = (false, true, 0)
    }

    private func addRepeat(_ bookstore: Bookstore, _ found: FoundRow, raw: UnsafeRawBufferPointer) throws {
        hasRepeats = true
        let values = repeats
        values.bind(1, bookstore.feedID)
        Self.bind(bookstore, to: values, from: 2)
        values.bind(13, found.problem?.rawValue)
        values.bind(14, found.value)
        bind(found.origin, to: values, from: 15)
        values.bind(18, String(decoding: raw, as: UTF8.self))
        try values.run()
    }

    /// Puts the first row of each id beside those that came again.
    private func completeRepeats() throws {
        let firsts = try Statement(db, Staging.firstOfRepeats)
        while try firsts.step() {
            let id = firsts.integer(0)
            guard let (origin, raw) = try rawRows.row(id) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            for column in Int32(1)...14 { repeats.bind(column, column, of: firsts) }
            bind(origin, to: repeats, from: 15)
            repeats.bind(18, raw)
            try repeats.run()
        }
    }

    /// Notes whether ids still come in order.
    private func note(_ feedID: String) {
        guard isInOrder else { return }
        if let number = FeedIDOrder.number(feedID), lastKey == nil {
            isInOrder = lastNumber.map { $0 < number } ?? true
            lastNumber = number
            return
        }
        let key = FeedIDOrder.key(feedID)
        let last = lastKey ?? lastNumber.map { FeedIDOrder.key(String($0)) }
        isInOrder = last?.lexicographicallyPrecedes(key) ?? true
        lastKey = key
    }

    private static func bind(_ bookstore: Bookstore, to values: Statement, from first: Int32) {
        values.bind(first, bookstore.name)
        values.bind(first + 1, bookstore.kind.rawValue)
        values.bind(first + 2, bookstore.district)
        values.bind(first + 3, bookstore.address)
        values.bind(first + 4, bookstore.phone)
        values.bind(first + 5, bookstore.phoneRaw)
        values.bind(first + 6, bookstore.website)
        values.bind(first + 7, bookstore.websiteRaw)
        values.bind(first + 8, bookstore.sns.map(json))
        values.bind(first + 9, bookstore.coordinate?.latitude)
        values.bind(first + 10, bookstore.coordinate?.longitude)
    }

    private func bind(_ origin: RowOrigin, to values: Statement, from first: Int32) {
        values.bind(first, Int64(origin.pageNumber))
        values.bind(first + 1, origin.page)
        values.bind(first + 2, Int64(origin.row))
    }

    private static func json(_ list: [String]) -> String {
        var json = JSONWriter()
        json.value(.array(list.map(JSONValue.string)))
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

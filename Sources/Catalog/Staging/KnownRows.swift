internal import GeocliDatabase

/// The listed bookstores of a feed at the start of a run, and which of them the run has found in unchanged rows.
///
/// In most runs, nearly all rows are the same as in the previous run. A row with a known fingerprint need not be read,
/// compared or staged: one bit marks its bookstore as found.
///
/// The catalog is read in parallel with the feed, ordered by id, because feeds mostly keep this order. A bookstore that
/// has been read from the catalog is called due. A window holds the last few thousand due bookstores; a bookstore that
/// is not in the window is looked up. All listed bookstores are counted while they are read, so they need not be read
/// again.
///
/// The reading transaction holds no lock, so another run may publish at the same time. `meanwhile` reports its changes.
final class KnownRows {
    /// The result for a row.
    enum Answer {
        /// The row of a listed bookstore. The bookstore is now marked as found.
        case known
        /// A repeat of the row in which its bookstore was already found.
        case repeated(isOnOtherPage: Bool)
        /// A different row of a bookstore that was already found.
        case contradiction
        /// A row that must be read.
        case unknown
    }

    /// What other runs have changed since this reading began.
    enum Meanwhile {
        case nothing
        /// Only bookstores that were not treated as known.
        case others
        /// At least one bookstore that was treated as known.
        case known
    }

    private struct Due {
        let id: Int64
        let fingerprint: RowFingerprint?
        let latitude: Double?
        let longitude: Double?

        /// Creates an entry from a row with `columns`.
        ///
        /// - Parameter values: a row with the feed's values, in the same columns.
        init(_ row: Statement, _ values: Statement) {
            id = row.integer(0)
            fingerprint = row.withBytes(2) { RowFingerprint(stored: $0) }
            latitude = values.isNull(3) ? nil : values.real(3)
            longitude = values.isNull(4) ? nil : values.real(4)
        }
    }

    private static let columns = "id, feed_id, fingerprint, latitude, longitude"

    /// The maximum number of due bookstores in the window. If the window is full, the next bookstore replaces the
    /// oldest one.
    private static let windowSize = 8192

    /// The maximum length of a bookstore's feed id in the window, in bytes. Feed ids usually have about ten bytes.
    private static let longestHeldID = 256

    /// The highest number of a bookstore for which rows can be known. Four sets with this many bits take 128 MB.
    private static let highestID: Int64 = 1 << 28

    private let feed: Int64
    private let lastRun: Int64
    private let next: Statement
    private let find: Statement
    /// A statement with the feed's values of all corrected bookstores, ordered by id; nil if the catalog has no table
    /// of them.
    private let upstream: Statement?
    /// A statement with the feed's values of one bookstore.
    private let findUpstream: Statement?
    /// Whether `upstream` has a current row.
    private var hasUpstream = false
    /// The due bookstores by feed id. `order` is a ring buffer of their feed ids, in the order in which they became
    /// due.
    private var window: [TextKey: Due] = [:]
    private var order: [TextKey] = []
    private var oldest = 0
    /// The number of the bookstore that became due last; nil after the last bookstore.
    private var lastDue: Int64? = 0
    private var listed: IDSet
    private var here: IDSet
    private var hereOnPage: IDSet
    /// The bookstores that came in a changed row. Such a row is staged.
    private var changed: IDSet
    private var pageNumber = 0
    /// The tally of all listed bookstores. It is complete when the reading has ended.
    private(set) var tally = SnapshotTally()
    /// The spread of the points of the bookstores that were found.
    private(set) var spread = PointSpread()

    /// Starts to read the bookstores of `feed`. Returns nil if the catalog has no fingerprints, if it does not have
    /// this feed, or if its ids are out of range.
    init?(_ db: Database, feed: String) throws {
        guard try Schema.userVersion(db) >= Schema.withFingerprints,
            let key = try db.integer("SELECT key FROM feed WHERE id = ?", [.text(feed)])
        else { return nil }
        self.feed = key
        lastRun = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        let firstID = try db.integer("SELECT coalesce(min(id), 1) FROM bookstore") ?? 1
        let lastID = try db.integer("SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        // No run gives numbers outside this range. A damaged catalog must not make this process allocate memory for
        // them.
        guard firstID > 0, lastID <= Self.highestID else { return nil }
        listed = IDSet(upTo: lastID)
        here = listed
        hereOnPage = listed
        changed = listed
        // Without NOT INDEXED, SQLite would use the index of feed ids and read the table in random order.
        let hasCorrections = try Schema.userVersion(db) >= Schema.withIssues
        let isListed =
            "(missing_run IS NULL\(hasCorrections ? " OR id IN (SELECT id FROM upstream WHERE missing_run IS NULL)" : ""))"
        next = try Statement(
            db,
            """
            SELECT \(Self.columns), \(SnapshotTally.columns) FROM bookstore NOT INDEXED
            WHERE feed = \(key) AND \(isListed) ORDER BY id
            """)
        find = try Statement(
            db, "SELECT \(Self.columns) FROM bookstore WHERE feed = \(key) AND feed_id = ? AND \(isListed)")
        upstream =
            try hasCorrections
            ? Statement(
                db,
                "SELECT id, NULL, NULL, latitude, longitude, \(SnapshotTally.columns) FROM upstream ORDER BY id") : nil
        findUpstream =
            try hasCorrections
            ? Statement(db, "SELECT id, NULL, NULL, latitude, longitude FROM upstream WHERE id = ?") : nil
        hasUpstream = try upstream?.step() ?? false
        window.reserveCapacity(Self.windowSize)
        order.reserveCapacity(Self.windowSize)
        for _ in 0..<Self.windowSize / 2 { try makeNextDue() }
    }

    /// The number of bookstores that were found in a known row.
    var count: Int { here.count }

    /// The number of listed bookstores. It is complete when the reading has ended.
    var listedCount: Int { listed.count }

    /// Whether the bookstore `id` was found in a known row.
    func contains(_ id: Int64) -> Bool { here.contains(id) }

    /// Calls `body` with the number of each listed bookstore that was not found. Call it when the reading has ended.
    func forEachOpen(_ body: (Int64) throws -> Void) rethrows { try listed.forEach(notIn: here, body) }

    /// Checks the row with the id `feedID` on the page `pageNumber`.
    ///
    /// - Complexity: O(1) for a row in the order of the catalog, O(log n) for any other row, n bookstores.
    func take(_ feedID: String, _ fingerprint: RowFingerprint, pageNumber: Int) throws -> Answer {
        if pageNumber != self.pageNumber {
            hereOnPage.removeAll()
            self.pageNumber = pageNumber
        }
        if let due = window[TextKey(text: feedID)] {
            if !here.contains(due.id) { try makeNextDue() }
            return answer(due, fingerprint)
        }
        find.bind(1, feedID)
        defer { find.reset() }
        guard try find.step() else { return .unknown }
        let found = try looked(find)
        // The window stops moving at bookstores that the feed no longer has. This loop moves it forward.
        if let lastDue, found.id > lastDue, found.id < lastDue + Int64(Self.windowSize) {
            while let last = self.lastDue, last < found.id { try makeNextDue() }
        }
        return answer(found, fingerprint)
    }

    private func makeNextDue() throws {
        guard lastDue != nil else { return }
        guard try next.step() else { return lastDue = nil }
        let values = try feedValues(next)
        let due = Due(next, values)
        lastDue = due.id
        listed.insert(due.id)
        tally.add(values, from: 5)
        let feedID = TextKey(text: next.text(1) ?? "")
        // A bookstore with a longer id is not held in the window but looked up, because thousands of such ids would
        // fill the memory.
        guard feedID.text.utf8.count <= Self.longestHeldID else { return }
        if order.count < Self.windowSize {
            order.append(feedID)
        } else {
            window[order[oldest]] = nil
            order[oldest] = feedID
            oldest = (oldest + 1) % Self.windowSize
        }
        window[feedID] = due
    }

    /// Returns a row with the feed's values of the bookstore in `row`, from `upstream` or `row` itself. Both statements
    /// are ordered by id.
    private func feedValues(_ row: Statement) throws -> Statement {
        guard hasUpstream, let upstream else { return row }
        while hasUpstream, upstream.integer(0) < row.integer(0) { hasUpstream = try upstream.step() }
        return hasUpstream && upstream.integer(0) == row.integer(0) ? upstream : row
    }

    /// Returns the bookstore that `find` found.
    private func looked(_ row: Statement) throws -> Due {
        guard let findUpstream else { return Due(row, row) }
        findUpstream.bind(1, row.integer(0))
        defer { findUpstream.reset() }
        return try findUpstream.step() ? Due(row, findUpstream) : Due(row, row)
    }

    private func answer(_ due: Due, _ fingerprint: RowFingerprint) -> Answer {
        let id = due.id
        let isSame = due.fingerprint == fingerprint
        if here.contains(id) {
            return isSame ? .repeated(isOnOtherPage: hereOnPage.insert(id)) : .contradiction
        }
        // If a changed row of this bookstore came before, this row contradicts it. Staging detects the contradiction.
        guard isSame, !changed.contains(id) else {
            changed.insert(id)
            return .unknown
        }
        here.insert(id)
        hereOnPage.insert(id)
        spread.add(latitude: due.latitude, longitude: due.longitude)
        return .known
    }

    /// Counts the remaining bookstores, and ends the reading. Call this before the transaction ends.
    func finishReading() throws {
        while lastDue != nil { try makeNextDue() }
        tally.finish()
        window.removeAll()
        next.reset()
        find.reset()
        upstream?.reset()
    }

    /// Returns what other runs changed by publishing after the reading began.
    func meanwhile(_ db: Database) throws -> Meanwhile {
        let last = try db.integer("SELECT last_good_run FROM feed WHERE key = ?", [.integer(feed)]) ?? 0
        guard last > lastRun else { return .nothing }
        let changes = try Statement(db, "SELECT DISTINCT bookstore FROM change WHERE run > ?")
        changes.bind(1, lastRun)
        while try changes.step() { if contains(changes.integer(0)) { return .known } }
        return .others
    }
}

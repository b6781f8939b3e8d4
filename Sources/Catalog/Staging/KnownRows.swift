internal import GeocliDatabase

/// The listed bookstores of a feed as they were when a run began, and which of them came again in the same row.
///
/// On most nights nearly all rows are those of the night before. A row whose fingerprint is known need not be read,
/// compared or staged: a bit says that its bookstore is here.
///
/// The catalog is read in step with the feed, in the order of ids, because feeds keep theirs more or less: some
/// thousand bookstores that are due are held in a window, and a row that is not among them is looked up. On the way all
/// listed bookstores are counted, so that nobody need read them again.
///
/// The transaction that reads holds no lock, so another run may publish meanwhile: `meanwhile` tells what it did.
final class KnownRows {
    /// What is known of a row.
    enum Answer {
        /// It is the row of a listed bookstore, which is noted as here.
        case known
        /// It is the row of a bookstore that is noted already.
        case repeated(isOnOtherPage: Bool)
        /// Its bookstore is noted already, but had another row.
        case contradiction
        /// It must be read.
        case unknown
    }

    /// What a run did that published after the reading began.
    enum Meanwhile {
        case nothing
        /// It changed other bookstores only.
        case others
        /// It changed a bookstore that was taken for known.
        case known
    }

    private struct Due {
        let id: Int64
        let fingerprint: RowFingerprint?
        let latitude: Double?
        let longitude: Double?

        /// The bookstore of a row whose columns are `columns`.
        init(_ row: Statement) {
            id = row.integer(0)
            fingerprint = row.withBytes(2) { RowFingerprint(stored: $0) }
            latitude = row.isNull(3) ? nil : row.real(3)
            longitude = row.isNull(4) ? nil : row.real(4)
        }
    }

    private static let columns = "id, feed_id, fingerprint, latitude, longitude"

    /// So many bookstores are due at most; the earliest leaves when one more comes.
    private static let windowSize = 8192

    /// No longer id is held in the window; ids have some ten bytes.
    private static let longestHeldID = 256

    /// Four sets of so many bits take 128 MB.
    private static let highestID: Int64 = 1 << 28

    private let feed: Int64
    private let lastRun: Int64
    private let next: Statement
    private let find: Statement
    /// Due bookstores by feed id, and their ids in the order in which they became due, round and round.
    private var window: [TextKey: Due] = [:]
    private var order: [TextKey] = []
    private var oldest = 0
    /// The last number that became due; nil when all are.
    private var lastDue: Int64? = 0
    private var listed: IDSet
    private var here: IDSet
    private var hereOnPage: IDSet
    /// Those that came in another row, and are staged.
    private var changed: IDSet
    private var pageNumber = 0
    /// What all listed bookstores have, once the reading has ended.
    private(set) var tally = SnapshotTally()
    /// Where those lie that are here.
    private(set) var spread = PointSpread()

    /// The bookstores of `feed`, nil where no fingerprint is known or numbers are out of bounds.
    init?(_ db: Database, feed: String) throws {
        guard try Schema.userVersion(db) >= Schema.withFingerprints,
            let key = try db.integer("SELECT key FROM feed WHERE id = ?", [.text(feed)])
        else { return nil }
        self.feed = key
        lastRun = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        let firstID = try db.integer("SELECT coalesce(min(id), 1) FROM bookstore") ?? 1
        let lastID = try db.integer("SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        // No run gives such numbers; in a damaged catalog they must not become memory.
        guard firstID > 0, lastID <= Self.highestID else { return nil }
        listed = IDSet(upTo: lastID)
        here = listed
        hereOnPage = listed
        changed = listed
        // Without NOT INDEXED the index of feed ids would lead through the table at random.
        next = try Statement(
            db,
            """
            SELECT \(Self.columns), \(SnapshotTally.columns) FROM bookstore NOT INDEXED
            WHERE feed = \(key) AND missing_run IS NULL ORDER BY id
            """)
        find = try Statement(
            db,
            """
            SELECT \(Self.columns) FROM bookstore
            WHERE feed = \(key) AND feed_id = ? AND missing_run IS NULL
            """)
        window.reserveCapacity(Self.windowSize)
        order.reserveCapacity(Self.windowSize)
        for _ in 0..<Self.windowSize / 2 { try makeNextDue() }
    }

    /// How many bookstores are here in a row that is known.
    var count: Int { here.count }

    /// How many bookstores are listed, once the reading has ended.
    var listedCount: Int { listed.count }

    /// Whether the bookstore `id` is here in a row that is known.
    func contains(_ id: Int64) -> Bool { here.contains(id) }

    /// Calls `body` with the number of each listed bookstore that is not here, once the reading has ended.
    func forEachOpen(_ body: (Int64) throws -> Void) rethrows { try listed.forEach(notIn: here, body) }

    /// Takes the row of the feed's `feedID` on the page `pageNumber`.
    ///
    /// - Complexity: O(1) in step, O(log n) out of turn, n bookstores.
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
        let found = Due(find)
        // Bookstores that are gone hold the window back.
        if let lastDue, found.id > lastDue, found.id < lastDue + Int64(Self.windowSize) {
            while let last = self.lastDue, last < found.id { try makeNextDue() }
        }
        return answer(found, fingerprint)
    }

    private func makeNextDue() throws {
        guard lastDue != nil else { return }
        guard try next.step() else { return lastDue = nil }
        let due = Due(next)
        lastDue = due.id
        listed.insert(due.id)
        tally.add(next, from: 5)
        let feedID = TextKey(text: next.text(1) ?? "")
        // So long an id is looked up; thousands of them would fill the memory.
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

    private func answer(_ due: Due, _ fingerprint: RowFingerprint) -> Answer {
        let id = due.id
        let isSame = due.fingerprint == fingerprint
        if here.contains(id) {
            return isSame ? .repeated(isOnOtherPage: hereOnPage.insert(id)) : .contradiction
        }
        // A row that was changed before and is now as it was contradicts itself; that is seen where rows are staged.
        guard isSame, !changed.contains(id) else {
            changed.insert(id)
            return .unknown
        }
        here.insert(id)
        hereOnPage.insert(id)
        spread.add(latitude: due.latitude, longitude: due.longitude)
        return .known
    }

    /// Counts the bookstores that have not become due, and ends the reading before its transaction ends.
    func finishReading() throws {
        while lastDue != nil { try makeNextDue() }
        tally.finish()
        window.removeAll()
        next.reset()
        find.reset()
    }

    /// Whether a run has published after the reading began.
    func meanwhile(_ db: Database) throws -> Meanwhile {
        let last = try db.integer("SELECT last_good_run FROM feed WHERE key = ?", [.integer(feed)]) ?? 0
        guard last > lastRun else { return .nothing }
        let changes = try Statement(db, "SELECT DISTINCT bookstore FROM change WHERE run > ?")
        changes.bind(1, lastRun)
        while try changes.step() { if contains(changes.integer(0)) { return .known } }
        return .others
    }
}

internal import GRDB

/// The listed bookstores of a feed as they were when a run began, and which of them came again in the same row.
///
/// On most nights nearly all rows are those of the night before. A row whose fingerprint is known need not be read,
/// compared or staged: a bit says that its bookstore is here.
///
/// The catalog is read in step with the feed, in the order of ids, because feeds keep theirs; a row that comes out of
/// turn is looked up. The transaction that reads holds no lock, so another run may publish meanwhile:
/// `hasChanged` tells whether it changed a bookstore that was taken for known.
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

    /// A row out of turn moves the reading in step only if it is at most so far ahead.
    private static let furthestStep: Int64 = 256

    private let feed: Int64
    /// The last run when the reading began.
    let lastRun: Int64
    private let next: Statement
    private let find: Statement
    private var isInStep = false
    private var here: IDSet
    private var hereOnPage: IDSet
    /// Those that came in another row, and are staged.
    private var changed: IDSet
    private var pageNumber = 0

    /// The bookstores of `feed`, nil where no fingerprint is known.
    init?(_ db: Database, feed: String) throws {
        guard try Schema.userVersion(db) >= Schema.withFingerprints,
            let key = try Int64.fetchOne(db, sql: "SELECT key FROM feed WHERE id = ?", arguments: [feed])
        else { return nil }
        self.feed = key
        lastRun = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM run") ?? 0
        let lastID = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) FROM bookstore") ?? 0
        here = IDSet(upTo: lastID)
        hereOnPage = here
        changed = here
        // Without NOT INDEXED the index of feed ids would lead through the table at random.
        next = try Statement(
            db,
            """
            SELECT id, feed_id, fingerprint FROM bookstore NOT INDEXED
            WHERE id > ? AND feed = \(key) AND missing_run IS NULL ORDER BY id
            """)
        find = try Statement(
            db,
            """
            SELECT id, feed_id, fingerprint FROM bookstore
            WHERE feed = \(key) AND feed_id = ? AND missing_run IS NULL
            """)
        isInStep = try next.step(from: 0)
    }

    /// How many bookstores are here in a row that is known.
    var count: Int { here.count }

    /// Whether the bookstore `id` is here in a row that is known.
    func contains(_ id: Int64) -> Bool { here.contains(id) }

    /// Takes the row of the feed's `feedID` on the page `pageNumber`.
    ///
    /// - Complexity: O(1) in step, O(log n) out of turn, n bookstores.
    func take(_ feedID: String, _ fingerprint: RowFingerprint, pageNumber: Int) throws -> Answer {
        if pageNumber != self.pageNumber {
            hereOnPage.removeAll()
            self.pageNumber = pageNumber
        }
        if isInStep, Self.holds(next, feedID) {
            let answer = answer(next.integer(0), Self.fingerprint(next) == fingerprint)
            isInStep = try next.step()
            return answer
        }
        find.bind(1, feedID)
        defer { find.reset() }
        guard try find.step() else { return .unknown }
        let id = find.integer(0)
        let answer = answer(id, Self.fingerprint(find) == fingerprint)
        if isInStep, case 0..<Self.furthestStep = id - next.integer(0) { isInStep = try next.step(from: id) }
        return answer
    }

    private func answer(_ id: Int64, _ isSame: Bool) -> Answer {
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
        return .known
    }

    /// Ends the reading, before its transaction ends.
    func stopReading() {
        next.reset()
        find.reset()
        isInStep = false
    }

    /// Whether a run behind `lastRun` changed a bookstore that is here.
    func hasChanged(_ db: Database) throws -> Bool {
        let changes = try Statement(db, "SELECT DISTINCT bookstore FROM change WHERE run > ?")
        changes.bind(1, lastRun)
        while try changes.step() { if contains(changes.integer(0)) { return true } }
        return false
    }

    private static func holds(_ row: Statement, _ feedID: String) -> Bool {
        row.withText(1) { text in
            var feedID = feedID
            return feedID.withUTF8 { $0.elementsEqual(text) }
        }
    }

    private static func fingerprint(_ row: Statement) -> RowFingerprint? {
        row.withBytes(2) { RowFingerprint(stored: $0) }
    }
}

extension Statement {
    /// Starts anew behind the number `id`, the first value; false if there is no row.
    fileprivate func step(from id: Int64) throws -> Bool {
        reset()
        bind(1, id)
        return try step()
    }
}

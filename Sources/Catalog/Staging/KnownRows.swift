internal import GeocliDatabase
internal import GeocliText

/// The listed places of a feed at the start of a run, and which of them the run has found in unchanged rows.
///
/// In most runs, nearly all rows are the same as in the previous run. A row with a known fingerprint need not be read,
/// compared or staged: one bit marks its place as found.
///
/// The catalog is read in parallel with the feed, ordered by number, because feeds mostly keep this order. So a row of
/// the feed is usually the next row of the catalog, or one of the rows near it. If the feed passes over places,
/// they are remembered by their fingerprints (`PassedRows`), because their rows may come later. Any other place is
/// looked up by its id. All listed places are counted while they are read, so they need not be read again.
///
/// The reading transaction holds no lock, so another run may publish at the same time. `meanwhile` reports its changes.
final class KnownRows {
    enum Answer {
        /// The row of a listed place. The place is now marked as found.
        case known
        /// A repeat of the row in which its place was already found.
        case repeated(isOnOtherPage: Bool)
        /// A different row of a place that was already found.
        case contradiction
        case unknown
    }

    /// What other runs have changed since this reading began.
    enum Meanwhile {
        case nothing
        /// Only places that were not treated as known.
        case others
        /// At least one place that was treated as known.
        case known
    }

    private static let columns = "id, feed_id, fingerprint, latitude, longitude"

    /// The column of `next` that says whether the place is listed.
    private static let isListed: Int32 = 5

    /// A place whose number is at least this much above the number in `next` counts as an exception in the feed's
    /// order. The reading does not go on to such a place, because too many places would then be passed over.
    private static let reach: Int64 = 8192

    /// The reading looks for a place up to this far above `highestNamed`, before it looks the place up by its
    /// id. In a feed whose rows are out of order by a few places, this finds nearly all rows.
    private static let nearby: Int64 = 64

    /// The highest number of a place for which rows can be known. Four sets with this many bits take 128 MB.
    private static let highestID: Int64 = 1 << 28

    private let feed: Int64
    private let lastRun: Int64
    /// What tells the catalog after `lastRun` from another one under its path, and from one that has lost a feed since.
    private let mark: String?
    private let next: Statement
    private let find: Statement
    /// A statement with the feed's values of all corrected places, ordered by id.
    private let upstream: Statement
    private let findUpstream: Statement
    private var hasNext = false
    private var nextID: Int64 = 0
    private var nextFingerprint: RowFingerprint?
    private var hasUpstream = false
    private var passed = PassedRows()
    /// The highest number of a place that the feed has named and that `next` has passed. Exceptions in the feed's
    /// order do not count.
    private var highestNamed: Int64 = 0
    private var listed: IDSet
    private var found: IDSet
    private var foundOnPage: IDSet
    /// The places that came in a changed row. Such a row is staged.
    private var changed: IDSet
    private var pageNumber = 0
    /// The tally of all listed places. It is complete when the reading has ended.
    private(set) var tally = SnapshotTally()
    /// The spread of the points of the places that were found.
    private(set) var spread = PointSpread()

    /// Starts to read the places of `feed`. Returns nil if the catalog does not have this feed, or if its
    /// ids are out of range.
    init?(_ db: Database, feed: String) throws {
        guard try Schema.hasTables(db),
            let key = try db.integer("SELECT key FROM feed WHERE id = ?", [.text(feed)])
        else { return nil }
        self.feed = key
        lastRun = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        mark = try Self.mark(ofRun: lastRun, db)
        let firstID = try db.integer("SELECT coalesce(min(id), 1) FROM place") ?? 1
        let lastID = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
        // No run gives numbers outside this range. A damaged catalog must not make this process allocate memory for
        // them.
        guard firstID > 0, lastID <= Self.highestID else { return nil }
        listed = IDSet(upTo: lastID)
        found = listed
        foundOnPage = listed
        changed = listed
        // Without NOT INDEXED, SQLite would use the index of feed ids and read the table in random order.
        // With CASE instead of OR, SQLite searches `upstream` only for places with a `missing_run`.
        let isListed = """
            CASE WHEN missing_run IS NULL THEN 1 ELSE id IN (SELECT id FROM upstream WHERE missing_run IS NULL) END
            """
        next = try Statement(
            db,
            """
            SELECT \(Self.columns), \(isListed), \(SnapshotTally.columns) FROM place NOT INDEXED
            WHERE feed = \(key) ORDER BY id
            """)
        find = try Statement(
            db, "SELECT \(Self.columns) FROM place WHERE feed = \(key) AND feed_id = ? AND \(isListed)")
        upstream = try Statement(
            db, "SELECT id, NULL, NULL, latitude, longitude, 1, \(SnapshotTally.columns) FROM upstream ORDER BY id")
        findUpstream = try Statement(db, "SELECT id, NULL, NULL, latitude, longitude FROM upstream WHERE id = ?")
        hasUpstream = try upstream.step()
        hasNext = try stepToListed()
    }

    /// The number of places that were found in a known row.
    var count: Int { found.count }

    /// The number of listed places. It is complete when the reading has ended.
    var listedCount: Int { listed.count }

    func contains(_ id: Int64) -> Bool { found.contains(id) }

    /// Calls `body` with the number of each listed place that was not found. Call it when the reading has ended.
    func forEachOpen(_ body: (Int64) throws -> Void) rethrows { try listed.forEach(notIn: found, body) }

    /// Checks the row with the id `feedID` on the page `pageNumber`.
    /// - Complexity: amortized O(1) for a row in the order of the catalog or near its place in it, O(log n) for any
    ///   other row, n places.
    func take(_ feedID: String, _ fingerprint: RowFingerprint, pageNumber: Int) throws -> Answer {
        if pageNumber != self.pageNumber {
            foundOnPage.removeAll()
            self.pageNumber = pageNumber
        }
        if hasNext, nextFingerprint == fingerprint { return answer(try passNext(), fingerprint) }
        if let place = passed[fingerprint] { return answer(place, fingerprint) }
        if hasNext, next.lent(1)?.bytes.elementsEqual(feedID.utf8) ?? false {
            // The row of the next place has changed, or has no fingerprint.
            let stored = RowFingerprint(next, 2)
            var place = try passNext()
            place.fingerprint = stored
            return answer(place, fingerprint)
        }
        if try skipsTo(fingerprint) { return answer(try passNext(), fingerprint) }
        find.bind(1, feedID)
        defer { find.reset() }
        guard try find.step() else { return .unknown }
        let place = try looked(find)
        if hasNext, place.id - nextID < Self.reach {
            while hasNext, nextID < place.id { passed.hold(try passNext()) }
            if hasNext, nextID == place.id { _ = try passNext() }
        }
        return answer(place, fingerprint)
    }

    /// Passes over places until `next` has this fingerprint. Returns false if no nearby place has it.
    private func skipsTo(_ fingerprint: RowFingerprint) throws -> Bool {
        while hasNext, nextID - highestNamed <= Self.nearby {
            if nextFingerprint == fingerprint { return true }
            passed.hold(try passNext())
        }
        return false
    }

    private func passNext() throws -> PassedRows.Place {
        let place = count(try hasUpstreamOfNext() ? upstream : next)
        hasNext = try stepToListed()
        return place
    }

    /// - Parameter values: a row with the feed's values, in the same columns.
    private func count(_ values: Statement) -> PassedRows.Place {
        let place = Self.place(nextID, values, nextFingerprint)
        listed.insert(place.id)
        tally.add(values, from: Self.isListed + 1)
        return place
    }

    private func stepToListed() throws -> Bool {
        while try next.step() {
            guard next.integer(Self.isListed) != 0 else { continue }
            nextID = next.integer(0)
            nextFingerprint = RowFingerprint(next, 2)
            return true
        }
        return false
    }

    /// - Parameter values: a row with `columns` that has the feed's values.
    private static func place(
        _ id: Int64, _ values: Statement, _ fingerprint: RowFingerprint?
    ) -> PassedRows.Place {
        PassedRows.Place(
            id: id, fingerprint: fingerprint,
            latitude: values.isNull(3) ? nil : values.real(3), longitude: values.isNull(4) ? nil : values.real(4))
    }

    /// Whether `upstream` has the feed's values of the place in `next`; if so, they are its current row. Both
    /// statements are ordered by id.
    private func hasUpstreamOfNext() throws -> Bool {
        guard hasUpstream else { return false }
        while hasUpstream, upstream.integer(0) < nextID { hasUpstream = try upstream.step() }
        return hasUpstream && upstream.integer(0) == nextID
    }

    private func looked(_ row: Statement) throws -> PassedRows.Place {
        let (id, fingerprint) = (row.integer(0), RowFingerprint(row, 2))
        findUpstream.bind(1, id)
        defer { findUpstream.reset() }
        return Self.place(id, try findUpstream.step() ? findUpstream : row, fingerprint)
    }

    private func answer(_ place: PassedRows.Place, _ fingerprint: RowFingerprint) -> Answer {
        let id = place.id
        if !hasNext || id < nextID { highestNamed = max(highestNamed, id) }
        let isSame = place.fingerprint == fingerprint
        if found.contains(id) {
            return isSame ? .repeated(isOnOtherPage: foundOnPage.insert(id)) : .contradiction
        }
        // If a changed row of this place came before, this row contradicts it. Staging detects the contradiction.
        guard isSame, !changed.contains(id) else {
            changed.insert(id)
            return .unknown
        }
        found.insert(id)
        foundOnPage.insert(id)
        spread.add(latitude: place.latitude, longitude: place.longitude)
        return .known
    }

    /// Counts the remaining places, and ends the reading. Call this before the end of the transaction.
    func finishReading() throws {
        while hasNext { _ = try passNext() }
        tally.finish()
        passed = PassedRows()
        next.reset()
        find.reset()
        upstream.reset()
    }

    /// Returns what other runs changed by publishing after the reading began.
    ///
    /// After a restore, or after a person removed a feed, the catalog may have other places under the numbers that this
    /// run has treated as known, or none.
    func meanwhile(_ db: Database) throws -> Meanwhile {
        guard try Self.mark(ofRun: lastRun, db) == mark else { return .known }
        let last = try db.integer("SELECT last_good_run FROM feed WHERE key = ?", [.integer(feed)]) ?? 0
        guard last > lastRun else { return .nothing }
        // Moves that are not a change are only in `reported_point`.
        let changes = try Statement(
            db, "SELECT place FROM change WHERE run > ?1 UNION SELECT place FROM reported_point WHERE run > ?1")
        changes.bind(1, lastRun)
        while try changes.step() { if contains(changes.integer(0)) { return .known } }
        return .others
    }

    private static func mark(ofRun run: Int64, _ db: Database) throws -> String? {
        try db.text(
            """
            SELECT started_at || ' ' || sha256 || ' ' || (SELECT count(*) FROM removed_feed) FROM run WHERE id = ?
            """, [.integer(run)])
    }
}

/// The places that a feed has passed over, by the fingerprints of their rows.
///
/// Each place has one slot, which its fingerprint determines. A new place in a slot replaces the former one, which must
/// then be looked up if its row comes later. With a thousand places waiting, about one in 30 is replaced.
struct PassedRows {
    /// A listed place. Its point is the one that the feed gives.
    struct Place {
        let id: Int64
        var fingerprint: RowFingerprint?
        let latitude: Double?
        let longitude: Double?
    }

    /// The number of slots, a power of 2. Each takes 80 bytes.
    private static let slotCount = 1 << 15

    private var slots: [Place?] = []

    /// The place whose row has this fingerprint; nil if no such place is stored here.
    subscript(fingerprint: RowFingerprint) -> Place? {
        guard !slots.isEmpty, let held = slots[Self.slot(fingerprint)], held.fingerprint == fingerprint else {
            return nil
        }
        return held
    }

    /// Stores a place, unless it has no fingerprint: its row must then be read in any case.
    mutating func hold(_ place: Place) {
        guard let fingerprint = place.fingerprint else { return }
        if slots.isEmpty { slots = Array(repeating: nil, count: Self.slotCount) }
        slots[Self.slot(fingerprint)] = place
    }

    /// Returns the slot of a fingerprint: its lowest bits. Any bits would do, because a fingerprint is part of a hash.
    private static func slot(_ fingerprint: RowFingerprint) -> Int {
        Int(truncatingIfNeeded: fingerprint.low) & (slotCount - 1)
    }
}

/// A set of place numbers. It has one bit for each possible number, so a million numbers take 125 kB.
struct IDSet {
    private var words: [UInt64]
    private var touched: Range<Int>?
    private(set) var count = 0

    init(upTo last: Int64) { words = Array(repeating: 0, count: Int(last / 64) + 1) }

    func contains(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        return words.indices.contains(word) && words[word] & 1 << UInt64(id & 63) != 0
    }

    /// Inserts `id`; returns false if the set already contains it.
    @discardableResult
    mutating func insert(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        count += 1
        let former = touched ?? word..<word + 1
        touched = min(former.lowerBound, word)..<max(former.upperBound, word + 1)
        return true
    }

    /// Calls `body` with each number in this set that is not in `other`, in ascending order.
    func forEach(notIn other: IDSet, _ body: (Int64) throws -> Void) rethrows {
        for word in touched ?? 0..<0 {
            var rest = words[word] & ~(other.words.indices.contains(word) ? other.words[word] : 0)
            while rest != 0 {
                try body(Int64(word) << 6 | Int64(rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// - Complexity: O(m), m numbers between the lowest and the highest member.
    mutating func removeAll() {
        for word in touched ?? 0..<0 { words[word] = 0 }
        touched = nil
        count = 0
    }
}

internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces

/// Fills in the blank points of the staged rows. The points come from addresses and from earlier runs.
///
/// Every run stages a row with a blank point again, because a row with a problem has no fingerprint. So a point that
/// the feed gives later replaces the filled one, and a changed address is looked up again.
struct PointFilling {
    /// Counts of the rows to which the feed gives no point, one for each result.
    struct Counts {
        /// The number of rows that have a point now.
        var filled = 0
        /// The number of rows that were looked up without success.
        var unmatched = 0
        /// The number of rows that now have a point, or that now have a different problem.
        var changed = 0
    }

    private let db: Database
    private let table: String
    private let feed: Int64
    private let fill: Statement
    private let settle: Statement
    private let note: Statement
    private let move: Statement

    /// - Parameter table: the table in which places are staged.
    init(_ db: Database, table: String, feed: Int64) throws {
        (self.db, self.table, self.feed) = (db, table, feed)
        fill = try Statement(db, "UPDATE \(table) SET latitude = ?2, longitude = ?3, point_source = ?4 WHERE id = ?1")
        settle = try Statement(db, "DELETE FROM temp.staged_problem WHERE id = ?")
        note = try Statement(db, "UPDATE temp.staged_problem SET no_match = ?2 WHERE id = ?1")
        move = try Statement(
            db,
            "UPDATE temp.staged_problem SET reason = '\(RejectionReason.coordinateOutsideArea.rawValue)', value = ?2 WHERE id = ?1"
        )
    }

    /// A row without a point, and the point that an earlier run found for the same address.
    private struct Blank {
        let id: Int64
        let address: String?
        let district: String?
        let former: (coordinate: Coordinate, source: String)?
    }

    /// - Parameter finder: finds the points of addresses; nil to use only the points that earlier runs found.
    /// - Throws: what `finder` throws; the rows then stay unchanged.
    /// - Complexity: O(m log n), m rows without a point.
    func run(_ finder: (any PointFinder)?) throws -> Counts {
        try db.begin(savepoint: "filling")
        do {
            var counts = Counts()
            // The loop deletes rows of the table that it reads, but only rows that it has already passed.
            var last: Int64 = 0
            let blanks = try Statement(db, Self.blanks(table))
            while case let page = try page(blanks, after: last), let end = page.last {
                for blank in page { try take(blank, finder, &counts) }
                last = end.id
            }
            try db.execute("RELEASE filling")
            return counts
        } catch {
            let undone = Result { try undo() }
            // After an error of the database, the caller gets this first error, and the run fails. After an error of
            // the finder, the run continues, so all points must be gone.
            if !(error is DatabaseError) { try undone.get() }
            throw error
        }
    }

    private func undo() throws {
        let isInPlace = table == Staging.place
        try db.undo(savepoint: "filling", hasJournal: !isInPlace)
        // A new catalog has no journal, so SQLite has not undone the changes of its rows.
        guard isInPlace else { return }
        try db.execute(
            "UPDATE \(table) SET latitude = NULL, longitude = NULL, point_source = NULL WHERE point_source IS NOT NULL")
    }

    private static let pageSize = 512

    private static func blanks(_ table: String) -> String {
        """
        SELECT s.id, s.address, s.district, b.latitude, b.longitude, b.point_source
        FROM temp.staged_problem p CROSS JOIN \(table) s ON s.id = p.id
        -- In a new catalog the staged row is the place itself, and has no source yet.
        LEFT JOIN main.place b ON b.feed = ?1 AND b.feed_id = s.feed_id
            AND b.point_source IS NOT NULL AND b.address IS s.address AND b.district IS s.district
        WHERE p.id > ?2 AND p.reason = '\(RejectionReason.coordinateMissing.rawValue)' ORDER BY p.id LIMIT \(pageSize)
        """
    }

    private func page(_ blanks: Statement, after last: Int64) throws -> [Blank] {
        blanks.bind(1, feed)
        blanks.bind(2, last)
        defer { blanks.reset() }
        var page: [Blank] = []
        while try blanks.step() {
            var former: (Coordinate, String)?
            if let coordinate = try blanks.point(longitude: 4, latitude: 3, id: 0), let source = blanks.text(5) {
                former = (coordinate, source)
            }
            page.append(
                Blank(id: blanks.integer(0), address: blanks.text(1), district: blanks.text(2), former: former))
        }
        return page
    }

    private func take(_ blank: Blank, _ finder: (any PointFinder)?, _ counts: inout Counts) throws {
        guard let finder else {
            if let former = blank.former { try set(blank.id, former.coordinate, former.source, &counts) }
            return
        }
        switch try finder.point(address: blank.address, district: blank.district) {
        case .point(let coordinate, let source):
            // A point keeps the month of the addresses that first gave it. Otherwise the addresses of each new month
            // would change every row.
            let isSame = blank.former.map { $0.coordinate == coordinate } ?? false
            try set(blank.id, coordinate, isSame ? blank.former?.source ?? source : source, &counts)
        case .outside(let coordinate, let source):
            counts.unmatched += 1
            counts.changed += 1
            move.bind(1, blank.id)
            move.bind(2, "\(PointText.text(coordinate)) (\(source))")
            try move.run()
        case .none(let why, let isCovered):
            // The addresses of this district are not imported, or not any more, so the row keeps the former point.
            if !isCovered, let former = blank.former {
                return try set(blank.id, former.coordinate, former.source, &counts)
            }
            counts.unmatched += 1
            note.bind(1, blank.id)
            note.bind(2, why)
            try note.run()
        }
    }

    private func set(_ id: Int64, _ coordinate: Coordinate, _ source: String, _ counts: inout Counts) throws {
        counts.filled += 1
        counts.changed += 1
        fill.bind(1, id)
        fill.bind(2, coordinate.latitude)
        fill.bind(3, coordinate.longitude)
        fill.bind(4, source)
        try fill.run()
        settle.bind(1, id)
        try settle.run()
    }
}

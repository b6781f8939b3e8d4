internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Rewrites the bookstores of one feed as if the sample had never been in the catalog.
///
/// Memory grows with the number of runs and with the changes of one bookstore, not with the number of bookstores.
/// - Complexity: O(n + c log c), n bookstores and c changes of the feed.
final class RealHistoryTable {
    /// The numbers of changes in a real run, by kind.
    struct Sums {
        var added = 0
        var changed = 0
        var removed = 0
        var returned = 0
    }

    /// The columns of all values but the point, and the names of all values in `change`. In `change`, a point is one
    /// value.
    private static let texts = Array(Staging.content.dropLast(2)) + ["point_source"]
    private static let fields = texts + [PointText.field]
    private static let point = """
        CASE WHEN latitude IS NOT NULL THEN format('%!.17g,%!.17g', latitude, longitude) END
        """

    private let db: Database
    private let feed: Int64
    private let runs: RealHistory.Runs
    private let events: Statement
    private let insert: Statement
    private let move: Statement
    private let rewrite: Statement
    private let delete: Statement
    /// The number of bookstores that were removed because no real run had them.
    private(set) var removedCount = 0
    /// The numbers of changes in each real run, by the run's number.
    private(set) var sums: [Int64: Sums] = [:]

    /// - Precondition: the SQL functions of `PastFunctions` are registered.
    init(_ db: Database, feed: Int64, _ runs: RealHistory.Runs) throws {
        self.db = db
        self.feed = feed
        self.runs = runs
        try db.execute(Self.takeOut, [feed, feed])
        events = try Statement(
            db, "SELECT run, what, field, old, new FROM temp.real_event WHERE bookstore = ? ORDER BY run")
        insert = try Statement(
            db, "INSERT INTO change (run, bookstore, what, field, old, new) VALUES (?, ?, ?, ?, ?, ?)")
        move = try Statement(db, "UPDATE bookstore SET first_run = ?2, last_run = ?3, missing_run = ?4 WHERE id = ?1")
        let columns = Self.texts.enumerated().map { "\($1) = ?\($0 + 2)" }
        let point = "?\(Self.texts.count + 2)"
        rewrite = try Statement(
            db,
            """
            UPDATE bookstore SET \(columns.joined(separator: ", ")), latitude = \(PastFunctions.latitude)(\(point)),
                longitude = \(PastFunctions.longitude)(\(point)), fingerprint = NULL WHERE id = ?1
            """)
        delete = try Statement(db, "DELETE FROM bookstore WHERE id = ?")
    }

    /// The SQL that moves the changes of a feed into a temporary table, in the order in which they are read.
    private static let takeOut = """
        DROP TABLE IF EXISTS temp.real_event;
        CREATE TEMP TABLE real_event (
            bookstore INTEGER, run INTEGER, what TEXT, field TEXT, old TEXT, new TEXT,
            PRIMARY KEY (bookstore, run, what, field)
        ) WITHOUT ROWID;
        INSERT INTO temp.real_event SELECT bookstore, run, what, field, old, new FROM change
            WHERE run IN (SELECT id FROM run WHERE feed = ?) ORDER BY bookstore, run, what, field;
        DELETE FROM change WHERE run IN (SELECT id FROM run WHERE feed = ?);
        """

    /// Rewrites all bookstores of the feed.
    func write() throws {
        let columns = "id, first_run, last_run, missing_run, \(Self.texts.joined(separator: ", ")), \(Self.point)"
        // The loop changes the rows that it reads. This is safe, because SQLite has already read the current row, and
        // reads the table in the order of ids, not with an index that changes.
        let rows = try Statement(db, "SELECT \(columns) FROM bookstore NOT INDEXED WHERE feed = \(feed) ORDER BY id")
        while try rows.step() {
            let id = try rows.bookstoreID(0)
            let values = Self.fields.indices.map { rows.text(4 + Int32($0)) }
            let history = RealHistory(
                runs, firstRun: try rows.runNumber(1), values: values, stored: try stored(id))
            guard let first = history.firstRun else {
                try remove(id)
                continue
            }
            try keep(id, history)
            let isMoved =
                rows.integer(1) != first || rows.integer(2) != history.lastRun ?? 0
                || rows.integer(3) != history.missingRun ?? 0
            if isMoved { try set(id, first, history) }
            if !history.values.elementsEqual(values, by: RealHistory.isSame) { try set(id, history.values) }
        }
        try db.execute("DROP TABLE temp.real_event")
    }

    private func stored(_ id: Int64) throws -> [RealHistory.Event] {
        events.bind(1, id)
        defer { events.reset() }
        var found: [RealHistory.Event] = []
        while try events.step() {
            let name = events.text(2) ?? ""
            let field = Self.fields.firstIndex(of: name)
            guard field != nil || name.isEmpty else {
                throw CatalogDamage.row(
                    Words(
                        en: "place \(id) has a change to an unknown field: \(name)",
                        ko: "\(id)번 장소에 알 수 없는 필드의 변경이 있습니다: \(name)"))
            }
            found.append(
                RealHistory.Event(
                    run: events.integer(0), what: events.text(1) ?? "", field: field, old: events.text(3),
                    new: events.text(4)))
        }
        return found
    }

    private func remove(_ id: Int64) throws {
        removedCount += 1
        delete.bind(1, id)
        try delete.run()
    }

    private func keep(_ id: Int64, _ history: RealHistory) throws {
        if let first = history.firstRun { sums[first, default: Sums()].added += 1 }
        var changedIn: Int64?
        for event in history.events {
            insert.bind(1, event.run)
            insert.bind(2, id)
            insert.bind(3, event.what)
            insert.bind(4, event.field.map { Self.fields[$0] } ?? "")
            insert.bind(5, event.old)
            insert.bind(6, event.new)
            try insert.run()
            switch event.what {
            case "missing": sums[event.run, default: Sums()].removed += 1
            case "returned": sums[event.run, default: Sums()].returned += 1
            default:
                if changedIn != event.run { sums[event.run, default: Sums()].changed += 1 }
                changedIn = event.run
            }
        }
    }

    private func set(_ id: Int64, _ first: Int64, _ history: RealHistory) throws {
        move.bind(1, id)
        move.bind(2, first)
        move.bind(3, history.lastRun)
        move.bind(4, history.missingRun)
        try move.run()
    }

    private func set(_ id: Int64, _ values: [String?]) throws {
        rewrite.bind(1, id)
        for (offset, value) in values.enumerated() { rewrite.bind(Int32(offset + 2), value) }
        try rewrite.run()
        let folded = "\(PastFunctions.folded)(name, address, district, phone_raw)"
        try db.execute("UPDATE bookstore SET folded = \(folded) WHERE id = ?", [id])
    }
}

internal import GeocliDatabase

/// Brings back the values of places that something else than geocli changed, in a run that compares all rows.
///
/// A place whose row has the same fingerprint as in the feed must have the values of that row. If it has others, they
/// are damage, and not a change of the feed. So such a place gets the feed's values, without a change in its history. A
/// place without an equal fingerprint gets them only if its seal then fits.
///
/// The seals stay as they are, so they show afterwards whether the places are again what geocli wrote.
struct Healing {
    /// The number of places that have their former values again.
    private(set) var count = 0
    /// What the rows still lack to fit their seals.
    private(set) var rest: [RowSums.Part: RowSums.Sum] = [:]

    var hasWholePlaces: Bool { !rest.keys.contains { $0.table == Self.places } }

    private static let places = "place"
    private static let upstream = "upstream"

    /// Heals the places of a feed. The rows of the feed are staged, and the corrections are on their places.
    /// - Complexity: O(n log n), n rows of the catalog.
    init(_ db: Database, feed: Int64, overlay: Overlay) throws {
        rest = try Seals.differences(db)
        guard rest.keys.contains(where: { [Self.places, Self.upstream].contains($0.table) }) else { return }
        let former = try hashes(db)
        let healed = try db.sums?.apart {
            // Below a correction are the feed's values.
            try overlay.removeCorrections(of: feed, except: nil)
            try heal(knownRows(db, feed), db)
            try overlay.restoreCorrections()
        }
        subtract(healed?.changes ?? [:])
        try healByHash(db, feed)
        let now = try hashes(db)
        count = Set(former.filter { now[$0.key] != $0.value }.map(\.key.id)).count
        rest = rest.filter { $0.value != RowSums.Sum() }
        // The indexes and links have the values of healed places, not those that were noted before.
        try HeldRows(db: db).forget()
    }

    private mutating func subtract(_ changes: [RowSums.Part: RowSums.Sum]) {
        for (part, change) in changes { rest[part] = (rest[part] ?? RowSums.Sum()) - change }
    }

    private struct Row: Hashable {
        let table: String
        let id: Int64
    }

    private func hashes(_ db: Database) throws -> [Row: UInt64] {
        var hashes: [Row: UInt64] = [:]
        for part in rest.keys where part.table == Self.places || part.table == Self.upstream {
            let ids = part.table == Self.places ? RowSums.Division.numbers(in: part.number) : 1...Int64.max
            let rows = try Statement(db, "SELECT * FROM \(part.table) WHERE id BETWEEN ? AND ?")
            rows.bind([.integer(ids.lowerBound), .integer(ids.upperBound)])
            let columnCount = Int(rows.columnCount)
            while try rows.step() {
                hashes[Row(table: part.table, id: rows.integer(0))] = rows.rowHash(count: columnCount)
            }
        }
        return hashes
    }

    // MARK: Rows with equal fingerprints

    private typealias Pair = (place: Int64, staged: Int64)

    private static let columns = ["feed_id"] + Staging.compared + ["folded", "fingerprint"]

    private static let stagedFeed = "(SELECT min(feed) FROM temp.staged)"

    /// Returns the places that have the fingerprint of a staged row but not its values.
    private func knownRows(_ db: Database, _ feed: Int64) throws -> [Pair] {
        let differs = (Staging.compared + ["folded"]).map { "b.\($0) IS NOT s.\($0)" }.joined(separator: " OR ")
        var pairs: [Pair] = []
        try db.forEachRow(
            """
            SELECT b.id, s.id FROM temp.staged s CROSS JOIN place b ON b.feed = \(feed) AND b.feed_id = s.feed_id
            WHERE b.fingerprint = s.fingerprint AND (\(differs))
            """
        ) { pairs.append(($0.integer(0), $0.integer(1))) }
        return try pairs + renamedRows(db, feed)
    }

    /// Returns the listed places whose id the feed does not have, but whose fingerprint belongs to a row that is new.
    private func renamedRows(_ db: Database, _ feed: Int64) throws -> [Pair] {
        // By the stored bytes of the fingerprint.
        var lost: [[UInt8]: Int64] = [:]
        for part in rest.keys where part.table == Self.places {
            let ids = RowSums.Division.numbers(in: part.number)
            try db.forEachRow(
                """
                SELECT b.id, b.fingerprint FROM place b
                WHERE b.id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) AND b.feed = \(feed)
                    AND b.missing_run IS NULL AND b.fingerprint IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM temp.staged s WHERE s.feed = \(Self.stagedFeed) AND s.feed_id = b.feed_id)
                """
            ) { lost[$0.bytes(1)] = $0.integer(0) }
        }
        guard !lost.isEmpty else { return [] }
        var pairs: [Pair] = []
        try db.forEachRow(
            """
            SELECT s.id, s.fingerprint FROM temp.staged s WHERE s.fingerprint IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM place b WHERE b.feed = \(feed) AND b.feed_id = s.feed_id)
            """
        ) { row in
            if let place = lost.removeValue(forKey: row.bytes(1)) { pairs.append((place, row.integer(0))) }
        }
        return pairs
    }

    private func heal(_ pairs: [Pair], _ db: Database) throws {
        let columns = Self.columns.map { "\($0) = \(Self.value($0, "place"))" }.joined(separator: ", ")
        let heal = try Statement(
            db, "UPDATE OR ROLLBACK place SET \(columns) FROM temp.staged s WHERE place.id = ?1 AND s.id = ?2")
        for pair in pairs {
            heal.bind(1, pair.place)
            heal.bind(2, pair.staged)
            try heal.run()
        }
    }

    /// Returns the SQL for the value that a place gets from the staged row `s`. A point that was filled in stays,
    /// because the staged row does not have it yet.
    private static func value(_ column: String, _ place: String) -> String {
        guard ["latitude", "longitude", "point_source"].contains(column) else { return "s.\(column)" }
        return "iif(s.latitude IS NULL AND \(place).point_source IS NOT NULL, \(place).\(column), s.\(column))"
    }

    // MARK: Rows without equal fingerprints

    /// Heals the places in parts that fit their seals as soon as one place, or each place that differs, gets the feed's
    /// values.
    private mutating func healByHash(_ db: Database, _ feed: Int64) throws {
        let columns = try db.texts("SELECT name FROM pragma_table_info('place') ORDER BY cid")
        let healed = columns.map { Self.columns.contains($0) ? Self.value($0, "b") : "b.\($0)" }
        let rows = try Statement(
            db,
            """
            SELECT s.id, b.*, \(healed.joined(separator: ", "))
            FROM place b CROSS JOIN temp.staged s ON s.feed = \(Self.stagedFeed) AND s.feed_id = b.feed_id
            WHERE b.id BETWEEN ? AND ? AND b.feed = \(feed) AND b.corrected IS NULL
                AND (b.fingerprint IS NULL OR b.fingerprint IS NOT s.fingerprint)
            """)
        for (part, lack) in rest where part.table == Self.places && lack.count == 0 && lack.hash != 0 {
            let ids = RowSums.Division.numbers(in: part.number)
            rows.bind([.integer(ids.lowerBound), .integer(ids.upperBound)])
            defer { rows.reset() }
            var found: [(pair: Pair, change: UInt64)] = []
            while try rows.step() {
                let former = rows.rowHash(from: 1, count: columns.count)
                let healed = rows.rowHash(from: Int32(1 + columns.count), count: columns.count)
                if healed != former { found.append(((rows.integer(1), rows.integer(0)), healed &- former)) }
            }
            let one = found.filter { $0.change == lack.hash }.prefix(1)
            let all = found.reduce(0) { $0 &+ $1.change } == lack.hash ? found[...] : []
            let right = one.isEmpty ? all : one
            guard !right.isEmpty else { continue }
            subtract(try db.sums?.apart { try heal(right.map(\.pair), db) }.changes ?? [:])
        }
    }
}

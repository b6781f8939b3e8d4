internal import GeocliDatabase
internal import GeocliText

extension Schema {
    /// Runs the migrations that the database has not had yet.
    ///
    /// The migrations run inside the transaction of the ingest that needs them. If that ingest is stopped, the file
    /// keeps the old schema.
    static func migrate(_ db: Database) throws {
        let current = try userVersion(db)
        for migration in migrations.dropFirst(current) { try db.execute(migration.sql) }
        guard current < version else { return }
        // The third migration creates the index of pieces.
        if current > 0, current < withUnitedSigns { try foldAgain(db, hasIndex: current >= 3) }
        if current > 0, current < withPages { try PointPacker.rebuild(db) }
        if current > 0, current < withSeals { try Seals.sealAll(db) }
        try db.execute("PRAGMA user_version = \(version)")
    }

    /// Folds all texts again by the current rules.
    ///
    /// - Complexity: O(n) if no folded text changes, as in most catalogs; O(n log n) otherwise, n bookstores.
    private static func foldAgain(_ db: Database, hasIndex: Bool) throws {
        try PastFunctions.register(on: db, folding: .current)
        let folded = "\(PastFunctions.folded)(name, address, district, phone_raw)"
        try db.execute("UPDATE bookstore SET folded = \(folded) WHERE folded IS NOT \(folded)")
        if db.changedRows > 0 || !hasIndex { try SearchIndex(db).rebuild() }
    }
}

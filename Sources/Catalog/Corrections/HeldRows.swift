internal import GeocliDatabase

/// A temporary table with the former values of the rows that a transaction changes. The two indexes and the links keep
/// these values until the end of the transaction. If a row then has the same values again, the indexes need no update
/// for it.
struct HeldRows {
    let db: Database

    /// Creates the table if it is missing, and empties it.
    func begin() throws {
        try db.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS held (
                id INTEGER PRIMARY KEY, name TEXT, kind TEXT, district TEXT, address TEXT, phone TEXT, latitude REAL,
                longitude REAL, listed INTEGER, folded TEXT,
                -- Whether a correction of the row was taken off or put on.
                overlaid INTEGER NOT NULL);
            -- The rows whose corrections were taken off and must be put on again.
            CREATE TEMP TABLE IF NOT EXISTS lifted (id INTEGER PRIMARY KEY);
            DELETE FROM temp.held;
            DELETE FROM temp.lifted;
            """)
    }

    /// Stores the current values of the rows with these ids, except for rows that are already stored.
    ///
    /// - Parameter ids: the SQL for a list of ids.
    func note(_ ids: String, isOverlaid: Bool) throws {
        try db.execute(
            """
            INSERT INTO temp.held SELECT id, name, kind, district, address, phone, latitude, longitude,
                missing_run IS NULL, folded, \(isOverlaid ? 1 : 0)
            FROM place WHERE id IN (\(ids))
            ON CONFLICT (id) DO UPDATE SET overlaid = max(overlaid, excluded.overlaid)
            """)
    }

    /// Forgets all rows. Call it after both indexes have been rebuilt.
    func forget() throws { try db.execute("DELETE FROM temp.held") }

    /// The number of stored rows.
    var count: Int { get throws { try db.count("SELECT count(*) FROM temp.held") } }

    /// The SQL for the rows whose pieces changed.
    static let inPieces =
        "temp.held h JOIN place b ON b.id = h.id WHERE h.folded IS NOT b.folded OR h.kind IS NOT b.kind"

    /// The SQL for the overlaid rows whose entries in the index of places changed.
    static let inPoints = """
        SELECT h.id FROM temp.held h JOIN place b ON b.id = h.id WHERE h.overlaid AND (h.kind IS NOT b.kind
            OR h.district IS NOT b.district OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude
            OR h.listed <> (b.missing_run IS NULL))
        """

    /// The SQL for the ids and former names of the overlaid rows whose links may have changed.
    static let inLinks = """
        SELECT h.id, h.name FROM temp.held h JOIN place b ON b.id = h.id WHERE h.overlaid AND (h.name IS NOT b.name
            OR h.district IS NOT b.district OR h.address IS NOT b.address OR h.phone IS NOT b.phone
            OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude OR h.listed <> (b.missing_run IS NULL))
        """
}

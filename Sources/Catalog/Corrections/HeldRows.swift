internal import GeocliDatabase

/// A temporary table with the former values of the rows that a transaction changes. The two indexes and the links
/// contain these values until the transaction updates them. If a row has the same values again at the end, the indexes
/// need no change.
struct HeldRows {
    let db: Database

    init(_ db: Database) { self.db = db }

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

    /// Notes the present values of the rows with these ids. A row that was noted before keeps its noted values.
    ///
    /// - Parameter ids: the SQL for a list of ids.
    func note(_ ids: String, isOverlaid: Bool) throws {
        try db.execute(
            """
            INSERT INTO temp.held SELECT id, name, kind, district, address, phone, latitude, longitude,
                missing_run IS NULL, folded, \(isOverlaid ? 1 : 0)
            FROM bookstore WHERE id IN (\(ids))
            ON CONFLICT (id) DO UPDATE SET overlaid = max(overlaid, excluded.overlaid)
            """)
    }

    /// Removes all noted rows. Call it after the indexes were built again.
    func forget() throws { try db.execute("DELETE FROM temp.held") }

    /// The number of noted rows.
    var count: Int { get throws { try db.count("SELECT count(*) FROM temp.held") } }

    /// The noted rows whose entries in the index of pieces must change.
    static let inPieces =
        "temp.held h JOIN bookstore b ON b.id = h.id WHERE h.folded IS NOT b.folded OR h.kind IS NOT b.kind"

    /// The overlaid rows whose entries in the index of places must change.
    static let inPoints = """
        SELECT h.id FROM temp.held h JOIN bookstore b ON b.id = h.id WHERE h.overlaid AND (h.kind IS NOT b.kind
            OR h.district IS NOT b.district OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude
            OR h.listed <> (b.missing_run IS NULL))
        """

    /// The overlaid rows whose links may have changed, with their former names.
    static let inLinks = """
        SELECT h.id, h.name FROM temp.held h JOIN bookstore b ON b.id = h.id WHERE h.overlaid AND (h.name IS NOT b.name
            OR h.district IS NOT b.district OR h.address IS NOT b.address OR h.phone IS NOT b.phone
            OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude OR h.listed <> (b.missing_run IS NULL))
        """
}

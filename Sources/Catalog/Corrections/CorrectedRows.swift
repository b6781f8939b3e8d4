internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The columns of `place` that a correction sets, and their values.
enum CorrectedColumns {
    static let pointSource = "correction"

    static func assignments(
        _ values: [(field: CorrectionField, value: String?)]
    ) -> (sql: [String], values: [any SQLBindable]) {
        var sql: [String] = []
        var bound: [any SQLBindable] = []
        for (field, value) in values {
            switch field {
            case .name, .kind, .district, .address, .sns:
                sql.append("\(field.rawValue) = ?")
                bound.append(value)
            case .phone:
                sql += ["phone = ?", "phone_raw = ?"]
                bound += [value, value.map { NationalPhone.text(e164: $0) ?? $0 }] as [any SQLBindable]
            case .website:
                sql += ["website = ?", "website_raw = ?"]
                bound += [value, value] as [any SQLBindable]
            case .point:
                let point = value.flatMap(PointText.point)
                sql += ["latitude = ?", "longitude = ?", "point_source = ?"]
                bound += [point?.latitude, point?.longitude, point.map { _ in pointSource }] as [any SQLBindable]
            case .closed:
                // Any earlier run is correct here, because these columns only need to name a run (see
                // `Schema.corrections`).
                sql += ["last_run = first_run", "missing_run = first_run"]
            }
        }
        return (sql, bound)
    }

    static func columns(of field: CorrectionField) -> [String] {
        switch field {
        case .name, .kind, .district, .address, .sns: [field.rawValue]
        case .phone: ["phone", "phone_raw"]
        case .website: ["website", "website_raw"]
        case .point: ["latitude", "longitude", "point_source"]
        case .closed: ["last_run", "missing_run"]
        }
    }

    /// Returns the keys of the fields as the `corrected` column stores them, in the order of `CorrectionField`.
    static func keys(_ fields: [CorrectionField]) -> String {
        let keys = CorrectionField.allCases.filter(fields.contains).map { "\"\($0.rawValue)\"" }
        return "[\(keys.joined(separator: ","))]"
    }
}

/// The SQL expressions that read the feed's own values from `place b LEFT JOIN upstream u ON u.id = b.id`.
enum FeedValues {
    /// The columns that a correction can change, and the columns that depend on them.
    static let columns = [
        "name", "kind", "district", "address", "phone", "phone_raw", "website", "website_raw", "sns", "latitude",
        "longitude", "point_source", "folded", "last_run", "missing_run",
    ]

    static let joined = "place b LEFT JOIN upstream u ON u.id = b.id"

    static func column(_ name: String) -> String { "iif(u.id IS NULL, b.\(name), u.\(name))" }

    /// The SQL for the feed's value of the field that `correction c` changes, as text in the form of the `change`
    /// table. The value of `closed` is the date of the run in which the source said that the place is closed; null if
    /// it has not said so.
    static let ofCorrection = {
        let texts = CorrectionField.allCases.filter { $0 != .point && $0 != .closed }.map { field in
            // If a phone or a website can't be parsed, its original text is the feed's value.
            let raw = field == .phone || field == .website ? column(field.rawValue + "_raw") : "NULL"
            return "WHEN '\(field.rawValue)' THEN coalesce(\(column(field.rawValue)), \(raw))"
        }
        return """
            CASE c.field \(texts.joined(separator: " "))
            WHEN 'point' THEN \(point(column("latitude"), column("longitude")))
            ELSE (SELECT r.date FROM change x JOIN run r ON r.id = x.run
                WHERE x.place = b.id AND x.what = 'closed' AND x.run >= \(column("missing_run"))
                    AND r.taken_back IS NULL) END
            """
    }()

    /// The SQL condition: `correction c` is about a point that was filled from an address, so the feed has none.
    static let isFilled = "(c.field = 'point' AND \(column("point_source")) IS NOT NULL)"

    static func point(_ latitude: String, _ longitude: String) -> String {
        "CASE WHEN \(latitude) IS NOT NULL THEN format('%!.17g,%!.17g', \(latitude), \(longitude)) END"
    }

}

/// A temporary table with the former values of the rows that a transaction changes. Indexes and links keep these values
/// until its end. A row that then has the same values again needs no update there.
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

    /// Stores the current values of the rows in `ids`, SQL for a list of ids, unless they are stored already.
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

    var count: Int { get throws { try db.count("SELECT count(*) FROM temp.held") } }

    static let inPieces =
        "temp.held h JOIN place b ON b.id = h.id WHERE h.folded IS NOT b.folded OR h.kind IS NOT b.kind"

    static let inPoints = """
        SELECT h.id FROM temp.held h JOIN place b ON b.id = h.id WHERE h.overlaid AND (h.kind IS NOT b.kind
            OR h.district IS NOT b.district OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude
            OR h.listed <> (b.missing_run IS NULL))
        """

    static let inLinks = """
        SELECT h.id, h.name, h.phone FROM temp.held h JOIN place b ON b.id = h.id WHERE h.overlaid AND (
            h.name IS NOT b.name OR h.kind IS NOT b.kind
            OR h.district IS NOT b.district OR h.address IS NOT b.address OR h.phone IS NOT b.phone
            OR h.latitude IS NOT b.latitude OR h.longitude IS NOT b.longitude OR h.listed <> (b.missing_run IS NULL))
        """
}

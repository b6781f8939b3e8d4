internal import Geo
internal import Search
internal import Text

/// The temporary tables that rows wait in, and what is done there.
enum Staging {
    /// The columns that say what a bookstore is; two rows of one id that differ in any contradict each other.
    static let content = [
        "name", "kind", "district", "address", "phone", "phone_raw", "website", "website_raw", "sns", "latitude",
        "longitude",
    ]

    static let schema = """
        CREATE TEMP TABLE IF NOT EXISTS staged (
            position INTEGER PRIMARY KEY, feed_id TEXT NOT NULL,
            -- The id as a number, for the order in which new bookstores are numbered; long_number is the count of
            -- digits of one that is too long for 64 bits, negative for a negative one.
            number INTEGER, long_number INTEGER,
            name TEXT NOT NULL, kind TEXT NOT NULL, district TEXT, address TEXT, phone TEXT, phone_raw TEXT,
            website TEXT, website_raw TEXT, sns TEXT, latitude REAL, longitude REAL, folded TEXT NOT NULL,
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL,
            problem TEXT, value TEXT, raw TEXT NOT NULL
        );
        CREATE TEMP TABLE IF NOT EXISTS staged_reject (
            page_number INTEGER NOT NULL, page TEXT NOT NULL, row INTEGER NOT NULL, reason TEXT NOT NULL,
            kept INTEGER NOT NULL, feed_id TEXT, value TEXT, raw TEXT NOT NULL
        );
        CREATE TEMP TABLE IF NOT EXISTS staged_twice (feed_id TEXT PRIMARY KEY, clash INTEGER) WITHOUT ROWID;
        CREATE TEMP TABLE IF NOT EXISTS staged_change (bookstore INTEGER PRIMARY KEY, position INTEGER NOT NULL);
        CREATE TEMP TABLE IF NOT EXISTS staged_page (
            number INTEGER PRIMARY KEY, name TEXT NOT NULL, fetched_at TEXT NOT NULL, sha256 TEXT NOT NULL,
            size INTEGER NOT NULL, packed BLOB NOT NULL
        );
        """

    static let drop = """
        DROP TABLE IF EXISTS temp.staged_change; DROP TABLE IF EXISTS temp.staged_twice;
        DROP TABLE IF EXISTS temp.staged_reject; DROP TABLE IF EXISTS temp.staged;
        DROP TABLE IF EXISTS temp.staged_page;
        """

    static let empty = """
        DELETE FROM staged_change; DELETE FROM staged_twice; DELETE FROM staged_reject; DELETE FROM staged;
        DELETE FROM staged_page; DROP INDEX IF EXISTS temp.staged_feed_id;
        """

    static let insertBookstore = """
        INSERT INTO staged (feed_id, number, long_number, name, kind, district, address, phone, phone_raw, website,
            website_raw, sns, latitude, longitude, folded, page_number, page, row, problem, value, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let insertReject = """
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let findDuplicates = """
        CREATE INDEX temp.staged_feed_id ON staged (feed_id);
        INSERT INTO staged_twice (feed_id) SELECT feed_id FROM staged GROUP BY feed_id HAVING count(*) > 1;
        UPDATE staged_twice SET clash = 1 WHERE feed_id IN (
            SELECT feed_id FROM (
                SELECT DISTINCT feed_id, \(content.joined(separator: ", ")), problem, value FROM staged
                WHERE feed_id IN (SELECT feed_id FROM staged_twice))
            GROUP BY feed_id HAVING count(*) > 1);
        """

    static let countAcrossPages = """
        SELECT coalesce(sum(pages - 1), 0) FROM (
            SELECT count(DISTINCT page_number) AS pages FROM staged
            WHERE feed_id IN (SELECT feed_id FROM staged_twice) GROUP BY feed_id
            UNION ALL SELECT count(DISTINCT page_number) FROM staged_reject WHERE feed_id IS NOT NULL GROUP BY raw HAVING count(*) > 1)
        """

    static let settleDuplicates = """
        INSERT INTO staged_reject (page_number, page, row, reason, kept, feed_id, value, raw)
            SELECT page_number, page, row, 'id-clash', 0, feed_id, feed_id, raw FROM staged
            WHERE feed_id IN (SELECT feed_id FROM staged_twice WHERE clash = 1);
        DELETE FROM staged WHERE feed_id IN (SELECT feed_id FROM staged_twice WHERE clash = 1);
        DELETE FROM staged WHERE feed_id IN (SELECT feed_id FROM staged_twice) AND position NOT IN (
            SELECT min(position) FROM staged WHERE feed_id IN (SELECT feed_id FROM staged_twice) GROUP BY feed_id);
        """

    static func bind(_ bookstore: Bookstore, _ origin: RowOrigin, to statement: Statement) {
        let number = idNumber(bookstore.feedID)
        statement.bind(1, bookstore.feedID)
        statement.bind(2, number.value)
        statement.bind(3, number.digits)
        statement.bind(4, bookstore.name)
        statement.bind(5, bookstore.kind.rawValue)
        statement.bind(6, bookstore.district)
        statement.bind(7, bookstore.address)
        statement.bind(8, bookstore.phone)
        statement.bind(9, bookstore.phoneRaw)
        statement.bind(10, bookstore.website)
        statement.bind(11, bookstore.websiteRaw)
        statement.bind(12, bookstore.sns.map(json))
        statement.bind(13, bookstore.coordinate?.latitude)
        statement.bind(14, bookstore.coordinate?.longitude)
        statement.bind(
            15,
            FoldedFields.text(
                name: bookstore.name, address: bookstore.address, district: bookstore.district,
                phone: bookstore.phoneRaw))
        statement.bind(16, Int64(origin.pageNumber))
        statement.bind(17, origin.page)
        statement.bind(18, Int64(origin.row))
    }

    static func bind(_ record: RejectedRecord, to statement: Statement) {
        statement.bind(1, Int64(record.origin.pageNumber))
        statement.bind(2, record.origin.page)
        statement.bind(3, Int64(record.origin.row))
        statement.bind(4, record.reason.rawValue)
        statement.bind(5, record.isKept ? Int64(1) : 0)
        statement.bind(6, record.feedID)
        statement.bind(7, record.value)
        statement.bind(8, record.raw)
    }

    /// The value of an id that is a whole number without leading zeros, or its count of digits if it is too long.
    private static func idNumber(_ id: String) -> (value: Int64?, digits: Int64?) {
        let digits = id.utf8.first == UInt8(ascii: "-") ? id.utf8.dropFirst() : id.utf8[...]
        guard let first = digits.first, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return (nil, nil) }
        guard first != UInt8(ascii: "0") || id == "0" else { return (nil, nil) }
        if let value = Int64(id) { return (value, nil) }
        return (nil, Int64(id.utf8.first == UInt8(ascii: "-") ? -digits.count : digits.count))
    }

    private static func json(_ list: [String]) -> String {
        var json = JSONWriter()
        json.value(.array(list.map(JSONValue.string)))
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

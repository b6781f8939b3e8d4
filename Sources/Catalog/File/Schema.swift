internal import GeocliDatabase
internal import GeocliText

/// The catalog's tables. Each change is a new migration after the last one; a released migration is never edited.
enum Schema {
    /// "geoc" in ASCII, in the header of every catalog. It distinguishes a catalog from a file of another program.
    static let applicationID: Int32 = 0x6765_6F63

    /// A step from one schema to the next.
    struct Migration: Sendable {
        let name: String
        let sql: String
    }

    /// All steps, oldest first; `user_version` is the number of steps taken.
    static let migrations = [
        Migration(name: "bookstores, runs and their history", sql: foundation),
        Migration(name: "raw pages, and runs that ended early", sql: rawPages),
        Migration(name: "an index of pieces of names, addresses and phone numbers", sql: pieces),
        Migration(name: "outlines of districts", sql: outlines),
        Migration(name: "kind, district and absence in the index of places", sql: traits),
        Migration(name: "fingerprints of rows", sql: fingerprints),
        // This step changes no table. It only changes the rules by which texts are folded.
        Migration(name: "dots and enclosed words are one in search", sql: ""),
        Migration(name: "a ground for maps: water, parks, roads, railways, land", sql: ground),
        Migration(name: "any kind of place, and what its declaration calls it", sql: words),
        Migration(name: "reasons with codes", sql: reasons),
        Migration(name: "landmarks, links and point sources", sql: landmarks + links + pointSources),
        Migration(name: "data issues and corrections", sql: corrections + dataIssues),
        Migration(name: "an index of points in pages", sql: pages),
        Migration(name: "changes of the index of pieces, apart from its lists", sql: pieceChanges),
        Migration(
            name: "seals of rows, a hash of all runs and edits, repeated rows",
            sql: repeats + seals + stateChain),
    ]

    /// The schema that this program reads and writes.
    static var version: Int { migrations.count }

    /// The oldest schema that every query can read. Later schemas add tables; if a catalog lacks them, queries about
    /// their content find nothing. Later schemas also add traits to the index of places; if a catalog lacks those, a
    /// query reads the bookstores instead.
    static let oldestReadable = 3

    /// The first schema with outlines of districts.
    static let withOutlines = 4

    /// The first schema with a base map.
    static let withGround = 8

    /// The first schema with the words of declarations.
    static let withWords = 9

    /// The first schema whose runs store the codes and values of reasons.
    static let withReasons = 10

    /// The first schema with landmarks.
    static let withLandmarks = 11

    /// The first schema with links between rows of different feeds.
    static let withLinks = 11

    /// The first schema whose rows say where their points come from.
    static let withPointSources = 11

    /// The first schema with data issues and corrections.
    static let withIssues = 12

    /// The first schema with an index of points in pages.
    static let withPages = 13

    /// The first schema that keeps changes of the index of pieces apart from its lists.
    static let withPieceChanges = 14

    /// The first schema with seals of rows and a hash of all runs and edits, and whose runs store which rows came several
    /// times.
    static let withSeals = 15

    /// The first schema whose index of places stores `PointTraits`.
    static let withTraits = 5

    /// Returns the rules by which the texts of a catalog are folded.
    static func foldingRules(_ db: Database) throws -> FoldingRules {
        try userVersion(db) < withUnitedSigns ? .separate : .united
    }

    /// Returns the number of migrations that a file has had; 0 for an empty catalog.
    static func userVersion(_ db: Database) throws -> Int { try db.count("PRAGMA user_version") }

    /// Checks the schema number of the catalog at `path`, and returns it.
    ///
    /// - Throws: `CatalogError` for a number that this program does not support.
    static func checkedVersion(_ db: Database, _ path: String) throws -> Int {
        let version = try userVersion(db)
        guard version >= 0 else { throw CatalogError.nonsense(path, version: version) }
        guard version <= Self.version else { throw CatalogError.newer(path, version: version) }
        return version
    }

    /// The first schema with fingerprints of rows.
    static let withFingerprints = 6

    /// The first schema whose texts are folded by `FoldingRules.united`.
    static let withUnitedSigns = 7

    private static let foundation = """
        CREATE TABLE feed (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (id <> ''),
            -- Runs whose snapshot was taken over or was found to be the one already here.
            good_runs INTEGER NOT NULL DEFAULT 0 CHECK (good_runs >= 0),
            last_good_run INTEGER REFERENCES run (id),
            CHECK ((good_runs = 0) = (last_good_run IS NULL))
        ) STRICT;

        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feed (key),
            -- Its number among the good runs of its feed; null if it was refused.
            good_run INTEGER CHECK (good_run > 0),
            started_at TEXT NOT NULL CHECK (started_at GLOB '????-??-??T??:??:??Z'),
            -- The day in Asia/Seoul.
            date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            source TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            tool_version TEXT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('published', 'unchanged', 'refused')),
            -- Why it was refused, or the reason a person gave for taking it over all the same.
            reason TEXT,
            accepted_because TEXT,
            received INTEGER NOT NULL CHECK (received >= 0),
            accepted INTEGER NOT NULL CHECK (accepted >= 0),
            rejected INTEGER NOT NULL CHECK (rejected >= 0),
            duplicates INTEGER NOT NULL CHECK (duplicates >= 0),
            without_point INTEGER NOT NULL CHECK (without_point BETWEEN 0 AND accepted),
            added INTEGER NOT NULL CHECK (added >= 0),
            changed INTEGER NOT NULL CHECK (changed >= 0),
            removed INTEGER NOT NULL CHECK (removed >= 0),
            returned INTEGER NOT NULL CHECK (returned >= 0),
            total INTEGER NOT NULL CHECK (total >= 0),
            CHECK (received = accepted + rejected + duplicates),
            CHECK ((good_run IS NULL) = (outcome = 'refused')),
            UNIQUE (feed, good_run)
        ) STRICT;

        CREATE TABLE bookstore (
        \(bookstoreBody(feed: " REFERENCES feed (key)", run: " REFERENCES run (id)", kinds: kindsAsList))
        ) STRICT;

        -- Degrees times ten million, rounded outward: precise to a centimeter, where an ordinary R*Tree is precise to a
        -- meter. The index finds candidates; the exact columns of bookstore decide.
        CREATE VIRTUAL TABLE bookstore_rtree USING rtree_i32 (id, west, east, south, north);

        -- The changes of good runs. The arrival of a bookstore is its first_run.
        CREATE TABLE change (
            run INTEGER NOT NULL REFERENCES run (id),
            bookstore INTEGER NOT NULL REFERENCES bookstore (id),
            what TEXT NOT NULL CHECK (what IN ('changed', 'missing', 'returned')),
            -- For 'changed' the column, 'point' for both coordinates; else empty.
            field TEXT NOT NULL DEFAULT '' CHECK ((field = '') = (what <> 'changed')),
            old TEXT,
            new TEXT,
            PRIMARY KEY (run, bookstore, what, field)
        ) STRICT, WITHOUT ROWID;

        -- Rejected rows, and rows that were kept without their point; raw is the original row.
        CREATE TABLE reject (
            run INTEGER NOT NULL REFERENCES run (id),
            number INTEGER NOT NULL,
            page TEXT NOT NULL,
            row INTEGER NOT NULL CHECK (row > 0),
            reason TEXT NOT NULL CHECK (reason IN ('no-id', 'no-name', 'id-clash', 'not-a-row', 'coordinate-missing',
                'coordinate-unreadable', 'coordinate-out-of-range', 'coordinate-swapped', 'coordinate-outside-area')),
            kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
            feed_id TEXT,
            value TEXT,
            raw TEXT NOT NULL,
            PRIMARY KEY (run, number)
        ) STRICT, WITHOUT ROWID;

        -- A bookstore with its history as dates. last_seen of a listed bookstore is the day of the last good run, so an
        -- unchanged night rewrites nothing.
        CREATE VIEW listing AS
        SELECT b.id, f.id AS feed, b.feed_id, b.name, b.kind, b.district, b.address, b.phone, b.phone_raw, b.website,
            b.website_raw, b.sns, b.latitude, b.longitude, b.folded, b.missing_run, first.date AS first_seen,
            coalesce(last.date, good.date) AS last_seen,
            coalesce(f.good_runs - missing.good_run + 1, 0) AS missing_runs,
            CASE WHEN f.good_runs - missing.good_run + 1 >= 3 THEN missing.date END AS closed_on
        FROM bookstore b
        JOIN feed f ON f.key = b.feed
        JOIN run first ON first.id = b.first_run
        JOIN run good ON good.id = f.last_good_run
        LEFT JOIN run last ON last.id = b.last_run
        LEFT JOIN run missing ON missing.id = b.missing_run;
        """

    /// Returns the columns and constraints of `bookstore`. `feed` and `run` are the foreign-key clauses of the columns
    /// that refer to feeds and runs.
    private static func bookstoreBody(feed: String, run: String, kinds: String) -> String {
        """
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL\(feed),
            feed_id TEXT NOT NULL CHECK (feed_id <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (\(kinds)),
            district TEXT CHECK (district <> ''),
            address TEXT CHECK (address <> ''),
            phone TEXT CHECK (phone GLOB '+82[0-9]*'),
            phone_raw TEXT CHECK (phone_raw <> ''),
            website TEXT CHECK (website LIKE 'http://_%' OR website LIKE 'https://_%'),
            website_raw TEXT CHECK (website_raw <> ''),
            sns TEXT CHECK (json_type(sns) = 'array'),
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            -- Name, address and phone as `Folding` makes them comparable, a line each.
            folded TEXT NOT NULL,
            first_run INTEGER NOT NULL\(run),
            -- Null while it is listed: the last good run that held it, and the first that did not.
            last_run INTEGER\(run),
            missing_run INTEGER\(run),
            UNIQUE (feed, feed_id),
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK ((last_run IS NULL) = (missing_run IS NULL))
        """
    }

    private static let rawPages = """
        -- The reason why a run ended before its whole source was read: 'network', 'key' or 'page'.
        ALTER TABLE run ADD COLUMN failure TEXT
            CHECK (failure IS NULL OR outcome = 'refused' AND failure IN ('network', 'key', 'page'));

        -- Original pages of live services, packed (zlib); nights with the same bytes share them.
        CREATE TABLE raw_page (
            sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
            size INTEGER NOT NULL CHECK (size >= 0),
            packed BLOB NOT NULL
        ) STRICT;

        CREATE TABLE page (
            run INTEGER NOT NULL REFERENCES run (id),
            number INTEGER NOT NULL CHECK (number > 0),
            -- Its address, a placeholder for the key.
            name TEXT NOT NULL,
            fetched_at TEXT NOT NULL CHECK (fetched_at GLOB '????-??-??T??:??:??Z'),
            sha256 TEXT NOT NULL REFERENCES raw_page (sha256),
            PRIMARY KEY (run, number)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX page_sha256 ON page (sha256);
        """

    private static let pieces = """
        -- Since this schema, bookstore.folded holds the folded name, the squeezed name if it differs, address, district
        -- and the numbers of the phone, one per line (FoldedFields).
        --
        -- For each piece (Piece) the bookstores that have it, ascending by name length and id (DocumentNumber), in
        -- blocks: the first number, and the code of the numbers after it (PostingBlock).
        CREATE TABLE posting (
            piece INTEGER NOT NULL,
            first INTEGER NOT NULL,
            documents BLOB NOT NULL,
            PRIMARY KEY (piece, first)
        ) STRICT, WITHOUT ROWID;
        """

    private static let repeats = """
        -- A hash of the ids that the feed itself has in several rows (RepeatedRows); null if there are none, or if it is
        -- not known whether rows moved to other pages while the run read them.
        ALTER TABLE run ADD COLUMN repeats TEXT CHECK (length(repeats) = 32);
        """

    private static let pieceChanges = """
        -- What changed in the lists of `posting` since they were written: for each piece, the bookstores that its list
        -- lacks (excess = 0), and those in its list that no longer have the piece (excess = 1). In blocks like those of
        -- `posting`. A larger change brings the lists up to date and empties this table.
        CREATE TABLE posting_change (
            piece INTEGER NOT NULL,
            excess INTEGER NOT NULL CHECK (excess IN (0, 1)),
            first INTEGER NOT NULL,
            documents BLOB NOT NULL,
            PRIMARY KEY (piece, excess, first)
        ) STRICT, WITHOUT ROWID;
        """

    /// The tables that a catalog may lack; an import of outlines or of a base map creates them again.
    static let healedTables: Set<String> = ["outline_source", "district_outline", "base_layer", "base_feature"]

    /// The tables of outlines. Each is created only if it is missing, so an import repairs a catalog that has lost one.
    static let outlines = """
        -- The source of the outlines; all of them come from one file.
        CREATE TABLE IF NOT EXISTS outline_source (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            title TEXT NOT NULL CHECK (title <> ''),
            license TEXT NOT NULL CHECK (license <> ''),
            -- Of the file.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            imported_on TEXT NOT NULL CHECK (imported_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
        ) STRICT;

        CREATE TABLE IF NOT EXISTS district_outline (
            id INTEGER PRIMARY KEY,
            -- As bookstore.district has it where a bookstore can state it.
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            -- The coordinates of a GeoJSON MultiPolygon, and the hash of this text.
            area TEXT NOT NULL CHECK (area GLOB '[[]*]'),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT;
        """

    /// The tables of the base map. Each is created only if it is missing, as with outlines.
    static let ground = """
        -- The source of each layer of the ground under maps; a layer comes from one file.
        CREATE TABLE IF NOT EXISTS base_layer (
            role TEXT PRIMARY KEY CHECK (role IN ('land', 'park', 'water', 'road', 'rail')),
            title TEXT NOT NULL CHECK (title <> ''),
            license TEXT NOT NULL CHECK (license <> ''),
            -- Of the file.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            imported_on TEXT NOT NULL CHECK (imported_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
        ) STRICT;

        -- Areas and lines, simplified to half a pixel at zoom 14 (DrawnShape), and the hash of this text. The numbers
        -- are hundred-thousandths of a degree.
        CREATE TABLE IF NOT EXISTS base_feature (
            id INTEGER PRIMARY KEY,
            role TEXT NOT NULL REFERENCES base_layer (role),
            name TEXT CHECK (name <> ''),
            name_en TEXT CHECK (name_en <> ''),
            shape TEXT NOT NULL CHECK (shape GLOB '{*}'),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT;
        """

    private static let reasons = """
        -- What the sentence in reason says, as data: its code, and its values as a JSON object. Null for older runs.
        ALTER TABLE run ADD COLUMN reason_code TEXT CHECK (reason_code <> '');
        ALTER TABLE run ADD COLUMN reason_values TEXT
            CHECK (reason_values IS NULL OR reason_code IS NOT NULL AND json_type(reason_values) = 'object');
        """

    static let kindsAsList = "kind IN ('new', 'used', 'other')"
    static let kindsOneByOne = "kind = 'new' OR kind = 'used' OR kind = 'other'"
    static let anyKind = "kind <> ''"

    /// Returns the SQL that adds the column with the fingerprint of the row that a bookstore was last read from
    /// (`RowFingerprint`). The column is null if every run must read the row. This is so if the row's point is invalid,
    /// or if the feed does not explain one of the row's codes.
    private static func fingerprint(of table: String) -> String {
        "ALTER TABLE \(table) ADD COLUMN fingerprint BLOB CHECK (length(fingerprint) = 16);"
    }

    /// Adds the fingerprints, and rewrites the CHECK of kinds. To check a list of three values, SQLite builds a table
    /// at each insert. That takes half of the insert's time.
    ///
    /// - Source: SQLite, ALTER TABLE, §7: a CHECK may be changed in the stored schema if no content changes.
    private static let fingerprints = """
        \(fingerprint(of: "bookstore"))
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '\(quoted(kindsAsList))', '\(quoted(kindsOneByOne))')
            WHERE type = 'table' AND name = 'bookstore';
        PRAGMA writable_schema = RESET;
        """

    /// Adds the words of declarations, and rewrites the CHECK of kinds, because each declaration names its own kinds.
    private static let words = """
        -- What the declaration of the feed called its places at the last good run, as JSON (FeedWords).
        ALTER TABLE feed ADD COLUMN words TEXT CHECK (json_type(words) = 'object');
        -- SHA-256 of the text of the declaration; null for a feed that comes with the program.
        ALTER TABLE run ADD COLUMN declaration TEXT CHECK (length(declaration) = 64);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, '\(quoted(kindsOneByOne))', '\(quoted(anyKind))')
            WHERE type = 'table' AND name = 'bookstore';
        PRAGMA writable_schema = RESET;
        """

    private static func quoted(_ sql: String) -> String {
        sql.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }

    /// Returns the SQL for a temporary table with the columns of the current `bookstore`, but without foreign keys.
    static func temporaryBookstores(_ name: String) -> String {
        """
        CREATE TEMP TABLE \(name) (
        \(bookstoreBody(feed: "", run: "", kinds: anyKind))
        ) STRICT;
        \(fingerprint(of: "temp." + name))
        \(pointSource(of: "temp." + name))
        \(correctedKeys(of: "temp." + name))
        """
    }

    private static let traits = """
        -- A third dimension: kind, district and absence (PointTraits) in the low number; the high number is 2^30 more.
        DROP TABLE bookstore_rtree;
        CREATE VIRTUAL TABLE bookstore_rtree USING rtree_i32 (id, west, east, south, north, traits_low, traits_high);

        -- The codes of the districts in the index of places.
        CREATE TABLE district_code (
            code INTEGER PRIMARY KEY CHECK (code > 0),
            name TEXT NOT NULL UNIQUE CHECK (name <> '')
        ) STRICT;
        """
}

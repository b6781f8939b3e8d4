extension Schema {
    /// Returns the SQL for a temporary table with the columns of `place`, but without foreign keys.
    static func temporaryPlaces(_ name: String) -> String {
        """
        CREATE TEMP TABLE \(name) (
        \(placeBody(feed: "", run: ""))
        ) STRICT;
        """
    }

    static let places = """
        CREATE TABLE feed (
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (id <> ''),
            -- Runs whose snapshot was taken over or was found to be the one already here.
            good_runs INTEGER NOT NULL DEFAULT 0 CHECK (good_runs >= 0),
            last_good_run INTEGER REFERENCES run (id),
            -- What the declaration of the feed called its places at the last good run, as JSON (FeedWords).
            words TEXT CHECK (json_type(words) = 'object'),
            -- What the rows of a feed are for. Those of a feed of landmarks are in landmark, and never in place.
            role TEXT NOT NULL DEFAULT 'places' CHECK (role IN ('places', 'landmarks')),
            -- How often a person expects new data; null: as the declaration says, or as its runs show (Cadence).
            cadence TEXT CHECK (cadence IN ('daily', 'weekly', 'monthly', 'once')),
            -- The day in Asia/Seoul since which a person does not want the feed to be ingested with the others.
            paused_on TEXT CHECK (paused_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            CHECK ((good_runs = 0) = (last_good_run IS NULL))
        ) STRICT;

        -- The feeds that a person removed, with all their rows and runs (FeedRemoval).
        CREATE TABLE removed_feed (
            number INTEGER PRIMARY KEY,
            feed TEXT NOT NULL CHECK (feed <> ''),
            removed_at TEXT NOT NULL CHECK (removed_at GLOB '????-??-??T??:??:??Z'),
            -- The highest numbers of a run and of a place until then. They are not given again.
            last_run INTEGER NOT NULL CHECK (last_run >= 0),
            last_place INTEGER NOT NULL CHECK (last_place >= 0)
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
            -- Why it was refused, or what it took back; and the reason a person gave for taking it over all the same.
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
            -- The reason why a run ended before its whole source was read: 'network', 'key' or 'page'.
            failure TEXT CHECK (failure IS NULL OR outcome = 'refused' AND failure IN ('network', 'key', 'page')),
            -- What the sentence in reason says, as data: its code, and its values as a JSON object.
            reason_code TEXT CHECK (reason_code <> ''),
            reason_values TEXT
                CHECK (reason_values IS NULL OR reason_code IS NOT NULL AND json_type(reason_values) = 'object'),
            -- SHA-256 of the text of the declaration; null for a feed that comes with the program.
            declaration TEXT CHECK (length(declaration) = 64),
            -- A hash of the imported addresses that filled blank points; null if there were none.
            addresses TEXT CHECK (length(addresses) = 64),
            -- Rows without a point in the feed: those that got one from an address, and those that did not.
            points_filled INTEGER NOT NULL DEFAULT 0 CHECK (points_filled >= 0),
            points_unmatched INTEGER NOT NULL DEFAULT 0 CHECK (points_unmatched >= 0),
            -- Rows that the declaration leaves out, beside those received: by its filter, and as closed.
            filtered INTEGER NOT NULL DEFAULT 0 CHECK (filtered >= 0),
            closed INTEGER NOT NULL DEFAULT 0 CHECK (closed >= 0),
            -- A hash of the ids that the feed itself has in several rows (RepeatedRows); null if there are none, or if
            -- it is not known whether rows moved to other pages while the run read them.
            repeats TEXT CHECK (length(repeats) = 32),
            -- The run that this run took back, with all later runs of its feed; null for an ingest.
            undoes INTEGER REFERENCES run (id) CHECK (undoes < id),
            -- The run that took this run back; null if none did, or if that run was taken back itself.
            taken_back INTEGER REFERENCES run (id) CHECK (taken_back > id),
            -- The ingest whose places an undo brought back.
            restores INTEGER REFERENCES run (id) CHECK (restores < id AND (restores IS NULL) = (undoes IS NULL)),
            -- The number by which misses are counted: one more than that of the feed's good run before. An undo has the
            -- number of the run whose places came back, so that no run that was taken back counts as a miss.
            night INTEGER CHECK (night > 0),
            CHECK (received = accepted + rejected + duplicates),
            CHECK ((good_run IS NULL) = (outcome = 'refused')),
            CHECK ((night IS NULL) = (good_run IS NULL)),
            CHECK (undoes IS NULL OR outcome = 'published'),
            UNIQUE (feed, good_run)
        ) STRICT;

        CREATE TABLE place (
        \(placeBody(feed: " REFERENCES feed (key)", run: " REFERENCES run (id)"))
        ) STRICT;

        -- The changes of good runs. The arrival of a place is its first_run. 'closed': a row of the source says that
        -- the place is closed; such rows are left out, so the place is also missing. It is closed until it returns.
        -- 'since': an undo, before and after which the place was missing, but since different runs.
        CREATE TABLE change (
            run INTEGER NOT NULL REFERENCES run (id),
            place INTEGER NOT NULL REFERENCES place (id),
            what TEXT NOT NULL CHECK (what IN ('changed', 'missing', 'closed', 'returned', 'since')),
            -- For 'changed' the column, 'point' for both coordinates; else empty.
            field TEXT NOT NULL DEFAULT '' CHECK ((field = '') = (what <> 'changed')),
            old TEXT,
            new TEXT,
            -- For 'returned' and 'since' the run since which the place was missing before.
            since INTEGER REFERENCES run (id) CHECK ((since IS NULL) = (what NOT IN ('returned', 'since'))),
            PRIMARY KEY (run, place, what, field)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX change_closed ON change (place, run) WHERE what = 'closed';

        -- The point that was last reported, of each place whose point has moved since by less than a change
        -- (CatalogChange.leastMoveMeters). It is measured from here, so that no place creeps away unreported.
        CREATE TABLE reported_point (
            place INTEGER PRIMARY KEY REFERENCES place (id),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            -- The run that brought the point that the feed has now.
            run INTEGER NOT NULL REFERENCES run (id)
        ) STRICT;

        -- Rejected rows, and rows that were kept without their point; raw is the original row.
        CREATE TABLE reject (
            run INTEGER NOT NULL REFERENCES run (id),
            number INTEGER NOT NULL,
            page TEXT NOT NULL,
            row INTEGER NOT NULL CHECK (row > 0),
            -- The place of the fault in the page, or of the start of the row.
            line INTEGER CHECK (line > 0),
            byte INTEGER CHECK (byte >= 0),
            reason TEXT NOT NULL CHECK (reason IN ('no-id', 'no-name', 'id-clash', 'not-a-row', 'bad-encoding',
                'malformed', 'coordinate-missing', 'coordinate-unreadable', 'coordinate-out-of-range',
                'coordinate-swapped', 'coordinate-outside-area')),
            kept INTEGER NOT NULL CHECK (kept IN (0, 1)),
            feed_id TEXT,
            value TEXT,
            raw TEXT NOT NULL,
            -- The reason why the address of a row without a point was not found.
            no_match TEXT CHECK (no_match <> ''),
            PRIMARY KEY (run, number)
        ) STRICT, WITHOUT ROWID;

        """

    /// The columns and constraints of `place`, with these foreign-key clauses for feeds and runs.
    private static func placeBody(feed: String, run: String) -> String {
        """
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL\(feed),
            feed_id TEXT NOT NULL CHECK (feed_id <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''),
            district TEXT CHECK (district <> ''),
            address TEXT CHECK (address <> ''),
            phone TEXT CHECK (phone GLOB '+[1-9][0-9]*'),
            phone_raw TEXT CHECK (phone_raw <> ''),
            website TEXT CHECK (website LIKE 'http://_%' OR website LIKE 'https://_%'),
            website_raw TEXT CHECK (website_raw <> ''),
            sns TEXT CHECK (json_type(sns) = 'array'),
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            -- The folded name, the squeezed name if it differs, address, district and the numbers of the phone, one per
            -- line (FoldedFields).
            folded TEXT NOT NULL,
            first_run INTEGER NOT NULL\(run),
            -- Null while it is listed: the last good run that held it, and the first that did not.
            last_run INTEGER\(run),
            missing_run INTEGER\(run),
            -- The fingerprint of the row that the place was last read from (RowFingerprint). It is null if every run
            -- must read the row: the row's point is invalid, or the feed does not explain one of the row's codes.
            fingerprint BLOB CHECK (length(fingerprint) = 16),
            -- The source of the point, such as 'juso 2606'; null if the point is from the feed.
            point_source TEXT CHECK (point_source <> ''),
            -- The keys of the values that a person corrected, as a JSON array such as '["phone"]'; null for a row that
            -- is as the feed has it. The row itself holds the corrected values, so that every query finds them.
            corrected TEXT CHECK (json_type(corrected) = 'array'),
            UNIQUE (feed, feed_id),
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK ((last_run IS NULL) = (missing_run IS NULL))
        """
    }

    static let indexes = """
        -- The codes of the districts in the index of points.
        CREATE TABLE district_code (
            code INTEGER PRIMARY KEY CHECK (code > 0),
            name TEXT NOT NULL UNIQUE CHECK (name <> '')
        ) STRICT;

        -- The pages of an index of all points (PointPages, PageLayout). Page 1 is the root; this one is empty.
        CREATE TABLE point_page (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            data BLOB NOT NULL CHECK (length(data) >= 16)
        ) STRICT;

        INSERT INTO point_page VALUES (1, zeroblob(16));

        -- For each piece (Piece) the places that have it, ascending by name length and id (DocumentNumber), in
        -- blocks: the first number, and the code of the numbers after it (PostingBlock).
        CREATE TABLE posting (
            piece INTEGER NOT NULL,
            first INTEGER NOT NULL,
            documents BLOB NOT NULL,
            PRIMARY KEY (piece, first)
        ) STRICT, WITHOUT ROWID;

        -- What changed in the lists of `posting` since they were written: for each piece, the places that its list
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

    static let pages = """
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

    static let seals = """
        -- The number of rows of each part of a table, and the sum of their hashes (Seals).
        CREATE TABLE seal (
            name TEXT NOT NULL CHECK (name <> ''),
            part INTEGER NOT NULL,
            count INTEGER NOT NULL,
            hash INTEGER NOT NULL,
            PRIMARY KEY (name, part)
        ) STRICT, WITHOUT ROWID;

        """
}

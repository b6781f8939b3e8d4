/// The tables and columns of schema 11, for a catalog of several feeds: landmarks, links between rows of different
/// feeds, and the sources of points that are not from the feed itself.
extension Schema {
    static let landmarks = """
        -- What the rows of a feed are for. Those of a feed of landmarks are in landmark, and never in bookstore.
        ALTER TABLE feed ADD COLUMN role TEXT NOT NULL DEFAULT 'places' CHECK (role IN ('places', 'landmarks'));

        -- Points to search from, such as stations: those of the feed's last good run. They have no history.
        CREATE TABLE landmark (
            id INTEGER PRIMARY KEY,
            feed INTEGER NOT NULL REFERENCES feed (key),
            feed_id TEXT NOT NULL CHECK (feed_id <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- What distinguishes it from others of its name, such as the line of a station.
            line TEXT CHECK (line <> ''),
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            -- The run that brought these values.
            run INTEGER NOT NULL REFERENCES run (id),
            UNIQUE (feed, feed_id),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT;

        -- The texts that mean a landmark (LandmarkKeys).
        CREATE TABLE landmark_key (
            key TEXT NOT NULL CHECK (key <> ''),
            landmark INTEGER NOT NULL REFERENCES landmark (id),
            PRIMARY KEY (key, landmark)
        ) STRICT, WITHOUT ROWID;

        """

    static let links = """
        -- Two rows of different feeds that are the same shop (LinkFinder).
        CREATE TABLE link (
            low INTEGER NOT NULL REFERENCES bookstore (id),
            high INTEGER NOT NULL REFERENCES bookstore (id),
            -- Null if no rule holds and a person joined them.
            rule TEXT CHECK (rule IN ('name-phone', 'name-road', 'name-near', 'core-phone', 'core-near')),
            -- The values in which they agree, as JSON (LinkEvidence).
            evidence TEXT NOT NULL CHECK (evidence GLOB '{*}'),
            -- The last run when they were linked by this evidence.
            run INTEGER NOT NULL REFERENCES run (id),
            PRIMARY KEY (low, high),
            CHECK (low < high)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX link_high ON link (high);

        -- What a person said about two rows. It counts as long as their evidence is exactly this one.
        CREATE TABLE link_decision (
            low INTEGER NOT NULL REFERENCES bookstore (id),
            high INTEGER NOT NULL REFERENCES bookstore (id),
            verdict TEXT NOT NULL CHECK (verdict IN ('accepted', 'rejected')),
            rule TEXT CHECK (rule IN ('name-phone', 'name-road', 'name-near', 'core-phone', 'core-near')),
            evidence TEXT NOT NULL CHECK (evidence GLOB '{*}'),
            -- The day in Asia/Seoul.
            date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            PRIMARY KEY (low, high),
            CHECK (low < high)
        ) STRICT, WITHOUT ROWID;

        -- The listed rows of all feeds, if there are several feeds, by their core names (LinkName.block).
        CREATE TABLE link_key (
            block INTEGER NOT NULL,
            feed INTEGER NOT NULL,
            bookstore INTEGER NOT NULL,
            PRIMARY KEY (block, feed, bookstore)
        ) STRICT, WITHOUT ROWID;

        -- The version of the rules by which all links were found; no row if they must all be found again.
        CREATE TABLE link_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            rules INTEGER NOT NULL
        ) STRICT;
        """

    static let pointSources = """
        \(pointSource(of: "bookstore"))
        -- A hash of the imported addresses that filled blank points; null if there were none.
        ALTER TABLE run ADD COLUMN addresses TEXT CHECK (length(addresses) = 64);
        -- Rows without a point in the feed: those that got one from an address, and those that did not.
        ALTER TABLE run ADD COLUMN points_filled INTEGER NOT NULL DEFAULT 0 CHECK (points_filled >= 0);
        ALTER TABLE run ADD COLUMN points_unmatched INTEGER NOT NULL DEFAULT 0 CHECK (points_unmatched >= 0);
        -- The reason why the address of a row without a point was not found.
        ALTER TABLE reject ADD COLUMN no_match TEXT CHECK (no_match <> '');
        """

    /// Returns the SQL that adds the column with the source of a point, such as 'juso 2606'; null if the point is from
    /// the feed.
    static func pointSource(of table: String) -> String {
        "ALTER TABLE \(table) ADD COLUMN point_source TEXT CHECK (point_source <> '');"
    }
}

extension Schema {
    /// The outlines of districts, the ground under maps, and landmarks.
    static let geography = """
        -- The source of the outlines; all of them come from one file.
        CREATE TABLE outline_source (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            title TEXT NOT NULL CHECK (title <> ''),
            license TEXT NOT NULL CHECK (license <> ''),
            -- Of the file.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            imported_on TEXT NOT NULL CHECK (imported_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
        ) STRICT;

        CREATE TABLE district_outline (
            id INTEGER PRIMARY KEY,
            -- As place.district has it where a place can state it.
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            -- The coordinates of a GeoJSON MultiPolygon, and the hash of this text.
            area TEXT NOT NULL CHECK (area GLOB '[[]*]'),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT;

        -- The source of each layer of the ground under maps; a layer comes from one file.
        CREATE TABLE base_layer (
            role TEXT PRIMARY KEY CHECK (role IN ('land', 'park', 'water', 'road', 'rail')),
            title TEXT NOT NULL CHECK (title <> ''),
            license TEXT NOT NULL CHECK (license <> ''),
            -- Of the file.
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            imported_on TEXT NOT NULL CHECK (imported_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
        ) STRICT;

        -- Areas and lines, simplified to half a pixel at zoom 14 (DrawnShape), and the hash of this text. The numbers
        -- are hundred-thousandths of a degree.
        CREATE TABLE base_feature (
            id INTEGER PRIMARY KEY,
            role TEXT NOT NULL REFERENCES base_layer (role),
            name TEXT CHECK (name <> ''),
            name_en TEXT CHECK (name_en <> ''),
            shape TEXT NOT NULL CHECK (shape GLOB '{*}'),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
        ) STRICT;

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
            low INTEGER NOT NULL REFERENCES place (id),
            high INTEGER NOT NULL REFERENCES place (id),
            -- Null if no rule holds and a person joined them.
            rule TEXT CHECK (
                rule IN ('name-phone', 'name-road', 'name-near', 'core-phone', 'part-phone', 'core-near')),
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
            low INTEGER NOT NULL REFERENCES place (id),
            high INTEGER NOT NULL REFERENCES place (id),
            verdict TEXT NOT NULL CHECK (verdict IN ('accepted', 'rejected')),
            rule TEXT CHECK (
                rule IN ('name-phone', 'name-road', 'name-near', 'core-phone', 'part-phone', 'core-near')),
            evidence TEXT NOT NULL CHECK (evidence GLOB '{*}'),
            -- The day in Asia/Seoul.
            date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            PRIMARY KEY (low, high),
            CHECK (low < high)
        ) STRICT, WITHOUT ROWID;

        -- The listed rows of all feeds, if there are several feeds, by their core names and by their phone numbers
        -- (LinkBlock).
        CREATE TABLE link_key (
            block INTEGER NOT NULL,
            feed INTEGER NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (block, feed, place)
        ) STRICT, WITHOUT ROWID;

        -- The version of the rules by which all links were found; no row if they must all be found again.
        CREATE TABLE link_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            rules INTEGER NOT NULL
        ) STRICT;

        """

    static let corrections = """
        -- The values of the feed of each corrected place. A run puts them back before it compares, and corrects them
        -- again afterwards (Overlay).
        CREATE TABLE upstream (
            id INTEGER PRIMARY KEY REFERENCES place (id),
            name TEXT NOT NULL CHECK (name <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''),
            district TEXT, address TEXT, phone TEXT, phone_raw TEXT, website TEXT, website_raw TEXT, sns TEXT,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            point_source TEXT,
            folded TEXT NOT NULL,
            -- As in place. A place that a person declared closed has its first_run in both columns of place.
            last_run INTEGER REFERENCES run (id),
            missing_run INTEGER REFERENCES run (id),
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK ((last_run IS NULL) = (missing_run IS NULL))
        ) STRICT;

        -- What people corrected: one value of one place each.
        CREATE TABLE correction (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            place INTEGER NOT NULL REFERENCES place (id),
            -- A column of place, 'point' for both coordinates, or 'closed'.
            field TEXT NOT NULL CHECK (field IN
                ('name', 'kind', 'district', 'address', 'phone', 'website', 'sns', 'point', 'closed')),
            -- The right value, and the value of the feed when it was made, as `change` has values; null for none.
            value TEXT,
            seen TEXT,
            state TEXT NOT NULL CHECK (state IN ('applied', 'retired', 'conflict', 'withdrawn')),
            because TEXT NOT NULL CHECK (because <> ''),
            source TEXT NOT NULL CHECK (source <> ''),
            author TEXT NOT NULL CHECK (author <> ''),
            -- The day in Asia/Seoul, and the last run on that day.
            date TEXT NOT NULL CHECK (date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
            run INTEGER NOT NULL REFERENCES run (id),
            CHECK (value IS NOT seen)
        ) STRICT;

        -- Records of a file of corrections and decisions whose place or issue is not in the catalog yet. A run that brings
        -- it puts them into the tables of corrections and issues (PendingTable).
        CREATE TABLE pending (
            -- What makes it the same record in every catalog.
            identity TEXT PRIMARY KEY CHECK (identity <> ''),
            sort TEXT NOT NULL CHECK (sort IN ('correction', 'issue')),
            -- The number that it gets if that is free then.
            number INTEGER NOT NULL CHECK (number > 0),
            -- The line of the file.
            record TEXT NOT NULL CHECK (json_valid(record)),
            -- Who imported it, and when.
            author TEXT NOT NULL CHECK (author <> ''),
            imported_at TEXT NOT NULL CHECK (imported_at GLOB '????-??-??T??:??:??Z')
        ) STRICT, WITHOUT ROWID;

        -- At most one correction of a value counts.
        CREATE UNIQUE INDEX correction_current ON correction (place, field) WHERE state IN ('applied', 'conflict');

        """

    static let issues = """
        -- A contradiction in the data, found by a rule or reported by a person.
        CREATE TABLE issue (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            -- The rule that found it (IssueRule); null for an issue that a person reported.
            rule TEXT CHECK (rule <> ''),
            -- What makes it the same issue next night: rule, places, field and, for an event, the run (IssueKey).
            identity TEXT NOT NULL UNIQUE CHECK (identity <> ''),
            field TEXT NOT NULL DEFAULT '',
            state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'fixed', 'reopened', 'closed')),
            -- What a person called it; null for a finding, whose title is that of its rule.
            title TEXT CHECK (title <> ''),
            -- The value that the places of a group share, such as a phone.
            shared TEXT CHECK (shared <> ''),
            -- The values that the rule judged last, as JSON.
            evidence TEXT NOT NULL CHECK (evidence GLOB '{*}'),
            -- The evidence for which a person accepted it.
            accepted_evidence TEXT CHECK (accepted_evidence GLOB '{*}'),
            -- The last run when it was opened, and when its state changed last.
            opened_run INTEGER NOT NULL REFERENCES run (id),
            changed_run INTEGER NOT NULL REFERENCES run (id),
            CHECK ((rule IS NULL) = (title IS NOT NULL)),
            CHECK (state <> 'accepted' OR accepted_evidence IS NOT NULL)
        ) STRICT;

        CREATE TABLE issue_place (
            issue INTEGER NOT NULL REFERENCES issue (number),
            place INTEGER NOT NULL REFERENCES place (id),
            PRIMARY KEY (issue, place)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX issue_place_of_place ON issue_place (place);

        CREATE TABLE issue_label (
            issue INTEGER NOT NULL REFERENCES issue (number),
            label TEXT NOT NULL CHECK (label <> ''),
            PRIMARY KEY (issue, label)
        ) STRICT, WITHOUT ROWID;

        -- The version by which each rule last judged all rows; a rule without a row has judged none.
        CREATE TABLE issue_rule (
            rule TEXT PRIMARY KEY CHECK (rule <> ''),
            version INTEGER NOT NULL CHECK (version > 0)
        ) STRICT, WITHOUT ROWID;

        -- The keys of rows that are alike in too many places to be compared pair by pair (IssueCrowds).
        CREATE TABLE issue_crowd (
            key INTEGER PRIMARY KEY
        ) STRICT;

        -- What happened to issues and corrections, by runs and by people. Rows are only added.
        CREATE TABLE issue_event (
            id INTEGER PRIMARY KEY CHECK (id > 0),
            issue INTEGER REFERENCES issue (number),
            correction INTEGER REFERENCES correction (number),
            -- Such as 'opened', 'fixed', 'reopened', 'accepted', 'closed', 'comment', 'labeled', 'applied', 'retired'.
            what TEXT NOT NULL CHECK (what <> ''),
            -- The run that did it; null for an act of a person, who then is the author.
            run INTEGER REFERENCES run (id),
            author TEXT CHECK (author <> ''),
            happened_at TEXT NOT NULL CHECK (happened_at GLOB '????-??-??T??:??:??Z'),
            -- What the person wrote, or what changed.
            text TEXT CHECK (text <> ''),
            -- The values judged at that time, as JSON; null if they did not matter.
            evidence TEXT CHECK (evidence GLOB '{*}'),
            CHECK ((issue IS NULL) <> (correction IS NULL)),
            CHECK ((run IS NULL) = (author IS NOT NULL))
        ) STRICT;

        CREATE INDEX issue_event_issue ON issue_event (issue) WHERE issue IS NOT NULL;
        CREATE INDEX issue_event_correction ON issue_event (correction) WHERE correction IS NOT NULL;

        """
}

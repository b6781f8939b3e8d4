#if PostGIS
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The tables of a catalog on a server. Only `push` writes the tables, and it always replaces all of them. So the
/// values that a listing computes from runs (`last_seen`, `missing_runs`, `removed_on`, `closed_on`) are stored as they
/// were at the time of the push.
struct ServerLayout {
    /// The layout that this program reads and writes; it is part of the mark.
    static let version = 1
    private static let markStart = "geocli catalog of places, layout "
    /// The comment on the table of places, which marks the table as ours.
    static let mark = markStart + String(version)

    let address: ServerAddress

    /// The tables that each push replaces. The first is the gate: readers lock only it, and a push locks it first.
    static let tables = ["place", "posting", "feed"] + ofSeveralFeeds
    static let gate = tables[0]

    /// Returns the quoted name of a table. Letters, digits and `_` need no escape.
    func name(_ table: String) -> String { "\"\(address.schema)\".\(table)" }

    func staged(_ table: String) -> String { name(table + "_staged") }

    /// Returns the layout that a mark names; nil for a mark of another program.
    static func version(of mark: String?) -> Int? {
        guard let mark, mark.hasPrefix(markStart) else { return nil }
        return Int(mark.dropFirst(markStart.count))
    }

    static func other(_ version: Int, at server: String) -> ServerError {
        ServerError(
            .foreign,
            en:
                "the catalog at \(server) has layout \(version), but this geocli reads only layout \(Self.version); use the geocli that pushed it, or push again to another schema with --schema",
            ko:
                "\(server)의 카탈로그 형식 버전은 \(version)입니다. 이 geocli는 \(Self.version)만 읽을 수 있습니다. 그 카탈로그를 올린 geocli를 쓰거나 --schema로 다른 스키마에 다시 올리세요"
        )
    }

    /// The SQL that creates the staged tables, without keys and indexes.
    var staging: String {
        """
        \(stagingOfPlaces)
        COMMENT ON TABLE \(staged("place")) IS '\(Self.mark)';
        -- The index of pieces of names, addresses and phone numbers, as in a catalog's file.
        CREATE TABLE \(staged("posting")) (piece bigint NOT NULL, first bigint NOT NULL, documents bytea NOT NULL);
        \(stagingOfFeeds)
        \(stagingOfSeveralFeeds)
        """
    }

    private var stagingOfPlaces: String {
        """
        CREATE TABLE \(staged("place")) (
            id bigint NOT NULL,
            feed text NOT NULL,
            feed_id text NOT NULL,
            name text NOT NULL CONSTRAINT has_name CHECK (name <> ''),
            kind text NOT NULL CONSTRAINT is_kind CHECK (kind <> ''),
            district text,
            address text,
            phone text,
            phone_raw text,
            website text,
            website_raw text,
            sns text[],
            -- The exact position; the column point has the same for PostGIS.
            latitude float8 CONSTRAINT is_latitude CHECK (latitude BETWEEN -90 AND 90),
            longitude float8 CONSTRAINT is_longitude CHECK (longitude BETWEEN -180 AND 180),
            point geography(Point, 4326),
            first_seen date NOT NULL,
            last_seen date NOT NULL,
            -- The number of good runs in a row that have missed it; 0 while its feed has it.
            missing_runs integer NOT NULL CONSTRAINT is_count CHECK (missing_runs >= 0),
            -- Since this day, it is no longer in its feed.
            removed_on date,
            -- The day on which it closed, as a person or the source says. A place is listed if neither day is known.
            closed_on date,
            -- Where the point comes from, such as juso 2606; null if it is the feed's own.
            point_source text,
            -- The keys of the values that a person corrected; null for none.
            corrected text[],
            -- Name, address, district and phone, folded (FoldedFields).
            folded text NOT NULL,
            CONSTRAINT is_place CHECK (
                (latitude IS NULL) = (longitude IS NULL) AND (latitude IS NULL) = (point IS NULL))
        );
        """
    }

    private var stagingOfFeeds: String {
        """
        -- The last good run of each feed.
        CREATE TABLE \(staged("feed")) (
            feed text NOT NULL,
            run bigint NOT NULL,
            started_at text NOT NULL,
            date text NOT NULL,
            source text NOT NULL,
            sha256 text NOT NULL,
            data_from text NOT NULL,
            -- What the feed's declaration calls its places, as JSON; null in a catalog that does not say.
            words text,
            -- Its number in the catalog; the feed that came first has the lowest.
            key bigint NOT NULL,
            -- What its rows are for: places, or landmarks, which no listing has.
            role text NOT NULL CONSTRAINT is_role CHECK (role IN ('places', 'landmarks'))
        );
        """
    }

    /// The SQL for the keys and indexes of the staged tables, each with its name after the swap.
    var indexes: [(sql: String, name: String)] {
        let place = staged("place")
        return [
            ("ALTER TABLE \(place) ADD CONSTRAINT place_staged_pkey PRIMARY KEY (id)", "place_pkey"),
            ("CREATE INDEX place_staged_point ON \(place) USING gist (point)", "place_point"),
            // This index is for boxes in degrees. The edges of geography boxes would be great circles instead.
            (
                "CREATE INDEX place_staged_box ON \(place) USING gist ((point::geometry))", "place_box"
            ),
            (
                "ALTER TABLE \(staged("posting")) ADD CONSTRAINT posting_staged_pkey PRIMARY KEY (piece, first)",
                "posting_pkey"
            ),
            ("ALTER TABLE \(staged("feed")) ADD CONSTRAINT feed_staged_pkey PRIMARY KEY (feed)", "feed_pkey"),
        ] + indexesOfSeveralFeeds
    }

    /// Returns the name that an index has before the swap. The swap then gives the index the name `name`.
    static func staged(index name: String) -> String { name.replacing("_", with: "_staged_", maxReplacements: 1) }

    /// The SQL that replaces the tables in use with the staged ones.
    var swap: String {
        // One statement drops all tables, because a policy of one table may refer to another table.
        let drop = "DROP TABLE IF EXISTS \(Self.tables.map(name).joined(separator: ", "));"
        let moves = Self.tables.map { "ALTER TABLE \(staged($0)) RENAME TO \($0);" }
        let names = indexes.map { index in
            "ALTER INDEX \(name(Self.staged(index: index.name))) RENAME TO \(index.name);"
        }
        return ([drop] + moves + names).joined(separator: "\n")
    }

    /// The SQL that creates the table of pushes. A push does not replace this table.
    var pushes: String {
        """
        CREATE TABLE IF NOT EXISTS \(name("push")) (
            number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            pushed_at timestamptz NOT NULL DEFAULT now(),
            -- The catalog's last good run.
            run bigint NOT NULL,
            places bigint NOT NULL,
            listed bigint NOT NULL,
            with_point bigint NOT NULL,
            postings bigint NOT NULL,
            -- SHA-256 of the places as sent; the same catalog has the same value.
            sha256 text NOT NULL,
            tool_version text NOT NULL
        );
        """
    }
}

/// The tables for a catalog of several feeds: links between rows that are the same shop, and landmarks to search from.
extension ServerLayout {
    static let links = "link"
    static let landmarks = "landmark"
    static let landmarkKeys = "landmark_key"
    static let ofSeveralFeeds = [links, landmarks, landmarkKeys]

    /// The SQL that creates the staged tables, without keys and indexes.
    var stagingOfSeveralFeeds: String {
        """
        -- Two rows of different feeds that are the same shop, or that a person told apart.
        CREATE TABLE \(staged(Self.links)) (
            -- Ids of places.
            low bigint NOT NULL,
            high bigint NOT NULL,
            -- Null if no rule holds and a person joined them.
            rule text,
            -- What a person has said about exactly this evidence; rejected rows are not linked.
            state text NOT NULL CONSTRAINT is_state CHECK (state IN ('found', 'accepted', 'rejected')),
            -- The values in which they agree, as JSON.
            evidence text NOT NULL,
            -- The last run of the catalog when they were linked by this evidence; null for rejected rows.
            run bigint,
            -- The day on which a person said so.
            decided_on date,
            CONSTRAINT is_pair CHECK (low < high)
        );
        -- Points to search from, such as stations.
        CREATE TABLE \(staged(Self.landmarks)) (
            -- Its place in the order of feed and feed_id.
            id bigint NOT NULL,
            feed text NOT NULL,
            feed_id text NOT NULL,
            name text NOT NULL CONSTRAINT has_name CHECK (name <> ''),
            kind text NOT NULL CONSTRAINT is_kind CHECK (kind <> ''),
            -- What distinguishes it from others of its name, such as the line of a station.
            line text,
            latitude float8 CONSTRAINT is_latitude CHECK (latitude BETWEEN -90 AND 90),
            longitude float8 CONSTRAINT is_longitude CHECK (longitude BETWEEN -180 AND 180),
            CONSTRAINT is_point CHECK ((latitude IS NULL) = (longitude IS NULL))
        );
        -- The texts that mean a landmark: folded, without blanks and punctuation.
        CREATE TABLE \(staged(Self.landmarkKeys)) (
            key text COLLATE "C" NOT NULL,
            -- Its place in the order of keys, and of the landmarks of one key in the catalog's file.
            number bigint NOT NULL,
            landmark bigint NOT NULL,
            CONSTRAINT has_key CHECK (key <> '')
        );
        """
    }

    /// The SQL for the keys and indexes of these tables, in the form of `indexes`.
    var indexesOfSeveralFeeds: [(sql: String, name: String)] {
        func key(_ table: String, _ name: String, _ columns: String) -> (sql: String, name: String) {
            let staged = Self.staged(index: name)
            return ("ALTER TABLE \(self.staged(table)) ADD CONSTRAINT \(staged) PRIMARY KEY (\(columns))", name)
        }
        let high = Self.staged(index: "link_high")
        return [
            key(Self.links, "link_pkey", "low, high"),
            ("CREATE INDEX \(high) ON \(staged(Self.links)) (high)", "link_high"),
            key(Self.landmarks, "landmark_pkey", "id"),
            key(Self.landmarkKeys, "landmark_key_pkey", "key, number"),
        ]
    }
}

/// A writer of rows in the binary form of `COPY`, which needs no escapes and keeps numbers unchanged. The rows are sent
/// in pieces.
/// - Source: PostgreSQL, COPY, "Binary Format".
struct CopyRows {
    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
    /// The approximate number of bytes in a piece.
    private static let pieceBytes = 1 << 18

    private var bytes: [UInt8]
    private var hash = SHA256()
    private let put: (UnsafeRawBufferPointer) throws -> Void

    /// Begins to write rows of `columns` columns each. The rows are passed to `put`.
    init(columns: Int, put: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.put = put
        self.columns = Int16(columns)
        bytes = Self.signature
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(0))
    }

    private let columns: Int16

    // MARK: One row, column by column

    mutating func begin() throws {
        if bytes.count >= Self.pieceBytes { try flush() }
        bytes.append(bigEndian: columns)
    }

    mutating func add(_ number: some FixedWidthInteger) {
        bytes.append(bigEndian: Int32(number.bitWidth / 8))
        bytes.append(bigEndian: number)
    }

    mutating func add(_ number: Double?) {
        guard let number else { return addNull() }
        add(number.bitPattern)
    }

    mutating func add(number: Int64?) {
        guard let number else { return addNull() }
        add(number)
    }

    mutating func add(_ text: String?) {
        guard let text else { return addNull() }
        bytes.appendSized { ServerText.append(text, to: &$0) }
    }

    mutating func add(_ texts: [String]?) {
        guard let texts else { return addNull() }
        bytes.appendSized { ServerValue.texts(texts).append(to: &$0) }
    }

    mutating func add(_ raw: UnsafeRawBufferPointer) {
        bytes.append(bigEndian: Int32(raw.count))
        bytes.append(contentsOf: raw)
    }

    /// Adds a day, `YYYY-MM-DD`.
    mutating func add(day: String?) {
        guard let days = day.flatMap(ServerDay.days) else { return addNull() }
        add(days)
    }

    /// Adds a point on WGS 84.
    /// - Source: PostGIS, "Extended WKB": byte order, type with the flag of a reference system, the system, x, y.
    mutating func add(_ coordinate: Coordinate?) {
        guard let coordinate else { return addNull() }
        bytes.appendSized { bytes in
            bytes.append(0)
            bytes.append(bigEndian: UInt32(0x2000_0001))
            bytes.append(bigEndian: UInt32(4326))
            bytes.append(bigEndian: coordinate.longitude.bitPattern)
            bytes.append(bigEndian: coordinate.latitude.bitPattern)
        }
    }

    private mutating func addNull() { bytes.append(bigEndian: Int32(-1)) }

    // MARK: The end

    /// Passes the remaining bytes and the trailer to `put`; returns the SHA-256 of all bytes.
    mutating func end() throws -> String {
        bytes.append(bigEndian: Int16(-1))
        try flush()
        return hash.hexDigest()
    }

    private mutating func flush() throws {
        hash.update(bytes)
        try bytes.withUnsafeBytes(put)
        bytes.removeAll(keepingCapacity: true)
    }
}
#endif

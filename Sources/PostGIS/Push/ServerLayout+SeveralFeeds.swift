#if PostGIS
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
#endif

#if PostGIS
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliText
internal import Glibc

/// Puts a catalog on a server, where it replaces the previous catalog.
///
/// The whole push is one transaction. It creates new tables next to the current ones, fills them by `COPY`, indexes
/// them, counts their rows, and then replaces the current tables with them. A reader that has already started continues
/// with the previous catalog. A push that stops before its end (killed, disconnected, refused) changes nothing, because
/// the server rolls back a transaction that was not committed.
package final class ServerPush {
    package struct Report: Sendable, Equatable {
        /// The catalog's last good run; 0 if there is none.
        package var run: Int64 = 0
        /// The number of places, including those that the last good run missed.
        package var places = 0
        /// The number of places in the last good run.
        package var listed = 0
        package var withPoint = 0
        /// The number of blocks in the index of pieces.
        package var postings = 0
        package var links = 0
        /// The number of links, plus the pairs of rows that a person rejected.
        var allLinks = 0
        package var landmarks = 0
        var landmarkKeys = 0
        /// The SHA-256 of the places as they were sent. The same catalog always gives the same hash.
        package var sha256 = ""
    }

    let connection: Connection
    let layout: ServerLayout
    private let attachments: ServerAttachments
    private let toolVersion: String
    /// The first number of the lock for pushes: "geoc", as in the header of a catalog's file.
    private static let lockClass: Int64 = 0x6765_6F63
    /// The maximum time that a push waits for readers of the previous catalog, in seconds.
    var patienceSeconds = 60

    /// Connects to the server.
    /// - Parameter toolVersion: the version of geocli, which is stored with the push.
    /// - Throws: `ServerError`, `ServerAddressError`.
    package init(_ address: ServerAddress, toolVersion: String) throws {
        connection = try Connection(address)
        layout = ServerLayout(address: address)
        attachments = ServerAttachments(connection, layout)
        self.toolVersion = toolVersion
    }

    /// Pushes the catalog.
    /// - Throws: `ServerError`: `.busy` if another push is running or if readers do not finish; `.foreign` if the
    ///   schema has tables of another program; `CatalogError`.
    /// - Complexity: O(n log n), n places; the memory of this program does not grow with n.
    package func push(_ catalog: some PlaceArchive) throws -> Report {
        try catalog.holdSnapshot()
        try prepare()
        var report = try fill(catalog)
        for index in layout.indexes { try connection.run(index.sql) }
        for table in ServerLayout.tables { try connection.run("ANALYZE \(layout.staged(table))") }
        try count(&report)
        try lockOut()
        try swap()
        try record(report)
        try connection.run("COMMIT")
        return report
    }

    // MARK: Steps

    /// Begins the transaction, checks that the schema is ours, and makes PostGIS available.
    private func prepare() throws {
        try connection.run("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL synchronous_commit = on")
        // With this setting, the server checks every 2 s whether the client is still connected. If a server is too old
        // for the setting, it notices a lost client only the next time it sends data.
        _ = try connection.rows(
            """
            SELECT set_config(name, '2s', true) FROM pg_settings WHERE name = 'client_connection_check_interval'
            """)
        let lock = try connection.rows(
            "SELECT pg_try_advisory_xact_lock($1::int, hashtext($2))",
            [.integer(Self.lockClass), .text(layout.address.schema)])
        guard lock.isTrue(0, 0) else { throw busy("another push is running there", "다른 push가 실행 중입니다") }
        try checkEncoding()
        try makeSchema()
        try PostGISExtension.find(connection, makes: true)
        try connection.run(layout.pushes)
        try connection.run(layout.staging)
        try attachments.keepSettings()
        try attachments.checkNothingIsLost()
    }

    private func checkEncoding() throws {
        let encoding = try connection.rows("SELECT current_setting('server_encoding')").text(0, 0) ?? ""
        guard encoding == "UTF8" else {
            throw ServerError(
                .foreign,
                en:
                    "the database at \(connection.name) uses the encoding \(encoding); create a UTF-8 database with 'createdb -E UTF8 -T template0'",
                ko:
                    "\(connection.name) 데이터베이스의 인코딩은 \(encoding)입니다. UTF-8 데이터베이스를 'createdb -E UTF8 -T template0'으로 만드세요"
            )
        }
    }

    /// Creates the schema if it does not exist. Throws if the schema has tables of another program.
    private func makeSchema() throws {
        let schema = layout.address.schema
        if try connection.rows("SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(schema)]).count == 0 {
            try connection.run("CREATE SCHEMA \"\(schema)\"")
        }
        let found = try connection.rows(
            """
            SELECT c.relname, obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relname = ANY ($2)
            """, [.text(schema), .texts(ServerLayout.tables + ["push"])])
        guard found.count > 0 else { return }
        let gate = (0..<found.count).first { found.text($0, 0) == ServerLayout.gate }
        guard let version = ServerLayout.version(of: gate.flatMap { found.text($0, 1) }) else {
            throw ServerError(
                .foreign,
                en:
                    "the schema \(schema) at \(connection.name) contains tables of another program; choose another schema with --schema",
                ko: "\(connection.name)의 \(schema) 스키마에는 다른 프로그램의 테이블이 있습니다. --schema로 다른 이름을 지정하세요")
        }
        guard version == ServerLayout.version else { throw ServerLayout.other(version, at: connection.name) }
    }

    private func fill(_ catalog: some PlaceArchive) throws -> Report {
        var report = Report()
        let columns = 23
        let taken = try connection.copy("COPY \(layout.staged("place")) FROM STDIN (FORMAT binary)") { put in
            var rows = CopyRows(columns: columns, put: put)
            try catalog.forEachEntryAndFields { entry, folded in
                try rows.begin()
                Self.add(entry, folded: folded, to: &rows)
                report.places += 1
                report.listed += entry.absence == nil ? 1 : 0
                report.withPoint += entry.coordinate == nil ? 0 : 1
            }
            report.sha256 = try rows.end()
        }
        guard taken == report.places else { throw incomplete("places", taken, of: report.places) }
        report.postings = try connection.copy("COPY \(layout.staged("posting")) FROM STDIN (FORMAT binary)") { put in
            var rows = CopyRows(columns: 3, put: put)
            try catalog.forEachPosting { piece, first, documents in
                try rows.begin()
                rows.add(piece)
                rows.add(first)
                rows.add(documents)
                report.postings += 1
            }
            _ = try rows.end()
        }
        report.run = try fillFeeds(catalog)
        (report.allLinks, report.links) = try copyLinks(of: catalog)
        (report.landmarks, report.landmarkKeys) = try copyLandmarks(of: catalog)
        return report
    }

    /// Adds the last good run of each feed; returns the last one of a feed of places, 0 if there is none.
    private func fillFeeds(_ catalog: some PlaceArchive) throws -> Int64 {
        let keys = try catalog.feedKeys()
        for run in try catalog.lastGoodRuns() + catalog.lastLandmarkRuns() {
            // A path on this machine is useless to people who read from the server.
            var named = run.words
            named?.declaration = nil
            let words = named?.json ?? ""
            let role = run.isOfLandmarks ? "landmarks" : "places"
            let texts = [run.feed, run.startedAt, run.date, run.source, run.sha256, run.dataFrom, words, role]
            _ = try connection.rows(
                """
                INSERT INTO \(layout.staged("feed"))
                    (feed, started_at, date, source, sha256, data_from, words, role, run, key)
                VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''), $8, $9, $10)
                """, texts.map(ServerValue.text) + [.integer(run.id), .integer(keys[run.feed] ?? 0)])
        }
        return try catalog.lastGoodRuns().map(\.id).max() ?? 0
    }

    /// Adds the columns of a place, in the order of the table.
    private static func add(_ entry: CatalogEntry, folded: String, to rows: inout CopyRows) {
        let place = entry.place
        rows.add(entry.id)
        rows.add(entry.feed)
        rows.add(place.feedID)
        rows.add(place.name)
        rows.add(place.kind.rawValue)
        rows.add(place.district)
        rows.add(place.address)
        rows.add(place.phone)
        rows.add(place.phoneRaw)
        rows.add(place.website)
        rows.add(place.websiteRaw)
        rows.add(place.sns)
        rows.add(place.coordinate?.latitude)
        rows.add(place.coordinate?.longitude)
        rows.add(place.coordinate)
        rows.add(day: entry.firstSeen)
        rows.add(day: entry.lastSeen)
        rows.add(Int32(entry.missingRuns))
        rows.add(day: entry.removedOn)
        rows.add(day: entry.closedOn)
        rows.add(entry.pointSource == CatalogEntry.ownPoint ? nil : entry.pointSource)
        rows.add(entry.corrected)
        rows.add(folded)
    }

    /// Checks on the server that all rows have arrived.
    private func count(_ report: inout Report) throws {
        let places = try connection.rows(
            """
            SELECT count(*), count(*) FILTER (WHERE \(ServerFilter.isListed)), count(point),
                count(*) FILTER (WHERE point IS NULL OR ST_X(point::geometry) = longitude AND ST_Y(point::geometry) = latitude)
            FROM \(layout.staged("place")) b
            """)
        let wanted = [report.places, report.listed, report.withPoint, report.places]
        for (column, count) in wanted.enumerated() {
            let there = Int(places.integer(0, Int32(column)))
            guard there == count else { throw incomplete("places", there, of: count) }
        }
        let there = Int(try connection.rows("SELECT count(*) FROM \(layout.staged("posting"))").integer(0, 0))
        guard there == report.postings else { throw incomplete("posting", there, of: report.postings) }
        try countSeveralFeeds(report)
    }

    /// Locks the old tables after their last reader has ended, so that no new reader can begin. Each attempt waits
    /// only briefly for the lock, because new readers must wait while a push waits.
    private func lockOut() throws {
        let there = try connection.rows(
            "SELECT name FROM unnest($1::text[]) WITH ORDINALITY t (name, place) WHERE to_regclass(name) IS NOT NULL ORDER BY place",
            [.texts(ServerLayout.tables.map(layout.name))])
        let names = (0..<there.count).compactMap { there.text($0, 0) }
        guard !names.isEmpty else { return }
        try connection.run("SAVEPOINT gate; SET LOCAL lock_timeout = '200ms'")
        for _ in 0..<max(1, patienceSeconds) {
            do {
                try connection.run("LOCK TABLE \(names.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE")
                return try connection.run("SET LOCAL lock_timeout = 0")
            } catch let error as ServerError where error.state == "55P03" {
                try connection.run("ROLLBACK TO SAVEPOINT gate; SET LOCAL lock_timeout = '200ms'")
                usleep(800_000)
            }
        }
        throw busy(
            "a program is still reading the previous catalog there", "이전 카탈로그를 읽는 작업이 아직 끝나지 않았습니다")
    }

    /// The new tables get all additions to the old ones, including those made during this push.
    private func swap() throws {
        try attachments.checkNothingIsLost()
        let keepers = try attachments.keepers()
        try connection.run(layout.swap)
        for statement in keepers { try connection.run(statement) }
    }

    private func record(_ report: Report) throws {
        let numbers =
            [report.run] + [report.places, report.listed, report.withPoint, report.postings].map(Int64.init)
        _ = try connection.rows(
            """
            INSERT INTO \(layout.name("push")) (run, places, listed, with_point, postings, sha256, tool_version)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, numbers.map(ServerValue.integer) + [.text(report.sha256), .text(toolVersion)])
    }

    // MARK: Errors

    private func busy(_ en: String, _ ko: String) -> ServerError {
        ServerError(
            .busy, en: "\(connection.name): \(en); try again later", ko: "\(connection.name): \(ko). 나중에 다시 시도하세요")
    }

    func incomplete(_ table: String, _ there: Int, of count: Int) -> ServerError {
        ServerError(
            .corrupt,
            en:
                "only \(there) of \(count) rows of \(table) arrived at \(connection.name); the catalog there is unchanged",
            ko: "\(connection.name)에 \(table) \(count)행 가운데 \(there)행만 전송되었습니다. 서버의 카탈로그는 그대로입니다")
    }
}

/// The part of a push for a catalog of several feeds: links and landmarks.
extension ServerPush {
    /// Copies the links and people's decisions; returns the numbers of pairs of rows and of linked pairs.
    func copyLinks(of catalog: some PlaceArchive) throws -> (all: Int, linked: Int) {
        var linked = 0
        let all = try copy(to: ServerLayout.links, columns: 7) { rows, next in
            try catalog.forEachLink(LinkFilter(), limit: nil) { link in
                if link.state != .rejected { linked += 1 }
                try next(&rows)
                rows.add(link.one.id)
                rows.add(link.other.id)
                rows.add(link.rule?.rawValue)
                rows.add(link.state.rawValue)
                rows.add(link.evidence)
                rows.add(number: link.run)
                rows.add(day: link.decidedOn)
            }
        }
        return (all, linked)
    }

    /// Copies the landmarks and their search keys, and returns the numbers of both.
    func copyLandmarks(of catalog: some PlaceArchive) throws -> (landmarks: Int, keys: Int) {
        var ids: [String: Int64] = [:]
        let count = try copy(to: ServerLayout.landmarks, columns: 8) { rows, next in
            for landmark in try catalog.landmarks() {
                ids[landmark.ref] = Int64(ids.count + 1)
                try next(&rows)
                rows.add(ids[landmark.ref] ?? 0)
                rows.add(landmark.feed)
                rows.add(landmark.feedID)
                rows.add(landmark.name)
                rows.add(landmark.kind.rawValue)
                rows.add(landmark.line)
                rows.add(landmark.coordinate?.latitude)
                rows.add(landmark.coordinate?.longitude)
            }
        }
        var number: Int64 = 0
        let keys = try copy(to: ServerLayout.landmarkKeys, columns: 3) { rows, next in
            try catalog.forEachLandmarkKey { key, ref in
                // A key without its landmark finds nothing, so it is left out. `verify` reports it.
                guard let id = ids[ref] else { return }
                number += 1
                try next(&rows)
                rows.add(key)
                rows.add(number)
                rows.add(id)
            }
        }
        return (count, keys)
    }

    /// Copies the rows that `body` adds, and returns their number. `body` calls its second argument before each row.
    private func copy(
        to table: String, columns: Int,
        _ body: (_ rows: inout CopyRows, _ next: (inout CopyRows) throws -> Void) throws -> Void
    ) throws -> Int {
        var count = 0
        let taken = try connection.copy("COPY \(layout.staged(table)) FROM STDIN (FORMAT binary)") { put in
            var rows = CopyRows(columns: columns, put: put)
            try body(&rows) { rows in
                try rows.begin()
                count += 1
            }
            _ = try rows.end()
        }
        guard taken == count else { throw incomplete(table, taken, of: count) }
        return count
    }

    /// Checks on the server that all rows have arrived, and that both rows of every link exist.
    func countSeveralFeeds(_ report: Report) throws {
        let place = layout.staged("place")
        let joined = try connection.rows(
            """
            SELECT count(*) FROM \(layout.staged(ServerLayout.links)) l
            JOIN \(place) a ON a.id = l.low JOIN \(place) b ON b.id = l.high
            """)
        for (table, there, wanted) in [
            (ServerLayout.links, Int(joined.integer(0, 0)), report.allLinks),
            (ServerLayout.landmarks, try count(ServerLayout.landmarks), report.landmarks),
            (ServerLayout.landmarkKeys, try count(ServerLayout.landmarkKeys), report.landmarkKeys),
        ] {
            guard there == wanted else { throw incomplete(table, there, of: wanted) }
        }
    }

    private func count(_ table: String) throws -> Int {
        Int(try connection.rows("SELECT count(*) FROM \(layout.staged(table))").integer(0, 0))
    }
}
#endif

internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

/// An original page that a run kept.
package struct KeptPage: Sendable, Equatable {
    /// The page's number among the pages of its run, from 1.
    package let number: Int
    package let name: String
    package let fetchedAt: SeoulTime
    /// The SHA-256 of the page's bytes, hexadecimal.
    package let sha256: String
}

/// The original pages of live services. They are kept so that a run can be replayed or continued.
///
/// At first, a page is staged in a temporary table. The transaction that stores its run also stores the page.
package final class PageArchive {
    private let db: Database

    init(_ db: Database) { self.db = db }

    package func stage(number: Int, name: String, fetchedAt: SeoulTime, bytes: [UInt8]) throws {
        let hash = SHA256(bytes)
        let packed = Deflate.packed(bytes)
        let isLarge = packed.count > StreamedBlob.minimumBytes
        let statement = try Statement(
            db,
            """
            INSERT INTO staged_page (number, name, fetched_at, sha256, size, packed)
            VALUES (?, ?, ?, ?, ?, \(isLarge ? "zeroblob(?)" : "?"))
            """)
        statement.bind(1, Int64(number))
        statement.bind(2, name)
        statement.bind(3, fetchedAt.timestamp)
        statement.bind(4, hash.hexDigest())
        statement.bind(5, Int64(bytes.count))
        guard !isLarge else {
            statement.bind(6, Int64(packed.count))
            try statement.run()
            return try StreamedBlob(db).write(packed, to: Self.stagedPlace(number))
        }
        try packed.withUnsafeBytes { packed in
            statement.bind(6, packed)
            try statement.run()
        }
    }

    private static func stagedPlace(_ number: Int) -> StreamedBlob.Cell {
        StreamedBlob.Cell(schema: "temp", table: "staged_page", column: "packed", row: Int64(number))
    }

    package func stagedCount() throws -> Int {
        try db.count("SELECT count(*) FROM staged_page")
    }

    /// Returns a feed's last run that kept pages of `source` and ended before its whole source was read. Returns nil if
    /// a run that did not fail came after that run.
    ///
    /// - Parameter earliest: the earliest start of such a run. Runs before it don't count, because the feed has changed
    ///   since then.
    package func interruptedRun(feed: String, source: String, since earliest: SeoulTime) throws -> Int64? {
        guard try Schema.hasTables(db) else { return nil }
        return try db.integer(
            """
            SELECT r.id FROM run r JOIN feed f ON f.key = r.feed
            WHERE f.id = ? AND r.source = ? AND r.started_at >= ?
            AND EXISTS (SELECT 1 FROM page WHERE run = r.id)
            AND NOT EXISTS (SELECT 1 FROM run x WHERE x.feed = f.key AND x.id >= r.id AND x.failure IS NULL)
            ORDER BY r.id DESC LIMIT 1
            """, [.text(feed), .text(source), .text(earliest.timestamp)])
    }

    /// Returns the pages of a run, in order.
    ///
    /// - Throws: `CatalogError(.notFound)` if the feed has no such run, or if the run's pages are not kept.
    package func pages(ofRun run: Int64, feed: String) throws -> [KeptPage] {
        let known = "SELECT f.id FROM run r JOIN feed f ON f.key = r.feed WHERE r.id = ?"
        guard try Schema.hasTables(db), try db.text(known, [.integer(run)]) == feed else {
            throw CatalogError(
                .notFound, en: "\(feed) has no run \(run); 'geocli runs' lists all runs",
                ko: "\(feed) 피드에 실행 #\(run)\(.subject) 없습니다. 'geocli runs'로 확인하세요")
        }
        var pages: [KeptPage] = []
        let sql = "SELECT number, name, fetched_at, sha256 FROM page WHERE run = ? ORDER BY number"
        try db.forEachRow(sql, [.integer(run)]) { row in
            pages.append(
                KeptPage(
                    number: try row.count(0), name: try row.required(1, "page.name"),
                    fetchedAt: try row.moment(2), sha256: try row.required(3, "page.sha256")))
        }
        guard !pages.isEmpty else {
            throw CatalogError(
                .notFound,
                en:
                    "the pages of run \(run) are not kept (only the pages of recent runs from a service are kept); ingest the files again",
                ko: "실행 #\(run)의 페이지는 보관되어 있지 않습니다(최근 실행이 서비스에서 받은 페이지만 보관합니다). 파일을 다시 수집하세요")
        }
        return pages
    }

    /// Returns the last good run of a feed if it came after `run`; otherwise returns nil.
    package func goodRun(after run: Int64, feed: String) throws -> Int64? {
        try db.integer(
            "SELECT last_good_run FROM feed WHERE id = ? AND last_good_run > ?", [.text(feed), .integer(run)])
    }

    package func source(ofRun run: Int64) throws -> String? {
        try db.text("SELECT source FROM run WHERE id = ?", [.integer(run)])
    }

    package func repeats(ofRun run: Int64) throws -> String? {
        guard try Schema.hasTables(db) else { return nil }
        return try db.text("SELECT repeats FROM run WHERE id = ?", [.integer(run)])
    }

    /// Returns the bytes of a kept page.
    /// - Throws: `CatalogError(.corrupt)` if the bytes differ from the original bytes.
    package func bytes(of page: KeptPage) throws -> [UInt8] {
        let statement = try Statement(db, "SELECT size, packed FROM raw_page WHERE sha256 = ?")
        statement.bind(1, page.sha256)
        defer { statement.reset() }
        guard try statement.step(),
            let bytes = statement.withBytes(
                1, { Self.unpacked($0, size: statement.integer(0), sha256: page.sha256) })
        else {
            throw CatalogError(
                .corrupt,
                en:
                    "the kept page \(page.name) is damaged; check the catalog with 'geocli verify', and fetch the page again",
                ko: "보관한 페이지 \(page.name)\(.subject) 손상되었습니다. 'geocli verify'로 확인하고 다시 받으세요")
        }
        return bytes
    }

    /// Returns the unpacked bytes; nil if they do not have this size and hash.
    static func unpacked(_ packed: [UInt8], size: Int64, sha256: String) -> [UInt8]? {
        packed.withUnsafeBytes { unpacked($0, size: size, sha256: sha256) }
    }

    static func unpacked(_ packed: UnsafeRawBufferPointer, size: Int64, sha256: String) -> [UInt8]? {
        // Deflate can't make bytes more than 1,032 times smaller. So a larger size is damage, and no memory is
        // allocated for it.
        guard size >= 0, size <= Int64(packed.count) * 1032 + 64,
            let bytes = Deflate.unpacked(packed, count: Int(size))
        else { return nil }
        return SHA256(bytes).hexDigest() == sha256 ? bytes : nil
    }

    /// Stores the staged pages as the pages of `run`. Keeps the pages of the feed's last `ofRuns` runs, and deletes the
    /// pages of older runs.
    func keep(run: Int64, feed: Int64, ofRuns count: Int) throws {
        if count > 0, try stagedCount() > 0 {
            try keepLarge()
            try db.execute(
                """
                INSERT INTO raw_page (sha256, size, packed) SELECT sha256, size, packed FROM staged_page
                    WHERE length(packed) <= \(StreamedBlob.minimumBytes)
                    -- Replaces a damaged page; does not write a good one again.
                    ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, packed = excluded.packed
                    WHERE size <> excluded.size OR packed <> excluded.packed;
                INSERT INTO page (run, number, name, fetched_at, sha256)
                    SELECT ?, number, name, fetched_at, sha256 FROM staged_page;
                """, [run])
        }
        var old: [Int64] = []
        try db.forEachRow(
            """
            SELECT id FROM run r WHERE feed = ? AND EXISTS (SELECT 1 FROM page WHERE run = r.id)
            ORDER BY id DESC LIMIT -1 OFFSET ?
            """, [.integer(feed), .integer(Int64(count))]
        ) { old.append($0.integer(0)) }
        guard !old.isEmpty else { return }
        for run in old { try db.execute("DELETE FROM page WHERE run = ?", [run]) }
        try db.execute("DELETE FROM raw_page WHERE sha256 NOT IN (SELECT sha256 FROM page)")
    }

    /// Stores the large staged pages without holding two copies of a page in memory.
    private func keepLarge() throws {
        var large: [(number: Int, sha256: String, size: Int64, packedSize: Int64)] = []
        try db.forEachRow(
            """
            SELECT number, sha256, size, length(packed) FROM staged_page
            WHERE length(packed) > \(StreamedBlob.minimumBytes)
            """
        ) { row in
            large.append((Int(row.integer(0)), row.text(1) ?? "", row.integer(2), row.integer(3)))
        }
        for page in large {
            try db.execute(
                """
                INSERT INTO raw_page (sha256, size, packed) VALUES (?, ?, zeroblob(?))
                    ON CONFLICT (sha256) DO UPDATE SET size = excluded.size, packed = excluded.packed
                """, [page.sha256, page.size, page.packedSize])
            let row = try db.integer("SELECT rowid FROM raw_page WHERE sha256 = ?", [.text(page.sha256)])
            try StreamedBlob(db).copy(
                Self.stagedPlace(page.number),
                to: StreamedBlob.Cell(schema: "main", table: "raw_page", column: "packed", row: row ?? 0))
        }
    }
}

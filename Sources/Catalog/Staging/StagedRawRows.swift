internal import GeocliDatabase
internal import GeocliPlaces

/// The originals of the staged rows, kept until it is known whether the catalog needs them. A run needs only the
/// originals of rows that contradict another row with the same id. It knows these rows only at its end.
///
/// Many originals share one row of a temporary table, because a separate row for each original would take a third of an
/// ingest's time. The format of such a row:
///
///     block  = record, record, …           for consecutive ids
///     record = page number, row number, length (UInt32 each), bytes
final class StagedRawRows {
    static let schema = """
        CREATE TEMP TABLE staged_raw (
            first INTEGER PRIMARY KEY, records BLOB NOT NULL
        );
        CREATE TEMP TABLE staged_raw_page (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
        """
    private static let headerSize = 12
    /// A block is complete when it has at least this many bytes.
    private static let blockSize = 1 << 16

    private let insert: Statement
    private let find: Statement
    private let insertPage: Statement
    private let findPage: Statement
    private var block: [UInt8] = []
    private var first: Int64 = 0
    private var lastPage = (number: 0, name: "")

    init(_ db: Database) throws {
        insert = try Statement(db, "INSERT INTO staged_raw (first, records) VALUES (?, ?)")
        find = try Statement(
            db, "SELECT first, records FROM staged_raw WHERE first <= ? ORDER BY first DESC LIMIT 1")
        insertPage = try Statement(db, "INSERT OR IGNORE INTO staged_raw_page (number, name) VALUES (?, ?)")
        findPage = try Statement(db, "SELECT name FROM staged_raw_page WHERE number = ?")
        block.reserveCapacity(Self.blockSize * 2)
    }

    /// Adds the original of the staged place `id`; ids must be consecutive. If `keepsBytes` is false, keeps only
    /// the page and the number of the row.
    func append(_ id: Int64, _ record: StagedRecord, keepsBytes: Bool) throws {
        if block.count >= Self.blockSize { try flush() }
        if block.isEmpty { first = id }
        let bytes = keepsBytes ? record[.raw] : nil
        for number in [record.pageNumber, record.row, bytes?.count ?? 0] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { block.append(contentsOf: $0) }
        }
        if let bytes { block.append(contentsOf: bytes) }
    }

    func note(_ page: Int, _ name: String) throws {
        guard page != lastPage.number else { return }
        lastPage = (page, name)
        insertPage.bind(1, Int64(page))
        insertPage.bind(2, name)
        try insertPage.run()
    }

    func pageName(_ page: Int) throws -> String {
        if page == lastPage.number { return lastPage.name }
        findPage.bind(1, Int64(page))
        defer { findPage.reset() }
        return try findPage.step() ? findPage.text(0) ?? "" : ""
    }

    /// Returns the origin and the text of the original row of the staged place `id`; nil if it is missing.
    func row(_ id: Int64) throws -> (origin: RowOrigin, raw: String)? {
        try flush()
        find.bind(1, id)
        defer { find.reset() }
        guard try find.step() else { return nil }
        let first = find.integer(0)
        let found: (page: Int, row: Int, raw: String)? = find.withBytes(1) { records in
            var offset = 0
            func number(_ index: Int) -> Int? {
                guard offset + Self.headerSize <= records.count else { return nil }
                return Int(records.loadUnaligned(fromByteOffset: offset + index * 4, as: UInt32.self))
            }
            for _ in first..<id { offset += Self.headerSize + (number(2) ?? records.count) }
            guard let page = number(0), let row = number(1), let length = number(2) else { return nil }
            let start = offset + Self.headerSize
            guard start + length <= records.count else { return nil }
            return (page, row, String(decoding: records[start..<start + length], as: UTF8.self))
        }
        guard let found else { return nil }
        return (RowOrigin(pageNumber: found.page, page: try pageName(found.page), row: found.row), found.raw)
    }

    /// Discards the originals that are in memory.
    func removeAll() {
        block.removeAll(keepingCapacity: true)
        lastPage = (0, "")
    }

    private func flush() throws {
        guard !block.isEmpty else { return }
        insert.bind(1, first)
        try block.withUnsafeBytes { records in
            insert.bind(2, records)
            try insert.run()
        }
        block.removeAll(keepingCapacity: true)
    }
}

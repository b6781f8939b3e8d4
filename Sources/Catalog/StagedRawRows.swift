internal import GRDB

/// The staged rows as they came, kept until it is known whether the catalog needs them: a run needs those of ids that
/// contradict each other, and does not know them before its end.
///
/// Many rows share a row of a temporary table, because one for each would cost a third of an ingest's time:
///
///     block  = record, record, …           of one page, for ids that follow each other
///     record = row number (UInt32), length (UInt32), bytes
final class StagedRawRows {
    static let schema = """
        CREATE TEMP TABLE staged_raw (
            first INTEGER PRIMARY KEY, page_number INTEGER NOT NULL, page TEXT NOT NULL, records BLOB NOT NULL
        );
        """
    private static let headerSize = 8
    /// A block ends behind so many bytes.
    private static let blockSize = 1 << 16

    private let insert: Statement
    private let find: Statement
    private var block: [UInt8] = []
    private var first: Int64 = 0
    private var page: (number: Int, name: String) = (0, "")

    init(_ db: Database) throws {
        insert = try Statement(db, "INSERT INTO staged_raw (first, page_number, page, records) VALUES (?, ?, ?, ?)")
        find = try Statement(
            db,
            "SELECT first, page_number, page, records FROM staged_raw WHERE first <= ? ORDER BY first DESC LIMIT 1")
        block.reserveCapacity(Self.blockSize * 2)
    }

    /// Takes the row of the staged bookstore `id`; ids come one after the other.
    func append(_ id: Int64, _ origin: RowOrigin, _ bytes: UnsafeRawBufferPointer) throws {
        if block.count >= Self.blockSize || origin.pageNumber != page.number { try flush() }
        if block.isEmpty {
            first = id
            page = (origin.pageNumber, origin.page)
        }
        for number in [UInt32(truncatingIfNeeded: origin.row), UInt32(truncatingIfNeeded: bytes.count)] {
            withUnsafeBytes(of: number) { block.append(contentsOf: $0) }
        }
        block.append(contentsOf: bytes)
    }

    /// Where the row of `id` stood and what it was.
    func row(_ id: Int64) throws -> (origin: RowOrigin, raw: String)? {
        try flush()
        find.bind(1, id)
        defer { find.reset() }
        guard try find.step() else { return nil }
        let (number, page) = (Int(find.integer(1)), find.text(2) ?? "")
        return find.withBytes(3) { records in
            var place = 0
            for _ in find.integer(0)..<id {
                guard place + Self.headerSize <= records.count else { return nil }
                place += Self.headerSize + Int(records.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
            }
            guard place + Self.headerSize <= records.count else { return nil }
            let row = records.loadUnaligned(fromByteOffset: place, as: UInt32.self)
            let length = Int(records.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self))
            let start = place + Self.headerSize
            guard start + length <= records.count else { return nil }
            let origin = RowOrigin(pageNumber: number, page: page, row: Int(row))
            return (origin, String(decoding: records[start..<start + length], as: UTF8.self))
        }
    }

    /// Forgets all rows.
    func removeAll() { block.removeAll(keepingCapacity: true) }

    private func flush() throws {
        guard !block.isEmpty else { return }
        insert.bind(1, first)
        insert.bind(2, Int64(page.number))
        insert.bind(3, page.name)
        try block.withUnsafeBytes { records in
            insert.bind(4, records)
            try insert.run()
        }
        block.removeAll(keepingCapacity: true)
    }
}

internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliText

/// Puts bookstores that come in the order of their ids into the order of their document numbers: by the length of the
/// name, then by id. Bookstores that do not fit in memory wait in a temporary table, which SQLite keeps in a nameless
/// file.
///
/// SQLite's own sorter takes longer, because it compares rows. Here, each row goes to the rows of the same length.
final class DocumentOrder {
    private let db: Database
    /// The maximum number of bytes that wait in memory.
    private let maximumBytes: Int
    /// The bookstores that wait in memory, by the length of the name.
    private var waiting: [Int: PostingBatch] = [:]
    private var waitingBytes = 0
    /// The number of batches in the temporary table, by the length of the name.
    private var stored: [Int: Int64] = [:]
    private var insert: Statement?
    private var lastID = Int64.min

    /// - Parameter maximumBytes: other values are for tests.
    init(_ db: Database, maximumBytes: Int = 8 << 20) {
        self.db = db
        self.maximumBytes = maximumBytes
    }

    /// Adds a bookstore, whose id is greater than those of all bookstores before it.
    ///
    /// - Parameters:
    ///   - text: its `FoldedFields.text`.
    ///   - kind: the code of its kind.
    /// - Throws: `CatalogDamage` for an id that is not greater. SQLite reads such ids from a table whose pages are
    ///   damaged.
    func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) throws {
        guard id > lastID else {
            throw CatalogDamage.row(
                Words(en: "place \(id) comes after place \(lastID)", ko: "\(id)번 장소가 \(lastID)번 장소 뒤에 있습니다"))
        }
        lastID = id
        let length = DocumentNumber.length(FoldedFields(text).nameLength)
        let isFull = waiting[length, default: PostingBatch()].add(text, kind: kind, id: id)
        waitingBytes += text.count
        if isFull { try store(length) }
        if waitingBytes > maximumBytes { for length in Array(waiting.keys) { try store(length) } }
    }

    /// Calls `body` with all bookstores, in the order of their document numbers. Then forgets them.
    func forEach(_ body: (PostingBatch) throws -> Void) throws {
        let select = try stored.isEmpty ? nil : Statement(db, "SELECT bytes FROM temp.document_run WHERE id = ?")
        for length in Set(stored.keys).union(waiting.keys).sorted() {
            for number in 0..<(stored[length] ?? 0) {
                guard let select else { break }
                defer { select.reset() }
                select.bind(1, Self.key(length, number))
                guard try select.step() else {
                    throw CatalogDamage.row(
                        Words(en: "a temporary table has lost a row", ko: "임시 테이블에서 행이 사라졌습니다"))
                }
                try body(select.withBytes(0, PostingBatch.init))
            }
            if let batch = waiting[length] { try body(batch) }
        }
        insert = nil
        if !stored.isEmpty { try db.execute("DROP TABLE temp.document_run") }
        (waiting, waitingBytes, stored, lastID) = ([:], 0, [:], .min)
    }

    /// Moves the waiting bookstores whose names have this length to the temporary table.
    private func store(_ length: Int) throws {
        guard let batch = waiting.removeValue(forKey: length) else { return }
        waitingBytes -= batch.textBytes
        if insert == nil {
            try db.execute(
                """
                DROP TABLE IF EXISTS temp.document_run;
                CREATE TEMP TABLE document_run (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)
                """)
        }
        let insert = try insert ?? Statement(db, "INSERT INTO temp.document_run VALUES (?, ?)")
        self.insert = insert
        let number = stored[length] ?? 0
        insert.bind(1, Self.key(length, number))
        try batch.bytes.withUnsafeBytes { bytes in
            insert.bind(2, bytes)
            try insert.run()
        }
        stored[length] = number + 1
    }

    private static func key(_ length: Int, _ number: Int64) -> Int64 { Int64(length) << 32 | number }
}

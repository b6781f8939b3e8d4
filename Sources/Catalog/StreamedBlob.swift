internal import GRDB
internal import GRDBSQLite

/// Large values on their way into a table and between tables, a piece at a time: a statement would have each of them in
/// memory twice.
struct StreamedBlob {
    /// Values of more bytes are worth it.
    static let fewestBytes = 1 << 20
    private static let pieceBytes = 1 << 20

    private let db: Database

    init(_ db: Database) { self.db = db }

    /// Where a value stands: room for it is made before, by `zeroblob`.
    struct Place {
        /// `main` or `temp`.
        let schema: String
        let table: String
        let column: String
        let row: Int64
    }

    /// Writes `bytes` into a value that has as many.
    func write(_ bytes: [UInt8], to place: Place) throws {
        let target = try open(place, forWriting: true)
        defer { sqlite3_blob_close(target) }
        try bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
                let count = min(Self.pieceBytes, bytes.count - start)
                try check(
                    sqlite3_blob_write(target, bytes.baseAddress?.advanced(by: start), Int32(count), Int32(start)))
            }
        }
    }

    /// Copies a value into another one of as many bytes.
    func copy(_ source: Place, to place: Place) throws {
        let source = try open(source, forWriting: false)
        defer { sqlite3_blob_close(source) }
        let target = try open(place, forWriting: true)
        defer { sqlite3_blob_close(target) }
        let size = Int(sqlite3_blob_bytes(source))
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        for start in stride(from: 0, to: size, by: Self.pieceBytes) {
            let count = Int32(min(Self.pieceBytes, size - start))
            try check(sqlite3_blob_read(source, &piece, count, Int32(start)))
            try check(sqlite3_blob_write(target, piece, count, Int32(start)))
        }
    }

    private func open(_ place: Place, forWriting: Bool) throws -> OpaquePointer? {
        var blob: OpaquePointer?
        try check(
            sqlite3_blob_open(
                db.sqliteConnection, place.schema, place.table, place.column, place.row, forWriting ? 1 : 0, &blob))
        return blob
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: sqlite3_errmsg(db.sqliteConnection).map { String(cString: $0) })
        }
    }
}

internal import CGeocliSQLite

/// Writes large values in pieces. A statement would keep each value in memory twice.
package struct StreamedBlob {
    /// The size in bytes above which a value is written in pieces.
    package static let minimumBytes = 1 << 20
    private static let pieceBytes = 1 << 20

    private let db: Database

    package init(_ db: Database) { self.db = db }

    /// The table cell that holds a value. Before a value is written, `zeroblob` must have made room for it.
    package struct Cell {
        /// The schema of the table: `main` or `temp`.
        package let schema: String
        package let table: String
        package let column: String
        package let row: Int64

        package init(schema: String, table: String, column: String, row: Int64) {
            self.schema = schema
            self.table = table
            self.column = column
            self.row = row
        }
    }

    /// Writes `bytes` into a cell of the same size.
    package func write(_ bytes: [UInt8], to place: Cell) throws {
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

    /// Copies a value into a cell of the same size.
    package func copy(_ source: Cell, to place: Cell) throws {
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

    private func open(_ place: Cell, forWriting: Bool) throws -> OpaquePointer? {
        var blob: OpaquePointer?
        try check(
            sqlite3_blob_open(
                db.handle, place.schema, place.table, place.column, place.row, forWriting ? 1 : 0, &blob))
        return blob
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(code: code, of: db.handle)
        }
    }
}

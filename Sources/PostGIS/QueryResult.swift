#if PostGIS
internal import CGeocliPostgres

/// Rows that the server sent, in binary form.
final class QueryResult {
    private let handle: OpaquePointer
    private let libpq: UnsafePointer<cpostgres_library>
    /// The number of rows.
    let count: Int

    init(_ handle: OpaquePointer, _ libpq: UnsafePointer<cpostgres_library>) {
        self.handle = handle
        self.libpq = libpq
        count = Int(libpq.pointee.PQntuples(handle))
    }

    deinit { libpq.pointee.PQclear(handle) }

    /// Returns the bytes of a value. They are valid as long as the result exists.
    func bytes(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: libpq.pointee.PQgetvalue(handle, Int32(row), column),
            count: Int(libpq.pointee.PQgetlength(handle, Int32(row), column)))
    }

    func isNull(_ row: Int, _ column: Int32) -> Bool { libpq.pointee.PQgetisnull(handle, Int32(row), column) == 1 }

    /// Returns a number of two, four or eight bytes; 0 for any other size.
    func integer(_ row: Int, _ column: Int32) -> Int64 {
        let bytes = bytes(row, column)
        return switch bytes.count {
        case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        default: 0
        }
    }

    /// Returns the same number as `integer`; nil for NULL and for a value of another size.
    func checkedInteger(_ row: Int, _ column: Int32) -> Int64? {
        isNull(row, column) || ![2, 4, 8].contains(bytes(row, column).count) ? nil : integer(row, column)
    }

    func real(_ row: Int, _ column: Int32) -> Double {
        let bytes = bytes(row, column)
        guard bytes.count == 8 else { return .nan }
        return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    func isTrue(_ row: Int, _ column: Int32) -> Bool { bytes(row, column).first == 1 }

    func text(_ row: Int, _ column: Int32) -> String? {
        isNull(row, column) ? nil : bytes(row, column).withMemoryRebound(to: UInt8.self, ServerText.text)
    }

    /// Calls `body` with the bytes of a text; NULL has no bytes. A text is copied only if it contains NUL or U+10FFFF
    /// (see `ServerText`).
    func withText<Result>(
        _ row: Int, _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes(row, column).withMemoryRebound(to: UInt8.self) { stored in
            guard !ServerText.isPlain(stored) else { return try body(stored) }
            var text = ServerText.text(stored)
            return try text.withUTF8(body)
        }
    }

    /// Returns the texts of an array; nil for NULL.
    ///
    /// - Source: PostgreSQL, src/backend/utils/adt/arrayfuncs.c, array_send.
    func texts(_ row: Int, _ column: Int32) -> [String]? {
        guard !isNull(row, column) else { return nil }
        let bytes = bytes(row, column)
        func number(at position: Int) -> Int {
            guard position + 4 <= bytes.count else { return 0 }
            return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
        }
        // The header: the number of dimensions, a flag for NULLs, and the type. After them come the size and the first
        // index of the only dimension.
        guard number(at: 0) == 1 else { return [] }
        var texts: [String] = []
        var position = 20
        for _ in 0..<max(0, number(at: 12)) {
            let size = number(at: position)
            guard size >= 0, position + 4 + size <= bytes.count else { break }
            let part = UnsafeRawBufferPointer(rebasing: bytes[position + 4..<position + 4 + size])
            texts.append(part.withMemoryRebound(to: UInt8.self, ServerText.text))
            position += 4 + size
        }
        return texts
    }
}
#endif

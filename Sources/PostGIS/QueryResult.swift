#if PostGIS
internal import CGeocliPostgres
internal import Glibc

/// Rows that the server sent, in binary form.
final class QueryResult {
    private let handle: OpaquePointer
    private let libpq: UnsafePointer<cpostgres_library>
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

/// A value for `$1`, `$2` and so on. It is sent in PostgreSQL's binary form, so that numbers arrive unchanged.
enum ServerValue {
    case integer(Int64)
    case real(Double)
    case text(String)
    case integers([Int64])
    case texts([String])

    /// The number of the value's type, which is the same on every PostgreSQL server.
    /// - Source: PostgreSQL, src/include/catalog/pg_type.dat.
    var type: UInt32 {
        switch self {
        case .integer: Self.integerType
        case .real: 701
        case .text: Self.textType
        case .integers: 1016
        case .texts: 1009
        }
    }

    static let integerType: UInt32 = 20
    static let textType: UInt32 = 25

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .integer(let number): bytes.append(bigEndian: number)
        case .real(let number): bytes.append(bigEndian: number.bitPattern)
        case .text(let text): ServerText.append(text, to: &bytes)
        case .integers(let numbers):
            bytes.append(arrayOf: Self.integerType, count: numbers.count)
            for number in numbers { bytes.appendSized { $0.append(bigEndian: number) } }
        case .texts(let texts):
            bytes.append(arrayOf: Self.textType, count: texts.count)
            for text in texts { bytes.appendSized { ServerText.append(text, to: &$0) } }
        }
    }
}

extension [UInt8] {
    /// Appends a number, its highest byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends the header of an array with one dimension. The elements follow the header, each after its size.
    /// - Source: PostgreSQL, src/backend/utils/adt/arrayfuncs.c, array_recv.
    mutating func append(arrayOf type: UInt32, count: Int) {
        append(bigEndian: Int32(count == 0 ? 0 : 1))
        append(bigEndian: Int32(0))
        append(bigEndian: type)
        guard count > 0 else { return }
        append(bigEndian: Int32(count))
        append(bigEndian: Int32(1))
    }

    /// Appends the number of bytes that `body` appends, and then these bytes.
    mutating func appendSized(_ body: (inout [UInt8]) -> Void) {
        let start = count
        append(bigEndian: Int32(0))
        body(&self)
        let size = Int32(count - start - 4).bigEndian
        Swift.withUnsafeBytes(of: size) { bytes in
            for (offset, byte) in bytes.enumerated() { self[start + offset] = byte }
        }
    }
}

/// Texts in a form that PostgreSQL can store. A PostgreSQL text can't contain NUL, but a name from a feed can. NUL is
/// stored as U+10FFFF and `0`. U+10FFFF itself, which is never a character, is stored as U+10FFFF and `1`. Everything
/// else is stored unchanged.
enum ServerText {
    private static let mark: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]

    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard isSpecial(utf8) else { return bytes.append(contentsOf: utf8) }
            var position = 0
            while position < utf8.count {
                if utf8[position] == 0 {
                    bytes += mark + [UInt8(ascii: "0")]
                } else if utf8[position...].starts(with: mark) {
                    bytes += mark + [UInt8(ascii: "1")]
                    position += mark.count - 1
                } else {
                    bytes.append(utf8[position])
                }
                position += 1
            }
        }
    }

    /// Whether stored bytes are the text itself. Only the characters from U+100000 to U+10FFFF begin with the first
    /// byte of the mark, and they are rare in texts.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return memchr(start, Int32(mark[0]), bytes.count) == nil
    }

    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard !isPlain(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var plain: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            guard rest.starts(with: mark), rest.count > mark.count else {
                plain.append(bytes[position])
                position += 1
                continue
            }
            plain += bytes[position + mark.count] == UInt8(ascii: "0") ? [0] : mark
            position += mark.count + 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func isSpecial(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = utf8.baseAddress else { return false }
        return memchr(start, 0, utf8.count) != nil || memchr(start, Int32(mark[0]), utf8.count) != nil
    }
}
#endif

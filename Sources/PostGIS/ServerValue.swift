#if PostGIS
/// A value for `$1`, `$2` and so on. It is sent in PostgreSQL's binary form, so that numbers arrive unchanged.
enum ServerValue {
    case integer(Int64)
    case real(Double)
    case text(String)
    case integers([Int64])
    case texts([String])

    /// The number of the value's type, which is the same on every PostgreSQL server.
    ///
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

    /// Appends the value to `bytes`.
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
    ///
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
#endif

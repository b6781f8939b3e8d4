#if PostGIS
internal import GeocliGeo
internal import GeocliText

/// A writer of rows in the binary form of `COPY`, which needs no escapes and keeps numbers unchanged. The rows are sent
/// in pieces.
///
/// - Source: PostgreSQL, COPY, "Binary Format".
struct CopyRows {
    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
    /// The approximate number of bytes in a piece.
    private static let pieceBytes = 1 << 18

    private var bytes: [UInt8]
    private var hash = SHA256()
    private let put: (UnsafeRawBufferPointer) throws -> Void

    /// Begins to write rows of `columns` columns each. The rows are passed to `put`.
    init(columns: Int, put: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.put = put
        self.columns = Int16(columns)
        bytes = Self.signature
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(0))
    }

    private let columns: Int16

    // MARK: One row, column by column

    /// Begins a row. Add its columns after this.
    mutating func begin() throws {
        if bytes.count >= Self.pieceBytes { try flush() }
        bytes.append(bigEndian: columns)
    }

    mutating func add(_ number: some FixedWidthInteger) {
        bytes.append(bigEndian: Int32(number.bitWidth / 8))
        bytes.append(bigEndian: number)
    }

    mutating func add(_ number: Double?) {
        guard let number else { return addNull() }
        add(number.bitPattern)
    }

    mutating func add(number: Int64?) {
        guard let number else { return addNull() }
        add(number)
    }

    mutating func add(_ text: String?) {
        guard let text else { return addNull() }
        bytes.appendSized { ServerText.append(text, to: &$0) }
    }

    mutating func add(_ texts: [String]?) {
        guard let texts else { return addNull() }
        bytes.appendSized { ServerValue.texts(texts).append(to: &$0) }
    }

    mutating func add(_ raw: UnsafeRawBufferPointer) {
        bytes.append(bigEndian: Int32(raw.count))
        bytes.append(contentsOf: raw)
    }

    /// Adds a day, `YYYY-MM-DD`.
    mutating func add(day: String?) {
        guard let days = day.flatMap(ServerDay.days) else { return addNull() }
        add(days)
    }

    /// Adds a point on WGS 84.
    ///
    /// - Source: PostGIS, "Extended WKB": byte order, type with the flag of a reference system, the system, x, y.
    mutating func add(_ coordinate: Coordinate?) {
        guard let coordinate else { return addNull() }
        bytes.appendSized { bytes in
            bytes.append(0)
            bytes.append(bigEndian: UInt32(0x2000_0001))
            bytes.append(bigEndian: UInt32(4326))
            bytes.append(bigEndian: coordinate.longitude.bitPattern)
            bytes.append(bigEndian: coordinate.latitude.bitPattern)
        }
    }

    private mutating func addNull() { bytes.append(bigEndian: Int32(-1)) }

    // MARK: The end

    /// Passes the remaining bytes and the trailer of the data to `put`.
    ///
    /// - Returns: the SHA-256 of all bytes.
    mutating func end() throws -> String {
        bytes.append(bigEndian: Int16(-1))
        try flush()
        return hash.hexDigest()
    }

    private mutating func flush() throws {
        hash.update(bytes)
        try bytes.withUnsafeBytes(put)
        bytes.removeAll(keepingCapacity: true)
    }
}
#endif

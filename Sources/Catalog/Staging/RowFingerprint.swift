internal import GeocliDatabase
public import GeocliText

/// What tells one row as it came from any other: half of a SHA-256.
///
/// A bookstore whose row has the fingerprint of last night is the one that the catalog holds, so nobody need read the row.
/// - Source: NIST SP 800-107, 5.1: a SHA-256 cut to 128 bits resists collisions as 2^64 guesses do.
public struct RowFingerprint: Equatable, Sendable {
    let high: UInt64
    let low: UInt64

    /// The fingerprint of a row that is read by the rules of `reader`.
    ///
    /// - Parameters:
    ///   - row: the row as it came.
    ///   - reader: what reads it: the feed and the version of the program. Others may see something else in the same row.
    public init(of row: UnsafeRawBufferPointer, readBy reader: SHA256) {
        var hash = reader
        hash.update(row)
        (high, low) = hash.head()
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The fingerprint that the catalog holds.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Calls `body` with the bytes that the catalog holds.
    func withStoredBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { try body($0) }
    }
}

extension Statement {
    /// Binds a fingerprint, or null.
    func bind(_ position: Int32, _ value: RowFingerprint?) {
        guard let value else { return bindNull(position) }
        value.withStoredBytes { bind(position, copy: $0) }
    }
}

internal import GeocliDatabase
public import GeocliText

/// The fingerprint of an original row: the first half of its SHA-256.
///
/// If a row has the same fingerprint as in the last run, the catalog already has its place with the same values. So
/// the row need not be read.
/// - Source: NIST SP 800-107, 5.1: finding a collision of a SHA-256 truncated to 128 bits takes about 2^64 guesses.
public struct RowFingerprint: Equatable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Computes the fingerprint of a row, which also depends on `reader`.
    ///
    /// - Parameters:
    ///   - row: the original row.
    ///   - reader: a hash of the feed and the program's version, because a different version may read different values
    ///     from the same row.
    public init(of row: UnsafeRawBufferPointer, readBy reader: SHA256) {
        var hash = reader
        hash.update(row)
        (high, low) = hash.head()
    }

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a fingerprint from bytes in the catalog. Returns nil if there are not 16 bytes.
    init?(stored bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        low = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Creates the fingerprint in a column of the current row; nil if there is none.
    init?(_ row: Statement, _ column: Int32) {
        guard let stored = row.withBytes(column, { RowFingerprint(stored: $0) }) else { return nil }
        self = stored
    }

    /// Calls `body` with the bytes of the fingerprint in the catalog's format.
    func withStoredBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { try body($0) }
    }
}

extension Statement {
    /// Binds a fingerprint, or null for nil.
    func bind(_ position: Int32, _ value: RowFingerprint?) {
        guard let value else { return bindNull(position) }
        value.withStoredBytes { bind(position, copy: $0) }
    }
}

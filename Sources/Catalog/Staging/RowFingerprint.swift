internal import GeocliDatabase
package import GeocliText

/// The fingerprint of an original row: the first half of its SHA-256.
///
/// If a row has the same fingerprint as in the last run, the catalog already has its place with the same values. So
/// the row need not be read.
/// - Source: NIST SP 800-107, 5.1: finding a collision of a SHA-256 truncated to 128 bits takes about 2^64 guesses.
package struct RowFingerprint: Equatable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Computes the fingerprint of a row, which also depends on `reader`.
    ///
    /// - Parameters:
    ///   - reader: a hash of the feed and the program's version, because a different version may read different values
    ///     from the same row.
    package init(of row: UnsafeRawBufferPointer, readBy reader: SHA256) {
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
    func bind(_ position: Int32, _ value: RowFingerprint?) {
        guard let value else { return bindNull(position) }
        value.withStoredBytes { bind(position, copy: $0) }
    }
}

/// The rows of a run that repeat the id of another row.
///
/// Their signature depends on their ids only, not on their order or their pages. If it is that of the last good run,
/// the feed itself has these rows several times. If not, rows may have moved to other pages while they were read.
package struct RepeatedRows: Equatable, Sendable {
    /// The number of rows whose id also stands on another page, which was read before.
    package private(set) var acrossPages = 0
    private var count = 0
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    package init() {}

    /// 32 hexadecimal digits that stand for the repeated ids and how often each of them repeats; nil if none does.
    package var signature: String? {
        guard count > 0 else { return nil }
        return [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// - Parameters:
    ///   - count: the number of rows that have this id, without the first one.
    ///   - acrossPages: the number of pages that have this id, without the first one.
    mutating func add(_ feedID: String, count: Int, acrossPages: Int) {
        let head = SHA256(Array(feedID.utf8)).head()
        // A sum is the same in any order, and counts.
        high &+= head.0 &* UInt64(count)
        low &+= head.1 &* UInt64(count)
        self.count += count
        self.acrossPages += acrossPages
    }

    func joined(_ other: RepeatedRows) -> RepeatedRows {
        var all = self
        all.high &+= other.high
        all.low &+= other.low
        all.count += other.count
        all.acrossPages += other.acrossPages
        return all
    }
}

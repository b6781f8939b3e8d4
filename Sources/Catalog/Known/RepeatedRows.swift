internal import GeocliText

/// The rows of a run that repeat the id of another row.
///
/// Their signature depends on their ids only, not on their order or their pages. If it is that of the last good run,
/// the feed itself has these rows several times. If not, rows may have moved to other pages while they were read.
public struct RepeatedRows: Equatable, Sendable {
    /// The number of rows whose id also stands on another page, which was read before.
    public private(set) var acrossPages = 0
    private var count = 0
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    /// Creates an empty list.
    public init() {}

    /// 32 hexadecimal digits that stand for the repeated ids and how often each of them repeats; nil if none does.
    public var signature: String? {
        guard count > 0 else { return nil }
        return [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Adds an id.
    ///
    /// - Parameters:
    ///   - count: the number of rows that have this id, without the first one.
    ///   - acrossPages: the number of pages that have this id, without the first one.
    mutating func add(_ feedID: String, count: Int, acrossPages: Int) {
        var hash = SHA256()
        hash.update(Array(feedID.utf8))
        let head = hash.head()
        // A sum is the same in any order, and counts.
        high &+= head.0 &* UInt64(count)
        low &+= head.1 &* UInt64(count)
        self.count += count
        self.acrossPages += acrossPages
    }

    /// Returns these rows together with others.
    func joined(_ other: RepeatedRows) -> RepeatedRows {
        var all = self
        all.high &+= other.high
        all.low &+= other.low
        all.count += other.count
        all.acrossPages += other.acrossPages
        return all
    }
}

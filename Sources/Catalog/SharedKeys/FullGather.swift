internal import GeocliPlaces

/// What the rules find in all listed rows that share keys.
struct FullGather {
    /// The findings about phones, points and pairs.
    let findings = WaitingFindings()
    /// The keys of sort `pair` that have too many rows to be compared pair by pair.
    private(set) var crowds: Set<UInt64> = []

    /// Judges all listed rows that share keys.
    ///
    /// - Parameter isAffected: whether the rows of a key of sort `phone` or `point` may have changed.
    /// - Complexity: O(n log n), n keys. They and the findings wait on disk. Only the keys of crowds stay in memory, each of
    ///   which has more than 64 rows.
    init(_ keys: GatheredKeys, _ rows: IssueRows, isAffected: (UInt64) -> Bool) throws {
        try judge(keys.sort, rows, isAffected)
    }

    private mutating func judge(
        _ sort: SpreadSort<IssueKeyEntry>, _ rows: IssueRows, _ isAffected: (UInt64) -> Bool
    ) throws {
        var compared = ComparedPairs()
        /// The first rows of the present key.
        var first: [IssueKeyEntry] = []
        var count = 0
        var judge: GroupJudge?
        func endKey() throws {
            if let judge {
                try judge.end()
            } else if count > IssueGather.crowd, let key = first.first?.key {
                crowds.insert(key)
            } else if count > 1, let key = first.first?.key, IssueKeys.sort(key) == .pair {
                try rows.forEachRepeat(among: first[...], where: { compared.isNew($0, $1) }) {
                    try findings.add($0, $1, $2, isAffected: false)
                }
            }
            (count, judge) = (0, nil)
            first.removeAll(keepingCapacity: true)
        }
        try sort.forEach { entry in
            if entry.key != first.first?.key { try endKey() }
            count += 1
            if count <= IssueGather.crowd { first.append(entry) }
            let sort = IssueKeys.sort(entry.key)
            guard sort != .pair, count >= sort.fewest else { return }
            if judge == nil { judge = GroupJudge(sort, isAffected: isAffected(entry.key), findings) }
            for entry in count == sort.fewest ? first[...] : [entry] {
                if let row = try rows.row(entry.id) { try judge?.add(row) }
            }
        }
        try endKey()
    }
}

/// The pairs of rows that were compared. Rows that share several keys come several times.
private struct ComparedPairs {
    private var pairs: Set<UInt64> = []

    /// The maximum number of pairs that are kept; they take about 20 MB.
    private static let maximumCount = 1 << 20

    /// Whether two rows must be compared. For nearly all pairs, this returns false after the first time.
    mutating func isNew(_ low: Int64, _ high: Int64) -> Bool {
        guard let one = UInt32(exactly: low), let other = UInt32(exactly: high) else { return true }
        let pair = UInt64(one) << 32 | UInt64(other)
        guard pairs.count < Self.maximumCount else { return !pairs.contains(pair) }
        return pairs.insert(pair).inserted
    }
}

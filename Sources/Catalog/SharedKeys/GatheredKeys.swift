internal import GeocliDatabase

/// The keys of all listed rows (`IssueKeys`), and the rows in which a rule for single rows may find something.
///
/// A class because it owns the file of a sort.
final class GatheredKeys {
    /// The maximum number of suspects; they take 8 MB.
    private static let maximumSuspects = 1 << 20

    /// The keys, each with its row.
    let sort = SpreadSort<IssueKeyEntry>()
    /// The ids of the suspect rows, in ascending order; nil if there are too many.
    private(set) var suspects: [Int64]? = []
    private var keys = IssueKeys()

    init() {}

    /// Reads all listed rows.
    ///
    /// - Parameter isSuspect: whether to note a row as suspect; gets a statement that selects `IssueRows.columns`.
    init(_ db: Database, isSuspect: (Statement) throws -> Bool) throws {
        let all = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try all.step() {
            let id = all.integer(0)
            try add(id, IssueColumns(row: all))
            if try isSuspect(all) { noteSuspect(id) }
        }
    }

    /// Adds a row.
    func add(_ id: Int64, _ row: some KeyValues) throws {
        try keys.read(row)
        for key in keys.keys { try sort.add(IssueKeyEntry(key: key, id: id, hint: keys.hint)) }
    }

    /// Notes a row in which a rule for single rows may find something. Call this in the order of ids.
    func noteSuspect(_ id: Int64) {
        suspects?.append(id)
        if let suspects, suspects.count > Self.maximumSuspects { self.suspects = nil }
    }
}

internal import GeocliDatabase
internal import GeocliText

/// An import of juso files into the database of addresses. It imports all of the files, or none.
///
/// Memory does not grow with the number of addresses: rows wait in a temporary table, and SQLite sorts them on disk.
public struct AddressImport {

    private let path: String
    private let day: String
    private let makesFolder: Bool
    private let onProgress: (Int) -> Void

    /// - Parameters:
    ///   - path: the database. It is created if it does not exist.
    ///   - day: today, `YYYY-MM-DD`.
    ///   - makesFolder: whether to create a missing folder of the database. If false, the folder must exist.
    ///   - onProgress: called with the number of lines of the file that have been read so far.
    public init(
        into path: String, day: String, makesFolder: Bool = false, onProgress: @escaping (Int) -> Void = { _ in }
    ) {
        self.path = path
        self.day = day
        self.makesFolder = makesFolder
        self.onProgress = onProgress
    }

    /// Imports files. If a file has a province, all addresses of the province are replaced.
    ///
    /// - Throws: `PlainError` (`.usage` for a month later than next month), `ByteSourceError`, `TextEncodingError`.
    ///   In each case the database is unchanged.
    /// - Complexity: O(n log n), n lines.
    public func run(_ files: [AddressFile]) throws -> [AddressImportSummary] {
        // Check first, because a typing error in a path must not create a database.
        for file in files {
            try file.requireMonth(asOf: day)
            try file.requireFile()
        }
        if makesFolder { try AddressDatabase.makeFolder(for: path) }
        guard let db = try AddressDatabase.open(path, .writing) else { return [] }
        return try AddressDatabase.explaining(path) {
            // With a write-ahead log, readers keep reading the former addresses. A killed import leaves only a log
            // without a commit, which has no effect.
            try db.execute(
                """
                PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768;
                PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -16384;
                """)
            let summaries = try db.transaction(.immediate) { db in
                if try db.integer("PRAGMA application_id") != AddressDatabase.applicationID {
                    try db.execute(
                        "\(AddressDatabase.schema) PRAGMA application_id = \(AddressDatabase.applicationID); PRAGMA user_version = \(AddressDatabase.version)"
                    )
                }
                var owners: [String: String] = [:]
                return try files.map { file in
                    let part = try FileImport(db, file, day: day, onProgress)
                    let summary = try part.run()
                    for region in summary.regions {
                        if let other = owners.updateValue(file.path, forKey: region) {
                            throw Self.twice(region, other, file.path)
                        }
                    }
                    return summary
                }
            }
            // Moves the data into the file itself. If another process is reading, a part may stay in the log until the
            // next import.
            try? db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return summaries
        }
    }

    private static func twice(_ region: String, _ first: String, _ second: String) -> PlainError {
        let (first, second) = (DisplayText.singleLine(first), DisplayText.singleLine(second))
        return PlainError(
            .usage, en: "\(first) and \(second) both contain data for \(region); import one of them",
            ko: "\(first)\(.with) \(second) 모두 \(region) 데이터입니다. 하나만 가져오세요")
    }
}

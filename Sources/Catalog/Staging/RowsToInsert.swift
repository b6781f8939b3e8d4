internal import GeocliDatabase

/// Places that wait to be inserted with one statement.
struct RowsToInsert {
    private let inserter: RowInserter
    private let feed: Int64
    private let run: Int64
    /// The sums to which the rows are added; nil if the table has no seals.
    private let sums: RowSums?
    private var bytes: [UInt8] = []
    /// The place's id, and where its record ends in `bytes`.
    private var entries: [(id: Int64, end: Int)] = []

    /// - Parameters:
    ///   - table: the table in which places are staged.
    ///   - feed: the key of the feed of all places.
    ///   - run: the run that brings them.
    init(_ db: Database, into table: String, feed: Int64, run: Int64) throws {
        (self.feed, self.run) = (feed, run)
        sums = table == Staging.place ? db.sums : nil
        let own = StagedRecord.columns
        inserter = try RowInserter(
            db, into: "\(table) (feed, first_run, id, \(own.joined(separator: ", ")))",
            shared: [.integer(feed), .integer(run)], columnCount: own.count + 1)
    }

    /// Adds a place. If enough places wait for one statement, inserts them.
    mutating func add(_ id: Int64, _ record: StagedRecord) throws {
        bytes.append(contentsOf: record.withoutRaw)
        entries.append((id, bytes.count))
        if entries.count == RowInserter.rowsPerStatement { try insertAll() }
    }

    /// Inserts all waiting places.
    mutating func insertAll() throws {
        if let sums { try sums.paused { try insert() } } else { try insert() }
        removeAll()
    }

    private func insert() throws {
        try bytes.withUnsafeBytes { bytes in
            try inserter.insert(count: entries.count) { statement, row, position in
                let start = row == 0 ? 0 : entries[row - 1].end
                let record = StagedRecord(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<entries[row].end]))
                let id = entries[row].id
                sums?.add(record.rowHash(id: id, feed: feed, run: run), to: Seals.part(ofPlace: id))
                statement.bind(position, id)
                record.bind(to: statement, from: position + 1)
            }
        }
    }

    /// Discards all waiting places.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }
}

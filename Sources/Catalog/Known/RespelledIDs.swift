internal import GeocliDatabase
internal import GeocliText

/// Gives new ids to bookstores whose id in the feed is a number that an earlier version stored as it was spelled, such
/// as `1e3`. These bookstores keep their rows and their numbers in the catalog. This version reads the number as
/// `1000`, so this is the new id.
///
/// The catalog can't distinguish such an id from an id that is the text `1e3` and must not change. So a bookstore gets
/// a new id only if the snapshot has `1000` and not `1e3`, and the catalog does not have `1000` yet.
struct RespelledIDs {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// The table of the bookstores that got new ids. A refused run needs it to restore the old ids.
    static let schema = """
        CREATE TEMP TABLE staged_respelled (
            number TEXT PRIMARY KEY, bookstore INTEGER NOT NULL, former TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    /// The SQL for ids that may be such numbers. Earlier versions already understood all other spellings of numbers.
    private static let candidates = """
        SELECT id, feed_id FROM bookstore WHERE feed = ? AND (feed_id GLOB '[-0-9]*[eE]*' OR feed_id = '-0')
        ORDER BY missing_run IS NOT NULL, id
        """

    /// Whether an id may be such a number.
    static func isCandidate(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = id.first, 0x30...0x39 ~= first || first == UInt8(ascii: "-") else { return false }
        return id.contains { $0 | 0x20 == UInt8(ascii: "e") } || id.elementsEqual([UInt8(ascii: "-"), 0x30])
    }

    private static let isStaged = "SELECT 1 FROM staged WHERE feed = (SELECT min(feed) FROM staged) AND feed_id = ?"

    /// Gives bookstores of `feed` the ids with which they are staged.
    ///
    /// - Parameter isKnown: returns whether this run found the bookstore's known row, in which case the row is not
    ///   staged; nil if all rows are staged.
    /// - Returns: whether any bookstore got a new id.
    /// - Edges: if several bookstores would get the same new id, the first listed one gets it. If none of them is
    ///   listed, the first one gets it.
    /// - Complexity: O(m), m staged rows, if no staged bookstore is new; otherwise one scan of the feed's ids.
    func adopt(_ feed: Int64, isKnown: ((Int64) -> Bool)?) throws -> Bool {
        // If all rows are staged, the scan of ids takes less time than the search for a new bookstore.
        if isKnown != nil, try !hasNew(feed) { return false }
        let rows = try Statement(db, Self.candidates)
        let staged = try Statement(db, Self.isStaged)
        let listed = try Statement(db, "SELECT 1 FROM bookstore WHERE feed = \(feed) AND feed_id = ?")
        let note = try Statement(
            db, "INSERT OR IGNORE INTO staged_respelled (number, bookstore, former) VALUES (?, ?, ?)")
        func holds(_ statement: Statement, _ id: String) throws -> Bool {
            statement.bind(1, id)
            defer { statement.reset() }
            return try statement.step()
        }
        var isFound = false
        rows.bind(1, feed)
        while try rows.step() {
            let former = rows.text(1) ?? ""
            guard let number = DecimalText.wholeNumber(former), number != former,
                isKnown?(rows.integer(0)) != true, try holds(staged, number), try !holds(staged, former),
                try !holds(listed, number)
            else { continue }
            note.bind(1, number)
            note.bind(2, rows.integer(0))
            note.bind(3, former)
            try note.run()
            isFound = true
        }
        if isFound { try rename(to: "number") }
        return isFound
    }

    /// Restores the old ids.
    func giveBack() throws { try rename(to: "former") }

    private func rename(to column: String) throws {
        try db.execute(
            "UPDATE bookstore SET feed_id = r.\(column) FROM staged_respelled r WHERE bookstore.id = r.bookstore")
    }

    private func hasNew(_ feed: Int64) throws -> Bool {
        try db.flag(
            """
            SELECT EXISTS (SELECT 1 FROM staged s
            WHERE NOT EXISTS (SELECT 1 FROM bookstore b WHERE b.feed = ? AND b.feed_id = s.feed_id))
            """, [.integer(feed)])
    }
}

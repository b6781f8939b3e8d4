#if PostGIS
internal import GeocliSearch
internal import GeocliText

/// A reader of the index of pieces on the server.
final class ServerPostings: PostingSource {
    private let connection: Connection
    private let sql: String
    private var firstBlocks: [UInt64: PostingNumbers?] = [:]

    init(_ connection: Connection, _ layout: ServerLayout) {
        self.connection = connection
        // Selects the last block that begins at or before the document, and the block after it.
        let table = layout.name("posting")
        sql = """
            SELECT first, documents FROM \(table) WHERE piece = $1 AND first >= coalesce((
                SELECT first FROM \(table) WHERE piece = $1 AND first <= $2 ORDER BY first DESC LIMIT 1), 0)
            ORDER BY first LIMIT 2
            """
    }

    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        // The search for guesses needs the first blocks of the same lists many times, so these blocks are kept in
        // memory.
        if document == 0, let known = firstBlocks[piece] { return known }
        let rows = try connection.rows(
            sql, [.integer(Int64(bitPattern: piece)), .integer(Int64(clamping: document))])
        var found: PostingNumbers?
        for row in 0..<rows.count where found == nil {
            let first = UInt64(bitPattern: rows.integer(row, 0))
            guard let block = PostingNumbers(rows.bytes(row, 1), first: first) else {
                throw ServerError.contradiction(
                    connection.name, Words(en: "a block of the search index can't be read", ko: "검색 색인의 블록을 읽을 수 없음"))
            }
            if block.last >= document { found = block }
        }
        if document == 0 { firstBlocks[piece] = .some(found) }
        return found
    }
}
#endif

internal import GeocliDatabase
internal import GeocliSearch

extension SearchIndex {
    /// Returns contradictions between the bookstores and the index of pieces or the folded fields; at most ten of each.
    ///
    /// - Complexity: O(n), n entries of the index; more only if the index is wrong.
    static func findings(_ db: Database) throws -> [String] {
        let folded = try db.texts(
            """
            SELECT format('the folded fields of place %d are not those of its name, address and phone', id)
            FROM bookstore WHERE folded IS NOT \(PastFunctions.folded)(name, address, district, phone_raw) LIMIT 10
            """)
        var held = PostingSum()
        let damage = try damagedBlocks(db) { held.add($1, to: $0) }
        var wanted = PostingSum()
        let rows = try Statement(db, "SELECT id, folded, kind FROM bookstore")
        while try rows.step() {
            let kind = rows.text(2) ?? ""
            guard DocumentNumber.ids.contains(rows.integer(0)) else {
                return folded + ["place \(rows.integer(0)) has an id that the index can't hold"]
            }
            rows.withText(1) { wanted.add($0, kind: kind, id: rows.integer(0)) }
        }
        guard damage.isEmpty, held != wanted else { return folded + damage }
        let missing = try missingBookstores(db)
        return folded + (missing.isEmpty ? ["the index of pieces holds what no place has"] : missing)
    }

    /// Returns the blocks that can't be read or are out of order; calls `body` with the entries of the others.
    private static func damagedBlocks(_ db: Database, _ body: (UInt64, UInt64) -> Void) throws -> [String] {
        var findings: [String] = []
        var last = (piece: UInt64(0), document: UInt64(0))
        let blocks = try Statement(db, "SELECT piece, first, documents FROM posting ORDER BY piece, first")
        while try blocks.step(), findings.count < 10 {
            let piece = UInt64(bitPattern: blocks.integer(0))
            let first = UInt64(bitPattern: blocks.integer(1))
            guard let block = blocks.withBytes(2, { PostingNumbers($0, first: first) }),
                piece != last.piece || first > last.document
            else {
                findings.append("a block of piece \(piece) in the index of pieces can't be read")
                continue
            }
            for number in block.numbers { body(piece, number) }
            last = (piece, block.numbers[block.numbers.count - 1])
        }
        return findings
    }

    /// Returns bookstores with a piece that the index lacks; at most ten.
    private static func missingBookstores(_ db: Database) throws -> [String] {
        var findings: [String] = []
        let table = try PostingTable(db)
        let rows = try Statement(db, "SELECT id, folded, kind FROM bookstore ORDER BY id")
        while try rows.step(), findings.count < 10 {
            let id = rows.integer(0)
            let (document, pieces) = rows.withText(1) { text in
                let fields = FoldedFields(text)
                return (
                    DocumentNumber.number(id: id, nameLength: fields.nameLength),
                    Piece.keys(fields, kind: rows.text(2) ?? "")
                )
            }
            let isWhole = try pieces.allSatisfy { piece in
                try table.block(of: piece, reaching: document)?.numbers.contains(document) ?? false
            }
            if !isWhole { findings.append("place \(id) is not in the index of pieces where it should be") }
        }
        return findings
    }
}

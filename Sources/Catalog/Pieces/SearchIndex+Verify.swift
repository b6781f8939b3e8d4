internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliText

extension SearchIndex {
    /// Returns the contradictions between the places and their folded fields, and those between the places and
    /// the index of pieces; at most ten of each.
    ///
    /// - Complexity: O(n), n entries of the index; more only if the index is wrong.
    static func findings(_ db: Database) throws -> [Words] {
        let folded = try db.texts(
            """
            SELECT \(Finding.sql("folded", ("id", "id")))
            FROM place WHERE folded IS NOT \(PastFunctions.folded)(name, address, district, phone_raw) LIMIT 10
            """
        ).map(Finding.sentence)
        var held = PostingSum()
        var damage = try damagedBlocks(db, "0, piece, first, documents FROM posting") { held.add($2, to: $1) }
        damage += try damagedBlocks(db, "excess, piece, first, documents FROM posting_change") {
            excess, piece, number in
            if excess { held.remove(number, from: piece) } else { held.add(number, to: piece) }
        }
        var wanted = PostingSum()
        let rows = try Statement(db, "SELECT id, folded, kind FROM place")
        while try rows.step() {
            let kind = rows.text(2) ?? ""
            guard DocumentNumber.ids.contains(rows.integer(0)) else {
                return folded + [Finding.words("large-id", ("id", "\(rows.integer(0))"))]
            }
            rows.withText(1) { wanted.add($0, kind: kind, id: rows.integer(0)) }
        }
        guard damage.isEmpty, held != wanted else { return folded + damage }
        let missing = try missingPlaces(db)
        return folded + (missing.isEmpty ? [Finding.words("piece-of-none")] : missing)
    }

    /// Returns the blocks that can't be read or are in the wrong order. Calls `body` for each entry of the other
    /// blocks. The arguments say whether the entry removes a number from the index, and give its piece and its number.
    ///
    /// - Parameter blocks: the SQL for the blocks.
    private static func damagedBlocks(
        _ db: Database, _ blocks: String, _ body: (Bool, UInt64, UInt64) -> Void
    ) throws -> [Words] {
        var findings: [Words] = []
        var last = (excess: Int64(0), piece: UInt64(0), document: UInt64(0))
        let blocks = try Statement(db, "SELECT \(blocks) ORDER BY piece, 1, first")
        while try blocks.step(), findings.count < 10 {
            let excess = blocks.integer(0)
            let piece = UInt64(bitPattern: blocks.integer(1))
            let first = UInt64(bitPattern: blocks.integer(2))
            guard let block = blocks.withBytes(3, { PostingNumbers($0, first: first) }),
                piece != last.piece || excess != last.excess || first > last.document
            else {
                findings.append(Finding.words("block", ("piece", "\(piece)")))
                continue
            }
            for number in block.numbers { body(excess != 0, piece, number) }
            last = (excess, piece, block.last)
        }
        return findings
    }

    /// Returns findings about places that have a piece that is not in the index; at most ten.
    private static func missingPlaces(_ db: Database) throws -> [Words] {
        var findings: [Words] = []
        let table = try PostingTable(db)
        let rows = try Statement(db, "SELECT id, folded, kind FROM place ORDER BY id")
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
                try table.block(of: piece, reaching: document, after: nil)?.numbers.contains(document) ?? false
            }
            if !isWhole { findings.append(Finding.words("not-in-pieces", ("id", "\(id)"))) }
        }
        return findings
    }
}

internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliText

/// Updates the index of pieces, in the transaction that changes the places.
final class SearchIndex {
    /// If more than one in 50 places changes, the index is rebuilt. A rebuild takes about 4 µs for each place; an
    /// update, which reads and writes a block for each of about sixty pieces, is estimated to take 50 times as long.
    private static let smallShare = 50
    private static let concerned = "content OR folded"

    private let db: Database
    /// The maximum number of changed places whose changes are in memory at the same time; they take about 50 MB.
    private let batchLength: Int
    /// The changes that wait in memory; nil if the index is rebuilt.
    private var changes: PostingChanges?
    /// The number of places to which `changes` belong.
    private var batched = 0
    /// Whether the table of changes has become so large that its changes must be applied to the lists.
    private var isTableFull = false

    /// - Parameter batchLength: other values are for tests.
    init(_ db: Database, batchLength: Int = 10_000) {
        self.db = db
        self.batchLength = batchLength
    }

    /// Copies to `HeldRows` the places that `staged_change` names, before they change.
    func prepare(added: Int) throws {
        let changed = try db.count("SELECT count(*) FROM staged_change WHERE \(Self.concerned)")
        guard try isFew(changed + added) else {
            changes = nil
            return
        }
        changes = PostingChanges()
        try HeldRows(db: db).note("SELECT place FROM staged_change WHERE \(Self.concerned)", isOverlaid: false)
    }

    /// Whether so few places change that an update takes less time than a rebuild.
    private func isFew(_ count: Int) throws -> Bool {
        try count * Self.smallShare <= db.count("SELECT count(*) FROM place")
    }

    /// Updates the index after a run; places with ids after `last` are new.
    func update(after last: Int64) throws {
        guard changes != nil else { return try rebuild() }
        try writeChanges {
            try addHeld()
            let rows = try Statement(db, "SELECT b.id, b.folded, b.kind FROM place b WHERE b.id > \(last)")
            while try rows.step() {
                changes?.add(rows.text(1) ?? "", kind: rows.text(2) ?? "", id: try rows.placeID(0))
                try endPlace()
            }
        }
    }

    /// Updates the index for the rows in `HeldRows`. The caller makes sure that no other row has changed.
    func updateHeld() throws {
        let count = try HeldRows(db: db).count
        guard try count <= batchLength || isFew(count) else { return try rebuild() }
        changes = PostingChanges()
        try writeChanges { try addHeld() }
    }

    /// Replaces the former pieces of the rows in `HeldRows` with their present pieces.
    private func addHeld() throws {
        let rows = try Statement(db, "SELECT b.id, h.folded, h.kind, b.folded, b.kind FROM \(HeldRows.inPieces)")
        while try rows.step() {
            let id = try rows.placeID(0)
            changes?.replace(
                (rows.text(1) ?? "", rows.text(2) ?? ""), with: (rows.text(3) ?? "", rows.text(4) ?? ""), id: id)
            try endPlace()
        }
    }

    /// Stores the waiting changes if there are enough. The changes of one place are always in the same batch.
    private func endPlace() throws {
        batched += 1
        if batched == batchLength { try storeBatch() }
    }

    private func storeBatch() throws {
        if try PostingChangeTable.add(changes?.sorted ?? [], to: db) { isTableFull = true }
        changes = PostingChanges()
        batched = 0
    }

    private func writeChanges(_ gather: () throws -> Void) throws {
        do {
            isTableFull = false
            try gather()
            try storeBatch()
            if isTableFull { try bringUpToDate() }
        } catch let error where CatalogDamage.isReported(by: error) {
            // The index is damaged, so rebuild it from the places. If they can't be read either, this fails, too.
            try rebuild()
        }
        changes = nil
    }

    /// - Complexity: O(n), n places; memory does not grow with n.
    func rebuild() throws {
        try db.empty("posting")
        try db.empty("posting_change")
        let insert = try Statement(db, Self.insert)
        let order = DocumentOrder()
        let rows = try Statement(db, "SELECT id, folded, kind FROM place NOT INDEXED ORDER BY id")
        while try rows.step() {
            let id = try rows.placeID(0)
            let kind = rows.text(2) ?? ""
            try rows.withText(1) { try order.add($0, kind: kind, id: id) }
        }
        try PostingWorker.run(order) { builder in
            try builder.handOut { piece, first, code in
                insert.bind(1, Int64(piece))
                insert.bind(2, Int64(first))
                insert.bind(3, code)
                try insert.run()
            }
        }
    }

    private static let insert = "INSERT INTO posting (piece, first, documents) VALUES (?, ?, ?)"

    /// Applies the changes to the lists, and empties the table of changes.
    private func bringUpToDate() throws {
        try PostingChangeTable.forEachPiece(in: db, write)
        try db.empty("posting_change")
    }

    /// Writes changes to the lists. Writes each affected block only once.
    private func write(_ changes: [PostingChanges.Change]) throws {
        let table = try PostingLists(db)
        let insert = try Statement(db, Self.insert)
        let delete = try Statement(db, "DELETE FROM posting WHERE piece = ? AND first = ?")
        var rest = changes[...]
        while let change = rest.first {
            let home = try table.home(of: change.document, in: change.piece)
            let next = home?.next ?? .max
            let own = rest.prefix { $0.piece == change.piece && $0.document < next }
            // No document has the greatest number, so only damage leaves nothing to write.
            guard !own.isEmpty else { throw CatalogDamage.searchIndex }
            rest = rest.dropFirst(own.count)
            if let home {
                delete.bind(1, Int64(bitPattern: change.piece))
                delete.bind(2, Int64(bitPattern: home.block[0]))
                try delete.run()
            }
            for block in PostingChanges.blocks(home?.block ?? [], changedBy: own) {
                insert.bind(1, Int64(bitPattern: change.piece))
                insert.bind(2, Int64(bitPattern: block.first))
                try block.code.withUnsafeBytes { code in
                    insert.bind(3, code)
                    try insert.run()
                }
            }
        }
    }

    /// Returns the contradictions between the places and their folded fields, and those between the places and
    /// the index of pieces; at most ten of each.
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
    /// blocks: whether it removes a number from the index, its piece, and its number.
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

internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Calls `body` with every place and its folded fields, ordered by id. Includes the places that the last
    /// good run did not have.
    ///
    /// - Complexity: O(n), n places in the catalog; memory does not grow with n.
    public func forEachEntryAndFields(body: (CatalogEntry, _ folded: String) throws -> Void) throws {
        try read { db in
            let rows = try CatalogRow(db, "SELECT \(Self.columns), b.folded FROM place b ORDER BY b.id")
            while try rows.next() { try body(rows.entry, rows.folded) }
        }
    }

    /// Calls `body` with every block of the index of pieces, ordered by piece and then by the block's first number. The
    /// blocks include the changes of the lists.
    ///
    /// - Complexity: O(n), n blocks; memory for the changes, and for the list of one piece if it has changes.
    public func forEachPosting(
        body: (_ piece: Int64, _ first: Int64, _ documents: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try read { db in
            let blocks = try Statement(db, "SELECT piece, first, documents FROM posting ORDER BY piece, first")
            guard let changes = try PostingChangeTable.ifFilled(db) else {
                while try blocks.step() {
                    try blocks.withBytes(2) { try body(blocks.integer(0), blocks.integer(1), $0) }
                }
                return
            }
            try changes.forEachPresentBlock(blocks, body)
        }
    }
}

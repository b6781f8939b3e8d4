internal import GeocliDatabase
internal import GeocliText

extension Catalog {
    /// Returns the state of the catalog: a text that stays the same as long as all answers do. It changes with each
    /// run, even a refused one, and with outlines, base maps, decisions on links, corrections and acts on issues. Code
    /// that keeps answers, such as a cache, compares states to learn whether its answers are still right. The state
    /// also serves as an ETag.
    ///
    /// It is a hash of the seals, which cover every value that an answer is made from (`Seals`). So two catalogs with
    /// different content have different states. Only a person who searches for texts with equal hashes (`RowHash`) can
    /// make two that have the same.
    /// - Edges: reading, `verify` and rebuilt indexes do not change the state. Neither do changes that another program
    ///   makes, because they do not change a seal.
    /// - Complexity: O(n / 256), n places.
    public func state() throws -> String { try read(Self.state) }

    static func state(_ db: Database) throws -> String {
        var hash = SHA256()
        hash.update(Array("\(try Schema.version(of: db))".utf8))
        try db.forEachRow("SELECT name, part, count, hash FROM main.seal ORDER BY name, part") { row in
            // A name has no blank, so no two different lists of seals give the same text.
            hash.update(Array(" \(row.text(0) ?? "") \(row.integer(1)) \(row.integer(2)) \(row.integer(3))".utf8))
        }
        return String(hash.hexDigest().prefix(32))
    }
}

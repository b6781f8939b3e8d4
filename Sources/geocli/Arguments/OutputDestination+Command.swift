internal import GeocliExport

extension OutputDestination {
    /// Where `-o` of a command goes, or its standard output: refused where that is a catalog, what belongs to one, or
    /// another file of the command.
    ///
    /// The first thing that a command does, before it opens or reads anything.
    ///
    /// - Parameters:
    ///   - path: what `-o` says.
    ///   - db: what `--db` says; the usual catalog is spared, too, also by a command that reads none.
    ///   - inputs: whatever else the command reads; `-` is standard input.
    ///   - others: whatever else it writes.
    /// - Throws: `OutputClash`.
    init(_ path: String?, db: String?, reading inputs: [String?], writing others: [String?] = []) throws {
        try self.init(
            path,
            sparing: Self.catalogs(db).map(SparedFile.catalog) + inputs.compactMap { $0.map(SparedFile.input) }
                + others.compactMap { $0.map(SparedFile.output) })
    }

    /// The catalogs of files that a person means by `--db` and without it.
    private static func catalogs(_ db: String?) -> [String] {
        var paths: [String] = []
        for words in db == nil ? [nil] : [db, nil] {
            // What names no place names no file; a command that needs one says so.
            guard case .file(let path)? = try? Environment.catalogPlace(words) else { continue }
            paths.append(path)
        }
        return paths
    }
}

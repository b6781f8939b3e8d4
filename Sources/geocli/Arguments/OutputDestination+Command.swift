internal import GeocliExport
internal import GeocliMine

extension OutputDestination {
    /// Checks the path of a command's `-o`; nil is standard output. Refuses a catalog, a file that belongs to a
    /// catalog, and any other file that the command uses.
    ///
    /// A command calls this first, before it opens or reads anything.
    ///
    /// - Parameters:
    ///   - path: the value of `-o`.
    ///   - db: the value of `--db`. The usual catalog is protected too, even by a command that does not read it.
    ///   - mine: the folder of a person's records that the command reads. The path must not lead into this folder or
    ///     into the usual one.
    ///   - inputs: the other files that the command reads; `-` is standard input.
    ///   - others: the other files that the command writes.
    /// - Throws: `OutputClash`.
    init(
        _ path: String?, db: String?, mine: String? = nil, reading inputs: [String?], writing others: [String?] = []
    ) throws {
        try self.init(
            path,
            sparing: Self.catalogs(db).map(SparedFile.catalog) + Self.records(mine, path)
                + inputs.compactMap { $0.map(SparedFile.input) }
                + others.compactMap { $0.map(SparedFile.output) })
    }

    private static func records(_ mine: String?, _ path: String?) -> [SparedFile] {
        // If HOME is not set, the usual folder is unknown.
        let usual = path == nil || path == "-" ? nil : try? Environment.mine(nil).path
        return [mine, usual].compactMap { $0.map(SparedFile.records) }
    }

    /// Returns the path of the catalog that `--db` names, and the path of the catalog that commands use without `--db`.
    private static func catalogs(_ db: String?) -> [String] {
        var paths: [String] = []
        for words in db == nil ? [nil] : [db, nil] {
            // A text that is not a location names no file. A command that needs a location reports the error.
            guard case .file(let path)? = try? Environment.catalogPlace(words) else { continue }
            paths.append(path)
        }
        return paths
    }
}

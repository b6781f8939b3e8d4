internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces

extension OutputDestination {
    /// Checks the path of a command's `-o`; nil is standard output. Refuses a catalog, a file that belongs to a
    /// catalog, and any other file that the command uses.
    ///
    /// A command calls this first, before it opens or reads anything.
    ///
    /// - Parameters:
    ///   - db: the value of `--db`. The usual catalog is protected too, even by a command that does not read it.
    ///   - mine: the folder of a person's records that the command reads. The path must not lead into this folder or
    ///     into the usual one.
    ///   - inputs: the other files that the command reads; `-` is standard input.
    ///   - isPrivate: whether only the owner may read the file.
    ///   - isBackup: whether the output is a catalog, which may replace a catalog that the command does not use.
    init(
        _ path: String?, db: String?, mine: String? = nil, reading inputs: [String?], writing others: [String?] = [],
        isPrivate: Bool = false, isBackup: Bool = false
    ) throws {
        let isNamed = path != nil && path != "-"
        try self.init(
            path,
            sparing: Self.catalogs(db) + Self.records(mine, isNamed: isNamed)
                + Self.kept(isNamed: isNamed) + inputs.compactMap { $0.map(ProtectedFile.input) }
                + others.compactMap { $0.map(ProtectedFile.output) }, isPrivate: isPrivate, isBackup: isBackup)
    }

    /// Returns the destination of a text that is not a listing: standard output.
    static func standard() throws -> OutputDestination { try OutputDestination(nil, db: nil, reading: []) }

    private static func records(_ mine: String?, isNamed: Bool) -> [ProtectedFile] {
        // If HOME is not set, the usual folder is unknown.
        let usual = isNamed ? try? Environment.mine(nil).path : nil
        return [mine, usual].compactMap { $0 }.flatMap { [ProtectedFile.records($0), .kept($0)] }
    }

    /// Returns what every command may read besides its arguments: the settings, the declarations, the readers' marks,
    /// the identity of this device, and the files with which a server is reached.
    private static func kept(isNamed: Bool) -> [ProtectedFile] {
        let settings = SettingsFile.usualPath
        // A declaration may be written to its place by redirecting standard output.
        guard isNamed else { return settings.map { [.kept($0)] } ?? [] }
        let home = Environment.variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
        let variables = [
            "PGSSLCERT", "PGSSLKEY", "PGSSLROOTCERT", "PGSSLCRL", "PGPASSFILE", "PGSERVICEFILE", "SSL_CERT_FILE",
            "CURL_CA_BUNDLE",
        ]
        let inHome = [".pgpass", ".pg_service.conf", ".postgresql"].compactMap { name in home.map { "\($0)/\(name)" } }
        let folders = [
            settings.map(FileCheck.folder(of:)), FeedShelf.machineFolder,
            (try? Environment.readersFolder()).map(FileCheck.folder(of:)),
        ]
        return folders.compactMap { $0.map(ProtectedFile.kept) }
            + (inHome + variables.compactMap(Environment.variable)).map(ProtectedFile.kept)
    }

    /// Returns the catalog that `--db` names, and the catalog that commands use without `--db`. Of a server, returns the
    /// files that its address names.
    private static func catalogs(_ db: String?) -> [ProtectedFile] {
        (db == nil ? [nil] : [db, nil]).flatMap { words -> [ProtectedFile] in
            // A text that is not a location names no file. A command that needs a location reports the error.
            switch try? Environment.catalogPlace(words) {
            case .file(let path): [.catalog(path)]
            case .server(let address): address.files.map(ProtectedFile.kept)
            case nil: []
            }
        }
    }
}

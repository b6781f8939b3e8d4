internal import GeocliAsking
internal import GeocliPlaces
internal import GeocliText

#if PostGIS
internal import GeocliPostGIS
#endif

/// The location of the catalog: the one in the settings, or the usual path if the settings have none.
extension Environment {
    /// Returns the location of the catalog: a path or a server's address.
    ///
    /// - Throws: `UsageError`, `ServerAddressError`, `PlainError`; `ByteSourceError` for the configuration file.
    static func catalogPlace(_ option: String?) throws -> CatalogLocation {
        try CatalogLocation(try someCatalog(option).text)
    }

    /// Returns whether the catalog is at its default path.
    static func isUsualCatalog(_ option: String?) throws -> Bool {
        guard case .usual = try someCatalog(option).origin else { return false }
        return true
    }

    /// Returns the path of the catalog's file.
    ///
    /// - Throws: `UsageError`, also for a server, because a caller that needs the path needs data that servers do not
    ///   hold.
    static func catalogPath(_ option: String?) throws -> String {
        guard case .file(let path) = try catalogPlace(option) else {
            throw UsageError(
                en:
                    "a server answers only the commands near, bbox, inside, list, search, show, links and export; for other commands, give --db the path of a catalog file",
                ko:
                    "서버 카탈로그에는 near, bbox, inside, list, search, show, links, export만 쓸 수 있습니다. 다른 명령에는 --db로 카탈로그 파일을 지정하세요"
            )
        }
        return path
    }

    /// Returns the path in the settings. If they have none, returns `$XDG_DATA_HOME/geocli/catalog.sqlite`, or the path
    /// under `~/.local/share` if that variable is not set; nil without a home folder.
    ///
    /// - Throws: the errors of `Settings.catalog`.
    static func catalog(_ option: String?) throws -> (text: String, origin: SettingOrigin)? {
        if let set = try Settings.catalog(option) { return set }
        // The XDG specification says to ignore relative paths.
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return (data + "/geocli/catalog.sqlite", .usual("XDG_DATA_HOME"))
        }
        guard let home = variable("HOME"), !home.isEmpty else { return nil }
        return (home + "/.local/share/geocli/catalog.sqlite", .usual("HOME"))
    }

    private static func someCatalog(_ option: String?) throws -> (text: String, origin: SettingOrigin) {
        if let catalog = try catalog(option) { return catalog }
        throw UsageError(
            en: "the path of the catalog is unknown: neither GEOCLI_DB nor HOME is set; give --db PATH",
            ko: "카탈로그 위치를 알 수 없습니다(GEOCLI_DB와 HOME이 모두 없음). --db로 경로를 지정하세요")
    }
}

/// The location of a catalog: a file or a server.
enum CatalogLocation {
    case file(String)
    case server(ServerAddress)

    /// Reads the location from the text of `--db` or `GEOCLI_DB`.
    ///
    /// - Throws: `ServerAddressError`, also for any other text that may hold a server's password, because a message
    ///   about a missing file would repeat it.
    init(_ text: String) throws {
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//") || FileCheck.exists(text)
        guard isPath || !ServerAddress.mayHoldPassword(text) else { throw ServerAddressError.password }
        self = ServerAddress.isAddress(text) ? .server(try ServerAddress(text)) : .file(text)
    }
}

extension ServerAddress {
    /// The error for a server's address in a geocli that was built without the PostGIS trait.
    static let unsupported = PlainError(
        .usage,
        en:
            "this geocli was built without PostgreSQL support; rebuild it with 'swift build -c release --traits PostGIS --product geocli'",
        ko:
            "이 geocli는 PostgreSQL 지원 없이 빌드되었습니다. 'swift build -c release --traits PostGIS --product geocli'로 다시 빌드하세요")

    /// Opens the catalog on the server.
    ///
    /// - Throws: `ServerError`; `unsupported` in a build without the PostGIS trait.
    func open() throws -> any PlaceSource {
        #if PostGIS
        return try ServerCatalog(self)
        #else
        throw Self.unsupported
        #endif
    }
}

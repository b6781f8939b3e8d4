internal import GeocliPlaces
internal import GeocliText

#if PostGIS
internal import GeocliPostGIS
#endif

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

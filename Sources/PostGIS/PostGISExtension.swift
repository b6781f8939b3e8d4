#if PostGIS
/// The PostGIS extension, which may be in any schema.
enum PostGISExtension {
    /// Lets the connection use the extension's types and functions without the name of a schema.
    ///
    /// - Parameter makes: whether to install the extension if the database lacks it.
    /// - Throws: `ServerError(.foreign)` if the extension is missing.
    static func find(_ connection: Connection, makes: Bool) throws {
        if try isFound(connection) { return }
        guard makes else { throw missing(connection.name) }
        let isAvailable = try connection.rows("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'").count > 0
        guard isAvailable else { throw missing(connection.name) }
        try connection.run("CREATE EXTENSION postgis")
        guard try isFound(connection) else { throw missing(connection.name) }
    }

    private static func isFound(_ connection: Connection) throws -> Bool {
        // Without this search path, functions of other schemas could take precedence over those of PostGIS.
        try connection.rows(
            """
            SELECT set_config('search_path', quote_ident(n.nspname), false)
            FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'
            """
        ).count > 0
    }

    private static func missing(_ server: String) -> ServerError {
        ServerError(
            .foreign,
            en:
                "the database at \(server) has no PostGIS; ask its administrator to install PostGIS and to run 'CREATE EXTENSION postgis'",
            ko: "\(server) 데이터베이스에 PostGIS가 없습니다. 관리자에게 설치와 'CREATE EXTENSION postgis' 실행을 요청하세요")
    }
}
#endif

internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// Opens the catalog of issues.
enum IssueCatalog {
    /// Returns the path of the catalog's file.
    ///
    /// - Throws: `UsageError` for a server.
    static func path(_ common: CommonOptions) throws -> String {
        guard case .file(let path) = try Environment.catalogPlace(common.db) else {
            throw UsageError(
                en:
                    "issues are in the catalog's file and not on the server ('geocli push' leaves them out); give --db the path of the catalog file",
                ko: "이슈는 카탈로그 파일에 있고 서버에는 없습니다('geocli push'가 보내지 않습니다). --db로 파일을 지정하세요")
        }
        return path
    }

    /// Opens the catalog for reading.
    ///
    /// - Throws: `UsageError` for a server; `CatalogError`.
    static func reading(_ common: CommonOptions) throws -> Catalog {
        _ = try path(common)
        return try common.catalogOfPlaces()
    }

    /// Opens the catalog for an act on these issues. If one of the issues does not exist, nothing in the catalog is
    /// changed, not even its schema.
    ///
    /// - Throws: `UsageError` for a server; `CatalogError`.
    static func acting(on numbers: [Int64], _ common: CommonOptions) throws -> CatalogWriter {
        let path = try path(common)
        let catalog = try Catalog(path: path)
        for number in numbers { _ = try catalog.issue(number) }
        return try CatalogWriter(path: path)
    }
}

extension Environment {
    private static let maximumAuthorBytes = 200

    /// Returns the person who acts on issues, and the present time.
    ///
    /// - Throws: `UsageError` for a name that can't be shown or is too long, and for a wrong `SOURCE_DATE_EPOCH`.
    static func issueAuthor() throws -> IssueAuthor {
        let name = try author()
        guard 1...maximumAuthorBytes ~= name.utf8.count else {
            throw UsageError(
                en:
                    "GEOCLI_AUTHOR is \(name.utf8.count) bytes long; write a name of at most \(maximumAuthorBytes) bytes",
                ko: "GEOCLI_AUTHOR의 길이가 \(name.utf8.count)바이트입니다. 이름은 \(maximumAuthorBytes)바이트까지 쓰세요")
        }
        return IssueAuthor(name, at: try now())
    }
}

internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliProjection
internal import GeocliText
internal import Glibc

/// A GeoPackage 1.3 of points, there whole or not at all.
///
/// One transaction without a journal: until it has its name, nobody but us sees the file. Everything in it comes from
/// the data, so the same data gives the same bytes.
///
/// - Source: OGC 12-128r18.
final class GeoPackage {
    /// The number by which its tables know its coordinate system.
    let systemID: Int32
    /// The way into that system; nil for WGS 84.
    let projection: PlaneProjection?
    private let file: OutputFile
    private let db: Database
    private let sources: [SourceStatement]

    /// So many KiB of pages are held; of more rows the rest is on disk already.
    private static let cacheKiB = 16 << 10

    /// An empty one, to be put at `place`.
    ///
    /// - Throws: `OutputError`, `NeedsFileError`.
    init(at place: OutputDestination, projection: PlaneProjection?, sources: [SourceStatement]) throws {
        _ = DescriptorPaths.allowed
        let (file, path) = try OutputFile.createDatabase(at: place)
        self.file = file
        self.projection = projection
        self.sources = sources
        db = try file.explaining(nil) { try Database(path: path) }
        let system = projection.map { CoordinateSystemRow($0.description) }
        systemID = Int32(system?.id ?? 4326)
        try execute(
            """
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            PRAGMA cache_size = -\(Self.cacheKiB);
            PRAGMA application_id = \(GeoPackageTables.applicationID);
            PRAGMA user_version = \(GeoPackageTables.version);
            BEGIN;
            """)
        try execute(GeoPackageTables.all)
        if let system, system.id != 4326 {
            try execute(
                "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)",
                [system.name, system.id, system.organization, system.code, system.definition])
        }
        try describe()
    }

    /// A table for rows of this form.
    func layer(_ shape: LayerShape) throws -> GeoPackageLayer { try GeoPackageLayer(shape, in: self) }

    /// Puts the file in its place.
    ///
    /// - Throws: `OutputError`.
    func commit() throws {
        try execute("COMMIT")
        try file.explaining(db.handle) { try db.close() }
        try file.commit()
    }

    /// Runs statements that give nothing back.
    func execute(_ sql: String, _ values: [any SQLBindable] = []) throws {
        try file.explaining(db.handle) { try db.execute(sql, values) }
    }

    /// A statement to be run for each row.
    func statement(_ sql: String) throws -> Statement { try file.explaining(db.handle) { try Statement(db, sql) } }

    /// Runs a statement once and makes it ready for the next values.
    ///
    /// - Throws: `OutputError`.
    func run(_ statement: Statement) throws { try file.explaining(db.handle) { try statement.run() } }

    /// What all tables say of their origin.
    var description: String { sources.map(\.sentence).joined(separator: " ") }

    /// When the data was last changed, as the standard writes times: the start of the last good run.
    var lastChange: String {
        guard let last = sources.map(\.runStartedAt).max(), last.utf8.count >= 19 else {
            return "1970-01-01T00:00:00.000Z"
        }
        return "\(last.prefix(19)).000Z"
    }

    /// Title, publisher and licence of each feed as schema.org's JSON-LD.
    private func describe() throws {
        for (offset, source) in sources.enumerated() {
            try execute(
                "INSERT INTO gpkg_metadata VALUES (?, 'dataset', 'https://schema.org/Dataset', 'application/ld+json', ?)",
                [offset + 1, Self.jsonLD(source)])
            try execute(
                "INSERT INTO gpkg_metadata_reference VALUES ('geopackage', NULL, NULL, NULL, ?, ?, NULL)",
                [lastChange, offset + 1])
        }
    }

    private static func jsonLD(_ source: SourceStatement) -> String {
        var json = JSONWriter()
        json.value(
            .object([
                .init("@context", .string("https://schema.org")), .init("@type", .string("Dataset")),
                .init("identifier", .string(source.feed)), .init("name", .string(source.title)),
                .init("publisher", .string(source.publisher)), .init("license", .string(source.license)),
                .init("dateModified", .string(source.dataDate)), .init("sha256", .string(source.sha256)),
            ]))
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// A coordinate system's row in `gpkg_spatial_ref_sys`.
private struct CoordinateSystemRow {
    let name: String
    let id: Int
    let organization: String
    let code: Int
    let definition: String

    init(_ description: CRSDescription) {
        name = description.name
        definition = description.wellKnownText
        if let authority = description.authority, let number = description.code.flatMap({ Int($0) }), number > 0 {
            (id, organization, code) = (number, authority, number)
        } else if description.authority == "OGC" {
            // CRS84 has no number; it is EPSG:4326 with longitude first, which is how a GeoPackage has that anyway.
            (id, organization, code) = (4326, "EPSG", 4326)
        } else {
            // What no authority lists gets a number as GDAL gives it.
            (id, organization, code) = (100_000, "NONE", 100_000)
        }
    }
}

internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliProjection
internal import GeocliText
internal import Glibc

/// A GeoPackage 1.3 of points and areas. The file is complete or does not exist.
///
/// The file is written in one transaction without a journal, because no other process sees the file until it has its
/// name. All its content comes from the data, so the same data gives the same bytes.
///
/// - Source: OGC 12-128r18.
final class GeoPackage {
    /// The number of the file's coordinate system in its tables.
    let systemID: Int32
    /// The projection to the file's coordinate system; nil for WGS 84.
    let projection: PlaneProjection?
    private let file: OutputFile
    private let db: Database
    private let sources: [SourceStatement]
    private var hasStyles = false

    /// The total size of the pages that are kept in memory, in KiB. Further pages are written to disk early.
    private static let cacheKiB = 16 << 10

    /// Makes an empty GeoPackage for `place`.
    ///
    /// - Throws: `OutputError`, `PlainError`.
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

    /// Moves the file to its path.
    ///
    /// - Throws: `OutputError`.
    func commit() throws {
        try execute("COMMIT")
        try file.explaining(db.handle) { try db.close() }
        try file.commit()
    }

    /// Runs statements that return no rows.
    func execute(_ sql: String, _ values: [any SQLBindable] = []) throws {
        try file.explaining(db.handle) { try db.execute(sql, values) }
    }

    /// Prepares a statement that runs once for each row.
    func statement(_ sql: String) throws -> Statement { try file.explaining(db.handle) { try Statement(db, sql) } }

    /// Runs a statement once and resets it for the next values.
    ///
    /// - Throws: `OutputError`.
    func run(_ statement: Statement) throws { try file.explaining(db.handle) { try statement.run() } }

    /// Writes the titles of a table's columns, in both languages: `이름 (name)`.
    func describe(_ columns: [LayerShape.Field], of table: String) throws {
        for field in columns {
            let title = LayerStyle.title(of: field)
            try execute(
                "INSERT INTO gpkg_data_columns VALUES (?, ?, ?, ?, ?, NULL, NULL)",
                [table, field.key, title, title, field.about])
        }
    }

    /// Writes the style of a table. QGIS uses this style because the table has no other.
    func add(_ style: LayerStyle, of table: String) throws {
        if !hasStyles {
            try execute(
                "INSERT INTO gpkg_contents VALUES ('layer_styles', 'attributes', 'layer_styles', '', ?, NULL, NULL, NULL, NULL, 0)",
                [lastChange])
            hasStyles = true
        }
        try execute(
            """
            INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName,
                styleQML, styleSLD, useAsDefault, description, owner, ui, update_time)
            VALUES ('', '', ?, 'geom', ?, ?, ?, 1, 'The colours of the map page', '', NULL, ?)
            """, [table, table, style.qml, style.sld, lastChange])
    }

    /// The origin of the data, which every table states.
    var description: String { sources.map(\.sentence).joined(separator: " ") }

    /// The start of the last good run, which is the time of the data's last change. It has the form that the standard
    /// requires.
    var lastChange: String {
        guard let last = sources.map(\.runStartedAt).max(), last.utf8.count >= 19 else {
            return "1970-01-01T00:00:00.000Z"
        }
        return "\(last.prefix(19)).000Z"
    }

    /// Writes the title, publisher and license of each feed in the JSON-LD of schema.org.
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
            // CRS84 has no number. It is EPSG:4326 with longitude first, and a GeoPackage always stores longitude
            // first.
            (id, organization, code) = (4326, "EPSG", 4326)
        } else {
            // A system without a number from an authority gets the number that GDAL uses.
            (id, organization, code) = (100_000, "NONE", 100_000)
        }
    }
}

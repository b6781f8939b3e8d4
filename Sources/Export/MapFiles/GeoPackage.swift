internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliProjection
internal import GeocliText
internal import Glibc

/// A GeoPackage 1.3 of points and areas (OGC 12-128r18). The file is complete or does not exist. It is written in one
/// transaction without a journal, because no other process sees it until it has its name. All its content comes from
/// the data, so the same data gives the same bytes.
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

    /// Moves the file to its path. Throws `OutputError`.
    func commit() throws {
        try execute("COMMIT")
        try file.explaining(db.handle) { try db.close() }
        try file.commit()
    }

    /// Like `statement` and `run`, throws `OutputError` if SQLite can't write.
    func execute(_ sql: String, _ values: [any SQLBindable] = []) throws {
        try file.explaining(db.handle) { try db.execute(sql, values) }
    }

    func statement(_ sql: String) throws -> Statement { try file.explaining(db.handle) { try Statement(db, sql) } }

    /// Runs a statement once and resets it for the next values.
    func run(_ statement: Statement) throws { try file.explaining(db.handle) { try statement.run() } }

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

    /// The start of the last good run, which is the time of the data's last change, in the form of the standard.
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
        JSONValue.object([
            .init("@context", .string("https://schema.org")), .init("@type", .string("Dataset")),
            .init("identifier", .string(source.feed)), .init("name", .string(source.title)),
            .init("publisher", .string(source.publisher)), .init("license", .string(source.license)),
            .init("dateModified", .string(source.dataDate)), .init("sha256", .string(source.sha256)),
        ]).text
    }
}

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
            // CRS84 has no number. It is EPSG:4326 with longitude first, as a GeoPackage always stores it.
            (id, organization, code) = (4326, "EPSG", 4326)
        } else {
            // A system without a number from an authority gets the number that GDAL uses.
            (id, organization, code) = (100_000, "NONE", 100_000)
        }
    }
}

/// A table of points or areas in a GeoPackage, with its index, its style and the titles of its columns.
final class GeoPackageLayer: RowReceiver {
    private let package: GeoPackage
    private let table: String
    private let hasUniqueIDs: Bool
    /// The indices of the values that have columns in this table. The point has a column of its own.
    private let positions: [Int]
    private let insert: Statement
    private let index: Statement
    private var rowCount: Int64 = 0
    private var extent: GeoPackageGeometry.Box?

    init(_ shape: LayerShape, in package: GeoPackage) throws {
        self.package = package
        table = shape.name
        hasUniqueIDs = shape.hasUniqueIDs
        positions = shape.fields.indices.filter { !["latitude", "longitude", "x", "y"].contains(shape.fields[$0].key) }
        let columns = positions.map { shape.fields[$0] }
        let definitions =
            ["fid INTEGER PRIMARY KEY NOT NULL", "geom \(shape.hasAreas ? "MULTIPOLYGON" : "POINT")"]
            + columns.map { "\"\($0.key)\" \($0.type.geoPackage)" }
        try package.execute("CREATE TABLE \"\(table)\" (\(definitions.joined(separator: ", ")))")
        try package.execute(
            "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, NULL, NULL, NULL, NULL, ?)",
            [table, table, package.description, package.lastChange, Int(package.systemID)])
        try package.execute(
            "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)",
            [table, shape.hasAreas ? "MULTIPOLYGON" : "POINT", Int(package.systemID)])
        try package.execute(GeoPackageTables.index(of: table))
        try package.describe(columns, of: table)
        try package.add(LayerStyle(shape, columns.map(\.key)), of: table)
        let marks = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
        insert = try package.statement("INSERT INTO \"\(table)\" VALUES (\(marks))")
        index = try package.statement(
            "INSERT INTO \"\(GeoPackageTables.indexName(table))\" VALUES (?, ?, ?, ?, ?)")
    }

    func row(_ values: [OutputValue], _ feature: FeatureParts?) throws {
        rowCount += 1
        let key = hasUniqueIDs ? feature?.number ?? rowCount : rowCount
        insert.bind(1, key)
        if let geometry = feature.flatMap(geometry) {
            geometry.bytes(system: package.systemID).withUnsafeBytes { insert.bind(2, copy: $0) }
            let box = geometry.box
            index.bind(1, key)
            for (offset, edge) in [box.minX, box.maxX, box.minY, box.maxY].enumerated() {
                index.bind(Int32(offset + 2), edge)
            }
            try package.run(index)
            extent = extent?.union(box) ?? box
        } else {
            insert.bindNull(2)
        }
        for (offset, position) in positions.enumerated() { insert.bind(Int32(offset + 3), values[position]) }
        try package.run(insert)
    }

    func end() throws {
        try package.execute(GeoPackageTables.triggers(of: table))
        guard let extent else { return }
        try package.execute(
            "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?",
            [extent.minX, extent.minY, extent.maxX, extent.maxY, table])
    }

    /// Nil if the feature has no geometry, or if a position is outside the package's system.
    private func geometry(_ feature: FeatureParts) -> GeoPackageGeometry? {
        if let coordinate = feature.coordinate { return place(coordinate).map { .point(x: $0.x, y: $0.y) } }
        guard let area = feature.area else { return nil }
        var polygons: [[[(x: Double, y: Double)]]] = []
        for polygon in area.polygons {
            let rings = polygon.rings.map { $0.compactMap(place) }
            guard zip(rings, polygon.rings).allSatisfy({ $0.count == $1.count }) else { return nil }
            polygons.append(rings)
        }
        return polygons.isEmpty ? nil : .area(polygons)
    }

    private func place(_ coordinate: Coordinate) -> (x: Double, y: Double)? {
        guard let projection = package.projection else { return (coordinate.longitude, coordinate.latitude) }
        return projection.position(of: coordinate)
    }
}

extension ColumnType {
    fileprivate var geoPackage: String {
        switch self {
        case .text: "TEXT"
        case .integer: "INTEGER"
        case .number: "DOUBLE"
        case .flag: "BOOLEAN"
        case .date: "DATE"
        }
    }
}

/// A geometry in the form of a GeoPackage: a header, then well-known binary, all little-endian.
///
/// - Source: OGC 12-128r18, §2.1.3.1.1; OGC 06-103r4, §8.2 for the binary.
enum GeoPackageGeometry {
    case point(x: Double, y: Double)
    /// Polygons of closed rings, the outer one first.
    case area([[[(x: Double, y: Double)]]])

    struct Box: Equatable {
        var minX: Double
        var minY: Double
        var maxX: Double
        var maxY: Double

        func union(_ other: Box) -> Box {
            Box(
                minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
                maxY: max(maxY, other.maxY))
        }
    }

    var box: Box {
        switch self {
        case .point(let x, let y): Box(minX: x, minY: y, maxX: x, maxY: y)
        case .area(let polygons):
            polygons.joined().joined().reduce(
                Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
            ) { $0.union(Box(minX: $1.x, minY: $1.y, maxX: $1.x, maxY: $1.y)) }
        }
    }

    /// Returns the bytes. The header of a point has no envelope, because the envelope would repeat the point.
    func bytes(system: Int32) -> [UInt8] {
        let (magic, version): ([UInt8], UInt8) = ([UInt8(ascii: "G"), UInt8(ascii: "P")], 0)
        var bytes = magic + [version]
        switch self {
        case .point(let x, let y):
            bytes.reserveCapacity(29)
            bytes.append(1)
            Self.append(UInt32(bitPattern: system), to: &bytes)
            bytes.append(1)
            Self.append(UInt32(1), to: &bytes)
            Self.append(x.bitPattern, to: &bytes)
            Self.append(y.bitPattern, to: &bytes)
        case .area(let polygons):
            // Little-endian, with an envelope of four numbers.
            bytes.append(0b11)
            Self.append(UInt32(bitPattern: system), to: &bytes)
            let box = box
            for edge in [box.minX, box.maxX, box.minY, box.maxY] { Self.append(edge.bitPattern, to: &bytes) }
            bytes.append(1)
            Self.append(UInt32(6), to: &bytes)
            Self.append(UInt32(polygons.count), to: &bytes)
            for rings in polygons { Self.append(polygon: rings, to: &bytes) }
        }
        return bytes
    }

    private static func append(polygon rings: [[(x: Double, y: Double)]], to bytes: inout [UInt8]) {
        bytes.append(1)
        append(UInt32(3), to: &bytes)
        append(UInt32(rings.count), to: &bytes)
        for ring in rings {
            append(UInt32(ring.count), to: &bytes)
            for position in ring {
                append(position.x.bitPattern, to: &bytes)
                append(position.y.bitPattern, to: &bytes)
            }
        }
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

extension Statement {
    func bind(_ position: Int32, _ value: OutputValue) {
        switch value {
        case .null: bindNull(position)
        case .bool(let flag): bind(position, Int64(flag ? 1 : 0))
        case .integer(let number): bind(position, number)
        case .number(let number), .degrees(let number): bind(position, number)
        // The same number of decimals as in other formats.
        case .meters(let number): bind(position, (number * 1000).rounded() / 1000)
        case .text(let text), .code(let text), .point(let text): bind(position, text)
        case .lentText, .lentCode, .lentList: bind(position, value.kept)
        case .list, .box, .json:
            var json = JSONWriter()
            value.write(to: &json, forMaps: true)
            bind(position, String(decoding: json.bytes, as: UTF8.self))
        }
    }
}

extension OutputFile {
    /// If SQLite can't write in `body`, throws `OutputError(.replace)` about the file.
    func explaining<Result>(_ connection: OpaquePointer?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw failure(error.extendedCode, connection)
        }
    }

    /// Returns the file's error for SQLite's result `code`. It has the system's error number if SQLite knows it.
    func failure(_ code: Int32, _ connection: OpaquePointer?) -> OutputError {
        var known: Int32 = 0
        // After a COMMIT that could not write, only the file's handle has the system's error number.
        if let connection { sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &known) }
        let isFull = code & 0xFF == SQLITE_FULL
        return failure(number: isFull ? ENOSPC : known != 0 ? known : EIO)
    }
}

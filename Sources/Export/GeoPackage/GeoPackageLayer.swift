internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliText

/// A table of points in a GeoPackage, with its index.
final class GeoPackageLayer: RowReceiver {
    private let package: GeoPackage
    private let table: String
    private let hasUniqueIDs: Bool
    /// The indices of the values that are columns here; the point has a column of its own.
    private let positions: [Int]
    private let insert: Statement
    private let index: Statement
    private var rowCount: Int64 = 0
    private var extent: (minX: Double, minY: Double, maxX: Double, maxY: Double)?

    /// Makes a table for rows of this shape.
    init(_ shape: LayerShape, in package: GeoPackage) throws {
        self.package = package
        table = shape.name
        hasUniqueIDs = shape.hasUniqueIDs
        positions = shape.fields.indices.filter { !["latitude", "longitude", "x", "y"].contains(shape.fields[$0].key) }
        let columns = positions.map { shape.fields[$0] }
        let definitions =
            ["fid INTEGER PRIMARY KEY NOT NULL", "geom POINT"]
            + columns.map { "\"\($0.key)\" \($0.type.geoPackage)" }
        try package.execute("CREATE TABLE \"\(table)\" (\(definitions.joined(separator: ", ")))")
        try package.execute(
            "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, ?, NULL, NULL, NULL, NULL, ?)",
            [table, table, package.description, package.lastChange, Int(package.systemID)])
        try package.execute(
            "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?, 0, 0)", [table, Int(package.systemID)])
        try package.execute(GeoPackageTables.index(of: table))
        let marks = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
        insert = try package.statement("INSERT INTO \"\(table)\" VALUES (\(marks))")
        index = try package.statement(
            "INSERT INTO \"\(GeoPackageTables.indexName(table))\" VALUES (?1, ?2, ?2, ?3, ?3)")
    }

    func row(_ values: [OutputValue], _ feature: FeatureParts?) throws {
        rowCount += 1
        let key = hasUniqueIDs ? feature?.number ?? rowCount : rowCount
        insert.bind(1, key)
        if let place = feature?.coordinate.flatMap(place) {
            GeoPackagePoint.bytes(x: place.x, y: place.y, system: package.systemID).withUnsafeBytes {
                insert.bind(2, copy: $0)
            }
            index.bind(1, key)
            index.bind(2, place.x)
            index.bind(3, place.y)
            try package.run(index)
            extend(place)
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

    private func place(_ coordinate: Coordinate) -> (x: Double, y: Double)? {
        guard let projection = package.projection else { return (coordinate.longitude, coordinate.latitude) }
        return projection.position(of: coordinate)
    }

    private func extend(_ place: (x: Double, y: Double)) {
        guard let former = extent else {
            extent = (place.x, place.y, place.x, place.y)
            return
        }
        extent = (
            min(former.minX, place.x), min(former.minY, place.y), max(former.maxX, place.x), max(former.maxY, place.y)
        )
    }
}

/// A point in the form of a GeoPackage.
enum GeoPackagePoint {
    /// Returns the header without an envelope, which would repeat the point, then well-known binary; all little-endian.
    ///
    /// - Source: OGC 12-128r18, §2.1.3.1.1; OGC 06-103r4, §8.2 for the binary.
    static func bytes(x: Double, y: Double, system: Int32) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "G"), UInt8(ascii: "P"), 0, 1]
        bytes.reserveCapacity(29)
        append(UInt32(bitPattern: system), to: &bytes)
        bytes.append(1)
        append(UInt32(1), to: &bytes)
        append(x.bitPattern, to: &bytes)
        append(y.bitPattern, to: &bytes)
        return bytes
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

extension ColumnType {
    /// The standard's name for the type (table 1).
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

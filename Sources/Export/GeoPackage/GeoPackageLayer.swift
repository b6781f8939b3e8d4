internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliText

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

    /// Makes a table for rows of this shape.
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

    /// Returns the geometry in the package's system; nil if the feature has no geometry, or if a position is outside
    /// the system.
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
    /// The name of the type in the standard (table 1).
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

internal import GeocliGeo

extension ListingSchema {
    /// Returns the same listing with `x` and `y` (easting, then northing) instead of latitude and longitude. Latitude
    /// and longitude can still be chosen by name.
    ///
    /// - Units: those of the coordinate system, rounded to a tenth of a millimeter.
    public func projected(by projection: PlaneProjection) -> ListingSchema {
        var columns: [Column<Row>] = []
        var further = furtherColumns
        for column in self.columns {
            let isLatitude = column.key.hasSuffix("latitude")
            guard isLatitude || column.key.hasSuffix("longitude") else {
                columns.append(column)
                continue
            }
            further.append(column)
            guard isLatitude else { continue }
            let prefix = String(column.key.dropLast("latitude".count))
            guard let partner = self.columns.first(where: { $0.key == "\(prefix)longitude" }) else { continue }
            columns += Self.plane(prefix, latitude: column, longitude: partner, projection)
        }
        var schema = ListingSchema(columns: columns, tableKeys: tableKeys, feature: feature)
        schema.furtherColumns = further
        schema.links = links
        schema.hasUniqueIDs = hasUniqueIDs
        schema.hasAreas = hasAreas
        schema.projection = projection
        return schema
    }

    private static func plane(
        _ prefix: String, latitude: Column<Row>, longitude: Column<Row>, _ projection: PlaneProjection
    ) -> [Column<Row>] {
        func value(_ row: Row, _ axis: KeyPath<(x: Double, y: Double), Double>) -> OutputValue {
            guard case .degrees(let north) = latitude.value(row), case .degrees(let east) = longitude.value(row)
            else { return .null }
            let coordinate = Coordinate(uncheckedLongitude: east, latitude: north)
            guard let position = projection.position(of: coordinate) else { return .null }
            return .number(projection.rounded(position[keyPath: axis]))
        }
        return [
            Column("\(prefix)x", en: "easting", ko: "동쪽 좌표", type: .number, orNull: true) { value($0, \.x) },
            Column("\(prefix)y", en: "northing", ko: "북쪽 좌표", type: .number, orNull: true) { value($0, \.y) },
        ]
    }
}

package import GeocliGeo
internal import GeocliPlaces
package import GeocliText

/// Reads a file of points as markers for the collision pass. The section "cluster --from" of `docs/manual.md` lists its
/// columns.
package enum MarkerFile {
    /// The columns that are read besides the point.
    private static let columns = ["id"] + MarkerColumn.allCases.map(\.rawValue) + ["kind", "district"]

    /// Returns all markers of `source`, each with the row that it comes from. `template` has the values for columns
    /// that a row lacks. `tell` takes the number of rows without a position, which get no marker; `tellColumns` takes
    /// the columns of the position of a table.
    /// - Throws: `PointFileError` that names the row and the column; read errors.
    package static func members(
        _ source: ByteSource, template: Marker, withoutGeometry tell: (Int) -> Void = { _ in },
        columns tellColumns: (PointColumns) -> Void = { _ in }
    ) throws -> [ClusterQuery<FilePoint>.Member] {
        var file = try PointFile(source, reading: columns)
        if let columns = file.columns { tellColumns(columns) }
        var points: [FilePoint] = []
        while let point = try file.next() { points.append(point) }
        tell(file.withoutGeometryCount)
        let areIntegers = points.allSatisfy { $0.id?.scalarText.flatMap { Int64($0) } != nil }
        return try points.map { point in
            let values = Values(point: point, isFeature: file.isOfFeatures, file: source.name)
            return .init(
                item: point, marker: try values.marker(template, idIsInteger: areIntegers),
                kind: point.text("kind").flatMap(Kind.init(rawValue:)).flatMap { $0.isUsual ? $0 : nil } ?? .other)
        }
    }
}

private struct Values {
    let point: FilePoint
    let isFeature: Bool
    let file: String

    func marker(_ template: Marker, idIsInteger: Bool) throws -> Marker {
        guard let id = point.id?.scalarText?.trimmingBlanks(), !id.isEmpty else {
            throw PointFileError(name: file, row: point.number, isFeature: isFeature, what: .noID)
        }
        var marker = template
        marker.id = idIsInteger ? Int64(id).map(MarkerID.integer) ?? .text(id) : .text(id)
        marker.coordinate = point.coordinate
        marker.width = try number("width") ?? template.width
        marker.height = try number("height") ?? template.height
        marker.anchorX = try number("anchor_x") ?? template.anchorX
        marker.anchorY = try number("anchor_y") ?? template.anchorY
        marker.globalZIndex = try integer("global_z_index") ?? template.globalZIndex
        marker.zIndex = try integer("z_index") ?? template.zIndex
        marker.priority = try number("priority") ?? template.priority
        marker.force = try flag("force") ?? template.force
        marker.hides = try flag("hides") ?? template.hides
        marker.minZoom = try number("min_zoom") ?? template.minZoom
        marker.maxZoom = try number("max_zoom") ?? template.maxZoom
        marker.area = point.text("district")
        return marker
    }

    private func number(_ column: String) throws -> Double? {
        guard let text = point.text(column) else { return nil }
        guard let value = DecimalText.number(text) else {
            throw wrong(column, text, Words(en: "write a number", ko: "숫자로 쓰세요"))
        }
        return value
    }

    private func integer(_ column: String) throws -> Int? {
        guard let value = try number(column) else { return nil }
        guard let whole = Int(exactly: value) else {
            throw wrong(column, point.text(column) ?? "", Words(en: "write a whole number", ko: "정수로 쓰세요"))
        }
        return whole
    }

    private func flag(_ column: String) throws -> Bool? {
        if case .bool(let value) = point.values.last(where: { $0.name == column })?.value { return value }
        guard let text = point.text(column) else { return nil }
        switch text.lowercased() {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default: throw wrong(column, text, Words(en: "write true or false", ko: "true나 false로 쓰세요"))
        }
    }

    private func wrong(_ column: String, _ text: String, _ wanted: Words) -> PointFileError {
        PointFileError(
            name: file, row: point.number, isFeature: isFeature,
            what: .value(column: column, text: text, wanted: wanted))
    }
}

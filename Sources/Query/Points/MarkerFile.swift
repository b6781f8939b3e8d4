package import GeocliGeo
internal import GeocliPlaces
package import GeocliText

/// Reads a file of points as markers for the collision pass. The section "cluster --from" of `docs/manual.md` lists its
/// columns.
package enum MarkerFile {
    /// The columns that are read besides the point.
    fileprivate static let columns = MarkerColumn.allCases.map(\.rawValue) + ["kind", "district"]

    /// Returns all markers of `source`, each with the row that it comes from. `template` has the values for columns
    /// that a row lacks.
    /// - Parameters:
    ///   - opened: takes the file before its rows are read.
    ///   - skipped: takes the rows that get no marker.
    /// - Throws: `PointFileError` that names the row and the column; read errors.
    package static func members(
        _ source: ByteSource, names: PointNames = PointNames(), skipsBad: Bool = false, template: Marker,
        opened: (PointBlocks) -> Void = { _ in }, skipped: (SkippedRows) -> Void = { _ in }
    ) throws -> [ClusterQuery<FilePoint>.Member] {
        let file = try PointBlocks(source, names: names) { _ in
            var reading = PointReading()
            (reading.kept, reading.needsIDs, reading.skipsBad) = (columns, true, skipsBad)
            return reading
        }
        opened(file)
        if let all = file.columnNames, !all.contains(names.id.map(PointColumns.name) ?? "id") {
            throw PointFileError(name: source.name, row: 1, what: .noID)
        }
        var members: [ClusterQuery<FilePoint>.Member] = []
        var rest = SkippedRows()
        var areIntegers = true
        while let unread = try file.next() {
            let block = file.read(unread)
            rest.add(block)
            for row in block.coordinates.indices {
                let values = Values(block: block, row: row, isFeature: file.columns == nil, file: source.name)
                do {
                    members.append(try values.member(template))
                } catch let error as PointFileError where skipsBad {
                    rest.add(error)
                    continue
                }
                areIntegers = areIntegers && members.last?.item.id?.scalarText.flatMap { Int64($0) } != nil
            }
            if let failure = block.failure { throw failure }
        }
        skipped(rest)
        return areIntegers ? members.map(\.withIntegerID) : members
    }
}

extension ClusterQuery<FilePoint>.Member {
    fileprivate var withIntegerID: Self {
        var marker = marker
        if let number = item.id?.scalarText.flatMap({ Int64($0) }) { marker.id = .integer(number) }
        return Self(item: item, marker: marker, kind: kind)
    }
}

private struct Values {
    let block: PointBlock
    let row: Int
    let isFeature: Bool
    let file: String

    private var number: Int { block.numbers[row] + 1 }

    func member(_ template: Marker) throws -> ClusterQuery<FilePoint>.Member {
        guard let id = block.ids?[row].string.trimmingBlanks(), !id.isEmpty else {
            throw PointFileError(name: file, row: number, isFeature: isFeature, what: .noID)
        }
        var marker = template
        marker.id = .text(id)
        marker.coordinate = block.coordinates[row]
        marker.width = try number(.width) ?? template.width
        marker.height = try number(.height) ?? template.height
        marker.anchorX = try number(.anchorX) ?? template.anchorX
        marker.anchorY = try number(.anchorY) ?? template.anchorY
        marker.globalZIndex = try integer(.globalZIndex) ?? template.globalZIndex
        marker.zIndex = try integer(.zIndex) ?? template.zIndex
        marker.priority = try number(.priority) ?? template.priority
        marker.force = try flag(.force) ?? template.force
        marker.hides = try flag(.hides) ?? template.hides
        marker.minZoom = try number(.minZoom) ?? template.minZoom
        marker.maxZoom = try number(.maxZoom) ?? template.maxZoom
        marker.area = text("district")
        let point = FilePoint(number: number, coordinate: marker.coordinate, id: .string(id), values: [])
        let kind = text("kind").flatMap(Kind.init(rawValue:)).flatMap { $0.isUsual ? $0 : nil }
        return .init(item: point, marker: marker, kind: kind ?? .other)
    }

    /// The text of a column; nil if the row has none.
    private func text(_ column: String) -> String? {
        guard let index = MarkerFile.columns.firstIndex(of: column) else { return nil }
        let text = block.texts[index][row].string.trimmingBlanks()
        return text.isEmpty ? nil : text
    }

    private func number(_ column: MarkerColumn) throws -> Double? {
        guard let text = text(column.rawValue) else { return nil }
        guard let value = DecimalText.number(text) else {
            throw wrong(column, text, Words(en: "write a number", ko: "숫자로 쓰세요"))
        }
        return value
    }

    private func integer(_ column: MarkerColumn) throws -> Int? {
        guard let value = try number(column) else { return nil }
        guard let whole = Int(exactly: value) else {
            throw wrong(column, text(column.rawValue) ?? "", Words(en: "write a whole number", ko: "정수로 쓰세요"))
        }
        return whole
    }

    private func flag(_ column: MarkerColumn) throws -> Bool? {
        guard let text = text(column.rawValue) else { return nil }
        switch text.lowercased() {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default: throw wrong(column, text, Words(en: "write true or false", ko: "true나 false로 쓰세요"))
        }
    }

    private func wrong(_ column: MarkerColumn, _ text: String, _ wanted: Words) -> PointFileError {
        PointFileError(
            name: file, row: number, isFeature: isFeature,
            what: .value(column: column.rawValue, text: text, wanted: wanted))
    }
}

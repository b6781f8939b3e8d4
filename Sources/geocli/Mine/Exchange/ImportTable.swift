internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// Reads a table of saved places.
struct ImportTable {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    private(set) var leftOut = ImportLeftOut()
    /// Whether the table is an export of geocli, which may have no records.
    let isExport: Bool

    /// Reads the rows of a table; nil if it has no column with names. Throws `CSVError`; `PointFileError` for a position
    /// that is not one, and `PlainError` if two columns may have the positions.
    init?(_ bytes: [UInt8], _ name: String, _ reading: ImportReading) throws {
        let start = try TableStart(ByteSource(name: name, bytes: bytes)) { row in
            // A title of one word such as "name" is not a header.
            row.count > 1 && TableColumns(row, reading).areNamed ? 1 : 0
        }
        let columns = TableColumns(start.names, reading, separator: start.form.separator)
        var reader = CSVReader(start.whole, separator: start.form.separator, quotes: start.form.quotes)
        // The names may be in another encoding.
        for _ in 0...start.recordsAbove { _ = try reader.next() }
        guard columns.areNamed else { return nil }
        if let fault = columns.fault { throw PlainError(.data, en: "\(name): \(fault.en)", ko: "\(name): \(fault.ko)") }
        isExport = columns.isExport
        var number = 0
        while let row = try reader.next() {
            number += 1
            // Two files were joined.
            if row.count == start.names.count, row.count > 1,
                row.repeats(start.names, at: Array(start.names.indices))
            {
                continue
            }
            if row.reorder(start.names) { throw PointFileError(name: name, row: number, what: .namesInOtherOrder) }
            var bad = 0
            try reading.row(number, of: name, isFeature: false, &bad) {
                guard !SpreadsheetCells.areBlank(row) else { return }
                let fields = row.withoutPadding(columns: start.names.count)
                guard fields.count == start.names.count || SpreadsheetCells.areTotals(row) else {
                    throw PointFileError(name: name, row: number, what: .fieldCount(fields.count, start.names.count))
                }
                try take(fields, columns)
            }
            leftOut.bad += bad
        }
    }

    private mutating func take(_ row: [String], _ columns: TableColumns) throws(GeoError) {
        if let copy = columns.copy(of: row) {
            copies.append(copy)
        } else if let shape = columns.shape(of: row) {
            if shape == .area { leftOut.areas += 1 } else { leftOut.lines += 1 }
        } else if SpreadsheetCells.areTotals(row) {
            // Totals have no position; a place may be called 합계.
            if let item = try? columns.item(of: row), item.coordinate != nil { items.append(item) }
        } else if let item = try columns.item(of: row) {
            items.append(item)
        } else {
            leftOut.nameless += 1
        }
    }
}

/// The columns of a table to import, by what they say. The first one that has a value counts.
private struct TableColumns {
    private let record: [Int]
    private let name: [Int]
    private let title: [Int]
    private let text: [Int]
    private let list: [Int]
    private let day: [Int]
    private let link: [Int]
    private let point: PointColumns?
    /// What to say if two columns may have the positions.
    let fault: Words?
    private let position: [Int]
    /// Whether the rows are notes about places. Such a table has a column with the name of the store.
    private let areNotes: Bool
    private let separator: UInt8

    init(_ header: [String], _ reading: ImportReading, separator: UInt8 = UInt8(ascii: ",")) {
        let titles = header.map(ImportKeys.key)
        func columns(_ names: [String]) -> [Int] {
            names.flatMap { name in titles.indices.filter { titles[$0] == name } }
        }
        let store = columns(ImportKeys.store)
        areNotes = !store.isEmpty
        record = columns(["record"])
        let chosen = reading.name.map { name in header.indices.filter { header[$0].trimmingBlanks() == name } }
        name = chosen ?? (areNotes ? store : columns(ImportKeys.name))
        title = areNotes ? columns(["title", "제목"]) : []
        text = columns(ImportKeys.text)
        list = columns(ImportKeys.list)
        day = columns(ImportKeys.day)
        link = columns(ImportKeys.link)
        position = header.indices.filter { PointColumns.positions.contains(PointColumns.key(header[$0])) }
        self.separator = separator
        do throws(GeoError) {
            point = try PointColumns.saved(header, reading.names)
            fault = nil
        } catch {
            (point, fault) = (nil, error.words)
        }
    }

    var isExport: Bool { !record.isEmpty }

    var areNamed: Bool { isExport || !name.isEmpty }

    func copy(of row: [String]) -> MineCopy? { cell(record, of: row).flatMap(MineCopy.init(text:)) }

    enum Shape { case line, area }

    /// The line or area in the row's column of geometries; nil if it has another value.
    func shape(of row: [String]) -> Shape? {
        guard let text = cell(position, of: row)?.uppercased() else { return nil }
        if text.hasPrefix("LINESTRING") || text.hasPrefix("MULTILINESTRING") { return .line }
        return text.hasPrefix("POLYGON") || text.hasPrefix("MULTIPOLYGON") ? .area : nil
    }

    /// Returns the item of a row; nil for a row without a name. Throws `GeoError` for values that are not a position.
    func item(of row: [String]) throws(GeoError) -> ImportItem? {
        guard let name = cell(name, of: row) else { return nil }
        var item = ImportItem(name: name)
        item.isNote = areNotes
        item.text = cell(title, of: row) ?? cell(text, of: row)
        item.list = cell(list, of: row)
        item.day = ImportItem.day(cell(day, of: row))
        if let point, !point.areGeometries, max(point.latitudeIndex, point.longitudeIndex) < row.count {
            item.coordinate = try Coordinate.saved(
                latitude: row[point.latitudeIndex], longitude: row[point.longitudeIndex], separator: separator)
        }
        let whole = position + (point.map { $0.areGeometries ? [$0.latitudeIndex] : [] } ?? [])
        if item.coordinate == nil, let text = cell(whole, of: row) {
            item.coordinate = try WrittenPosition.read(text)?.coordinate
        }
        item.take(link: cell(link, of: row))
        return item
    }

    /// Returns the first text in some columns, without blanks at its ends; nil if there is none.
    private func cell(_ columns: [Int], of row: [String]) -> String? {
        for column in columns where column < row.count {
            let text = row[column].trimmingBlanks()
            if !text.isEmpty { return text }
        }
        return nil
    }
}

internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// Reads a table of saved places, separated by commas, tabs or semicolons. A title may stand above its header.
struct ImportTable {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    private(set) var leftOut = ImportLeftOut()
    /// Whether the table is an export of geocli, which may have no records.
    let isExport: Bool

    private static let separators = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]
    private static let maximumLinesAbove = 10

    /// Reads the rows of a table; nil if it has no column with names. Throws `CSVError`; `PointFileError` for a position
    /// that is not one.
    init?(_ bytes: [UInt8], _ name: String) throws {
        let start = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        var found: (reader: CSVReader, header: [String], separator: UInt8)?
        for separator in Self.separators where found == nil {
            var reader = CSVReader(
                ByteSource(name: name, bytes: bytes), separator: separator,
                quotes: .init(separator: separator, header: Array(start)))
            // If the first lines can't be read with this separator, another one may fit.
            let isLast = separator == Self.separators.last
            if let header = try isLast ? Self.header(&reader) : (try? Self.header(&reader)) {
                found = (reader, header, separator)
            }
        }
        guard let found else { return nil }
        let columns = TableColumns(found.header, allowsComma: found.separator != UInt8(ascii: ","))
        isExport = columns.isExport
        var (reader, number) = (found.reader, 0)
        while let row = try reader.next() {
            number += 1
            // Two files were joined.
            if row.count == found.header.count, row.count > 1,
                row.repeats(found.header, at: Array(found.header.indices))
            {
                continue
            }
            try PointFileError.located(name, row: number, isFeature: false) { try take(row, columns) }
        }
    }

    /// Reads up to the row with the names of the columns; nil if none of the first rows is one.
    private static func header(_ reader: inout CSVReader) throws -> [String]? {
        for line in 0..<maximumLinesAbove {
            guard let row = try reader.next() else { return nil }
            let header = row.map { $0.trimmingBlanks() }
            // A title of one word such as "name" is not a header.
            if line == 0 || header.count > 1, TableColumns(header).areNamed { return header }
        }
        return nil
    }

    private mutating func take(_ row: [String], _ columns: TableColumns) throws(GeoError) {
        guard row.contains(where: { !$0.trimmingBlanks().isEmpty }) else { return }
        if let copy = columns.copy(of: row) {
            copies.append(copy)
        } else if let shape = columns.shape(of: row) {
            if shape == .area { leftOut.areas += 1 } else { leftOut.lines += 1 }
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
    private let latitude: [Int]
    private let longitude: [Int]
    private let position: [Int]
    /// Whether the rows are notes about places. Such a table has a column with the name of the store.
    private let areNotes: Bool
    /// Whether a number may have a decimal comma.
    private let allowsComma: Bool

    init(_ header: [String], allowsComma: Bool = false) {
        let titles = header.map(ImportKeys.key)
        func columns(_ names: [String]) -> [Int] {
            names.flatMap { name in titles.indices.filter { titles[$0] == name } }
        }
        let store = columns(ImportKeys.store)
        areNotes = !store.isEmpty
        record = columns(["record"])
        name = areNotes ? store : columns(ImportKeys.name)
        title = areNotes ? columns(["title", "제목"]) : []
        text = columns(ImportKeys.text)
        list = columns(ImportKeys.list)
        day = columns(ImportKeys.day)
        link = columns(ImportKeys.link)
        let degrees = (columns(ImportKeys.latitude), columns(ImportKeys.longitude))
        (latitude, longitude) =
            degrees.0.isEmpty && degrees.1.isEmpty ? (columns(ImportKeys.y), columns(ImportKeys.x)) : degrees
        position = columns(ImportKeys.position)
        self.allowsComma = allowsComma
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
        item.coordinate = try Coordinate.saved(
            latitude: cell(latitude, of: row), longitude: cell(longitude, of: row), allowsComma: allowsComma)
        if item.coordinate == nil, let text = cell(position, of: row) {
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

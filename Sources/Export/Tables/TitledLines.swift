internal import GeocliText

/// Rows for people: a line for each value, with aligned titles, and an empty line between rows.
struct SheetRows: RowEncoder {
    private let columns: [TableColumn]
    private var isFirst = true

    init(_ columns: [TableColumn]) { self.columns = columns }

    mutating func begin(into bytes: inout [UInt8]) {}

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        let width = columns.map { DisplayText.width($0.title) }.max() ?? 0
        for (column, value) in zip(columns, values) where value != .null {
            let title = column.title
            let padding = String(repeating: " ", count: width - DisplayText.width(title))
            bytes.append(contentsOf: "\(title)\(padding)  \(column.spoken(value.tableText))\n".utf8)
        }
    }

    mutating func end(into bytes: inout [UInt8]) {}
}

/// Rows for people: a title on the left, and its lines beside it.
enum TitledLines {
    /// A title and its lines, without control characters.
    typealias Row = (title: String, lines: [String])

    private static let maximumLines = 1000

    /// The lines, each with its line end. `columns` is the width of the terminal; nil if long lines must not be broken.
    static func text(_ rows: [Row], columns: Int?) -> String {
        let width = rows.map { DisplayText.width($0.title) }.max() ?? 0
        var lines: [String] = []
        for row in rows {
            for (position, part) in wrapped(row.lines, columns: columns.map { $0 - width - 2 }).enumerated() {
                let title = position == 0 ? row.title : ""
                let padding = String(repeating: " ", count: width - DisplayText.width(title) + 2)
                lines.append(part.isEmpty ? title : title + padding + part)
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func wrapped(_ lines: [String], columns: Int?) -> [String] {
        lines.flatMap { line -> [String] in
            // An address that is split between two lines can't be opened.
            guard let columns, !line.contains("://") else { return [line] }
            return DisplayText.wrapped(line, columns: max(columns, 20), maximumLines: maximumLines)
        }
    }
}

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

internal import GeocliText

/// Rows for people: a line for each value, with aligned titles, and an empty line between two rows.
struct SheetRows: RowEncoder {
    private let titles: [String]
    private var isFirst = true

    init(titles: [String]) { self.titles = titles }

    mutating func begin(into bytes: inout [UInt8]) {}

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        let width = titles.map(DisplayText.width).max() ?? 0
        for (title, value) in zip(titles, values) where value != .null {
            let padding = String(repeating: " ", count: width - DisplayText.width(title))
            bytes.append(contentsOf: "\(title)\(padding)  \(value.tableText)\n".utf8)
        }
    }

    mutating func end(into bytes: inout [UInt8]) {}
}

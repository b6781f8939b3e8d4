internal import GeocliText

/// One row for people: a line for each value, with aligned titles.
struct SheetRows: RowEncoder {
    let titles: [String]

    mutating func begin(into bytes: inout [UInt8]) {}

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        let width = titles.map(DisplayText.width).max() ?? 0
        for (title, value) in zip(titles, values) where value != .null {
            let padding = String(repeating: " ", count: width - DisplayText.width(title))
            bytes.append(contentsOf: "\(title)\(padding)  \(value.tableText)\n".utf8)
        }
    }

    mutating func end(into bytes: inout [UInt8]) {}
}

internal import GeocliText

/// A table for people: columns are aligned by display width and cut to fit the terminal.
struct TableRows: RowEncoder {
    /// The number of rows read before the first is written; their column widths apply to all rows.
    private static let sampleCount = 1000
    private static let gap = "  "
    /// Minimum width of a column that is cut to fit the terminal.
    private static let minimumWidth = 4

    private let titles: [String]
    private let terminalColumns: Int?
    /// Whether a table without rows is left out, so that a quiet job prints nothing.
    private let isQuiet: Bool
    private var isRightAligned: [Bool]
    private var waiting: [[String]] = []
    private var widths: [Int]?

    init(titles: [String], terminalColumns: Int?, isQuiet: Bool = false) {
        self.isQuiet = isQuiet
        self.titles = titles
        self.terminalColumns = terminalColumns
        isRightAligned = titles.map { _ in false }
    }

    mutating func begin(into bytes: inout [UInt8]) {}

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        for (column, value) in values.enumerated() where value.isNumber { isRightAligned[column] = true }
        let cells = values.map(\.tableText)
        if let widths {
            line(cells, widths, into: &bytes)
        } else {
            waiting.append(cells)
            if waiting.count == Self.sampleCount { start(into: &bytes) }
        }
    }

    mutating func end(into bytes: inout [UInt8]) {
        if widths == nil, !isQuiet || !waiting.isEmpty { start(into: &bytes) }
    }

    private mutating func start(into bytes: inout [UInt8]) {
        let widths = fittedWidths()
        self.widths = widths
        line(titles, widths, into: &bytes)
        line(widths.map { String(repeating: "─", count: $0) }, widths, into: &bytes)
        for cells in waiting { line(cells, widths, into: &bytes) }
        waiting = []
    }

    /// Returns the width of each column's widest cell; the widest columns are cut until the line fits.
    private func fittedWidths() -> [Int] {
        var widths = titles.map(DisplayText.width)
        for cells in waiting {
            for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], DisplayText.width(cell)) }
        }
        guard let terminalColumns else { return widths }
        let available = terminalColumns - Self.gap.utf8.count * (widths.count - 1)
        while widths.reduce(0, +) > available, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
            widths[widest] > Self.minimumWidth
        {
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], into bytes: inout [UInt8]) {
        var text = ""
        for (column, cell) in cells.enumerated() {
            let isLast = column == cells.count - 1
            let shown = terminalColumns == nil ? cell : DisplayText.truncated(cell, columns: widths[column])
            let padding = String(repeating: " ", count: max(0, widths[column] - DisplayText.width(shown)))
            text += isRightAligned[column] ? padding + shown : isLast ? shown : shown + padding
            if !isLast { text += Self.gap }
        }
        while text.hasSuffix(" ") { text.removeLast() }
        // If the terminal can't hold all columns, the line is cut on the right.
        if let terminalColumns { text = DisplayText.truncated(text, columns: terminalColumns) }
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }
}

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

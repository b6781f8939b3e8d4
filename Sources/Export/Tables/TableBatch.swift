internal import GeocliText

/// Rows that are not written yet, because the widths of their columns are not known yet.
struct TableBatch {
    /// The maximum number of waiting rows.
    static let maximumRows = 1000
    /// The approximate maximum number of waiting bytes. This limit exists because even a few rows may have a lot of
    /// text.
    private static let maximumBytes = 4 << 20

    /// The cells of each row.
    private(set) var rows: [[String]] = []
    /// The web address that the name of each row links to; nil for none.
    private(set) var addresses: [String?] = []
    /// For each column, whether its values are numbers.
    private(set) var hasNumbers: [Bool]
    /// For each column, whether it has free text, which may be broken into lines.
    private(set) var isFlowing: [Bool]
    /// For each column, whether it has texts, which can move to a line under the row.
    private(set) var hasTexts: [Bool]
    /// The width of each column's widest cell.
    private(set) var widths: [Int]
    /// The width of each column's widest cell that must not be broken.
    private(set) var exactWidths: [Int]
    private let isExact: [Bool]
    private let columns: [TableColumn]
    private var byteCount = 0

    init(_ columns: [TableColumn]) {
        isExact = columns.map(\.isExact)
        self.columns = columns
        hasNumbers = columns.map { _ in false }
        (isFlowing, hasTexts) = (hasNumbers, hasNumbers)
        widths = columns.map { _ in 0 }
        exactWidths = widths
    }

    /// Whether the rows must be written before more can be added.
    var isFull: Bool { rows.count >= Self.maximumRows || byteCount >= Self.maximumBytes }

    mutating func append(_ values: [OutputValue], address: String?) {
        var cells: [String] = []
        cells.reserveCapacity(values.count)
        for (column, value) in values.enumerated() {
            let cell = columns[column].spoken(value.tableText)
            let width = DisplayText.width(cell)
            if value.isNumber { hasNumbers[column] = true }
            if value.isText { hasTexts[column] = true }
            widths[column] = max(widths[column], width)
            if value.isForeignText, !isExact[column] {
                isFlowing[column] = true
            } else {
                exactWidths[column] = max(exactWidths[column], width)
            }
            byteCount += cell.utf8.count
            cells.append(cell)
        }
        rows.append(cells)
        addresses.append(address)
    }

    /// Removes the rows; keeps what is known about the columns.
    mutating func removeRows() {
        rows.removeAll(keepingCapacity: true)
        addresses.removeAll(keepingCapacity: true)
        byteCount = 0
        widths = widths.map { _ in 0 }
        exactWidths = widths
    }

    /// Returns a width that is enough for nine out of ten cells of the column.
    func usualWidth(_ column: Int) -> Int {
        let sorted = rows.map { DisplayText.width($0[column]) }.sorted()
        return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) * 9 / 10]
    }

    /// Returns the value that all rows share; nil if there are several values or no value, or fewer than two rows.
    func sharedValue(_ column: Int) -> String? {
        guard rows.count > 1, let first = rows.first?[column], !first.isEmpty else { return nil }
        return rows.allSatisfy { $0[column] == first } ? first : nil
    }
}

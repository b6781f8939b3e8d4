internal import GeocliText

/// A table for people. On a terminal, the rules of `TableLayout` make the table fit the width.
///
/// Rows are written in batches, so memory does not grow with the number of rows. The first batch decides the layout. A
/// later batch may not fit it, for example because of a wider number. Such a batch gets a new head, so that none of its
/// cells is cut.
struct TableRows: RowEncoder {
    private let form: TableForm
    private let language: Language
    /// Whether a table without rows is left out, so that a quiet job prints nothing.
    private let isQuiet: Bool
    private var batch: TableBatch
    private var layout: TableLayout?
    /// The columns that are left out in any part of the table.
    private var leftOut: Set<Int> = []
    /// No terminal is wider than this. The limit keeps sums of widths far below the largest number.
    private static let maximumColumns = 1 << 20

    init(_ columns: [TableColumn], _ options: ListingOptions) {
        form = TableForm(
            columns: columns, terminalColumns: options.terminalColumns.map { min(max($0, 1), Self.maximumColumns) },
            isChosen: options.fields != nil, isStyled: options.isStyled)
        language = options.language
        isQuiet = options.isQuiet
        batch = TableBatch(columns)
    }

    mutating func begin(into bytes: inout [UInt8]) {}

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        batch.append(values, address: feature?.address)
        if batch.isFull { writeBatch(into: &bytes) }
    }

    mutating func end(into bytes: inout [UInt8]) {
        let isEmpty = batch.rows.isEmpty
        if layout == nil ? !isQuiet || !isEmpty : !isEmpty { writeBatch(into: &bytes) }
        guard let terminalColumns = form.terminalColumns, !leftOut.isEmpty, !isQuiet else { return }
        for line in DisplayText.wrapped(remark(terminalColumns), columns: terminalColumns, maximumLines: 10) {
            bytes.append(contentsOf: "\(form.styled(line, .dim))\n".utf8)
        }
    }

    private mutating func writeBatch(into bytes: inout [UInt8]) {
        let former = form.terminalColumns == nil || layout?.holds(batch) ?? false ? layout : nil
        if former == nil, layout != nil { bytes.append(0x0A) }
        let layout = former ?? TableLayout(form, for: batch)
        self.layout = layout
        leftOut.formUnion(layout.leftOut)
        let lines = TableLines(form: form, layout: layout, isRightAligned: batch.hasNumbers)
        if former == nil { lines.head(into: &bytes) }
        for (cells, address) in zip(batch.rows, batch.addresses) { lines.row(cells, address: address, into: &bytes) }
        batch.removeRows()
    }

    /// Returns the text that names the columns that were left out and says how to see them.
    private func remark(_ terminalColumns: Int) -> String {
        let columns = leftOut.sorted().map { form.columns[$0] }
        let titles = columns.map(\.title).joined(separator: ", ")
        let keys = ([form.columns[0]] + columns).map(\.key).joined(separator: ",")
        return Words(
            en: "left out to fit the terminal's \(terminalColumns) columns: \(titles); show them with --fields \(keys)",
            ko: "화면 폭(\(terminalColumns)칸)이 좁아 생략한 항목: \(titles). --fields \(keys)\(.by) 볼 수 있습니다"
        ).text(language)
    }
}

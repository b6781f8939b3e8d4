internal import GeocliText

/// A table for people, which `TableLayout` fits to the terminal's width. Rows are written in batches, so memory does
/// not grow with their number. The first batch decides the layout. A later batch that does not fit it, such as one with
/// a wider number, gets a new head, so that none of its cells is cut.
struct TableRows: RowEncoder {
    private let form: TableForm
    private let language: Language
    /// Whether a table without rows is left out, so that a quiet job prints nothing.
    private let isQuiet: Bool
    private var batch: TableBatch
    private var layout: TableLayout?
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

struct TableLines {
    let form: TableForm
    let layout: TableLayout
    let isRightAligned: [Bool]

    /// The maximum number of lines of one cell on a terminal, so that a very long text does not hide the other rows.
    private static let maximumLines = 10

    /// Appends the part above the rows: the shared values, the titles, and the rules under the titles.
    func head(into bytes: inout [UInt8]) {
        let shared = layout.shared.map { "\(form.columns[$0.column].title): \($0.value)" }
        for line in broken(joined(shared, columns: form.terminalColumns ?? .max), form.terminalColumns) {
            put(line, nil, into: &bytes)
        }
        var titles = Array(repeating: "", count: form.columns.count)
        for (column, _) in layout.shown { titles[column] = form.columns[column].title }
        lines(titles, isHead: true, into: &bytes)
        put(
            layout.shown.map { String(repeating: "─", count: $0.width) }
                .joined(separator: String(repeating: " ", count: TableForm.gap)), .dim, into: &bytes)
    }

    /// Appends a row: its line, and on a terminal also the lines of its long texts. Its name links to `address`.
    func row(_ cells: [String], address: String? = nil, into bytes: inout [UInt8]) {
        lines(cells, address: address, isHead: false, into: &bytes)
        guard let terminalColumns = form.terminalColumns, !layout.below.isEmpty else { return }
        let first = layout.shown.first?.width ?? 0
        let indent = first + TableForm.gap <= terminalColumns / 3 ? first + TableForm.gap : 1
        let room = max(terminalColumns - indent, 1)
        let texts = layout.below.filter { !cells[$0].isEmpty }.map { "\(form.columns[$0].title): \(cells[$0])" }
        for line in broken(joined(texts, columns: room), room) {
            put(String(repeating: " ", count: indent) + line, nil, into: &bytes)
        }
    }

    /// Joins short texts into one line of at most `columns`.
    private func joined(_ texts: [String], columns: Int) -> [String] {
        var lines: [String] = []
        for text in texts {
            if let last = lines.last, DisplayText.width(last) + 3 + DisplayText.width(text) <= columns {
                lines[lines.count - 1] = "\(last) · \(text)"
            } else {
                lines.append(text)
            }
        }
        return lines
    }

    private func broken(_ lines: [String], _ columns: Int?) -> [String] {
        guard let columns else { return lines }
        return lines.flatMap { DisplayText.wrapped($0, columns: columns, maximumLines: Self.maximumLines) }
    }

    private func lines(_ cells: [String], address: String? = nil, isHead: Bool, into bytes: inout [UInt8]) {
        let pieces = layout.shown.map { column, width in
            form.terminalColumns == nil
                ? [cells[column]]
                : DisplayText.wrapped(cells[column], columns: width, maximumLines: Self.maximumLines)
        }
        for number in 0..<(pieces.map(\.count).max() ?? 0) {
            // Blanks are written only before another piece, so no line ends with a blank.
            var (text, blanks) = ("", 0)
            for (place, (column, width)) in layout.shown.enumerated() {
                let piece = number < pieces[place].count ? pieces[place][number] : ""
                let padding = max(0, width - DisplayText.width(piece))
                if isRightAligned[column] { blanks += padding }
                if !piece.isEmpty {
                    let style = isHead ? TextStyle.bold : form.columns[column].style(of: cells[column])
                    let shown = form.styled(piece, style)
                    text += String(repeating: " ", count: blanks)
                    text += address.map { form.columns[column].linked(shown, to: $0) } ?? shown
                    blanks = 0
                }
                blanks += (isRightAligned[column] ? 0 : padding) + TableForm.gap
            }
            put(text, nil, into: &bytes)
        }
    }

    private func put(_ line: String, _ style: TextStyle?, into bytes: inout [UInt8]) {
        var text = line
        while text.hasSuffix(" ") { text.removeLast() }
        bytes.append(contentsOf: form.styled(text, style).utf8)
        bytes.append(0x0A)
    }
}

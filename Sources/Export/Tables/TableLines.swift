internal import GeocliText

/// Writes the lines of a table whose layout is known.
struct TableLines {
    let form: TableForm
    let layout: TableLayout
    let isRightAligned: [Bool]

    /// The greatest number of lines of one cell on a terminal: a text of kilobytes must not hide the other rows.
    private static let maximumLines = 10

    /// Appends what stands above the rows: the values that they share, the titles, the rules.
    func head(into bytes: inout [UInt8]) {
        let shared = layout.shared.map { "\(form.columns[$0.column].title): \($0.value)" }
        for line in broken(joined(shared, columns: form.terminalColumns ?? .max), form.terminalColumns) {
            put(line, into: &bytes)
        }
        var titles = Array(repeating: "", count: form.columns.count)
        for (column, _) in layout.shown { titles[column] = form.columns[column].title }
        lines(titles, into: &bytes)
        put(
            layout.shown.map { String(repeating: "─", count: $0.width) }
                .joined(separator: String(repeating: " ", count: TableLayout.gap)), into: &bytes)
    }

    /// Appends a row: its line, and on a terminal the lines of its long texts.
    func row(_ cells: [String], into bytes: inout [UInt8]) {
        lines(cells, into: &bytes)
        guard let terminalColumns = form.terminalColumns, !layout.below.isEmpty else { return }
        let first = layout.shown.first?.width ?? 0
        let indent = first + TableLayout.gap <= terminalColumns / 3 ? first + TableLayout.gap : 1
        let room = max(terminalColumns - indent, 1)
        let texts = layout.below.filter { !cells[$0].isEmpty }.map { "\(form.columns[$0].title): \(cells[$0])" }
        for line in broken(joined(texts, columns: room), room) {
            put(String(repeating: " ", count: indent) + line, into: &bytes)
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

    private func lines(_ cells: [String], into bytes: inout [UInt8]) {
        let pieces = layout.shown.map { column, width in
            form.terminalColumns == nil
                ? [cells[column]]
                : DisplayText.wrapped(cells[column], columns: width, maximumLines: Self.maximumLines)
        }
        let count = pieces.map(\.count).max() ?? 0
        for number in 0..<count {
            var text = ""
            for (place, (column, width)) in layout.shown.enumerated() {
                let piece = number < pieces[place].count ? pieces[place][number] : ""
                let padding = String(repeating: " ", count: max(0, width - DisplayText.width(piece)))
                text += isRightAligned[column] ? padding + piece : piece + padding
                if place < layout.shown.count - 1 { text += String(repeating: " ", count: TableLayout.gap) }
            }
            put(text, into: &bytes)
        }
    }

    private func put(_ line: String, into bytes: inout [UInt8]) {
        var text = line
        while text.hasSuffix(" ") { text.removeLast() }
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
    }
}

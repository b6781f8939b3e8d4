internal import GeocliText

/// Where a table writes each column: above the rows, in them, under them, or nowhere. The layout depends on a batch of
/// rows.
struct TableLayout {
    /// The columns in the rows, from left to right, with their widths.
    private(set) var shown: [(column: Int, width: Int)] = []
    /// The columns whose text is under the rows.
    private(set) var below: [Int] = []
    /// The columns that are left out because the terminal is too narrow.
    private(set) var leftOut: [Int] = []
    /// The columns whose only value is written once above the rows.
    private(set) var shared: [(column: Int, value: String)] = []
    /// The columns without a value.
    private(set) var empty: [Int] = []

    /// Decides the layout for `batch`.
    ///
    /// On a terminal, columns without a value are left out, and a value that all rows share is written once. Neither
    /// happens if the user chose the columns. If the remaining columns do not fit, these steps follow in this order:
    /// titles are broken into lines, long text is broken inside its column, texts move under their rows, and the least
    /// important numbers are left out.
    init(_ form: TableForm, for batch: TableBatch) {
        var columns = Array(form.columns.indices)
        guard let terminalColumns = form.terminalColumns else {
            shown = columns.map { ($0, max(batch.widths[$0], DisplayText.width(form.columns[$0].title))) }
            return
        }
        if !form.isChosen, !batch.rows.isEmpty {
            empty = columns.filter { batch.widths[$0] == 0 }
            shared = columns.compactMap { column in
                form.columns[column].isShareable ? batch.sharedValue(column).map { (column, $0) } : nil
            }
            let gone = Set(empty + shared.map(\.column))
            // A table has at least one column, even if all places are equal.
            if gone.count < columns.count {
                columns.removeAll { gone.contains($0) }
            } else {
                (empty, shared) = ([], [])
            }
        }
        var fit = TableFit(form, batch, columns: columns, terminalColumns: terminalColumns)
        fit.run()
        shown = fit.columns.map { ($0, fit.widths[$0]) }
        (below, leftOut) = (fit.below.sorted(), fit.leftOut)
    }

    /// Whether the rows of `batch` can follow without a new head. Every unbreakable cell must fit. The columns that
    /// were left out as empty must still be empty, and the values above the table must also be true of the new rows.
    func holds(_ batch: TableBatch) -> Bool {
        shown.allSatisfy { batch.exactWidths[$0.column] <= $0.width }
            && empty.allSatisfy { batch.widths[$0] == 0 }
            && batch.rows.allSatisfy { cells in shared.allSatisfy { cells[$0.column] == $0.value } }
    }
}

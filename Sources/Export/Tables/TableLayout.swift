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

/// Makes a table's columns fit a terminal.
struct TableFit {
    /// The columns that are still in the row.
    private(set) var columns: [Int]
    /// The columns that moved under the row.
    private(set) var below: [Int] = []
    /// The columns that are left out.
    private(set) var leftOut: [Int] = []
    /// The widths of all columns. After `run`, those of `columns` fit.
    private(set) var widths: [Int]

    private let form: TableForm
    private let batch: TableBatch
    private let terminalColumns: Int
    /// The width of each column with its title on one line.
    private let natural: [Int]
    /// The least width of each column.
    private let least: [Int]

    /// The width below which text in a column is hard to read.
    private static let readableWidth = 12

    init(_ form: TableForm, _ batch: TableBatch, columns: [Int], terminalColumns: Int) {
        (self.form, self.batch, self.columns, self.terminalColumns) = (form, batch, columns, terminalColumns)
        natural = form.columns.indices.map {
            min(max(batch.widths[$0], DisplayText.width(form.columns[$0].title)), terminalColumns + 1)
        }
        widths = natural
        least = form.columns.indices.map { column in
            let words = form.columns[column].title.split(separator: " ").map { DisplayText.width(String($0)) }
            let title = words.max() ?? 0
            guard batch.isFlowing[column] else { return max(batch.widths[column], title) }
            // A text that needs many lines is easier to read under its row. A name may take two lines.
            let usual = batch.usualWidth(column)
            let share = form.columns[column].isName ? (usual + 1) / 2 : (usual + 2) / 3
            return max(min(batch.widths[column], max(Self.readableWidth, share)), batch.exactWidths[column], title)
        }
    }

    /// Moves columns out of the row, one after another, until the others fit.
    mutating func run() {
        while !fits(), giveUp() {}
        // If only one column is left and it is still too wide, its text is broken.
        if columns.count == 1, let last = columns.first { widths[last] = min(widths[last], terminalColumns) }
    }

    /// Finds widths with which the columns fit; returns false if this is impossible.
    private mutating func fits() -> Bool {
        let available = terminalColumns - TableForm.gap * (columns.count - 1)
        for column in columns { widths[column] = natural[column] }
        var excess = columns.reduce(0) { $0 + widths[$1] } - available
        // Titles are broken first, because numbers and codes are rarely as wide as their titles.
        for column in columns where excess > 0 && !batch.isFlowing[column] {
            let spare = min(widths[column] - least[column], excess)
            widths[column] -= spare
            excess -= spare
        }
        while excess > 0, let widest = columns.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] }) {
            widths[widest] -= 1
            excess -= 1
        }
        return excess <= 0
    }

    /// Moves one column out of the row; returns false if only one is left.
    private mutating func giveUp() -> Bool {
        let others = columns.dropFirst()
        guard !others.isEmpty else { return false }
        let texts = others.filter { batch.hasTexts[$0] && !form.columns[$0].isName }
        // A text that is as short as a code is treated like a code.
        let long = texts.filter { batch.isFlowing[$0] && natural[$0] > Self.readableWidth }
        if let extra = leastImportant(among: others), form.columns[extra].isExtra {
            leave(extra)
        } else if let text = long.max(by: { natural[$0] < natural[$1] }) {
            move(text)
        } else if let number = leastImportant(among: others) {
            leave(number)
        } else if let text = texts.last ?? others.first(where: { batch.hasTexts[$0] }) {
            move(text)
        } else if form.isChosen {
            move(others[others.endIndex - 1])
        } else {
            leave(others[others.endIndex - 1])
        }
        return true
    }

    /// The column to leave out before codes move under their rows; nil if there is none, or if the user chose the
    /// columns.
    private func leastImportant(among others: ArraySlice<Int>) -> Int? {
        guard !form.isChosen else { return nil }
        let ranked = others.compactMap { column in form.columns[column].rank.map { (column, $0) } }
        return ranked.min { $0.1 < $1.1 }?.0
    }

    private mutating func move(_ column: Int) {
        let pair = TableColumn.pairs.first { $0.contains(form.columns[column].key) } ?? []
        let moved = columns.dropFirst().filter { $0 == column || pair.contains(form.columns[$0].key) }
        below += moved
        columns.removeAll { moved.contains($0) }
    }

    private mutating func leave(_ column: Int) {
        leftOut.append(column)
        columns.removeAll { $0 == column }
    }
}

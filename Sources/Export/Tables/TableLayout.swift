internal import GeocliText

/// A column of a table, and what happens to it on a terminal that is too narrow for all columns. By default it is in
/// every row and is never cut.
struct TableColumn {
    let key: String
    let title: String
    var language = Language.english

    /// Returns a cell's text for people: words instead of codes, and phone numbers as they are written in Korea.
    func spoken(_ cell: String) -> String {
        if key == "phone" { return NationalPhone.text(e164: cell) ?? cell }
        return language == .korean ? CodeWords.word(cell, in: key) ?? cell : cell
    }

    /// Whether a value that all rows share may be written once above the table. This is false for names, addresses and
    /// numbers, because readers look for them in the row.
    var isShareable: Bool { Self.shareable.contains(key) }

    /// Whether the column's text stays in the row as long as possible, because it is the name of the row.
    var isName: Bool { key == "name" }

    /// Whether the column's text is never broken, although it comes from a feed or a file. This is true for ids.
    var isExact: Bool { Self.ids.contains(key) }

    /// The column's place in the order of leaving out; nil if it goes only if no other text can move under its row.
    var rank: Int? { Self.lessImportant.firstIndex(of: key) }

    /// Whether the column is left out before any other column is moved or left out, if the terminal is too narrow.
    var isExtra: Bool { key == "bbox" }

    /// Returns the text style of a value that is good, bad or unusual; nil for other values.
    func style(of value: String) -> TextStyle? {
        switch (key, language == .korean ? CodeWords.code(value, in: key) ?? value : value) {
        case ("kind", "used"): .magenta
        case ("kind", "other"), ("outcome", "unchanged"): .dim
        case ("outcome", "published"), ("what", "added"), ("what", "returned"), ("ok", "true"): .green
        case ("outcome", "refused"), ("what", "removed"), ("what", "closed"), ("ok", "false"): .red
        default: nil
        }
    }

    /// Returns a piece of the column's text. In the name column, the result is a hyperlink to the row's address.
    func linked(_ text: String, to address: String) -> String {
        isName ? Hyperlink.applied(to: text, address: address) : text
    }

    /// The keys of columns that stay together, in the row or under it.
    static let pairs = [["old", "new"]]

    private static let ids: Set<String> = ["id", "ref", "feed_id", "cluster_id", "hidden_by"]
    private static let shareable: Set<String> = [
        "run_id", "date", "feed", "what", "kind", "district", "point_district", "outcome", "reason", "failure", "kept",
        "ok", "field", "match", "visible", "colocated",
    ]
    private static let lessImportant = [
        "bbox", "returned", "rejected", "other_count", "removed", "changed", "used_count", "new_count",
        "expansion_zoom", "inside",
    ]
}

struct TableForm {
    static let gap = 2

    let columns: [TableColumn]
    /// The width of the terminal; nil for a pipe or a file, where each row is one line and no column is left out.
    let terminalColumns: Int?
    /// Whether the user chose the columns. In that case, none is left out.
    let isChosen: Bool
    let isStyled: Bool

    func styled(_ text: String, _ style: TextStyle?) -> String {
        guard isStyled, let style else { return text }
        return style.applied(to: text)
    }
}

/// Where a table writes each column for a batch of rows: above the rows, in them, under them, or nowhere.
struct TableLayout {
    private(set) var shown: [(column: Int, width: Int)] = []
    /// The columns whose text is under the rows.
    private(set) var below: [Int] = []
    private(set) var leftOut: [Int] = []
    /// The columns whose only value is written once above the rows.
    private(set) var shared: [(column: Int, value: String)] = []
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

    /// Whether the rows of `batch` can follow without a new head: every unbreakable cell fits, the columns left out as
    /// empty are still empty, and the values above the table are also true of these rows.
    func holds(_ batch: TableBatch) -> Bool {
        shown.allSatisfy { batch.exactWidths[$0.column] <= $0.width }
            && empty.allSatisfy { batch.widths[$0] == 0 }
            && batch.rows.allSatisfy { cells in shared.allSatisfy { cells[$0.column] == $0.value } }
    }
}

struct TableFit {
    private(set) var columns: [Int]
    private(set) var below: [Int] = []
    private(set) var leftOut: [Int] = []
    /// The widths of all columns. After `run`, those of `columns` fit.
    private(set) var widths: [Int]

    private let form: TableForm
    private let batch: TableBatch
    private let terminalColumns: Int
    /// The width of each column with its title on one line.
    private let natural: [Int]
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
        while !fits(), removeColumn() {}
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
    private mutating func removeColumn() -> Bool {
        let others = columns.dropFirst()
        guard !others.isEmpty else { return false }
        let texts = others.filter { batch.hasTexts[$0] && !form.columns[$0].isName }
        // A text that is as short as a code is treated like a code.
        let long = texts.filter { batch.isFlowing[$0] && natural[$0] > Self.readableWidth }
        if let extra = leastImportant(among: others), form.columns[extra].isExtra {
            drop(extra)
        } else if let text = long.max(by: { natural[$0] < natural[$1] }) {
            move(text)
        } else if let number = leastImportant(among: others) {
            drop(number)
        } else if let text = texts.last ?? others.first(where: { batch.hasTexts[$0] }) {
            move(text)
        } else if form.isChosen {
            move(others[others.endIndex - 1])
        } else {
            drop(others[others.endIndex - 1])
        }
        return true
    }

    /// The column to leave out before codes move under their rows; nil if none, or if the user chose the columns.
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

    private mutating func drop(_ column: Int) {
        leftOut.append(column)
        columns.removeAll { $0 == column }
    }
}

/// Rows that are not written yet, because the widths of their columns are not known yet.
struct TableBatch {
    static let maximumRows = 1000
    /// Approximate. Even a few rows may have a lot of text.
    private static let maximumBytes = 4 << 20

    private(set) var rows: [[String]] = []
    /// The web address that the name of each row links to; nil for none.
    private(set) var addresses: [String?] = []
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

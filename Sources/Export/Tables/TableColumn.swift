internal import GeocliText

/// A column of a table, and what happens to it on a terminal that is too narrow for all columns.
///
/// By default a column is in every row and is never cut.
struct TableColumn {
    /// The key in `--fields`.
    let key: String
    /// The title for people.
    let title: String
    /// The language in which codes are shown.
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

    /// The column's place in the order in which columns are left out if the terminal is too narrow. If it is nil, the
    /// column is left out only if no other text can move under its row.
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

/// The properties of a table that do not depend on its rows.
struct TableForm {
    /// The number of blanks between two columns.
    static let gap = 2

    let columns: [TableColumn]
    /// The width of the terminal; nil for a pipe or a file, where each row is one line and no column is left out.
    let terminalColumns: Int?
    /// Whether the user chose the columns. In that case, none is left out.
    let isChosen: Bool
    /// Whether titles and values have text styles.
    let isStyled: Bool

    /// Returns a text in `style` if the table has text styles; otherwise the text itself.
    func styled(_ text: String, _ style: TextStyle?) -> String {
        guard isStyled, let style else { return text }
        return style.applied(to: text)
    }
}

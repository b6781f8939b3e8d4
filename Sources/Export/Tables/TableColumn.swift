internal import GeocliText

/// A column of a table, and its treatment on a terminal that is too narrow for all columns.
///
/// A column that is not listed here has the usual treatment: it is in every row and is never cut.
struct TableColumn {
    /// The key in `--fields`.
    let key: String
    /// The title for people.
    let title: String
    /// The language of its values that are codes.
    var language = Language.english

    /// Returns a cell's text for people: codes in words, phone numbers as they are written in Korea.
    func spoken(_ cell: String) -> String {
        if key == "phone" { return NationalPhone.text(e164: cell) ?? cell }
        return language == .korean ? CodeWords.word(cell, in: key) ?? cell : cell
    }

    /// Whether a value that all rows share may be written once above the table. Names, addresses and numbers may not,
    /// because a reader looks for them in the row.
    var isShareable: Bool { Self.shareable.contains(key) }

    /// Whether its text stays in the row as long as possible, because it is the name of the row.
    var isName: Bool { key == "name" }

    /// Whether its text is never broken, although it comes from a feed or a file: an id.
    var isExact: Bool { Self.ids.contains(key) }

    /// Its place in the order in which columns are left out of a table that is too narrow; nil for a column that is
    /// left out only if no other text can move under its row.
    var rank: Int? { Self.lessImportant.firstIndex(of: key) }

    /// Whether a table that is too narrow leaves it out before any other column changes.
    var isExtra: Bool { key == "bbox" }

    /// The text style of a value that means good, bad or unusual; nil for any other value.
    func style(of value: String) -> TextStyle? {
        switch (key, language == .korean ? CodeWords.code(value, in: key) ?? value : value) {
        case ("kind", "used"): .magenta
        case ("kind", "other"), ("outcome", "unchanged"): .dim
        case ("outcome", "published"), ("what", "added"), ("what", "returned"), ("ok", "true"): .green
        case ("outcome", "refused"), ("what", "removed"), ("what", "closed"), ("ok", "false"): .red
        default: nil
        }
    }

    /// Returns a piece of its text, as a hyperlink to the row's address if this column is the name of the row.
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
    /// The blanks between two columns.
    static let gap = 2

    let columns: [TableColumn]
    /// The width of the terminal; nil for a pipe or a file, where a row is one line and nothing is left out.
    let terminalColumns: Int?
    /// Whether the user chose the columns. Then none is left out.
    let isChosen: Bool
    /// Whether titles and values have text styles.
    let isStyled: Bool

    /// Returns a text in `style`, if the table has text styles.
    func styled(_ text: String, _ style: TextStyle?) -> String {
        guard isStyled, let style else { return text }
        return style.applied(to: text)
    }
}

public import GeocliText

/// Begins a declaration from a saved page: what can be known of it is filled in, each guess is marked, and what only a
/// person can know is left empty, so that no reader takes the declaration before it is stated.
public struct FeedDraft {
    private let page: DraftPage
    private let fields: DraftFields
    private var lines: [String] = []

    /// Returns the text of a declaration to complete, in TOML.
    ///
    /// - Throws: `IngestError`, `JSONError`, `XMLError`, `CSVError` for a file that is not a page; whatever `source`
    ///   throws.
    public static func text(from source: ByteSource) throws -> [UInt8] {
        var draft = FeedDraft(try DraftPage.read(source))
        try draft.refuseError()
        draft.writeHead()
        draft.writePages()
        draft.writeFields()
        draft.writePoint()
        draft.writeRest()
        draft.writeColumns()
        return Array((draft.lines.joined(separator: "\n") + "\n").utf8)
    }

    private init(_ page: DraftPage) {
        self.page = page
        fields = DraftFields(page.table)
    }

    // MARK: Around the rows

    private static let codeNames = ["resultCode", "CODE", "result_code", "resultcode"]
    private static let messageNames = ["resultMsg", "MESSAGE", "result_msg", "resultmsg", "resultMessage"]

    private var code: (path: [String], text: String)? {
        page.around.first { Self.codeNames.contains($0.path.last ?? "") }
    }

    private var total: (path: [String], count: Int)? {
        page.around.lazy.compactMap { path, text in
            guard Feed.Envelope.usualTotals.contains(path.last ?? "") else { return nil }
            return JSONPage.count(text).map { (path, $0) }
        }.first
    }

    /// Refuses an answer that is an error: nothing can be learned from it.
    private func refuseError() throws {
        let portal = page.around.first { $0.path.last == "returnReasonCode" }
        guard let found = portal ?? code, portal != nil || ResultClass(code: found.text) != .unknown else {
            guard page.table.rowCount > 0 else { throw IngestError(.noRowsFound, page: page.name).ofSavedPage }
            return
        }
        let names = Self.messageNames + ["returnAuthMsg"]
        let message = page.around.first { names.contains($0.path.last ?? "") }?.text ?? ""
        throw IngestError(.result(code: found.text, message: message), page: page.name).ofSavedPage
    }

    // MARK: Text

    private mutating func add(_ text: String = "") { lines.append(text) }

    /// Adds a key and a remark about it.
    private mutating func add(_ key: String, _ value: String, _ remark: String = "") {
        lines.append(remark.isEmpty ? "\(key) = \(value)" : "\(key) = \(value)  # \(remark)")
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map(DeclarationText.quoted).joined(separator: ", ") + "]"
    }

    private static func path(_ names: [String]) -> String {
        names.isEmpty
            ? DeclarationText.quoted(".")
            : DeclarationText.quoted(names.map { $0.contains(".") ? "\"\($0)\"" : $0 }.joined(separator: "."))
    }

    /// Returns the name of a column as a value: a number in a file without a line of names.
    private func name(_ column: DraftColumn) -> String {
        if case .csv(_, false) = page.form { return column.name }
        return DeclarationText.quoted(column.name)
    }

    /// Returns text from the page, on one line.
    private static func shown(_ text: String, _ columns: Int = 40) -> String {
        DisplayText.truncated(DisplayText.singleLine(text), columns: columns)
    }

    private mutating func writeHead() {
        add("# A declaration begun from \(Self.shown(page.name, 80)) by 'geocli feeds new --from'.")
        add("# A line with \"\" or [] is refused until you state it: the feed's page on its portal says it.")
        add("# A line with GUESS was read from this one page: confirm it. Delete remarks as you like. Then:")
        add("#   geocli feeds check THIS.toml PAGE…")
        add()
        add("id", "\"\"", "lower-case letters, digits and -, such as seoul-parks")
        add("title", "{ ko = \"\", en = \"\" }", "what the feed is called")
        add("noun", "{ ko = \"\", en = \"\" }", "the word for one place, such as 공원, park")
        add("publisher", "\"\"", "who publishes it, and the address of its page")
        add("license", "\"\"", "as stated on that page")
        if let kind = fields.kind {
            add("# One kind for all, or delete this line, and give a kind for each value of fields.kind (at the end).")
            add("kind", "\"\"", "such as park, in lower-case letters; \(Self.shown(kind.name)) may tell several kinds")
        } else {
            add("kind", "\"\"", "what kind of place all of them are, such as park, in lower-case letters")
        }
        var nulls: [String] = []
        for text in page.table.columns.flatMap(\.nulls) where !nulls.contains(text) { nulls.append(text) }
        if nulls.isEmpty {
            add("# null = [\"정보없음\", \"-\"]  # texts that mean \"none\", if the feed has such")
        } else {
            add("null", Self.list(nulls), "GUESS: texts that mean \"none\"")
        }
    }

    private mutating func writePages() {
        add()
        add("[pages]")
        switch page.form {
        case .json: add("format", "\"json\"")
        case .xml: add("format", "\"xml\"")
        case .csv: add("format", "\"csv\"")
        }
        add("encoding", "\"\(page.encoding.rawValue)\"", "all bytes of this page are valid \(page.encoding.rawValue)")
        if case .csv(let delimiter, let hasHeader) = page.form {
            add("delimiter", delimiter == 0x09 ? "\"\\t\"" : "\"\(String(UnicodeScalar(delimiter)))\"")
            add(
                "header", hasHeader ? "true" : "false",
                hasHeader ? "the first line has names" : "GUESS: the first line has values")
            if !hasHeader { add("columns", String(page.table.columns.count), "fields below are numbers of columns") }
            return
        }
        add("rows", Self.path(page.path), "\(page.table.rowCount) rows in this page")
        writeTotal()
        guard let code else { return }
        add("result", Self.path(code.path))
        if let message = page.around.first(where: { Self.messageNames.contains($0.path.last ?? "") }) {
            add("message", Self.path(message.path))
        }
        add("good", Self.list([code.text]), "GUESS: the code of this page")
        let none = code.text.hasPrefix("INFO") ? "INFO-200" : "03"
        add("empty", Self.list([none]), "GUESS: the usual code of a page after the last row")
    }

    private mutating func writeTotal() {
        guard let (path, count) = total else {
            return add("total_counts", "\"none\"", "this page states no total")
        }
        if count > page.table.rowCount {
            add("total_counts", "\"feed\"", "GUESS: it is \(count), more than the rows of this page")
        } else {
            add(
                "# The total is \(count), and this page has \(page.table.rowCount) rows. State what it counts: \"feed\" (all rows) or \"page\""
            )
            add("# (only this page's, as Seoul's bicycles do). A second page shows which.")
            add("total_counts", "\"\"")
        }
        add("total", Self.path(path))
    }

    private mutating func writeFields() {
        add()
        add("[fields]")
        if let id = fields.id {
            add(
                "id", name(id),
                "GUESS: it differs in each of the \(page.table.rowCount) rows. An id must stay the same: no running number"
            )
        } else if let name = fields.name, let address = fields.address.first {
            add("# No column called like an id differs in each row. GUESS: the name and the address together.")
            add("id", "{ join = [\(self.name(name)), \(self.name(address))] }")
        } else {
            if let running = fields.runningID {
                add(
                    "# \(Self.shown(running.name)) counts the rows: 1, 2, 3 … Take it only if a place keeps its number."
                )
            }
            add("id", "\"\"", "a column that differs in each row and stays the same, or { join = [\"A\", \"B\"] }")
        }
        if let name = fields.name {
            add("name", self.name(name), "GUESS")
        } else {
            add("name", "\"\"", "the column with the place's name")
        }
        let address = fields.address
        if address.count > 1 {
            add(
                "address", "[" + address.prefix(3).map(name).joined(separator: ", ") + "]",
                "GUESS: the first one with a value counts")
        } else if let only = address.first {
            add("address", name(only), "GUESS")
        }
        let others: [(String, DraftColumn?)] = [
            ("phone", fields.phone), ("district", fields.district), ("website", fields.website),
        ]
        for (key, column) in others { if let column { add(key, name(column), "GUESS") } }
    }

    private mutating func writePoint() {
        add()
        add("[point]")
        add("# x is the longitude or easting, y the latitude or northing, whatever the feed calls them.")
        var looksLikeDegrees = false
        switch DraftPoint.find(in: page.table) {
        case .text(let column, let isLatitudeFirst):
            add("text", name(column), "GUESS: such as \(Self.shown(column.example))")
            add(
                "order", isLatitudeFirst ? "\"y x\"" : "\"x y\"",
                "GUESS: \(isLatitudeFirst ? "latitude" : "longitude") first")
            looksLikeDegrees = true
        case .columns(let x, let y, let sense):
            let example = { (column: DraftColumn) in "such as \(Self.shown(column.example, 24))" }
            add("x", name(x), "GUESS: \(example(x))")
            add("y", name(y), "GUESS: \(example(y))")
            if case .scaledDegrees = sense { add("scale", "1e-7", "GUESS: degrees as whole numbers") }
            if case .names = sense {} else { looksLikeDegrees = true }
        case nil:
            add("x", "\"\"", "no column looks like a longitude or an easting")
            add("y", "\"\"")
        }
        add(
            "# State the system; it is not guessed. EPSG:4326 (degrees), EPSG:5174 (LOCALDATA), EPSG:5179 (juso), EPSG:5181, EPSG:5186,"
        )
        add(
            "# EPSG:2097, KATEC. \(looksLikeDegrees ? "The values look like degrees." : "Some differ by 300 m only: ask the publisher.")"
        )
        add("crs", "\"\"")
        add(
            "# State the area: west, south, east, north in degrees. A point outside is not listed. Korea: [124.5, 32.9, 132.0, 38.7]"
        )
        add("area", "[]")
    }

    private mutating func writeRest() {
        if let status = fields.status {
            add()
            add(
                "# GUESS: of licensed businesses, 01 and 02 are open (or closed for a while), 03 and 04 closed. This page has:"
            )
            add("# \(status.texts.map { Self.shown($0) }.joined(separator: ", "))\(status.hasMoreTexts ? ", …" : "")")
            add("[status]")
            add("field", name(status))
            add("open", Self.list(["01", "02"]))
            add("closed", Self.list(["03", "04"]))
        }
        if let kind = fields.kind {
            add()
            add("# For several kinds: kind = \(name(kind)) under [fields], no line kind above, and:")
            add("# [kinds]")
            for text in kind.texts { add("# \(DeclarationText.quoted(text)) = \"\"") }
        }
        if case .csv = page.form { return }
        add()
        add("# For a live service: {KEY}, and {FIRST} and {LAST} (numbers of rows) or {PAGE} and {SIZE}.")
        add("# [service]")
        if page.path.count == 2, page.path.last == "row" {
            add("# url = \"http://openapi.seoul.go.kr:8088/{KEY}/json/SERVICE/{FIRST}/{LAST}/\"")
            add("# key = \"SEOUL_OPENAPI_KEY\"")
            add("# rows_per_page = 1000")
        } else {
            add("# url = \"https://apis.data.go.kr/PATH?serviceKey={KEY}&pageNo={PAGE}&numOfRows={SIZE}&type=json\"")
            add("# key = \"DATA_GO_KR_KEY\"")
            add("# rows_per_page = 100")
        }
    }

    private mutating func writeColumns() {
        let rows = page.table
        add()
        add(
            "# The columns of \(rows.rowCount) rows\(page.isCut ? " (the first 16 MiB)" : ""): how many have a value, and the first one."
        )
        for column in rows.columns.prefix(200) {
            add("#   \(Self.shown(column.name)): \(column.filledCount), \(Self.shown(column.example))")
        }
        if rows.columns.count > 200 { add("#   … and \(rows.columns.count - 200) more") }
    }
}

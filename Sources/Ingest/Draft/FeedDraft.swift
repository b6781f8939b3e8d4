package import GeocliText

/// Begins a declaration from a saved page. Everything that can be known is filled in, and each guess is marked. Values
/// that only a person can know are left empty, so that no reader accepts the declaration before a person has added
/// them.
package struct FeedDraft {
    let page: DraftPage
    private let language: Language
    private let fields: DraftFields
    let envelope: DraftEnvelope
    private var lines: [String] = []

    /// Returns the text of a declaration to complete, in TOML, with remarks in `language`.
    /// - Throws: `IngestError`, `JSONError`, `XMLError` or `CSVError` for a file that is not a page; any error of
    ///   `source`.
    package static func text(from source: ByteSource, in language: Language) throws -> [UInt8] {
        var draft = FeedDraft(try DraftPage.read(source), language)
        try draft.refuseError()
        draft.writeHead()
        draft.writePages()
        draft.writeFields()
        draft.writePoint()
        draft.writeRest()
        draft.writeColumns()
        return Array((draft.lines.joined(separator: "\n") + "\n").utf8)
    }

    private init(_ page: DraftPage, _ language: Language) {
        self.page = page
        self.language = language
        fields = DraftFields(page.table)
        envelope = DraftEnvelope(page)
    }

    /// Throws an error for an answer that is itself an error, because it shows nothing about the rows.
    private func refuseError() throws {
        if let (code, message) = envelope.refusal {
            throw IngestError(.result(code: code, message: message), page: page.name).ofSavedPage
        }
        if let cut = page.fault.cut { throw PlainError(part: page.name, because: cut) }
        guard page.table.rowCount > 0 else { throw IngestError(.noRowsFound, page: page.name).ofSavedPage }
    }

    // MARK: Text

    mutating func add(_ text: String = "") { lines.append(text) }

    func say(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }

    func guess(_ en: String = "", _ ko: String = "") -> String {
        let (mark, remark) = (say("GUESS", "추정"), say(en, ko))
        return remark.isEmpty ? mark : "\(mark): \(remark)"
    }

    mutating func add(_ key: String, _ value: String, _ remark: String = "") {
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

    private static func paths(_ paths: [[String]]) -> String {
        paths.count == 1 ? path(paths[0]) : "[" + paths.map(path).joined(separator: ", ") + "]"
    }

    /// Returns the name of a column as a value of TOML: a number in a file without a line of names.
    func name(_ column: DraftColumn) -> String {
        if case .csv(_, false) = page.form { return column.name }
        return DeclarationText.quoted(column.name)
    }

    /// Returns text from the page for a remark: shortened, on one line, and without invisible characters.
    static func shown(_ text: String, _ columns: Int = 40) -> String {
        var visible = String.UnicodeScalarView()
        visible.append(contentsOf: text.unicodeScalars.filter { !DisplayText.isInvisible($0) || $0.value < 0x20 })
        return DisplayText.shown(String(visible), columns: columns)
    }

    private mutating func writeHead() {
        add(
            say(
                "# 'geocli feeds new --from' made this draft of a declaration from \(Self.shown(page.name, 80)).",
                "# 'geocli feeds new --from'이 \(Self.shown(page.name, 80)) 페이지를 바탕으로 만든 선언 초안입니다."))
        add(
            say(
                "# A line with \"\" or [] is refused until you fill it in; the feed's page on its portal says what to write.",
                "# \"\"나 []인 줄은 채워야 합니다. 내용은 포털의 데이터 소개 페이지에 있습니다."))
        add(
            say(
                "# Check each line with GUESS: it was filled in from this page only. You can delete the comments. Then run:",
                "# '추정'이라고 적힌 줄은 이 페이지 하나만 보고 채운 값이니 확인하세요. 설명은 지워도 됩니다. 그다음 아래 명령을 실행하세요."))
        add(say("#   geocli feeds check THIS.toml PAGE…", "#   geocli feeds check 이파일.toml 페이지…"))
        add()
        add("id", "\"\"", say("lower-case letters, digits and -, such as seoul-parks", "소문자, 숫자, -. 예: seoul-parks"))
        add("title", "{ ko = \"\", en = \"\" }", say("what the feed is called", "피드의 이름"))
        add(
            "noun", "{ ko = \"\", en = \"\" }",
            say("the word for one place, such as 공원, park", "장소 하나를 부르는 말. 예: 공원, park"))
        add("publisher", "\"\"", say("who publishes the feed, and the address of its page", "제공 기관과 소개 페이지 주소"))
        add("license", "\"\"", say("as stated on that page", "소개 페이지에 적힌 이용 조건"))
        if fields.phone != nil {
            add(
                say(
                    "# country = \"KR\"  # if all places are in Korea; then phone numbers are read without a point, too",
                    "# country = \"KR\"  # 모든 장소가 한국에 있을 때 씁니다. 그래야 좌표가 없는 장소의 전화번호도 읽습니다"))
        }
        writeKind()
        var nulls: [String] = []
        for text in page.table.columns.flatMap(\.nulls) where !nulls.contains(text) { nulls.append(text) }
        if nulls.isEmpty {
            add(
                say(
                    "# null = [\"정보없음\", \"-\"]  # texts that mean \"none\", if the feed has them",
                    "# null = [\"정보없음\", \"-\"]  # '없음'을 뜻하는 값. 있을 때만 씁니다"))
        } else {
            add("null", Self.list(nulls), guess("texts that mean \"none\"", "'없음'을 뜻하는 값"))
        }
    }

    private mutating func writeKind() {
        if let kind = fields.kind {
            add(
                say(
                    "# Write one kind for all places here, or delete this line and give a kind for each value of fields.kind (at the end).",
                    "# 장소가 모두 한 종류이면 여기에 적고, 아니면 이 줄을 지우고 맨 아래에서 fields.kind의 값마다 종류를 적습니다."))
            add(
                "kind", "\"\"",
                say(
                    "in lower-case letters, such as park; the column \(Self.shown(kind.name)) may have several kinds",
                    "소문자. 예: park. \(Self.shown(kind.name)) 열에 여러 종류가 있을 수도 있습니다"))
        } else {
            add(
                "kind", "\"\"",
                say(
                    "the kind of all places, in lower-case letters, such as park", "모든 장소의 종류. 소문자. 예: park"
                ))
        }
    }

    private mutating func writePages() {
        add()
        add("[pages]")
        switch page.form {
        case .json: add("format", "\"json\"")
        case .xml: add("format", "\"xml\"")
        case .csv: add("format", "\"csv\"")
        case .geojson: add("format", "\"geojson\"")
        }
        add(
            "encoding", "\"\(page.encoding.rawValue)\"",
            page.isOtherEncodingLikely
                ? guess(
                    "if names are wrong, the page is Western European; convert it first: iconv -f WINDOWS-1252 -t UTF-8",
                    "이름이 깨지면 서유럽 언어의 페이지입니다. 먼저 변환하세요: iconv -f WINDOWS-1252 -t UTF-8")
                : say(
                    "all bytes of this page are valid \(page.encoding.rawValue)",
                    "이 페이지의 모든 바이트가 올바른 \(page.encoding.rawValue)입니다"))
        if case .csv(let delimiter, let hasHeader) = page.form {
            add("delimiter", delimiter == 0x09 ? "\"\\t\"" : "\"\(String(UnicodeScalar(delimiter)))\"")
            add(
                "header", hasHeader ? "true" : "false",
                hasHeader
                    ? say("the first line has column names", "첫 줄은 열 이름입니다")
                    : guess("the first line has values", "첫 줄이 값입니다"))
            if !hasHeader {
                add(
                    "columns", String(page.table.columns.count),
                    say("the fields below are column numbers", "아래 필드는 열 번호입니다"))
            }
            return
        }
        add(
            "rows", Self.path(page.path),
            say(
                "\(EnglishNoun.counted(page.table.rowCount, "row", "rows")) in this page",
                "이 페이지에 \(page.table.rowCount)행"))
        if let part = page.fault.part {
            add(
                say(
                    "# This page says that the service has more rows (\(part)). An ingest needs all pages: save the others, too, or fill in [service].",
                    "# 이 페이지에는 서비스에 행이 더 있다고 적혀 있습니다(\(part)). 나머지 페이지도 저장하거나 [service]를 채워야 수집할 수 있습니다.")
            )
        }
        writeTotal()
        guard let result = envelope.result else { return }
        add("result", Self.paths(result.codes))
        if !result.messages.isEmpty { add("message", Self.paths(result.messages)) }
        add("good", Self.list([result.good]), guess("the code of this page", "이 페이지의 코드"))
        if let none = result.empty {
            add("empty", Self.list([none]), guess("the usual code of a page after the last row", "행이 더 없을 때 흔히 오는 코드"))
        }
    }

    private mutating func writeTotal() {
        guard let (path, count, isOfFeed) = envelope.total else {
            return add("total_counts", "\"none\"", say("this page states no total", "이 페이지에는 전체 행 수가 없습니다"))
        }
        if envelope.isEstimate(path) {
            // Fewer rows than an estimate are probably only a part, and a part must not be published in silence.
            add(
                "total_counts", "\"feed\"",
                say(
                    "the page says that its total (\(count)) is not exact; \"none\" if all pages have fewer rows",
                    "이 페이지의 전체 행 수(\(count))는 정확한 값이 아니라고 적혀 있습니다. 모든 페이지의 행이 이보다 적으면 \"none\""))
        } else if isOfFeed, count == page.table.rowCount {
            add(
                "total_counts", "\"feed\"",
                guess(
                    "the page says besides which rows it has, so this counts all rows",
                    "이 페이지의 행에 대한 정보가 따로 있으니 전체 행 수입니다"))
        } else if count > page.table.rowCount {
            add(
                "total_counts", "\"feed\"",
                guess(
                    "it is \(count), more than the number of rows in this page",
                    "값이 \(count)\(.by), 이 페이지의 행 수보다 큽니다"
                ))
        } else {
            add(
                say(
                    "# The total is \(count), and this page has \(EnglishNoun.counted(page.table.rowCount, "row", "rows")). State what the total counts: \"feed\" (all rows) or \"page\"\n# (only this page's rows, as in the feed of Seoul's public bicycles). A second page shows which.",
                    "# 전체 행 수로 보이는 값은 \(count)이고 이 페이지는 \(page.table.rowCount)행입니다. 무엇을 센 수인지 적으세요: \"feed\"(전체 행) 또는 \"page\"\n# (그 페이지의 행만. 따릉이 피드가 그렇습니다). 둘째 페이지를 보면 알 수 있습니다."
                ))
            add("total_counts", "\"\"")
        }
        add("total", Self.path(path))
    }

    private mutating func writeFields() {
        add()
        add("[fields]")
        writeID()
        if let name = fields.name {
            add("name", self.name(name), guess())
        } else {
            add("name", "\"\"", say("the column with the place's name", "장소 이름 열"))
        }
        let address = fields.address
        if address.count > 1 {
            add(
                "address", "[" + address.prefix(3).map(name).joined(separator: ", ") + "]",
                guess("the first column with a value is used", "값이 있는 첫 열을 씁니다"))
        } else if let only = address.first {
            add("address", name(only), guess())
        }
        let others: [(String, DraftColumn?)] = [
            ("phone", fields.phone), ("district", fields.district), ("website", fields.website),
        ]
        for (key, column) in others { if let column { add(key, name(column), guess()) } }
    }

    private mutating func writeID() {
        if case .geojson(let haveIDs) = page.form, haveIDs {
            add(say("# Without fields.id, the id of the Feature is used.", "# fields.id가 없으면 피처의 id를 씁니다."))
        } else if let id = fields.id {
            if id.isRunning {
                add(
                    say(
                        "# \(Self.shown(id.name)) counts the rows: 1, 2, 3 … Use it only if a place keeps its number when the publisher uploads the data again.",
                        "# \(Self.shown(id.name)) 열은 행의 순번(1, 2, 3 …)입니다. 제공 기관이 데이터를 다시 올려도 번호가 바뀌지 않을 때만 쓰세요."))
            }
            add(
                "id", name(id),
                guess(
                    "its value differs in each of the \(page.table.rowCount) rows. An id must never change, so don't use a row number",
                    "\(page.table.rowCount)행의 값이 모두 다릅니다. 바뀌지 않는 번호여야 하므로 순번은 쓸 수 없습니다")
            )
        } else if let name = fields.name, let address = fields.address.first {
            let running = fields.runningID.map { Self.shown($0.name) }
            add(
                running.map {
                    say(
                        "# GUESS: the name and the address together, because \($0) may only count the rows: 1, 2, 3 … Use \($0) if a place keeps its number.",
                        "# 추정: \($0) 열은 행의 순번(1, 2, 3 …)일 수 있어 이름과 주소를 함께 씁니다. 장소의 번호가 바뀌지 않으면 \($0)\(.object) 쓰세요."
                    )
                }
                    ?? say(
                        "# GUESS: the name and the address together, because no id column has a different value in each row.",
                        "# 추정: 값이 행마다 다른 번호 열이 없어 이름과 주소를 함께 씁니다."))
            add("id", "{ join = [\(self.name(name)), \(self.name(address))] }")
        } else {
            if let running = fields.runningID {
                add(
                    say(
                        "# \(Self.shown(running.name)) counts the rows: 1, 2, 3 … Use it only if a place keeps its number.",
                        "# \(Self.shown(running.name)) 열은 행의 순번(1, 2, 3 …)입니다. 장소의 번호가 바뀌지 않을 때만 쓰세요.")
                )
            }
            add(
                "id", "\"\"",
                say(
                    "a column with a different and permanent value in each row, or { join = [\"A\", \"B\"] }",
                    "값이 행마다 다르고 바뀌지 않는 열, 또는 { join = [\"A\", \"B\"] }"))
        }
    }

    private mutating func writeRest() {
        if let status = fields.status {
            add()
            add(
                say(
                    "# GUESS: for licensed businesses, 01 and 02 mean open (or closed for a while), 03 and 04 mean closed. This page has:",
                    "# 추정: 인허가 업소는 01과 02가 영업(휴업 포함), 03과 04가 폐업입니다. 이 페이지의 값:")
            )
            add("# \(status.texts.map { Self.shown($0) }.joined(separator: ", "))\(status.hasMoreTexts ? ", …" : "")")
            add("[status]")
            add("field", name(status))
            add("open", Self.list(["01", "02"]))
            add("closed", Self.list(["03", "04"]))
        }
        if let kind = fields.kind {
            add()
            add(
                say(
                    "# For several kinds, delete the kind line above, write kind = \(name(kind)) under [fields], and use these lines:",
                    "# 종류가 여럿이면 위의 kind 줄을 지우고, [fields]에 kind = \(name(kind))\(.object) 쓰고, 아래 줄을 씁니다:"))
            add("# [kinds]")
            for text in kind.texts { add("# \(DeclarationText.quoted(text)) = \"\"") }
        }
        if case .csv = page.form { return }
        add()
        add(
            say(
                "# For a live service, state its address: {KEY} stands for the key, {PAGE}, {PAGE0}, {FIRST} or {OFFSET} for the place in the feed, {SIZE} for the number of rows.",
                "# 오픈 API 서비스라면 주소를 적습니다. {KEY}는 인증키, {PAGE}·{PAGE0}·{FIRST}·{OFFSET}은 피드에서의 위치, {SIZE}는 행 수입니다."))
        add("# [service]")
        let service = envelope.service
        add("# url = \"\(service.url)\"")
        if !service.headers.isEmpty { add("# headers = \(Self.list(service.headers))") }
        if let key = service.key { add("# key = \"\(key)\"") }
        add("# rows_per_page = \(service.rowsPerPage)")
    }

    private mutating func writeColumns() {
        let rows = page.table
        add()
        add(
            say(
                "# The columns of \(EnglishNoun.counted(rows.rowCount, "row", "rows"))\(page.isCut ? " (the first 16 MiB)" : ""): how many rows have a value, and the first value.",
                "# 열마다 \(rows.rowCount)행\(page.isCut ? "(처음 16 MiB)" : "") 가운데 값이 있는 행의 수와 첫 값:")
        )
        for column in rows.columns.prefix(200) {
            add("#   \(Self.shown(column.name)): \(column.filledCount), \(Self.shown(column.example))")
        }
        if rows.columns.count > 200 {
            add(say("#   … and \(rows.columns.count - 200) more", "#   … 외 \(rows.columns.count - 200)개"))
        }
    }
}

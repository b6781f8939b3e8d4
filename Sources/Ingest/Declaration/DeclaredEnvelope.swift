internal import GeocliText

/// Reads the `pages` table of a declaration.
struct DeclaredEnvelope {
    private let pages: DeclaredTable

    init(_ pages: DeclaredTable) { self.pages = pages }

    func envelope() throws -> Feed.Envelope {
        let format = try pages.requiredText("format")
        let envelope: Feed.Envelope
        switch format {
        case "json", "xml": envelope = try tree(format, .tree)
        case "csv": envelope = Feed.Envelope(.csv(try shape()))
        case "geojson":
            let isInside = pages.value("rows") != nil
            envelope = isInside ? try tree(format, .geojson) : Feed.Envelope(.geojson)
        default:
            throw pages.wrong(
                "format", Words(en: "write json, xml, csv or geojson", ko: "json, xml, csv, geojson 가운데 하나를 쓰세요"))
        }
        try pages.finish()
        return envelope
    }

    private func tree(_ format: String, _ form: Feed.Envelope.Form) throws -> Feed.Envelope {
        var envelope = Feed.Envelope(form)
        let rows = try pages.requiredText("rows")
        if rows != "." { envelope.rows = try path(rows, "rows") }
        guard format != "geojson" || !envelope.rows.isEmpty else {
            throw pages.wrong(
                "rows",
                Words(
                    en: "leave this key out for a GeoJSON file; it is the path of the Features inside another document",
                    ko: "GeoJSON 파일이면 이 키를 빼세요. 다른 문서 안에 있는 피처 목록의 경로를 쓰는 키입니다"))
        }
        guard format != "xml" || envelope.rows.count > 1 else {
            throw pages.wrong(
                "rows",
                Words(en: "write the names of the elements from the root to a row", ko: "루트부터 행까지 요소 이름을 차례로 쓰세요"))
        }
        let counts = try pages.requiredText("total_counts")
        guard let total = Feed.Envelope.Total(rawValue: counts) else {
            throw pages.wrong(
                "total_counts",
                Words(
                    en:
                        "write feed (the total counts all rows), page (the total counts the rows of its page) or none (pages have no total)",
                    ko: "feed(전체 행 수), page(그 페이지의 행 수), none(없음) 가운데 하나를 쓰세요"))
        }
        envelope.totalCounts = total
        if total != .none {
            envelope.total = try path(try pages.requiredText("total"), "total")
        } else if pages.value("total") != nil {
            throw pages.wrong(
                "total", Words(en: "leave this key out if total_counts is none", ko: "total_counts가 none이면 이 키를 빼세요"))
        }
        try results(&envelope)
        envelope.allowsBlankRows = try pages.truth("blank_rows") ?? true
        return envelope
    }

    private func results(_ envelope: inout Feed.Envelope) throws {
        envelope.codes = try pages.texts("result").map { try path($0, "result") }
        envelope.messages = try pages.texts("message").map { try path($0, "message") }
        envelope.goodCodes = Set(try pages.texts("good"))
        envelope.emptyCodes = Set(try pages.texts("empty"))
        if envelope.codes.isEmpty {
            for key in ["message", "good", "empty"] where pages.value(key) != nil {
                throw pages.wrong(
                    key, Words(en: "needs \"result\", the path of the code", ko: "코드의 경로를 적는 result도 써야 합니다"))
            }
        } else if envelope.goodCodes.isEmpty {
            throw pages.missing("good")
        }
        if let both = envelope.goodCodes.intersection(envelope.emptyCodes).min() {
            let shown = DisplayText.shown(both)
            throw pages.wrong("empty", Words(en: "\(shown) is also in \"good\"", ko: "\(shown)\(.topic) good에도 있습니다"))
        }
    }

    private func shape() throws -> Feed.CSVShape {
        var shape = Feed.CSVShape()
        let delimiter = try pages.plainTexts("delimiter")
        guard delimiter.count == 1, let byte = delimiter[0].utf8.first, delimiter[0].utf8.count == 1, byte != 0x22,
            byte != 0x0A,
            byte != 0x0D
        else {
            guard delimiter.isEmpty else {
                throw pages.wrong(
                    "delimiter",
                    Words(en: "write one character, such as \",\" or \"|\"", ko: "\",\"나 \"|\"처럼 한 글자로 쓰세요"))
            }
            throw pages.missing("delimiter")
        }
        shape.delimiter = byte
        guard let hasHeader = try pages.truth("header") else { throw pages.missing("header") }
        if let (count, line) = try pages.number("columns") {
            guard !hasHeader else {
                throw pages.wrong(
                    "columns",
                    Words(en: "this key works only with header = false", ko: "이 키는 header = false일 때만 쓸 수 있습니다"))
            }
            guard let whole = Int(exactly: count), 1...10_000 ~= whole else {
                throw pages.wrong("columns", line, Words(en: "write a whole number, 1 or more", ko: "1 이상의 정수로 쓰세요"))
            }
            shape.columnCount = whole
        } else if !hasHeader {
            throw pages.missing("columns")
        }
        return shape
    }

    /// Reads a path such as `response.body.items.item`. A name that contains a dot is in quotes, as in `"a.b".c`.
    private func path(_ text: String, _ key: String) throws -> [String] {
        var names: [String] = []
        var name = ""
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ".", !isQuoted {
                names.append(name)
                name = ""
            } else {
                name.append(character)
            }
        }
        names.append(name)
        guard !isQuoted, names.allSatisfy({ !$0.isEmpty }), names.count <= 16 else {
            let shown = DisplayText.shown(text)
            throw pages.wrong(
                key,
                Words(
                    en: "\"\(shown)\" is not a path such as response.body.items.item",
                    ko: "\"\(shown)\"\(.topic) response.body.items.item 같은 경로가 아닙니다"))
        }
        return names
    }
}

extension Feed.Envelope {
    /// The number of columns of a file without a line of column names; nil for any other file.
    var hasNumberedColumns: Int? {
        if case .csv(let shape) = form { shape.columnCount } else { nil }
    }
}

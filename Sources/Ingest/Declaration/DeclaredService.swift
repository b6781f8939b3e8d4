internal import GeocliFetching
internal import GeocliText

enum DeclaredService {
    private static let keyVariables = ["SEOUL_OPENAPI_KEY", "DATA_GO_KR_KEY", "KCISA_KEY"]
    /// The prefix that the name of an environment variable must have. A variable with any other name may hold another
    /// program's secret.
    private static let keyPrefix = "GEOCLI_KEY_"

    static func read(_ root: DeclaredTable) throws -> FeedService? {
        guard let table = try root.table("service") else { return nil }
        let url = try table.requiredText("url")
        let (address, template) = try parts(url, table)
        let headers = try headers(table)
        let keyVariable = try self.keyVariable(table, hasKey: ([template] + headers).contains { $0.contains("{KEY}") })
        let rows = try table.number("rows_per_page")
        try table.finish()
        func service(_ count: Int) -> FeedService {
            FeedService(
                address: address, template: template, headers: headers, rowsPerPage: count, keyVariable: keyVariable)
        }
        let single = service(1)
        if single.paging == .single {
            guard rows == nil else {
                throw table.wrong(
                    "rows_per_page",
                    Words(
                        en:
                            "the url has none of {PAGE}, {PAGE0}, {FIRST} and {OFFSET}; add one of them, or leave this setting out",
                        ko: "url에 {PAGE}, {PAGE0}, {FIRST}, {OFFSET} 가운데 하나도 없습니다. 하나를 추가하거나 이 설정을 빼세요"))
            }
            return single
        }
        guard let rows else { throw table.missing("rows_per_page") }
        guard let count = Int(exactly: rows.number), 1...100_000 ~= count else {
            throw table.wrong(
                "rows_per_page", rows.line,
                Words(en: "write a whole number from 1 to 100000", ko: "1에서 100000 사이의 정수로 쓰세요"))
        }
        return service(count)
    }

    /// Headers that geocli sets by itself, or that would change how a request is read.
    private static let ownHeaders: Set<String> = [
        "host", "user-agent", "accept-encoding", "accept-language", "connection", "content-length", "expect", "range",
        "te", "trailer", "transfer-encoding", "upgrade", "if-modified-since", "if-none-match",
    ]

    /// Reads the header lines, which are of visible ASCII characters. One of them may have the key.
    private static func headers(_ table: DeclaredTable) throws -> [String] {
        let lines = try table.texts("headers")
        let wrong = { (en: String, ko: String) in table.wrong("headers", Words(en: en, ko: ko)) }
        guard lines.count <= 2 else { throw wrong("write at most two headers", "헤더는 두 개까지 쓸 수 있습니다") }
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].lowercased()
            guard parts.count == 2, !name.isEmpty, line.utf8.allSatisfy({ 0x20...0x7E ~= $0 }),
                name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x5F }),
                !String(parts[1]).trimmingBlanks().isEmpty
            else {
                throw wrong(
                    "write a name, a colon and a value on one line, such as \"Authorization: KakaoAK {KEY}\"",
                    "\"Authorization: KakaoAK {KEY}\"처럼 이름, 콜론, 값을 한 줄로 쓰세요")
            }
            guard !ownHeaders.contains(name) else {
                throw wrong("geocli sets \(name) by itself; leave it out", "\(name)\(.topic) geocli가 정하는 헤더이니 빼세요")
            }
            let isSecret = ["authorization", "key", "secret", "token"].contains(where: name.hasSuffix)
            guard !isSecret || parts[1].contains("{KEY}") else {
                throw wrong(
                    "\(name) contains the key itself; write {KEY} instead, and keep the key in an environment variable",
                    "\(name)에 인증키가 있습니다. {KEY}로 바꾸고 인증키는 환경 변수에 두세요")
            }
        }
        guard
            lines.joined().firstRange(of: "{KEY}").map({ !lines.joined()[$0.upperBound...].contains("{KEY}") }) ?? true
        else { throw wrong("{KEY} appears twice", "{KEY}가 두 번 있습니다") }
        return lines
    }

    /// Returns the environment variable that has the key; nil if the request has no place for a key.
    private static func keyVariable(_ table: DeclaredTable, hasKey: Bool) throws -> String? {
        guard let keyVariable = try table.text("key") else {
            guard !hasKey else { throw table.missing("key") }
            return nil
        }
        guard hasKey else {
            throw table.wrong(
                "key",
                Words(
                    en: "the url has no {KEY}; add {KEY} to the url (or to a header), or leave this setting out",
                    ko: "url에 {KEY}가 없습니다. url이나 헤더에 {KEY}를 추가하거나 이 설정을 빼세요"))
        }
        let isAllowed =
            keyVariables.contains(keyVariable)
            || keyVariable.hasPrefix(keyPrefix)
                && keyVariable.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }
        guard isAllowed else {
            throw table.wrong(
                "key",
                Words(
                    en:
                        "write the name of the environment variable that has the key: \(keyVariables.joined(separator: ", ")), or one that begins with \(keyPrefix)",
                    ko:
                        "인증키를 담은 환경 변수 이름을 쓰세요: \(keyVariables.joined(separator: ", ")) 또는 \(keyPrefix)\(.by) 시작하는 이름"
                ))
        }
        return keyVariable
    }

    /// Splits a URL into its origin and the rest. All placeholders in the rest must be known.
    private static func parts(_ url: String, _ table: DeclaredTable) throws -> (address: String?, template: String) {
        let example = "http://openapi.seoul.go.kr:8088/{KEY}/json/TbSlibBookstoreInfo/{FIRST}/{LAST}/"
        let wrong = Words(en: "write an http or https URL such as \(example)", ko: "\(example) 같은 http(s) URL로 쓰세요")
        let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix) ?? ""
        let rest = url.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // People type Hangul; a request has it percent-encoded.
        let template = PercentEncoding.encodingNonASCII(String(rest.dropFirst(host.count)))
        guard template.hasPrefix("/"), host.isEmpty == scheme.isEmpty, !host.contains("@"), !host.contains("{"),
            !template.contains("#")
        else { throw table.wrong("url", wrong) }
        if let reason = wrongSign(host, template) { throw table.wrong("url", reason) }
        var names: [String] = []
        for part in template.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            guard let end = part.firstIndex(of: "}") else { throw table.wrong("url", wrong) }
            names.append(String(part[..<end]))
        }
        try check(names, table)
        if let key = template.keyParameter.map({ DisplayText.shown($0) }) {
            throw table.wrong(
                "url",
                Words(
                    en:
                        "the parameter \(key)= contains the key itself; write {KEY} instead, and keep the key in an environment variable",
                    ko: "\(key)=에 인증키가 있습니다. {KEY}로 바꾸고 인증키는 환경 변수에 두세요"))
        }
        return (scheme.isEmpty ? nil : scheme + host.lowercased(), template)
    }

    /// Returns what to write instead of a character that an address can't have; nil if there is none.
    private static func wrongSign(_ host: Substring, _ template: String) -> Words? {
        if !host.utf8.allSatisfy({ $0 < 0x80 }) {
            return Words(
                en: "write the host in ASCII (xn--…), as a browser's address bar copies it",
                ko: "호스트는 브라우저 주소창에서 복사한 것처럼 ASCII(xn--…)로 쓰세요")
        }
        if !template.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
            return Words(
                en: "percent-encode blanks, quotes and backslashes: a blank is %20",
                ko: "공백, 따옴표, 역슬래시는 퍼센트 인코딩으로 쓰세요. 공백은 %20입니다")
        }
        guard !PercentEncoding.isWhole(template) else { return nil }
        return Words(
            en: "a % must begin a code such as %20; write %25 for the character itself",
            ko: "%는 %20 같은 코드에만 씁니다. % 문자는 %25로 쓰세요")
    }

    /// Checks the placeholders of a URL: each is known and appears once, and the pairs are complete.
    private static func check(_ names: [String], _ table: DeclaredTable) throws {
        let known = ["KEY", "FIRST", "LAST", "OFFSET", "PAGE", "PAGE0", "SIZE"]
        let list = known.map { "{\($0)}" }.joined(separator: ", ")
        if let other = names.first(where: { !known.contains($0) }).map({ DisplayText.shown($0) }) {
            throw table.wrong(
                "url",
                Words(
                    en: "{\(other)} is not one of \(list)",
                    ko: "{\(other)}\(.topic) 쓸 수 없습니다. \(list)만 쓸 수 있습니다"))
        }
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw table.wrong("url", Words(en: "{\(twice)} appears twice", ko: "{\(twice)}가 두 번 있습니다"))
        }
        let has = { (name: String) in names.contains(name) }
        let starts = ["FIRST", "OFFSET", "PAGE", "PAGE0"].count(where: has)
        let isComplete =
            has("FIRST") ? has("LAST") != has("SIZE") : !has("LAST") && (starts == 1 || !has("SIZE"))
        guard starts <= 1, isComplete else {
            throw table.wrong(
                "url",
                Words(
                    en:
                        "write {FIRST} and {LAST} (or {SIZE}), or one of {PAGE}, {PAGE0} and {OFFSET} and perhaps {SIZE}, or none of them",
                    ko:
                        "{FIRST}와 {LAST}(또는 {SIZE})를 함께 쓰거나, {PAGE}, {PAGE0}, {OFFSET} 가운데 하나와 {SIZE}를 쓰거나(SIZE는 생략 가능), 모두 빼세요"
                ))
        }
    }
}

extension String {
    /// Returns the name of a parameter whose value looks like a key; nil if there is none.
    fileprivate var keyParameter: String? {
        guard let query = split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased().hasSuffix("key") else { continue }
            if parts[1] != "{KEY}", !parts[1].isEmpty { return String(parts[0]) }
        }
        return nil
    }
}

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

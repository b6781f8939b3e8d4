/// What surrounds the rows of a page without a declaration: its total, its result codes, and the form of the service's
/// address. The names are those that Korea's portals and the usual frameworks document.
struct DraftEnvelope {
    private let page: DraftPage

    init(_ page: DraftPage) { self.page = page }

    // MARK: The total

    /// The total, and whether it certainly counts all rows of the feed, not only those of this page.
    var total: (path: [String], count: Int, isOfFeed: Bool)? {
        let rowCount = page.table.rowCount
        let counts = page.around.compactMap { path, text in PageSummary.count(text).map { (path: path, count: $0) } }
            .filter { $0.count >= rowCount && !$0.path.contains { Self.sideCounts.contains(Self.key([$0])) } }
        let usual = counts.filter { Feed.Envelope.isUsualTotal($0.path.last ?? "") }
        // Of several totals, the one of the request comes first: odcloud also states how many rows a file has.
        let ofRequest = usual.first { Self.key($0.path) == "matchcount" }
        let plain = counts.first { Self.isPlainTotal($0.path) }
        guard let found = ofRequest ?? usual.first ?? plain else { return nil }
        let says = page.around.contains { Self.pageFacts.contains(Self.key($0.path)) }
        return (found.path, found.count, says)
    }

    /// Whether the page says that the total at a path is an estimate: CKAN, or Elasticsearch with `relation`.
    func isEstimate(_ path: [String]) -> Bool {
        page.around.contains {
            $0.path.dropLast() == path.dropLast()
                && (Self.key($0.path) == "totalwasestimated" && $0.text == "true"
                    || Self.key($0.path) == "relation" && $0.text == "gte")
        }
    }

    /// Objects whose totals count something other than rows.
    private static let sideCounts: Set<String> = ["shards", "timing", "timings", "stats", "statistics", "profile"]

    /// Whether a member with a name of many meanings is a total: `total`, `count`, or `value` in a total. A page number
    /// also has a total: that of the pages.
    private static func isPlainTotal(_ path: [String]) -> Bool {
        let outer = path.dropLast().last.map { key([$0]) } ?? ""
        guard !outer.contains("page") else { return false }
        return ["total", "count"].contains(key(path)) || key(path) == "value" && outer == "total"
    }

    /// Members that pages have beside a total of all rows: their own number of rows, and whether another page follows.
    private static let pageFacts: Set<String> = [
        "currentcount", "numberreturned", "numberofelements", "display", "isend", "next", "last", "hasnext",
        "totalpages", "totalwasestimated",
    ]

    /// The name of a member in lower case, without underscores and hyphens.
    private static func key(_ path: [String]) -> String {
        (path.last ?? "").lowercased().filter { $0 != "_" && $0 != "-" }
    }

    /// The EPSG code of the coordinate system that a page of Esri states; nil if it states none.
    var statedSystem: Int? {
        let codes = ["latestWkid", "wkid"].compactMap { name in
            page.around.first { $0.path == ["spatialReference", name] }.flatMap { Int($0.text) }
        }
        // Esri's own codes are larger.
        return codes.first.flatMap { 1024..<32768 ~= $0 ? $0 : nil }
    }

    // MARK: The result

    struct Answer {
        var codes: [[String]]
        var messages: [[String]]
        let good: String
        /// The code of a page after the last row; nil if the page does not tell.
        let empty: String?
    }

    /// Where and how the service states results; nil if the page has no code.
    var result: Answer? {
        if isVWorld {
            let status = ["response", "status"]
            return Answer(
                codes: [["response", "error", "code"], status], messages: [["response", "error", "text"]], good: "OK",
                empty: "NOT_FOUND")
        }
        guard let code else { return status }
        let messages = page.around.map { $0.path }.filter {
            $0.dropLast() == code.path.dropLast() && Self.isMessage($0)
        }
        var result = Answer(
            codes: [code.path], messages: Array(messages.prefix(1)), good: code.text,
            empty: code.text.hasPrefix("INFO") ? "INFO-200" : total == nil ? nil : "03")
        // After the last row and for a bad key, these portals send the result alone.
        if code.text.hasPrefix("INFO") {
            let count = isHeaded ? 1 : 2
            result.codes += Feed.Envelope.loneCodes.prefix(count).filter { $0 != code.path }
            result.messages += Feed.Envelope.loneMessages.prefix(count).filter { !result.messages.contains($0) }
        }
        return result
    }

    /// The result of a service that states it as a word beside the rows, as Google's do; nil for another page.
    private var status: Answer? {
        guard
            let (path, text) = page.around.first(where: {
                Self.key($0.path) == "status" && page.path.starts(with: $0.path.dropLast())
                    && ["ok", "success", "succeeded"].contains($0.text.lowercased())
            }), !page.path.isEmpty
        else { return nil }
        let outer = path.dropLast()
        let isGoogle = text == "OK" && (page.path.last == "results" || has(["htmlattributions", "nextpagetoken"]))
        let message = page.around.first {
            $0.path.dropLast() == outer && ["message", "errormessage"].contains(Self.key($0.path))
        }
        return Answer(
            codes: [path], messages: isGoogle ? [Array(outer) + ["error_message"]] : message.map { [$0.path] } ?? [],
            good: text, empty: isGoogle ? "ZERO_RESULTS" : nil)
    }

    /// The code and the message of an answer that is itself an error; nil for any other page.
    var refusal: (code: String, message: String)? {
        let portal = page.around.first { $0.path.last == "returnReasonCode" }
        let failed = page.around.first { $0.path == ["response", "error", "code"] }
        let lone = page.table.rowCount == 0 ? page.around.first { $0.path == ["code"] } : nil
        guard let found = portal ?? failed ?? code ?? lone,
            portal != nil || ResultClass(code: found.text) != .unknown
        else { return page.table.rowCount == 0 ? page.fault.failure(hasCode: false) : nil }
        let message = page.around.first {
            Self.isMessage($0.path) || ["returnAuthMsg", "msg"].contains($0.path.last)
                || $0.path == ["response", "error", "text"]
        }
        return (found.text, message?.text ?? "")
    }

    private var code: (path: [String], text: String)? {
        page.around.first { Self.last($0.path) == "CODE" || Self.key($0.path) == "resultcode" }
    }

    private static func isMessage(_ path: [String]) -> Bool {
        last(path) == "MESSAGE" || ["resultmsg", "resultmessage"].contains(key(path))
    }

    /// The last part of a path, also if the name of a member is itself a path, as in Seoul's `RESULT.CODE`.
    private static func last(_ path: [String]) -> String? {
        path.last?.split(separator: ".").last.map(String.init)
    }

    // MARK: The service

    /// The lines of a `[service]` table that fit the page.
    struct Service {
        let url: String
        var headers: [String] = []
        var key: String?
        let rowsPerPage: Int
    }

    /// The form of the addresses of services that send such pages.
    var service: Service {
        let type = page.form == .xml ? "xml" : "json"
        if isVWorld {
            return Service(
                url:
                    "https://api.vworld.kr/req/data?service=data&request=GetFeature&data=LAYER&format=json&crs=EPSG:4326&key={KEY}&page={PAGE}&size={SIZE}",
                key: "GEOCLI_KEY_VWORLD", rowsPerPage: 1000)
        }
        if isHeaded {
            return Service(
                url: "https://open.neis.go.kr/hub/SERVICE?KEY={KEY}&Type=\(type)&pIndex={PAGE}&pSize={SIZE}",
                key: "GEOCLI_KEY_NEIS", rowsPerPage: 1000)
        }
        if page.path.count == 2, page.path.last == "row" {
            return Service(
                url: "http://openapi.seoul.go.kr:8088/{KEY}/\(type)/SERVICE/{FIRST}/{LAST}/",
                key: "SEOUL_OPENAPI_KEY", rowsPerPage: 1000)
        }
        if has(["currentcount"]) {
            return Service(
                url: "https://api.odcloud.kr/api/PATH?serviceKey={KEY}&page={PAGE}&perPage={SIZE}",
                key: "DATA_GO_KR_KEY", rowsPerPage: 1000)
        }
        if code != nil {
            let isKCISA = code?.text == "0000"
            return Service(
                url: isKCISA
                    ? "https://api.kcisa.kr/openapi/PATH?serviceKey={KEY}&pageNo={PAGE}&numOfRows={SIZE}"
                    : "https://apis.data.go.kr/PATH?serviceKey={KEY}&pageNo={PAGE}&numOfRows={SIZE}&type=\(type)",
                key: isKCISA ? "KCISA_KEY" : "DATA_GO_KR_KEY", rowsPerPage: 100)
        }
        if has(["numbermatched", "numberreturned"]) {
            return Service(
                url: "https://HOST/collections/COLLECTION/items?f=json&offset={OFFSET}&limit={SIZE}", rowsPerPage: 1000)
        }
        if page.path == ["result", "records"] {
            return Service(
                url:
                    "https://HOST/api/3/action/datastore_search?resource_id=RESOURCE&offset={OFFSET}&limit={SIZE}",
                rowsPerPage: 1000)
        }
        if page.path == ["features"], page.form == .json {
            return Service(
                url:
                    "https://HOST/arcgis/rest/services/SERVICE/FeatureServer/0/query?where=1%3D1&outFields=*&f=json&resultOffset={OFFSET}&resultRecordCount={SIZE}",
                rowsPerPage: 1000)
        }
        if page.path == ["documents"] {
            return Service(
                url: "https://dapi.kakao.com/v2/local/search/keyword.json?query=QUERY&page={PAGE}&size={SIZE}",
                headers: ["Authorization: KakaoAK {KEY}"], key: "GEOCLI_KEY_KAKAO", rowsPerPage: 15)
        }
        if has(["totalelements"]) {
            return Service(url: "https://HOST/PATH?page={PAGE0}&size={SIZE}", rowsPerPage: 100)
        }
        if has(["display"]) {
            return Service(
                url: "https://openapi.naver.com/v1/search/local.json?query=QUERY&start={FIRST}&display={SIZE}",
                headers: ["X-Naver-Client-Id: ID", "X-Naver-Client-Secret: {KEY}"], key: "GEOCLI_KEY_NAVER",
                rowsPerPage: 5)
        }
        return Service(url: "https://HOST/PATH?page={PAGE}&page_size={SIZE}", rowsPerPage: 100)
    }

    private func has(_ names: Set<String>) -> Bool { page.around.contains { names.contains(Self.key($0.path)) } }

    private var isVWorld: Bool {
        page.around.contains { $0.path == ["response", "status"] && ["OK", "NOT_FOUND"].contains($0.text) }
    }

    /// Whether total and result are in `head`, beside the rows, as in Gyeonggi's and NEIS's pages.
    private var isHeaded: Bool { page.around.contains { $0.path.dropLast().last == "head" } }
}

internal import GeocliPlaces
public import GeocliText

/// The reason why the data is not a snapshot of the feed. The catalog remains unchanged.
public struct IngestError: ReasonedError, Equatable {
    public enum Code: Sendable, Equatable {
        case empty
        case notAPage
        /// The file is an archive, a workbook or similar. The words say what the file is and what to do with it.
        case notText(Words)
        case jsonForCSV
        /// The CSV file lacks a column that the declaration needs; `found` has the first columns of the file.
        case missingColumn(String, found: [String])
        case repeatedColumn(String)
        /// The last line of the CSV file ends before its last column.
        case cutOff(fields: Int, columns: Int)
        /// No line of the CSV file has the declared number of columns; `fields` is the number in the first line.
        case otherColumns(fields: Int, columns: Int, delimiter: UInt8)
        /// The file for a new declaration is in neither UTF-8 nor CP949.
        case noEncoding
        /// The file for a new declaration is too long for a page of JSON or XML.
        case tooLong
        /// The file for a new declaration has no list of rows.
        case noRowsFound
        /// The file for a new declaration is neither JSON nor XML nor a table.
        case noTable
        /// The file is GeoJSON, which needs no declaration.
        case geoJSON
        case html
        case wrongService(found: String, wanted: String)
        case missingField(String)
        /// The page lacks a value at the path that a key of the declaration names. `members` has the names that the
        /// page has at the longest start of the path.
        case missingPath(key: String, path: String, start: String, members: [String])
        case badTotal(String, String)
        /// The result code is neither one of the declaration's good codes nor one of its empty codes.
        case unlistedCode(String, message: String, good: [String], empty: [String])
        case notRows(String)
        case result(code: String, message: String)
        case noPages([String])
        /// The page states how many rows it has, but it has a different number of rows.
        case pageTotal(Int, rows: Int)
        /// The page states two different totals. This can happen if it has two objects of the service.
        case twoTotals(Int, Int)
        /// The service ignores the page number or the row numbers, so its rows never end.
        case samePage
        /// The service sends more rows than the total that it states for the whole feed.
        case moreThanTotal(Int)
        /// The service counts pages and sends fewer rows per page than asked for.
        case shortPage(rows: Int, asked: Int)
        /// The page has no rows, but this code, which is that of a page with rows.
        case emptyPage(code: String)
        /// The page has rows, but a page before it has none.
        case rowsAfterEmpty
        case tooManyPages(Int)

        public var isNoPages: Bool { if case .noPages = self { true } else { false } }
    }

    public var exit: ExitStatus {
        if code.isNoPages { return .noInput }
        guard !isSaved, case .result(let code, let message) = code else { return .data }
        return switch ResultClass(code: code, message: message) {
        case .key, .quota: .key
        case .server: .unavailable
        case .request, .unknown: .data
        }
    }

    /// Whether a page of the service is a web page, such as a maintenance notice, or only the beginning of a page.
    var isNoPage: Bool {
        switch code {
        case .empty, .html, .cutOff: true
        default: false
        }
    }

    /// Whether another night usually succeeds although no person does anything.
    var healsByItself: Bool {
        guard !isSaved, case .result(let code, let message) = code else { return false }
        return [.quota, .server].contains(ResultClass(code: code, message: message))
    }

    public let code: Code
    public let page: String
    /// Whether the page came from a file, not from the service. If so, no key was used, and a retry does not help.
    public private(set) var isSaved = false

    init(_ code: Code, page: String) {
        self.code = code
        self.page = page
    }

    var ofSavedPage: IngestError {
        var error = self
        error.isSaved = true
        return error
    }

    public var words: Words { Self.templates.words(reason) ?? Words(en: page, ko: page) }

    public var reason: Reason {
        let page = JSONValue.Member("page", page)
        return switch code {
        case .empty: Reason("page-empty", [page])
        case .notAPage: Reason("not-a-page", [page])
        case .notText, .jsonForCSV, .missingColumn, .repeatedColumn, .cutOff, .otherColumns:
            Reason("other-file", fileWords)
        case .missingPath, .unlistedCode: Reason("other-file", declarationWords)
        case .noEncoding, .tooLong, .noRowsFound, .noTable, .geoJSON: Reason("other-file", draftWords)
        case .html: Reason("web-page", [page])
        case .wrongService(let found, let wanted):
            Reason("wrong-service", [page, .init("found", shown(found)), .init("wanted", shown(wanted))])
        case .missingField(let name): Reason("missing-member", [page, .init("name", shown(name))])
        case .badTotal(let name, let found):
            Reason("bad-total", [page, .init("name", shown(name)), .init("found", shown(found))])
        case .notRows(let found): Reason("not-rows", [page, .init("found", shown(found))])
        case .pageTotal(let total, let rows): Reason("page-total", [page, .init("total", total), .init("rows", rows)])
        case .twoTotals(let one, let other): Reason("two-totals", [page, .init("one", one), .init("other", other)])
        case .moreThanTotal(let total): Reason("more-than-total", [page, .init("total", total)])
        case .shortPage(let rows, let asked): Reason("short-page", [page, .init("rows", rows), .init("asked", asked)])
        case .samePage: Reason("same-page", [page])
        case .emptyPage(let code): Reason("empty-page", [page, .init("code", shown(code))])
        case .rowsAfterEmpty: Reason("rows-after-empty", [page])
        case .result(let code, let message):
            Reason(resultReason(code, message), [page, .init("code", shown(code)), .init("message", shown(message))])
        case .noPages(let endings):
            Reason("no-pages", [page, .init("endings", endings.joined(separator: ", "))])
        case .tooManyPages(let count): Reason("too-many-pages", [page, .init("pages", count)])
        }
    }

    private func resultReason(_ code: String, _ message: String) -> String {
        switch ResultClass(code: code, message: message) {
        case .key where isSaved: "saved-key-answer"
        case .quota where isSaved, .server where isSaved: "saved-server-answer"
        case .quota: "quota-used-up"
        // Only Seoul's portal sends this code; Gyeonggi and NEIS send others for their keys.
        case .key where code != "INFO-100": "key-refused-by-portal"
        case .key: "key-refused"
        case .server: "service-trouble"
        case .request, .unknown: "request-refused"
        }
    }

    func shown(_ text: String) -> String {
        DisplayText.shown(text.trimmingBlanks(), columns: 120)
    }
}

extension IngestError {
    var fileWords: Words {
        switch code {
        case .notText(let advice):
            Words(en: "\(page) \(advice.en)", ko: "\(page)\(.topic) \(advice.ko)")
        case .missingColumn(let name, let found):
            Words(
                en:
                    "\(page) has no column \(shown(name)); its first line has \(list(found)); check encoding, delimiter, header and the column names in the declaration",
                ko:
                    "\(page)에 \(shown(name)) 열이 없습니다. 첫 줄은 \(list(found))입니다. 선언의 encoding, delimiter, header와 열 이름을 확인하세요"
            )
        case .repeatedColumn(let name):
            Words(
                en:
                    "\(page) has the column \(shown(name)) twice, so geocli can't know which one is meant; rename one in the first line",
                ko: "\(page)에 \(shown(name)) 열이 두 번 있어 어느 쪽인지 알 수 없습니다. 첫 줄에서 한쪽의 이름을 바꾸세요")
        case .cutOff(let fields, let columns):
            Words(
                en:
                    "\(page) is cut off: its last line has \(fields) of \(columns) fields and no line end; fetch the file again",
                ko: "\(page)\(.subject) 잘렸습니다: 마지막 줄에 필드 \(columns)개 가운데 \(fields)개만 있고 줄바꿈이 없습니다. 다시 받으세요")
        case .otherColumns(let fields, let columns, let delimiter):
            Words(
                en:
                    "\(page): with the delimiter \(Self.shown(delimiter)), its first line has \(EnglishNoun.counted(fields, "field", "fields")), but the declaration says columns = \(columns), and no line has \(columns); correct delimiter or columns (a delimiter at a line's end begins one more field)",
                ko:
                    "\(page): 구분자 \(Self.shown(delimiter))\(.by) 나누면 첫 줄의 필드는 \(fields)개인데 선언은 columns = \(columns)입니다. 필드가 \(columns)개인 줄이 없습니다. delimiter나 columns를 고치세요(줄 끝의 구분자 뒤도 필드로 셉니다)"
            )
        default:
            Words(
                en: "\(page) holds JSON, but the declaration says format = \"csv\"; declare json, or give the CSV file",
                ko: "\(page)\(.topic) JSON인데 선언은 format = \"csv\"입니다. json으로 선언하거나 CSV 파일을 지정하세요")
        }
    }

    var draftWords: Words {
        switch code {
        case .noEncoding:
            Words(
                en:
                    "\(page) is not text in UTF-8 or CP949; give a page as the service sent it, or convert it (\(TextEncoding.conversion.en))",
                ko:
                    "\(page)\(.topic) UTF-8이나 CP949로 된 텍스트가 아닙니다. 서비스가 보낸 페이지를 그대로 쓰거나 변환하세요(\(TextEncoding.conversion.ko))"
            )
        case .tooLong:
            Words(
                en: "\(page) is larger than 16 MiB; give only one saved page",
                ko: "\(page)\(.subject) 16MiB보다 큽니다. 저장한 페이지 하나만 쓰세요")
        case .noRowsFound:
            Words(
                en: "\(page) has no list of rows; save an answer that has rows",
                ko: "\(page)에 행 목록이 없습니다. 행이 있는 응답을 저장하세요")
        case .noTable:
            Words(
                en:
                    "\(page) is neither JSON nor XML, nor a table with commas, tabs, bars or semicolons; give a page as the service sent it",
                ko: "\(page)\(.topic) JSON도 XML도, 쉼표·탭·세로줄·세미콜론으로 나눈 표도 아닙니다. 서비스가 보낸 페이지를 그대로 쓰세요")
        default:
            Words(
                en:
                    "\(page) is GeoJSON, which needs no declaration; read it with 'geocli ingest' (see 'geocli ingest --help')",
                ko: "\(page)\(.topic) GeoJSON이라 선언이 필요 없습니다. 'geocli ingest'로 바로 수집하세요('geocli ingest --help' 참고)")
        }
    }

    /// Messages about a declaration that does not fit the page.
    var declarationWords: Words {
        switch code {
        case .unlistedCode(let code, let message, let good, let empty):
            let answer = [code, message].map(shown).filter { !$0.isEmpty }.joined(separator: " ")
            let short = DisplayText.shown(code.trimmingBlanks(), columns: 40)
            let lists =
                "good = [\(list(good, columns: 20))]" + (empty.isEmpty ? "" : ", empty = [\(list(empty, columns: 20))]")
            return Words(
                en:
                    "\(page): \(answer); the declaration lists \(short) neither in good nor in empty (\(lists)); add it there if it is the code of a page with rows or of the end; otherwise correct the request",
                ko:
                    "\(page): \(answer). \(short)\(.topic) 선언의 good에도 empty에도 없습니다(\(lists)). 행이 있는 페이지나 끝을 알리는 코드라면 추가하고, 아니면 요청을 고치세요"
            )
        case .missingPath(let key, let path, let start, let members):
            let found = list(members, limit: 8, columns: 20)
            let whole = path.isEmpty ? Words(en: "is not a list", ko: "목록이 아닙니다") : nil
            let lack =
                whole
                ?? Words(en: "has no \(shown(path))", ko: "\(shown(path))\(.subject) 없습니다")
            let place = start.isEmpty ? Words(en: "it", ko: "페이지") : Words(en: shown(start), ko: shown(start))
            let has = Words(
                en: members.isEmpty ? "\(place.en) is empty" : "\(place.en) has \(found)",
                ko: members.isEmpty ? "\(place.ko)\(.subject) 비어 있습니다" : "\(place.ko)에 있는 것: \(found)")
            return Words(
                en:
                    "\(page) \(lack.en) (\(key) in the declaration); \(has.en); correct \(key), or, if the declaration fitted before, compare the page with an older one",
                ko: "\(page): \(lack.ko)(선언의 \(key)). \(has.ko). \(key)\(.object) 고치세요. 전에는 맞았다면 예전 페이지와 비교하세요")
        default: return Words(en: page, ko: page)
        }
    }

    private static func shown(_ delimiter: UInt8) -> String {
        delimiter == 0x09 ? "\"\\t\"" : "\"\(DisplayText.shown(String(UnicodeScalar(delimiter))))\""
    }

    private func list(_ names: [String], limit: Int = 4, columns: Int = 40) -> String {
        let shown = names.prefix(limit).map { DisplayText.shown($0, columns: columns) }
        return shown.joined(separator: ", ") + (names.count > limit ? ", …" : "")
    }
}

extension IngestError {
    public static let templates = pages + paging + answers

    private static let pages = [
        ReasonTemplate("other-file", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-json", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-xml", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-csv", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-encoding", en: "{en}", ko: "{ko}"),
        ReasonTemplate("wrong-setting", en: "{en}", ko: "{ko}"),
        ReasonTemplate("page-empty", en: "{page} is empty; fetch it again", ko: "{page}: 페이지가 비어 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "not-a-page", en: "{page} is neither JSON nor XML; give pages as the service sends them",
            ko: "{page}: JSON도 XML도 아닙니다. 서비스가 보낸 페이지를 그대로 쓰세요"),
        ReasonTemplate(
            "web-page", en: "{page} is a web page, probably a maintenance notice; try again later",
            ko: "{page}: 피드가 아니라 웹 페이지입니다(점검 안내일 수 있습니다). 나중에 다시 시도하세요"),
        ReasonTemplate(
            "wrong-service",
            en:
                "{page} holds {found} where {wanted} was expected; give pages of this feed, or choose another feed with --feed",
            ko: "{page}에 {wanted} 대신 {found}{subject} 있습니다. 이 피드의 페이지를 쓰거나 --feed로 다른 피드를 지정하세요"),
        ReasonTemplate(
            "missing-member",
            en: "{page} has no {name}; the feed's format may have changed; compare the page with an older one",
            ko: "{page}에 {name}{subject} 없습니다. 피드 형식이 바뀌었을 수 있습니다. 예전 페이지와 비교하세요"),
        ReasonTemplate(
            "bad-total",
            en: "{page}: the total ({name}) is {found}, which is not a whole number; declare the path of the total",
            ko: "{page}: 전체 행 수({name})의 값 {found}{topic} 정수가 아닙니다. 전체 행 수의 경로를 선언하세요"),
        ReasonTemplate(
            "not-rows", en: "{page} holds {found} where its rows should be; fetch it again",
            ko: "{page}: 행이 있을 자리에 {found}{subject} 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "no-pages",
            en: "the folder {page} contains no page ({endings|.json, .xml, .csv}); save the service's answers there",
            ko: "{page} 폴더에 페이지({endings|.json, .xml, .csv})가 없습니다. 서비스의 응답을 이 폴더에 저장하세요"),
    ]

    private static let paging = [
        ReasonTemplate(
            "page-total",
            en:
                "{page} states {total} {total:row|rows} but holds {rows}; if this total counts the whole feed, declare total_counts = \"feed\"",
            ko: "{page}에 적힌 행 수는 {total}개인데 실제로는 {rows}개입니다. 적힌 수가 피드 전체의 행 수라면 total_counts = \"feed\"로 선언하세요"),
        ReasonTemplate(
            "two-totals", en: "{page} is damaged: it states two totals, {one} and {other}; fetch the page again",
            ko: "{page}에 전체 행 수가 {one}, {other} 두 가지로 적혀 있습니다. 손상된 페이지이니 다시 받으세요"),
        ReasonTemplate(
            "more-than-total",
            en:
                "{page} has rows beyond the total of {total} that the service states; if this total counts one page, declare total_counts = \"page\"",
            ko:
                "서비스가 알려 준 전체 행 수는 {total}인데, 그만큼 읽은 뒤에도 {page}에 행이 있습니다. 이 수가 한 페이지의 행 수라면 total_counts = \"page\"로 선언하세요"
        ),
        ReasonTemplate(
            "short-page",
            en:
                "{page}: the service sent only {rows} of the {asked} rows requested, although it has more; declare rows_per_page = {rows}",
            ko: "{page}: {asked}행을 요청했는데 {rows}행만 왔고, 서비스에는 행이 더 있습니다. rows_per_page = {rows}{by} 선언하세요"),
        ReasonTemplate(
            "same-page",
            en:
                "{page} has the same rows as the page before it, so the service ignores the page number; check the URL in the declaration",
            ko: "{page}: 앞 페이지와 내용이 같습니다. 서비스가 페이지 번호를 무시합니다. 선언의 URL을 확인하세요"),
        ReasonTemplate(
            "empty-page",
            en:
                "{page} has no rows but the code of a page with rows ({code}), so it is not the end of the feed; fetch all pages again; if the feed does end like this, remove \"empty\" from the declaration",
            ko:
                "{page}에 행이 없는데 결과 코드({code})는 행이 있는 페이지의 코드라서 피드의 끝이 아닙니다. 모든 페이지를 다시 받으세요. 피드가 원래 이렇게 끝난다면 선언에서 empty를 빼세요"
        ),
        ReasonTemplate(
            "rows-after-empty",
            en: "{page} has rows, but a page before it has none, so rows may be missing; try again later",
            ko: "{page}에는 행이 있는데 앞 페이지에는 행이 없어, 빠진 행이 있을 수 있습니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "too-many-pages",
            en:
                "{page}: the service has more than {pages} pages, so this is probably not a feed; check the address and the total that the service states",
            ko: "{page}: {pages}페이지를 받아도 끝나지 않습니다. 피드가 아닌 것 같습니다. 주소와 서비스가 보내는 전체 행 수를 확인하세요"),
    ]

    private static let answers = [
        ReasonTemplate(
            "saved-key-answer",
            en: "{page}: {code} {message}; the page has this answer instead of rows; fetch it again with a valid key",
            ko: "{page}: {code} {message}. 페이지에 행 대신 이 응답이 들어 있습니다. 올바른 인증키로 다시 받으세요"),
        ReasonTemplate(
            "saved-server-answer",
            en: "{page}: {code} {message}; the page has this answer instead of rows; fetch it again",
            ko: "{page}: {code} {message}. 페이지에 행 대신 이 응답이 들어 있습니다. 다시 받으세요"),
        ReasonTemplate(
            "key-refused-by-portal",
            en: "{page}: {code} {message}; check the key and its daily limit on the portal that issued it",
            ko: "{page}: {code} {message}. 인증키를 발급받은 포털에서 인증키와 하루 한도를 확인하세요"),
        ReasonTemplate(
            "quota-used-up",
            en:
                "{page}: {code} {message}; the key's daily quota is used up and comes back at midnight (the service's time); nothing to do",
            ko: "{page}: {code} {message}. 인증키의 하루 호출 한도를 다 썼습니다. 자정(서비스 기준)에 다시 채워지니 지금 할 일은 없습니다"),
        ReasonTemplate(
            "key-refused",
            en:
                "{page}: {code} {message}; check the key (SEOUL_OPENAPI_KEY or ~/.config/geocli/config), or get a new one for free at https://data.seoul.go.kr",
            ko:
                "{page}: {code} {message}. 인증키(SEOUL_OPENAPI_KEY나 ~/.config/geocli/config)를 확인하거나 https://data.seoul.go.kr에서 무료로 새로 받으세요"
        ),
        ReasonTemplate(
            "service-trouble", en: "{page}: {code} {message}; the service has a problem; try again later",
            ko: "{page}: {code} {message}. 서비스 오류입니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "request-refused", en: "{page}: {code} {message}; fetch the page again with a valid request",
            ko: "{page}: {code} {message}. 올바른 요청으로 다시 받으세요"),
    ]
}

public import GeocliText

/// The reason why the data is not a snapshot of the feed. The catalog is unchanged.
public struct IngestError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable, Equatable {
        /// The page is empty.
        case empty
        /// The bytes are neither JSON nor XML.
        case notAPage
        /// An archive, a workbook and the like: what it is, and what to do with it.
        case notText(Words)
        /// JSON where a CSV file is declared.
        case jsonForCSV
        /// A CSV file without a column that the declaration needs, and the first columns that it has.
        case missingColumn(String, found: [String])
        /// A CSV file that has a declared column twice.
        case repeatedColumn(String)
        /// A CSV file whose last line ends before its last column.
        case cutOff(fields: Int, columns: Int)
        /// A file to begin a declaration from, in neither encoding.
        case noEncoding
        /// A file to begin a declaration from that is too long for a page of JSON or XML.
        case tooLong
        /// A file to begin a declaration from without any list of rows.
        case noRowsFound
        /// A file to begin a declaration from that is neither JSON nor XML nor a table.
        case noTable
        /// GeoJSON, which needs no declaration.
        case geoJSON
        /// A web page, such as a maintenance notice.
        case html
        /// Rows of another service.
        case wrongService(found: String, wanted: String)
        /// A field that every page has is missing.
        case missingField(String)
        /// The value in place of the rows is neither a row nor a list of rows.
        case notRows(String)
        /// The service's own error.
        case result(code: String, message: String)
        /// A folder without any page.
        case noPages
        /// A page that states another number of its own rows than it holds.
        case pageTotal(Int, rows: Int)
        /// A service that ignores the number of the page or the row, so that its rows never end.
        case samePage
        /// A service that goes on after the total that it states for the whole feed.
        case moreThanTotal(Int)
        /// A service that sends fewer rows a page than asked, and counts pages.
        case shortPage(rows: Int, asked: Int)
        /// A service whose pages never end.
        case tooManyPages(Int)
    }

    /// The kind of error.
    public let code: Code
    /// The name of the page.
    public let page: String
    /// Whether the page came from a file, not from the service. Then no key was used, and a retry does not help.
    public private(set) var isSaved = false

    init(_ code: Code, page: String) {
        self.code = code
        self.page = page
    }

    /// The same error for a page that came from a file.
    var ofSavedPage: IngestError {
        var error = self
        error.isSaved = true
        return error
    }

    /// The message: what happened and what to try.
    public var words: Words {
        switch code {
        case .empty:
            Words(en: "\(page) is empty; fetch it again", ko: "\(page)\(.subject) 비어 있습니다; 다시 받으세요")
        case .notAPage:
            Words(
                en: "\(page) is neither JSON nor XML; give pages as the service sends them",
                ko: "\(page)\(.topic) JSON도 XML도 아닙니다; 서비스가 보낸 페이지를 그대로 주세요")
        case .notText, .jsonForCSV, .missingColumn, .repeatedColumn, .cutOff: fileWords
        case .noEncoding, .tooLong, .noRowsFound, .noTable, .geoJSON: draftWords
        case .html:
            Words(
                en: "\(page) is a web page, probably a maintenance notice; try again later",
                ko: "\(page)\(.topic) 웹 페이지입니다(점검 안내일 수 있습니다); 나중에 다시 시도하세요")
        case .wrongService(let found, let wanted):
            Words(
                en:
                    "\(page) holds \(shown(found)) where \(wanted) was expected; give this feed's pages or name another with --feed",
                ko: "\(page)에 \(wanted) 대신 \(shown(found))\(.subject) 있습니다; 이 피드의 페이지를 주거나 --feed로 다른 피드를 지정하세요")
        case .missingField(let name):
            Words(
                en: "\(page) has no \(name); the feed's form may have changed: compare it with an older page",
                ko: "\(page)에 \(name)\(.subject) 없습니다; 피드 형식이 바뀌었을 수 있습니다: 예전 페이지와 비교하세요")
        case .notRows(let found):
            Words(
                en: "\(page) holds \(shown(found)) where its rows should be; fetch it again",
                ko: "\(page)에 행이 있을 자리에 \(shown(found))\(.subject) 있습니다; 다시 받으세요")
        case .pageTotal, .samePage, .moreThanTotal, .shortPage: pagingWords
        case .result(let code, let message): resultWords(code, message)
        case .noPages:
            Words(
                en: "\(page) holds no page (.json, .xml or .csv); save the service's answers there",
                ko: "\(page)에 페이지(.json, .xml, .csv)가 없습니다; 서비스의 응답을 저장해 두세요")
        case .tooManyPages(let count):
            Words(
                en:
                    "\(page) does not end after \(count) pages, so it is not a feed of bookstores; look at its list_total_count",
                ko: "\(page)\(.subject) \(count)페이지를 넘어도 끝나지 않습니다; list_total_count를 확인하세요")
        }
    }

    private var pagingWords: Words {
        switch code {
        case .pageTotal(let total, let rows):
            Words(
                en:
                    "\(page) states \(total) rows for itself and holds \(rows); if the number counts the whole feed, declare total_counts = \"feed\"",
                ko: "\(page)\(.topic) 행이 \(total)개라고 밝혔지만 \(rows)개입니다; 피드 전체의 수라면 total_counts = \"feed\"로 선언하세요")
        case .moreThanTotal(let total):
            Words(
                en:
                    "\(page) holds rows after the \(total) that the service states; if the number counts one page, declare total_counts = \"page\"",
                ko: "서비스가 밝힌 \(total)행 뒤에도 \(page)에 행이 있습니다; 한 페이지의 수라면 total_counts = \"page\"로 선언하세요")
        case .shortPage(let rows, let asked):
            Words(
                en:
                    "\(page): the service sent \(rows) rows where \(asked) were asked for, and has more; declare rows_per_page = \(rows)",
                ko: "\(page): \(asked)행을 요청했는데 \(rows)행이 왔고 더 있습니다; rows_per_page = \(rows)\(.by) 선언하세요")
        default:
            Words(
                en:
                    "\(page) is the page before it again, and full; the service ignores the number: look at the URL of the declaration",
                ko: "\(page)\(.subject) 앞 페이지와 같고 가득 차 있습니다; 서비스가 번호를 무시합니다: 선언의 URL을 확인하세요")
        }
    }

    private func resultWords(_ code: String, _ message: String) -> Words {
        let detail = "\(page): \(shown(code)) \(shown(message))"
        return switch ResultClass(code: code) {
        case .key where isSaved:
            Words(
                en: "\(detail); the page holds this answer and no rows: fetch it again with a valid key",
                ko: "\(detail); 페이지에 행 대신 이 응답이 들어 있습니다: 올바른 인증키로 다시 받으세요")
        case .server where isSaved:
            Words(
                en: "\(detail); the page holds this answer and no rows: fetch it again",
                ko: "\(detail); 페이지에 행 대신 이 응답이 들어 있습니다: 다시 받으세요")
        case .key where !code.hasPrefix("INFO") && !code.hasPrefix("ERROR"):
            Words(
                en: "\(detail); check the key and its daily limit on the portal that gave it",
                ko: "\(detail); 인증키와 하루 한도를 발급받은 포털에서 확인하세요")
        case .key:
            Words(
                en:
                    "\(detail); check the key (SEOUL_OPENAPI_KEY or ~/.config/geocli/config), or get a new one for free at https://data.seoul.go.kr",
                ko:
                    "\(detail); 인증키(SEOUL_OPENAPI_KEY나 ~/.config/geocli/config)를 확인하거나 https://data.seoul.go.kr에서 무료로 새로 받으세요"
            )
        case .server:
            Words(en: "\(detail); the service is in trouble, try again later", ko: "\(detail); 서비스 오류이니 나중에 다시 시도하세요")
        case .request, .unknown:
            Words(en: "\(detail); fetch the page again with a valid request", ko: "\(detail); 올바른 요청으로 다시 받으세요")
        }
    }

    /// Returns text from outside, short and on one line.
    func shown(_ text: String) -> String {
        DisplayText.truncated(DisplayText.singleLine(text).trimmingBlanks(), columns: 120)
    }
}

/// The meaning of a result code for the client of the service.
///
/// - Source: the portal's message table; ERROR-290, INFO-300 and ERROR-337 from related portals; the codes of two
///   digits from data.go.kr.
public enum ResultClass: Sendable {
    /// The key is missing, refused or used up: a retry does not help.
    case key
    /// The service has a problem of its own: a retry may help.
    case server
    /// The request was wrong: a retry does not help.
    case request
    /// A code that the sources do not list.
    case unknown

    /// Creates the class of a code. Only the code counts, never the message.
    public init(code: String) {
        switch code {
        case "INFO-100", "INFO-300", "ERROR-290", "ERROR-337": self = .key
        case "20", "22", "30", "31", "32", "33": self = .key
        case "ERROR-500", "ERROR-600", "ERROR-601": self = .server
        // Data.go.kr: application error, database error, time out, too many requests in a second.
        case "01", "1", "02", "2", "04", "4", "05", "5", "23": self = .server
        case "ERROR-300", "ERROR-301", "ERROR-310", "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334", "ERROR-335",
            "ERROR-336", "INFO-200":
            self = .request
        default: self = .unknown
        }
    }
}

public import GeocliText

/// The reason why the data is not a snapshot of the feed. The catalog is unchanged.
public struct IngestError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable, Equatable {
        /// The page is empty.
        case empty
        /// The bytes are neither JSON nor XML.
        case notAPage
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
            Words(en: "\(page) is empty; fetch it again", ko: "\(page)이(가) 비어 있습니다; 다시 받으세요")
        case .notAPage:
            Words(
                en: "\(page) is neither JSON nor XML; give pages as the service sends them",
                ko: "\(page)은(는) JSON도 XML도 아닙니다; 서비스가 보낸 페이지를 그대로 주세요")
        case .html:
            Words(
                en: "\(page) is a web page, probably a maintenance notice; try again later",
                ko: "\(page)은(는) 웹 페이지입니다(점검 안내일 수 있습니다); 나중에 다시 시도하세요")
        case .wrongService(let found, let wanted):
            Words(
                en:
                    "\(page) holds \(shown(found)) where \(wanted) was expected; give this feed's pages or name another with --feed",
                ko: "\(page)에 \(wanted) 대신 \(shown(found))이(가) 있습니다; 이 피드의 페이지를 주거나 --feed로 다른 피드를 지정하세요")
        case .missingField(let name):
            Words(
                en: "\(page) has no \(name); the feed's form may have changed: compare it with an older page",
                ko: "\(page)에 \(name)이(가) 없습니다; 피드 형식이 바뀌었을 수 있습니다: 예전 페이지와 비교하세요")
        case .notRows(let found):
            Words(
                en: "\(page) holds \(shown(found)) where its rows should be; fetch it again",
                ko: "\(page)에 행이 있을 자리에 \(shown(found))이(가) 있습니다; 다시 받으세요")
        case .result(let code, let message): resultWords(code, message)
        case .noPages:
            Words(
                en: "\(page) holds no page (.json, .xml or .csv); save the service's answers there",
                ko: "\(page)에 페이지(.json, .xml, .csv)가 없습니다; 서비스의 응답을 저장해 두세요")
        case .tooManyPages(let count):
            Words(
                en:
                    "\(page) does not end after \(count) pages, so it is not a feed of bookstores; look at its list_total_count",
                ko: "\(page)이(가) \(count)페이지를 넘어도 끝나지 않습니다; list_total_count를 확인하세요")
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
    private func shown(_ text: String) -> String {
        DisplayText.truncated(DisplayText.singleLine(text).trimmingBlanks(), columns: 120)
    }
}

/// The meaning of a result code for the client of the service.
///
/// - Source: the portal's message table; ERROR-290, INFO-300 and ERROR-337 from related portals.
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
        case "ERROR-500", "ERROR-600", "ERROR-601": self = .server
        case "ERROR-300", "ERROR-301", "ERROR-310", "ERROR-331", "ERROR-332", "ERROR-333", "ERROR-334", "ERROR-335",
            "ERROR-336", "INFO-200":
            self = .request
        default: self = .unknown
        }
    }
}

package import GeocliText

package struct Header: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// An answer, ready for the transport, which adds Date, Content-Length, Connection and the headers of every response.
package struct Response: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Events that go on until the client leaves.
        case events(EventStream)
    }

    package var status: Int
    package var headers: [Header]
    /// Its body. The transport leaves it out for HEAD, but sends its length.
    package var body: Body

    package init(_ status: Int, _ mediaType: String, _ bytes: [UInt8]) {
        self.status = status
        headers = [Header("Content-Type", mediaType)]
        body = .bytes(bytes)
    }

    /// A page for people. `policy` says what a browser may do for the page, by Content-Security-Policy. The transport
    /// adds who may show it in a frame.
    static func page(_ bytes: [UInt8], policy: String) -> Response {
        var response = Response(200, "\(MediaType.html.rawValue); charset=utf-8", bytes)
        response.headers.append(Header("Content-Security-Policy", policy))
        return response
    }

    /// The sign of the map page, a book on a disc.
    static var icon: Response {
        let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="19" fill="#0072b2"/>\
            <path d="M20 13c-3-3-8-3-11-2v16c3-1 8-1 11 2 3-3 8-3 11-2V11c-3-1-8-1-11 2z" fill="#fff"/></svg>
            """
        var response = Response(200, "image/svg+xml", Array(drawing.utf8))
        response.headers.append(Header("Cache-Control", "max-age=86400"))
        return response
    }

    init(_ status: Int, _ headers: [Header]) {
        self.status = status
        self.headers = headers
        body = .bytes([])
    }
}

/// Why a request gets no answer, as problem details (RFC 9457): what is wrong, and what to send instead.
package struct Problem: Error, Sendable, Equatable {
    package let status: Int
    /// The kind of problem in words, the same for all problems of one kind.
    package let title: Words
    /// What is wrong with this request, and what to send instead.
    package let detail: Words
    package var parameter: String?
    package var headers: [Header] = []

    package init(_ status: Int, title: Words, _ detail: Words) {
        (self.status, self.title, self.detail) = (status, title, detail)
    }

    /// Returns the response. It contains no path of a file and no stack trace.
    package func response(_ language: Language) -> Response {
        var members: [JSONValue.Member] = [
            .init("type", .string("about:blank")), .init("title", .string(title.text(language))),
            .init("status", .number(String(status))), .init("detail", .string(detail.text(language))),
        ]
        if let parameter { members.append(.init("parameter", .string(Self.shown(parameter)))) }
        var response = Response(status, "application/problem+json", JSONValue.object(members).line)
        response.headers += [Header("Content-Language", language.rawValue), Header("Cache-Control", "no-store")]
        response.headers += headers
        return response
    }

    /// Returns a client's text for use in a sentence: short and without control characters.
    static func shown(_ text: String) -> String { DisplayText.truncated(DisplayText.singleLine(text), columns: 60) }

    // MARK: Kinds

    static func parameter(_ name: String?, _ detail: Words) -> Problem {
        var problem = Problem(400, title: Words(en: "Wrong parameter", ko: "잘못된 매개변수"), detail)
        problem.parameter = name
        return problem
    }

    /// The problem for a target that is not a path with a query.
    package static let badTarget = Problem(
        400, title: Words(en: "Wrong address", ko: "잘못된 주소"),
        Words(
            en: "send a path and a query in UTF-8, such as /near?where=37.5563,126.9236",
            ko: "/near?where=37.5563,126.9236처럼 UTF-8로 된 경로와 쿼리를 쓰세요"))

    /// The problem for a target with a `%` that begins no code.
    static let barePercent = Problem(
        400, title: Words(en: "Wrong address", ko: "잘못된 주소"),
        Words(
            en:
                "a % in an address begins a code such as %20; write %25 for the character itself, as in /search?text=20%25",
            ko: "주소의 %는 %20 같은 코드에만 씁니다. % 문자는 /search?text=20%25처럼 %25로 쓰세요"))

    /// Returns the problem for a path that the service doesn't have, or for a thing that the catalog doesn't have.
    package static func notFound(_ detail: Words) -> Problem {
        Problem(404, title: Words(en: "Not found", ko: "찾을 수 없음"), detail)
    }

    /// The problem for a request that comes while too many requests wait.
    package static let busy: Problem = {
        var problem = Problem(
            503, title: Words(en: "Busy", ko: "요청이 많음"),
            Words(
                en: "too many requests are waiting; send this one again in a second",
                ko: "대기 중인 요청이 너무 많습니다. 1초 뒤에 다시 보내세요"))
        problem.headers = [Header("Retry-After", "1")]
        return problem
    }()

    /// Only the log of the service has the reason why a catalog can't be read, because the reason may name a path.
    static func unavailable(_ detail: Words) -> Problem {
        var problem = Problem(503, title: Words(en: "No catalog", ko: "카탈로그를 읽을 수 없음"), detail)
        problem.headers = [Header("Retry-After", "10")]
        return problem
    }

    package static let tooSlow = Problem(
        503, title: Words(en: "Too slow", ko: "시간 초과"),
        Words(
            en: "the answer would take more than 10 seconds; ask for fewer rows or a smaller area",
            ko: "결과를 만드는 데 10초가 넘게 걸립니다. 행 수를 줄이거나 범위를 좁히세요"))

    static let tooLarge = Problem(
        400, title: Words(en: "Too large", ko: "응답이 너무 큼"),
        Words(
            en: "the answer is larger than 16 MB; add limit, a filter or a box, or page through /collections",
            ko: "응답이 16MB를 넘습니다. limit, 필터, 사각형 가운데 하나를 쓰거나 /collections에서 페이지로 나누어 받으세요"))
}

/// The media types of the features and of the documents that describe them.
enum MediaType: String {
    case json = "application/json"
    case geoJSON = "application/geo+json"
    case openAPI = "application/vnd.oai.openapi+json;version=3.0"
    case html = "text/html"
}

internal import GeocliServing
internal import GeocliText

/// A problem that the transport finds before an endpoint gets the request, and the problem's name in `/metrics`.
struct Refusal: Error {
    let reason: String
    let problem: Problem

    init(_ reason: String, _ status: Int, title: Words, _ detail: Words, headers: [Header] = []) {
        self.reason = reason
        var problem = Problem(status, title: title, detail)
        problem.headers = headers
        self.problem = problem
    }

    init(_ reason: String, _ problem: Problem) { (self.reason, self.problem) = (reason, problem) }
}

enum HTTPProblem {
    static let form = Refusal(
        "form", 400, title: Words(en: "Invalid request", ko: "올바르지 않은 요청"),
        Words(en: "send a valid HTTP/1.1 request", ko: "HTTP/1.1 형식에 맞는 요청을 보내세요"))
    static let target = Refusal(
        "target", 400, title: Words(en: "Invalid address", ko: "올바르지 않은 주소"),
        Words(
            en:
                "percent-encode blanks and special characters in the address, or let curl do it: curl -G --data-urlencode 'text=책 방' http://localhost:8080/search",
            ko:
                "주소의 빈칸과 특수 문자는 퍼센트 인코딩으로 보내세요. curl로는 이렇게 합니다: curl -G --data-urlencode 'text=책 방' http://localhost:8080/search"
        ))
    static let hostCount = Refusal(
        "host", 400, title: Words(en: "No host", ko: "호스트 없음"),
        Words(
            en: "send exactly one Host header, such as localhost:8080", ko: "Host 헤더는 하나만, localhost:8080과 같은 값으로 보내세요")
    )
    static let host = Refusal(
        "host", 421, title: Words(en: "Wrong host", ko: "잘못된 호스트"),
        Words(
            en: "the service doesn't accept this host name; its operator can allow the name with --host NAME",
            ko: "이 호스트 이름으로 온 요청은 받지 않습니다. 운영자가 --host NAME으로 허용할 수 있습니다"))
    static let method = Refusal(
        "method", 405, title: Words(en: "Wrong method", ko: "잘못된 메서드"),
        Words(en: "send GET, HEAD or OPTIONS", ko: "GET, HEAD, OPTIONS 가운데 하나를 보내세요"),
        headers: [Header("Allow", "GET, HEAD, OPTIONS")])
    static let body = Refusal(
        "body", 413, title: Words(en: "Body not allowed", ko: "본문 불가"),
        Words(en: "send the request without a body", ko: "요청을 본문 없이 보내세요"))
    static let expectation = Refusal(
        "body", 417, title: Words(en: "Expect not allowed", ko: "Expect 불가"),
        Words(en: "send the request without the Expect header", ko: "요청을 Expect 헤더 없이 보내세요"))
    static let largeHead = Refusal(
        "head-size", 431, title: Words(en: "Head too large", ko: "헤더가 너무 큼"),
        Words(en: "keep the request line and headers within 16 KiB in total", ko: "요청 줄과 헤더를 합쳐 16KiB 이하로 보내세요"))
    static let slowHead = Refusal(
        "head-time", 408, title: Words(en: "Too slow", ko: "시간 초과"),
        Words(en: "send the request line and all headers within 5 seconds", ko: "요청 줄과 헤더를 5초 안에 모두 보내세요"))
    static let slowAnswer = Refusal("answer-time", .tooSlow)
    static let busy = Refusal("busy", .busy)
    static let full = Refusal(
        "connections", 503, title: Words(en: "Too many clients", ko: "연결이 가득 참"),
        Words(en: "too many clients are connected; try again in a second", ko: "연결이 너무 많습니다. 1초 뒤에 다시 시도하세요"),
        headers: [Header("Retry-After", "1")])
    static let fullStreams = Refusal(
        "streams", 503, title: Words(en: "Too many event streams", ko: "이벤트 스트림이 가득 참"),
        Words(
            en: "too many clients receive events; try again later, or ask /changes from time to time",
            ko: "이벤트를 받는 클라이언트가 너무 많습니다. 나중에 다시 시도하거나 /changes를 주기적으로 조회하세요"),
        headers: [Header("Retry-After", "60")])
    static let memory = Refusal(
        "memory", 503, title: Words(en: "Too many large answers", ko: "큰 응답이 너무 많음"),
        Words(
            en: "too many clients are still taking large answers; ask for less, or try again in some seconds",
            ko: "큰 응답을 아직 다 받지 않은 클라이언트가 너무 많습니다. 더 적게 요청하거나 잠시 뒤에 다시 시도하세요"),
        headers: [Header("Retry-After", "5")])
    static let fullAddress = Refusal(
        "address", 429, title: Words(en: "Too many connections", ko: "연결이 너무 많음"),
        Words(
            en: "your address has too many connections; close some, or use one connection for several requests",
            ko: "이 주소에서 맺은 연결이 너무 많습니다. 일부를 닫거나 연결 하나로 여러 요청을 보내세요"),
        headers: [Header("Retry-After", "1")])
}

internal import GeocliServing
internal import GeocliText
internal import NIOHTTP1

/// What all connections share: the readers, the settings, and the rules for the head of a request.
struct Service: Sendable {
    let settings: ServiceSettings
    let readers: ReaderPool
    let events: EventThread
    let hosts: HostCheck

    /// Checks the head of a request and reads it.
    ///
    /// - Throws: `Problem`.
    func request(_ head: HTTPRequestHead) throws(Problem) -> Request {
        let hosts = head.headers["host"]
        guard hosts.count == 1, let host = hosts.first, self.hosts.admits(host) else { throw HTTPProblem.host }
        guard let method = Request.Method(rawValue: head.method.rawValue) else { throw HTTPProblem.method }
        guard !head.headers.contains(name: "transfer-encoding"),
            head.headers["content-length"].allSatisfy({ $0 == "0" })
        else { throw HTTPProblem.body }
        return try Request(
            method, target: head.uri, base: "http://\(host)", language: settings.language,
            header: { head.headers.first(name: $0) })
    }
}

/// What is wrong with the form of a request.
enum HTTPProblem {
    static let host = Problem(
        421, title: Words(en: "Wrong host", ko: "잘못된 호스트"),
        Words(
            en: "the service doesn't answer under this name; the person who runs it can admit it with --host NAME",
            ko: "이 이름으로 온 요청에는 답하지 않습니다. 운영자가 --host NAME으로 허용할 수 있습니다"))
    static let method: Problem = {
        var problem = Problem(
            405, title: Words(en: "Wrong method", ko: "잘못된 메서드"),
            Words(en: "send GET, HEAD or OPTIONS", ko: "GET, HEAD, OPTIONS 가운데 하나를 보내세요"))
        problem.headers = [Header("Allow", "GET, HEAD, OPTIONS")]
        return problem
    }()
    static let body = Problem(
        413, title: Words(en: "No bodies", ko: "본문 불가"),
        Words(en: "send the request without a body", ko: "요청을 본문 없이 보내세요"))
    static let largeHead = Problem(
        431, title: Words(en: "Head too large", ko: "헤더가 너무 큼"),
        Words(en: "send a head of at most 16 KiB", ko: "요청 줄과 헤더를 16KiB 이하로 보내세요"))
    static let slowHead = Problem(
        408, title: Words(en: "Too slow", ko: "시간 초과"),
        Words(en: "send the whole head within 5 seconds", ko: "요청 줄과 헤더를 5초 안에 모두 보내세요"))
}

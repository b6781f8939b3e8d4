internal import CGeocliMemory
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// A reader of the catalog that answers requests, one after another. It is a class because it owns a connection. Only
/// one thread uses it at a time; a service has one for each of its reading threads.
package final class Answers {
    private let settings: ServiceSettings
    private let reader: SnapshotReader
    private let answerKey: String

    /// Prepares the process for several readers. Call it before the first reader is created.
    package static func prepare() {
        Catalog.prepareForThreads()
        cmemory_return_large_blocks()
    }

    /// Creates a reader, which opens the catalog at its first request.
    package init(_ settings: ServiceSettings) {
        (self.settings, reader, answerKey) = (settings, SnapshotReader(settings), settings.answerKey)
    }

    /// Returns the response to a request. An error becomes a response, too, so this function never fails.
    package func answer(_ request: Request) -> Response {
        do {
            guard request.method != .options else {
                return Response(204, [Header("Allow", "GET, HEAD, OPTIONS")])
            }
            // Browsers ask for this address by themselves, whatever page they show.
            guard request.path != ["favicon.ico"] else { return .icon }
            guard let endpoint = Endpoint.named(request.path) else { throw Problem.noAddress(request.path) }
            if !endpoint.checksParameters { try endpoint.check(request.parameters) }
            guard endpoint.readsCatalog else { return try answer(request, endpoint, nil, state: "") }
            return try reader.inSnapshot { catalog, state in try answer(request, endpoint, catalog, state: state) }
        } catch {
            return Problem(meaning: error, settings).naming(Endpoint.named(request.path)).response(request.language)
        }
    }

    private func answer(
        _ request: Request, _ endpoint: Endpoint, _ catalog: Catalog?, state: String
    ) throws -> Response {
        let tag = EntityTag(request, state: state, answerKey: answerKey)
        guard !tag.matches(request.ifNoneMatch) || !endpoint.isCached else { return tag.notModified }
        let context = RequestContext(request, reader, catalog, state: state)
        defer { if endpoint.isHeavy { cmemory_return_free() } }
        var response = try endpoint.answer(context)
        if let note = context.notes.header(request.language) { response.headers.append(note) }
        if endpoint.isCached { tag.add(to: &response) }
        return response.packed(for: request)
    }
}

extension Problem {
    init(meaning error: any Error, _ settings: ServiceSettings) {
        switch error {
        case let problem as Problem: self = problem
        case let error as CatalogError where error.code == .notFound:
            self = .notFound(Words(en: "the catalog has no such entry", ko: "카탈로그에 그런 항목이 없습니다"))
        case let error as CatalogError where error.code == .misuse: self = .parameter(nil, error.words.forClients)
        case let error as CatalogError:
            settings.onTrouble(error.words)
            self = .unavailable(
                Words(
                    en: "the catalog can't be read now; the log of the service has the reason",
                    ko: "지금은 카탈로그를 읽을 수 없습니다. 이유는 서비스 로그에 있습니다"))
        case let error as OriginError where error.code == .notFound: self = .notFound(error.words.forClients)
        case let error as MissingOutline: self = .notFound(error.words.forClients)
        case let error as any ExplainedError: self = .parameter(nil, error.words.forClients)
        default:
            settings.onTrouble(Words(en: "unexpected error: \(type(of: error))", ko: "예상하지 못한 오류: \(type(of: error))"))
            self = Problem(
                500, title: Words(en: "Service error", ko: "서비스 오류"),
                Words(en: "this is a bug in geocli; please report it", ko: "geocli의 버그입니다. 제보해 주세요"))
        }
    }

    static func noAddress(_ path: [String]) -> Problem {
        .notFound(
            Words(
                en: "there is nothing at /\(shown(path.joined(separator: "/"))); /?f=html lists all addresses",
                ko: "/\(shown(path.joined(separator: "/")))에는 아무것도 없습니다. 모든 주소는 /?f=html에서 볼 수 있습니다"))
    }
}

/// The errors that commands and the service share contain names of options and commands. A client has neither.
extension Words {
    /// The same message for a client: with parameters instead of options, and addresses instead of commands.
    var forClients: Words { Words(en: Self.forClients(en), ko: Self.forClients(ko)) }

    private static func forClients(_ text: String) -> String {
        var text = text
        for (command, address) in addresses { text = text.replacing(command, with: address) }
        return text.replacing(/--([a-z][a-z-]*)/) { option in
            parameterNames.contains(String(option.1)) ? String(option.1) : String(option.0)
        }
    }

    /// The commands that these errors name, and the addresses that do the same. Commands that change the catalog are
    /// not replaced, because the person who runs the service can use them.
    private static let addresses = [
        ("'geocli search TEXT'", "/search?text=TEXT"), ("'geocli search 이름'", "/search?text=이름"),
        ("'geocli search'", "/search"), ("'geocli near WHERE'", "/near"), ("'geocli near'", "/near"),
        ("'geocli status'", "/collections"),
        ("'geocli layers districts'", "/collections/districts"),
    ]

    private static let parameterNames = Set(Endpoint.all.flatMap { $0.parameters.map(\.name) })
}

/// The tag of an answer. The same request gets the same tag as long as the catalog, the program and its settings stay
/// the same. The tag is known before any row is read.
struct EntityTag {
    /// The value of the ETag header, with its quotes.
    let text: String

    init(_ request: Request, state: String, answerKey: String) {
        var hash = SHA256()
        // Parameters are sorted by name, because their order changes no answer. Values of the same name keep their
        // order.
        let query = request.parameters.items.enumerated().sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }.map(\.1)
        let parts =
            [
                state, answerKey, request.base, request.language.rawValue, request.acceptsGzip ? "gzip" : "",
                request.path.isEmpty && request.prefersPage ? "page" : "",
            ]
            + request.path + ["?"] + query.flatMap { [$0.name, $0.value] }
        for part in parts { hash.update(Array((part + "\u{0}").utf8)) }
        text = "\"\(hash.hexDigest().prefix(32))\""
    }

    /// Returns whether the If-None-Match header names this tag. `*` matches only an answer that exists, and the service
    /// does not know yet whether the answer exists. So `*` is ignored.
    /// - Source: RFC 9110, §13.1.2.
    func matches(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { item in
            let tag = String(item).trimmingBlanks()
            return tag == text || tag == "W/" + text
        }
    }

    private var headers: [Header] {
        [
            Header("ETag", text), Header("Cache-Control", "no-cache"),
            Header("Vary", "Accept-Encoding, Accept-Language"),
        ]
    }

    func add(to response: inout Response) { response.headers += headers }

    var notModified: Response { Response(304, headers) }
}

extension Response {
    /// The smallest body that is worth compressing, in bytes.
    private static let packedFrom = 1024

    func packed(for request: Request) -> Response {
        guard request.acceptsGzip, case .bytes(let bytes) = body, bytes.count >= Self.packedFrom else { return self }
        var response = self
        response.body = .bytes(Gzip.packed(bytes))
        response.headers.append(Header("Content-Encoding", "gzip"))
        return response
    }
}

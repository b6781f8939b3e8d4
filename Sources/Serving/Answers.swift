internal import CGeocliMemory
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText
internal import Glibc

/// A reader of the catalog that answers requests, one after another.
///
/// It is a class because it owns a connection. Only one thread uses it at a time; a service has one for each of its
/// reading threads.
public final class Answers {
    private let settings: ServiceSettings
    private let reader: SnapshotReader
    /// `ServiceSettings.answerKey`.
    private let answerKey: String

    /// Prepares the process for several readers. Call it before the first reader is created.
    public static func prepare() {
        Catalog.prepareForThreads()
        cmemory_return_large_blocks()
    }

    /// Creates a reader, which opens the catalog at its first request.
    public init(_ settings: ServiceSettings) {
        (self.settings, reader, answerKey) = (settings, SnapshotReader(settings), settings.answerKey)
    }

    /// Returns the response to a request. An error becomes a response, too, so this function never fails.
    public func answer(_ request: Request) -> Response {
        do {
            guard request.method != .options else {
                return Response(204, [Header("Allow", "GET, HEAD, OPTIONS")])
            }
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
        let asked = Asked(request, reader, catalog, state: state)
        defer { if endpoint.isHeavy { cmemory_return_free() } }
        var response = try endpoint.answer(asked)
        if let note = asked.notes.header(request.language) { response.headers.append(note) }
        if endpoint.isCached { tag.add(to: &response) }
        return response.packed(for: request)
    }
}

extension Problem {
    /// Creates the problem that a client gets for an error.
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

    /// Returns the problem for a path that the service doesn't have.
    static func noAddress(_ path: [String]) -> Problem {
        .notFound(
            Words(
                en: "there is nothing at /\(shown(path.joined(separator: "/"))); /?f=html lists all addresses",
                ko: "/\(shown(path.joined(separator: "/")))에는 아무것도 없습니다. 모든 주소는 /?f=html에서 볼 수 있습니다"))
    }
}

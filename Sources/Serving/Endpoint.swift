internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// An address of the service, with its parameters and the function that answers it. The description of the service
/// (OpenAPI) and the check of parameters come from these declarations.
struct Endpoint: Sendable {
    /// The parts of the path; a part in braces stands for any text: `collections`, `{collection}`, `items`.
    let path: [String]
    /// What the endpoint answers. The description contains this text.
    let title: Words
    /// The parameters in the query.
    var parameters: [Parameter] = []
    /// Whether `answer` itself checks the parameters, because they depend on the path.
    var checksParameters = false
    /// Whether an answer has an entity tag, because the same catalog gives the same answer.
    var isCached = true
    /// Whether an answer needs much memory, which is given back after each answer.
    var isHeavy = false
    /// Whether the endpoint reads the catalog.
    var readsCatalog = true
    /// The media types of the answers; empty for JSON, or for the formats that the parameter `format` names.
    var mediaTypes: [String] = []
    /// The schema of an answer's JSON, for the description; nil for any JSON.
    var schema: String?
    /// Whether the description has the endpoint. The description leaves out the stream and `/readyz`, because programs
    /// that test the service or generate clients would wait for the end of the stream, and would take the status 503
    /// for a fault.
    var isDescribed = true
    /// Returns the answer.
    let answer: @Sendable (Asked) throws -> Response

    /// Refuses parameters that the endpoint doesn't have, and numbers outside of their declared ranges.
    ///
    /// - Throws: `Problem` 400 or `UsageError`, with the name of the parameter.
    func check(_ given: Given) throws { try given.check(areAmong: parameters) }

    /// Every address, in the order of the description.
    static let all: [Endpoint] = features + questions + [map] + events + health

    /// Returns the endpoint of a path; nil if there is none.
    static func named(_ path: [String]) -> Endpoint? {
        all.first { endpoint in
            endpoint.path.count == path.count
                && zip(endpoint.path, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }
}

/// The endpoints of the questions that commands ask. In each format, an answer has the same bytes as the output of the
/// command with the same name.
extension Endpoint {
    static let questions: [Endpoint] = [
        of(NearQuestion.self), of(BoxQuestion.self), of(ListQuestion.self), of(SearchQuestion.self),
        show(["show", "{id}"]), show(["show", "{feed}", "{id}"]), of(InsideQuestion.self), of(ClusterQuestion.self),
    ]

    private static func of<Asked: Question>(_ type: Asked.Type) -> Endpoint {
        Endpoint(
            path: [Asked.name], title: Asked.title, parameters: Asked.parameters + ListingOptions.parameters,
            isHeavy: Asked.isHeavy
        ) { asked in
            let answer = try RowsResponse(asked)
            try Asked(asked.parameters).answer(from: asked.catalog, into: answer)
            return answer.response
        }
    }

    private static func show(_ path: [String]) -> Endpoint {
        Endpoint(
            path: path, title: ShowQuestion.title, parameters: ShowQuestion.parameters + ListingOptions.parameters
        ) { asked in
            let answer = try RowsResponse(asked, isSingle: true)
            let word = asked.request.path.dropFirst().joined(separator: "/")
            var given = asked.parameters
            given.add(ShowQuestion.place, word)
            do {
                try ShowQuestion(given).answer(from: asked.catalog, into: answer)
            } catch let error as CatalogError where error.code == .notFound {
                // The error's message names the catalog's path, so clients get a different message.
                let shown = Problem.shown(word)
                throw Problem.notFound(
                    Words(
                        en: "the catalog has no place \(shown); /list?fields=id,ref,name lists all places",
                        ko: "장소 \(shown)\(.subject) 없습니다. 전체 목록은 /list?fields=id,ref,name에서 확인하세요"))
            }
            return answer.response
        }
    }
}

/// The response with the rows of an answer.
///
/// It is a class because a question writes into it.
final class RowsResponse: Answer {
    let isLimited = true
    private let options: ListingOptions
    private(set) var response = Response(200, "", [])
    private let asked: Asked

    /// - Parameter isSingle: whether the answer is one row, which is not in a list.
    /// - Throws: `UsageError` for a wrong form of the rows.
    init(_ asked: Asked, isSingle: Bool = false) throws {
        self.asked = asked
        var options = try ListingOptions(asked.parameters)
        (options.isSingle, options.language) = (isSingle, asked.request.language)
        self.options = options
    }

    var format: ListingFormat { options.format }
    var language: Language { asked.request.language }

    func note(_ words: Words) { asked.notes.add(words) }

    func preferredFeeds(in source: some PlaceSource) -> [String] { asked.settings.preferredFeeds }

    func write<Row>(
        _ schema: ListingSchema<Row>, of source: some PlaceSource, body: (ListingWriter<Row>) throws -> Void
    ) throws {
        let named = options.format == .table ? schema.naming(kindsBy: try source.placeWords()) : schema
        var counts = (rows: 0, withoutPoint: 0)
        let bytes = try asked.bytes { sink in
            let writer = try ListingWriter(named, options, into: sink)
            try body(writer)
            try writer.finish()
            counts = (writer.rowCount, writer.withoutPointCount)
        }
        response = Response(200, options.format.mediaType, bytes)
        response.headers.append(Header("Geocli-Rows", String(counts.rows)))
        if counts.withoutPoint > 0 {
            response.headers.append(Header("Geocli-Without-Point", String(counts.withoutPoint)))
        }
        asked.notes.add(ListingNotes.withoutPoint(counts.withoutPoint, of: counts.rows, options.format))
    }

    /// Returns the markers that stable answers about all places share; nil if the catalog has too many.
    func sharedMarkers() throws -> StableClusters? {
        try asked.settings.stableMarkers.clusters(state: asked.state) {
            try StableClusters(asked.catalog, maximum: StableMarkers.maximumMarkers)
        }
    }
}

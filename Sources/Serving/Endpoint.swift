internal import GeocliAsking
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

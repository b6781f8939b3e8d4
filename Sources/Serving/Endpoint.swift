internal import GeocliText

/// An address of the service, its parameters, and what answers it. The description of the service (OpenAPI) and the
/// check of parameters are made from these declarations.
struct Endpoint: Sendable {
    /// The parts of its path; one in braces stands for any text: `collections`, `{collection}`, `items`.
    let path: [String]
    /// What it answers, for its description.
    let title: Words
    /// Its parameters in the query.
    var parameters: [ParameterShape] = []
    /// Whether an answer has an entity tag, because the same catalog gives the same answer.
    var isCached = true
    /// Whether it reads the catalog.
    var readsCatalog = true
    /// The media types of its answers; empty for JSON, or for the formats that its parameter `format` names.
    var mediaTypes: [String] = []
    /// The schema of its JSON in the description; nil for any JSON.
    var schema: String?
    /// Whether the description has it. Programs that test or generate clients wait for the end of a stream, and take an
    /// answer of 503 for a fault.
    var isDescribed = true
    /// Returns the answer.
    let answer: @Sendable (Asked) throws -> Response

    var parameterNames: [String] { parameters.map(\.name) }

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

/// A parameter in the query of an address.
struct ParameterShape: Sendable {
    /// What a value is.
    enum Value: Sendable {
        case text
        case flag
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        /// One of these words.
        case word([String])
        /// West, south, east and north in degrees, separated by commas.
        case box
        /// The same; a height in meters may follow each corner.
        case boxWithHeights
        /// A time or a day, or two with a slash between them, one of which may be `..`.
        case interval
        /// A text that an earlier answer gave.
        case key
    }

    let name: String
    let value: Value
    let about: Words
    /// Whether it can be given several times, or hold several values separated by commas.
    var isList = false
    var isRequired = false
    /// Whether a number above the range counts as its end.
    var isClamped = false

    init(
        _ name: String, _ value: Value, en: String, ko: String, isList: Bool = false, isRequired: Bool = false,
        isClamped: Bool = false
    ) {
        (self.name, self.value, about) = (name, value, Words(en: en, ko: ko))
        (self.isList, self.isRequired, self.isClamped) = (isList, isRequired, isClamped)
    }
}

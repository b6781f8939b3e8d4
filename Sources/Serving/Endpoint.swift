internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliSearch
internal import GeocliText

/// An address of the service, with its parameters and the function that answers it. The description of the service
/// (OpenAPI) and the check of parameters come from these declarations.
struct Endpoint: Sendable {
    /// The parts of the path; a part in braces stands for any text: `collections`, `{collection}`, `items`.
    let path: [String]
    /// What the endpoint answers. The description contains this text.
    let title: Words
    var parameters: [Parameter] = []
    /// Whether `answer` itself checks the parameters, because they depend on the path.
    var checksParameters = false
    /// Whether an answer has an entity tag, because the same catalog gives the same answer.
    var isCached = true
    /// Whether an answer needs much memory, which is given back after each answer.
    var isHeavy = false
    var readsCatalog = true
    /// The media types of the answers; empty for JSON, or for the formats that the parameter `format` names.
    var mediaTypes: [String] = []
    /// The schema of an answer's JSON, for the description; nil for any JSON.
    var schema: String?
    /// Whether the description has the endpoint. The description leaves out the stream and `/readyz`, because programs
    /// that test the service or generate clients would wait for the end of the stream, and would take the status 503
    /// for a fault.
    var isDescribed = true
    let answer: @Sendable (RequestContext) throws -> Response

    func check(_ given: Given) throws { try given.check(areAmong: parameters) }

    /// Every address, in the order of the description.
    static let all: [Endpoint] = features + questions + [map] + events + health

    static func named(_ path: [String]) -> Endpoint? {
        all.first { endpoint in
            endpoint.path.count == path.count
                && zip(endpoint.path, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }
}

/// A request as an endpoint gets it, with the catalog at one moment.
struct RequestContext {
    let request: Request
    let reader: SnapshotReader
    /// The catalog; nil for an endpoint that doesn't read it.
    let source: Catalog?
    let state: String
    let notes = NoteList()

    init(_ request: Request, _ reader: SnapshotReader, _ source: Catalog?, state: String) {
        (self.request, self.reader, self.source, self.state) = (request, reader, source, state)
    }

    var parameters: Given { request.parameters }
    var settings: ServiceSettings { reader.settings }

    var catalog: Catalog {
        guard let source else { preconditionFailure("this endpoint was declared not to read the catalog") }
        return source
    }

    /// The bytes that `write` puts into a sink; with `hasCommas`, a comma is put before each line break. Throws `Problem`
    /// for an answer that is too large or takes too long.
    func bytes(hasCommas: Bool = false, _ write: (ByteSink) throws -> Void) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let sink = ByteSink { piece in
            guard bytes.count + piece.count <= Self.maximumBytes else { throw Problem.tooLarge }
            guard !reader.isLate else { throw Problem.tooSlow }
            // If more pieces may follow, room for the largest answer is reserved now. Room that is not used needs no
            // memory, but an array that doubles its room needs memory for both copies.
            if bytes.isEmpty {
                let isOnly = piece.count < ByteSink.pieceBytes
                bytes.reserveCapacity((isOnly ? piece.count : Self.maximumBytes) + Self.headBytes)
            }
            guard hasCommas else { return bytes += piece }
            var rest = piece[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                bytes += rest[..<end]
                bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")]
                rest = rest[(end + 1)...]
            }
            bytes += rest
        }
        try write(sink)
        try sink.flush()
        return bytes
    }

    /// The bytes reserved for the part of a page that comes before its features.
    private static let headBytes = 4096

    /// The maximum size of a body in bytes, before compression.
    static let maximumBytes = 16_000_000
}

/// Notes for a person about an answer, such as the note that a different spelling was searched for. Commands write them
/// to standard error. A response has them in a header, because its body contains only the bytes of the format. It is a
/// class because an endpoint collects notes while it writes rows.
final class NoteList {
    /// The name of the header. Its value is a list: each note in percent-encoded UTF-8, with commas between notes.
    static let header = "Geocli-Note"

    private var notes: [Words] = []

    func add(_ note: Words?) {
        if let note { notes.append(note) }
    }

    func header(_ language: Language) -> Header? {
        guard !notes.isEmpty else { return nil }
        let encoded = notes.map { PercentCoding.encoded($0.text(language)).replacing(",", with: "%2C") }
        return Header(Self.header, encoded.joined(separator: ", "))
    }
}

extension Given {
    /// Refuses parameters that an address does not have, and numbers outside of their ranges.
    /// - Throws: `Problem` 400 or `UsageError`, with the name of the parameter.
    func check(areAmong parameters: [Parameter]) throws {
        let known = parameters.map(\.name)
        if let unknown = items.first(where: { !known.contains($0.name) }) {
            throw Self.unknown(unknown.name, among: known)
        }
        for item in items { try parameters.first { $0.name == item.name }?.check(item.value) }
    }

    private static func unknown(_ name: String, among known: [String]) -> Problem {
        let near = Spelling.near(name, among: known).joined(separator: ", ")
        let names = known.sorted().joined(separator: ", ")
        let advice =
            near.isEmpty
            ? known.isEmpty
                ? Words(en: "this address has no parameters", ko: "이 주소에는 매개변수가 없습니다")
                : Words(en: "the parameters are \(names)", ko: "쓸 수 있는 매개변수: \(names)")
            : Words(en: "did you mean \(near)?", ko: "혹시 \(near)인가요?")
        let shown = Problem.shown(name)
        return .parameter(
            name,
            Words(
                en: "there is no parameter \"\(shown)\"; \(advice.en)",
                ko: "\"\(shown)\"\(.topic) 없는 매개변수입니다. \(advice.ko)"))
    }
}

extension Problem {
    /// Returns the problem with its `parameter` set to the first word of its message, if the address has a parameter of
    /// that name. The functions that read values begin their messages with the name, such as `kind "x": …`.
    func naming(_ endpoint: Endpoint?) -> Problem {
        guard status == 400, parameter == nil, let endpoint else { return self }
        var named = self
        let first = String(detail.en.prefix { $0 != " " && $0 != ":" })
        let names = endpoint.parameters.map(\.name) + [ShowQuestion.place.name]
        named.parameter = names.contains(first) ? first : nil
        return named
    }
}

internal import GeocliCatalog
internal import GeocliExport
internal import GeocliText

/// A request as an endpoint gets it, with the catalog at one moment.
struct Asked {
    let request: Request
    let answers: Answers
    /// The catalog; nil for an endpoint that doesn't read it.
    let source: Catalog?
    /// The state of the catalog, as `Catalog.state` names it.
    let state: String
    /// Notes about the answer for a person.
    let notes = NoteList()

    init(_ request: Request, _ answers: Answers, _ source: Catalog?, state: String) {
        (self.request, self.answers, self.source, self.state) = (request, answers, source, state)
    }

    var parameters: Parameters { request.parameters }
    var settings: ServiceSettings { answers.settings }

    /// The catalog.
    var catalog: Catalog {
        guard let source else { preconditionFailure("this endpoint was declared not to read the catalog") }
        return source
    }

    /// Returns the bytes that `write` puts into a sink.
    ///
    /// - Throws: `Problem` for an answer that is too large or takes too long.
    func bytes(_ write: (ByteSink) throws -> Void) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let sink = ByteSink { piece in
            guard bytes.count + piece.count <= Self.maximumBytes else { throw Problem.tooLarge }
            guard !answers.isLate else { throw Problem.tooSlow }
            bytes += piece
        }
        try write(sink)
        try sink.flush()
        return bytes
    }

    /// The maximum size of a body in bytes, before compression.
    static let maximumBytes = 16_000_000
}

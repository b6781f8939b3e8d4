internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliText

/// A request as an endpoint gets it, with the catalog at one moment.
struct Asked {
    let request: Request
    let reader: SnapshotReader
    /// The catalog; nil for an endpoint that doesn't read it.
    let source: Catalog?
    /// The state of the catalog, as `Catalog.state` names it.
    let state: String
    /// Notes for a person about the answer.
    let notes = NoteList()

    init(_ request: Request, _ reader: SnapshotReader, _ source: Catalog?, state: String) {
        (self.request, self.reader, self.source, self.state) = (request, reader, source, state)
    }

    var parameters: Given { request.parameters }
    var settings: ServiceSettings { reader.settings }

    /// The catalog.
    var catalog: Catalog {
        guard let source else { preconditionFailure("this endpoint was declared not to read the catalog") }
        return source
    }

    /// Returns the bytes that `write` puts into a sink.
    ///
    /// - Parameter hasCommas: whether a comma is put before each line break.
    /// - Throws: `Problem` for an answer that is too large or takes too long.
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
/// to standard error. A response has them in a header, because its body contains only the bytes of the format.
///
/// It is a class because an endpoint collects notes while it writes rows.
final class NoteList {
    /// The name of the header. Its value is a list: each note in percent-encoded UTF-8, with commas between notes.
    static let header = "Geocli-Note"

    private var notes: [Words] = []

    /// Adds a note; nil is ignored.
    func add(_ note: Words?) {
        if let note { notes.append(note) }
    }

    /// The header; nil without notes.
    func header(_ language: Language) -> Header? {
        guard !notes.isEmpty else { return nil }
        let encoded = notes.map { PercentCoding.encoded($0.text(language)).replacing(",", with: "%2C") }
        return Header(Self.header, encoded.joined(separator: ", "))
    }
}

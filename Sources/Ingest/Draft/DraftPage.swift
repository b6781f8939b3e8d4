internal import GeocliText

/// A saved page that has no declaration yet: everything that can be known about it without one.
struct DraftPage {

    let name: String
    let encoding: TextEncoding
    let form: DraftForm
    /// The path of the rows; empty for a document that is itself the list, and for a CSV file.
    let path: [String]
    /// The rows; empty if the page has no list that looks like rows.
    let table: DraftRows
    /// The values around the rows, by path.
    let around: [(path: [String], text: String)]
    /// Whether only the beginning of the file was read.
    let isCut: Bool

    /// The maximum number of bytes to read. A page is usually a few hundred kilobytes long. For a longer CSV file, the
    /// beginning is enough.
    static let maximumBytes = 16 << 20

    /// Reads a page.
    ///
    /// - Parameter limit: the maximum number of bytes to read.
    /// - Throws: `IngestError` for data that is not a page; `JSONError`, `XMLError` or `CSVError` for a broken page.
    static func read(_ source: ByteSource, limit: Int = maximumBytes) throws -> DraftPage {
        var bytes: [UInt8] = []
        var isCut = false
        while case let chunk = try source.next(), !chunk.isEmpty {
            if bytes.isEmpty, let found = FileSignature(chunk) {
                throw IngestError(.notText(found.advice), page: source.name).ofSavedPage
            }
            bytes += chunk
            if bytes.count > limit {
                isCut = true
                break
            }
        }
        if isCut { bytes.removeSubrange(((bytes.lastIndex(of: 0x0A) ?? -1) + 1)...) }
        let (text, encoding) = try decoded(bytes, source.name)
        return try read(text, encoding, source.name, isCut: isCut)
    }

    private static func decoded(_ bytes: [UInt8], _ name: String) throws -> ([UInt8], TextEncoding) {
        if String(validating: bytes, as: UTF8.self) != nil { return (bytes, .utf8) }
        do {
            let source = try TextEncoding.cp949.decoding(ByteSource(name: name, bytes: bytes))
            guard let text = try source.readAll(limit: .max) else { return ([], .cp949) }
            return (text, .cp949)
        } catch is TextEncodingError {
            throw IngestError(.noEncoding, page: name).ofSavedPage
        }
    }

    private static func read(
        _ text: [UInt8], _ encoding: TextEncoding, _ name: String, isCut: Bool
    ) throws -> DraftPage {
        let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        guard let first = body.first(where: { $0 > 0x20 }) else {
            throw IngestError(isCut ? .tooLong : .empty, page: name).ofSavedPage
        }
        let found: (form: DraftForm, path: [String], table: DraftRows, around: [(path: [String], text: String)])
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"):
            guard !isCut else { throw IngestError(.tooLong, page: name).ofSavedPage }
            let isXML = first == UInt8(ascii: "<")
            var tree = DraftTree(name: name)
            if isXML { try tree.readXML(Array(body)) } else { try tree.readJSON(Array(body)) }
            let best = tree.best ?? ([], DraftRows())
            let around = tree.around.filter { best.path.isEmpty || !$0.path.starts(with: best.path) }
            found = (isXML ? .xml : .json, best.path, best.table, around)
        default:
            let (form, table) = try DraftLines.read(Array(body), name, isCut: isCut)
            found = (form, [], table, [])
        }
        return DraftPage(
            name: name, encoding: encoding, form: found.form, path: found.path, table: found.table,
            around: found.around, isCut: isCut)
    }
}

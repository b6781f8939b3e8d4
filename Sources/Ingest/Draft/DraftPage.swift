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
        let (kind, _, whole) = try FileKind.recognize(source)
        if let kind { throw IngestError(.notText(kind.words), page: source.name).ofSavedPage }
        while case let chunk = try whole.next(), !chunk.isEmpty {
            bytes += chunk
            if bytes.count > limit {
                isCut = true
                break
            }
        }
        if isCut { bytes.removeSubrange(((bytes.lastIndex(of: 0x0A) ?? -1) + 1)...) }
        guard let (text, encoding) = try TextEncoding.guessed(for: bytes) else {
            throw IngestError(.noEncoding, page: source.name).ofSavedPage
        }
        return try read(text, encoding, source.name, isCut: isCut)
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
            let areFeatures = tree.features.contains(best.path)
            let form: DraftForm = areFeatures ? .geojson(haveIDs: tree.haveFeatureIDs) : isXML ? .xml : .json
            found = (form, best.path, best.table, around)
        default:
            let (form, table) = try DraftLines.read(Array(body), name, isCut: isCut)
            found = (form, [], table, [])
        }
        return DraftPage(
            name: name, encoding: encoding, form: found.form, path: found.path, table: found.table,
            around: found.around, isCut: isCut)
    }
}

/// The format, and what a declaration needs to know about it.
enum DraftForm: Equatable {
    case json
    case xml
    /// Features inside of JSON.
    case geojson(haveIDs: Bool)
    case csv(delimiter: UInt8, hasHeader: Bool)
}

/// A CSV file that has no declaration yet: its delimiter, and whether its first line has names.
enum DraftLines {
    private static let delimiters = [",", "\t", "|", ";"].compactMap(\.utf8.first)
    /// The number of records that are compared to find the delimiter.
    private static let triedCount = 20

    /// Finds the delimiter and reads the rows.
    ///
    /// - Parameter isCut: whether these are only the first bytes of the file, which may end inside a record.
    /// - Throws: `IngestError(.noTable)` if no delimiter makes columns; `CSVError` for a broken file, and if the first
    ///   record is broken with every delimiter.
    static func read(_ bytes: [UInt8], _ name: String, isCut: Bool) throws -> (DraftForm, DraftRows) {
        let tried = delimiters.map { delimiter in
            (delimiter: delimiter, fit: Result { try fit(bytes, name, delimiter) })
        }
        let fits = tried.compactMap { one in (try? one.fit.get()).map { (delimiter: one.delimiter, columns: $0) } }
        guard let best = fits.max(by: { $0.columns < $1.columns }), best.columns > 0 else {
            if fits.isEmpty, case .failure(let error)? = tried.first?.fit { throw error }
            throw IngestError(.noTable, page: name).ofSavedPage
        }
        var reader = CSVReader(ByteSource(name: name, bytes: bytes), separator: best.delimiter)
        guard let first = try reader.next() else { throw IngestError(.empty, page: name).ofSavedPage }
        let names = first.map { $0.trimmingBlanks() }
        // A column name is never a number, but values of places can be.
        let hasHeader = !names.contains { DecimalText.number($0) != nil } && names.contains { !$0.isEmpty }
        var table = DraftRows()
        let columns = hasHeader ? names : (1...names.count).map(String.init)
        func add(_ values: [String]) {
            guard values.count == columns.count else { return }
            table.add(zip(columns, values).filter { !$0.0.isEmpty }.map { (name: $0.0, text: $0.1) })
        }
        if !hasHeader { add(first) }
        do {
            while let values = try reader.next() { add(values) }
        } catch let error as CSVError where isCut && error.code == .openQuote && table.rowCount > 0 {
            // The cut may come after a line end inside quotes. The record that is cut off is left out.
        }
        guard table.rowCount > 0 else { throw IngestError(.noRowsFound, page: name).ofSavedPage }
        return (.csv(delimiter: best.delimiter, hasHeader: hasHeader), table)
    }

    /// Returns how well a delimiter fits: the number of columns if nearly all records have this number, and 0
    /// otherwise.
    ///
    /// - Throws: `CSVError` for the first record.
    private static func fit(_ bytes: [UInt8], _ name: String, _ delimiter: UInt8) throws -> Int {
        var reader = CSVReader(ByteSource(name: name, bytes: bytes), separator: delimiter)
        var counts: [Int] = []
        if let first = try reader.next() { counts.append(first.count) }
        // With the wrong delimiter, a quote may be in the wrong place. The reader of the rows reports any real error.
        while counts.count < triedCount, let values = try? reader.next() { counts.append(values.count) }
        guard let first = counts.first, first > 1 else { return 0 }
        let same = counts.count { $0 == first }
        return same * 10 >= counts.count * 8 ? first : 0
    }
}

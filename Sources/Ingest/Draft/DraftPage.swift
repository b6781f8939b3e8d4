internal import GeocliText

/// A saved page that has no declaration yet: everything that can be known about it without one.
struct DraftPage {

    let name: String
    let encoding: TextEncoding
    /// Whether the bytes, read as CP949, look more like another encoding.
    private(set) var isOtherEncodingLikely = false
    let form: DraftForm
    /// The path of the rows; empty for a document that is itself the list, and for a CSV file.
    let path: [String]
    /// The rows; empty if the page has no list that looks like rows.
    let table: DraftRows
    let around: [(path: [String], text: String)]
    /// What the page says about errors and missing rows.
    let fault: StatedFault
    /// Whether only the beginning of the file was read.
    let isCut: Bool

    /// The maximum number of bytes to read. A page is usually a few hundred kilobytes long. For a longer CSV file, the
    /// beginning is enough.
    static let maximumBytes = 16 << 20

    /// Reads at most `limit` bytes of a page; throws `IngestError` for data that is not a page, and `JSONError`,
    /// `XMLError` or `CSVError` for a broken page.
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
        guard let (text, encoding) = try TextEncoding.guessed(for: bytes, named: source.name) else {
            throw IngestError(.noEncoding, page: source.name).ofSavedPage
        }
        var page = try read(text, encoding, source.name, isCut: isCut)
        page.isOtherEncodingLikely = encoding == .cp949 && WrongText.isWestern(bytes)
        return page
    }

    private static func read(
        _ text: [UInt8], _ encoding: TextEncoding, _ name: String, isCut: Bool
    ) throws -> DraftPage {
        let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        guard let first = body.first(where: { $0 > 0x20 }) else {
            throw IngestError(isCut ? .tooLong : .empty, page: name).ofSavedPage
        }
        let found: (form: DraftForm, path: [String], table: DraftRows, around: [(path: [String], text: String)])
        var fault = StatedFault()
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"):
            guard !isCut else { throw IngestError(.tooLong, page: name).ofSavedPage }
            let isXML = first == UInt8(ascii: "<")
            var tree = DraftTree(name: name)
            if isXML { try tree.readXML(Array(body)) } else { try tree.readJSON(Array(body)) }
            fault = tree.beside
            let best = tree.best ?? ([], DraftRows())
            let around = tree.around.filter { best.path.isEmpty || !$0.path.starts(with: best.path) }
            let areFeatures = tree.features.contains(best.path)
            let form: DraftForm = areFeatures ? .geojson(haveIDs: tree.haveFeatureIDs) : isXML ? .xml : .json
            found = (form, best.path, best.table, around)
        default:
            let (form, table) = try DraftLines.read(Array(body), name, isCut: isCut)
            found = (form, [], table, [])
        }
        // If the document is itself the list, the values are those of its rows.
        if !found.path.isEmpty || found.table.rowCount == 0 {
            for (path, text) in found.around where StatedFault.isBeside(path, rows: found.path) {
                fault.take(text, at: path)
            }
        }
        return DraftPage(
            name: name, encoding: encoding, form: found.form, path: found.path, table: found.table,
            around: found.around, fault: fault, isCut: isCut)
    }
}

enum DraftForm: Equatable {
    case json
    case xml
    case geojson(haveIDs: Bool)
    case csv(delimiter: UInt8, hasHeader: Bool)
}

/// A CSV file that has no declaration yet: its delimiter, and whether its first line has names.
enum DraftLines {
    private static let delimiters = [",", "\t", "|", ";"].compactMap(\.utf8.first)
    private static let triedCount = 20

    /// Finds the delimiter and reads the rows. If the file `isCut`, its first bytes may end inside a record. Throws
    /// `IngestError(.noTable)` if no delimiter makes columns, and `CSVError` for a broken file, also if the first
    /// record is broken with every delimiter.
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

    /// Returns how well a delimiter fits: the number of columns if nearly all records have this number, otherwise 0.
    /// Throws `CSVError` for the first record.
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

/// A JSON or XML document without a declaration: every list in it that may be the rows, and the values around them.
struct DraftTree {
    let name: String
    /// The values, by path. For each path, only the first value is kept.
    private(set) var around: [(path: [String], text: String)] = []
    private var tables: [(path: [String], table: DraftRows, isList: Bool)] = []
    private(set) var features: Set<[String]> = []
    private(set) var haveFeatureIDs = true
    /// What a JSON document says about its next page.
    private(set) var beside = StatedFault()
    /// The path of a list of Features, GeoJSON's or Esri's; nil if there is none. `links` or `fields` beside it may look
    /// more like rows.
    private var featureList: [String]?
    private var listDepth = 0
    /// The index of each path in `tables`. The objects inside the rows of a list have paths of their own.
    private var positions: [[String]: Int] = [:]
    private var notedPaths: Set<[String]> = []

    /// The maximum number of paths. A page has a few dozen, and the limit keeps a hostile page from taking much time.
    private static let maximumPaths = 500

    init(name: String) { self.name = name }

    /// The list that looks most like rows; nil if none does. A single object has half the weight: it may be one row
    /// without a list, or a header.
    var best: (path: [String], table: DraftRows)? {
        if let featureList { return positions[featureList].map { (featureList, tables[$0].table) } }
        func weight(_ one: (path: [String], table: DraftRows, isList: Bool)) -> Int {
            one.isList ? one.table.weight * 2 : one.table.weight
        }
        let found = tables.filter {
            !Self.isFrame($0.table, isList: $0.isList) && ($0.isList || !$0.path.isEmpty)
                && !StatedFault.holds($0.path)
        }
        .max { weight($0) < weight($1) }
        return found.flatMap { weight($0) > 0 && $0.table.columns.count > 1 ? ($0.path, $0.table) : nil }
    }

    /// Whether the objects hold values that usually surround rows: a total, and, in a single object, a page number or a
    /// result.
    private static func isFrame(_ table: DraftRows, isList: Bool) -> Bool {
        let frame = ["pageNo", "numOfRows", "resultCode", "CODE", "returnReasonCode"]
        return table.columns.contains {
            isList ? $0.key == "listtotalcount" : Feed.Envelope.isUsualTotal($0.name) || frame.contains($0.name)
        }
    }

    private mutating func add(
        _ row: [(name: String, text: String)], inner: [(name: String, text: String)] = [], at path: [String],
        isList: Bool
    ) {
        if let index = positions[path] {
            tables[index].table.add(row, inner: inner)
            tables[index].isList = tables[index].isList || isList
        } else if tables.count < Self.maximumPaths {
            var table = DraftRows()
            table.add(row, inner: inner)
            positions[path] = tables.count
            tables.append((path, table, isList))
        }
    }

    private mutating func note(_ text: String, at path: [String]) {
        guard around.count < Self.maximumPaths, notedPaths.insert(path).inserted else { return }
        around.append((path, text))
    }

    // MARK: JSON

    /// Reads a JSON document; throws `JSONError`, and `IngestError(.geoJSON)` for GeoJSON that states no total.
    mutating func readJSON(_ bytes: [UInt8]) throws {
        let document = try JSONValue(parsing: bytes, name: name)
        if document["type"] == .string("Topology") {
            throw IngestError(.notText(FeatureRows.topology), page: name).ofSavedPage
        }
        // The list keeps only the first of several links.
        for member in ["next", "links"] {
            if let value = document[member] { beside.take(value, at: [member]) }
        }
        if case .object(let members) = document,
            ["FeatureCollection", "Feature"].contains(document["type"]?.stringValue), !beside.isPart,
            !members.contains(where: { Feed.Envelope.isUsualTotal($0.name) })
        {
            throw IngestError(.geoJSON, page: name).ofSavedPage
        }
        walk(document, [], isElement: false)
    }

    private mutating func walk(_ value: JSONValue, _ path: [String], isElement: Bool) {
        switch value {
        case .array(let elements):
            listDepth += 1
            defer { listDepth -= 1 }
            for element in elements where isElementOfRows(element) { walk(element, path, isElement: true) }
        case .object(let members):
            if isElement, value["type"]?.stringValue == "Feature", case .object(let properties)? = value["properties"] {
                return addFeature(value, properties, at: path)
            }
            var row: [(name: String, text: String)] = []
            var inner: [(name: String, text: String)] = []
            if isElement, let row = Self.boundRow(members, at: path) { return add(row, at: path, isList: true) }
            let isEsri =
                isElement && path.last == "features" && value["type"] == nil && value["attributes"] != nil
            if isEsri { featureList = featureList ?? path }
            // A row of another list may have a collection as a value.
            if listDepth == 0, value["type"]?.stringValue == "FeatureCollection", value["features"]?.arrayValue != nil {
                featureList = featureList ?? path + ["features"]
            }
            for member in members {
                switch member.value {
                case .object where isEsri && member.name == "attributes":
                    Self.flatten(member.value, member.name, into: &row)
                case .array, .object:
                    walk(member.value, path + [member.name], isElement: false)
                    if isElement { Self.flatten(member.value, member.name, into: &inner) }
                default:
                    let text = member.value.scalarText ?? ""
                    row.append((member.name, text))
                    note(member.value == .bool(true) ? "true" : text, at: path + [member.name])
                }
            }
            add(row, inner: inner, at: path, isList: isElement)
        default: break
        }
    }

    /// Returns a row of SPARQL's results, which has an object with a `value` for each variable; nil for another row.
    private static func boundRow(_ members: [JSONValue.Member], at path: [String]) -> [(name: String, text: String)]? {
        guard path.last == "bindings", members.allSatisfy({ $0.value["value"] != nil && $0.value["type"] != nil })
        else {
            return nil
        }
        return members.map { ($0.name + ".value", $0.value["value"]?.scalarText ?? "") }
    }

    /// Adds a Feature: its properties are the columns.
    private mutating func addFeature(_ feature: JSONValue, _ properties: [JSONValue.Member], at path: [String]) {
        features.insert(path)
        if feature["id"] == nil { haveFeatureIDs = false }
        var row: [(name: String, text: String)] = []
        var inner: [(name: String, text: String)] = []
        for member in properties {
            switch member.value {
            case .array, .object: Self.flatten(member.value, member.name, into: &inner)
            default: row.append((member.name, member.value.scalarText ?? ""))
            }
        }
        add(row, inner: inner, at: path, isList: true)
    }

    /// Adds the values inside of a value of a row, with their paths: `point.x`, or `location.0` in a pair of numbers.
    private static func flatten(
        _ value: JSONValue, _ path: String, depth: Int = 0, into row: inout [(name: String, text: String)]
    ) {
        guard depth < 4 else { return }
        let members: [(name: String, value: JSONValue)]
        switch value {
        case .object(let all): members = all.map { ($0.name, $0.value) }
        case .array(let numbers) where numbers.count == 2 && numbers.allSatisfy({ $0.doubleValue != nil }):
            members = [("0", numbers[0]), ("1", numbers[1])]
        default: return
        }
        for (name, value) in members {
            switch value {
            case .array, .object: flatten(value, "\(path).\(name)", depth: depth + 1, into: &row)
            default: row.append(("\(path).\(name)", value.scalarText ?? ""))
            }
        }
    }

    private func isElementOfRows(_ value: JSONValue) -> Bool {
        if case .object = value { true } else { false }
    }

    // MARK: XML

    /// Reads an XML document; throws `XMLError` or `IngestError(.html)`.
    mutating func readXML(_ bytes: [UInt8]) throws {
        let events = XMLEvents()
        let pageName = name
        var path: [String] = []
        var open = [OpenElement()]
        var rows: [(path: [String], row: OpenElement)] = []
        var counts: [[String]: Int] = [:]
        events.onStart = { name in
            if path.isEmpty, name.lowercased() == "html" { throw IngestError(.html, page: pageName).ofSavedPage }
            open[open.count - 1].hasChildren = true
            path.append(name)
            open.append(OpenElement())
        }
        events.onAttributes = { open[open.count - 1].values += $0.map { ($0.name, $0.value.trimmingBlanks()) } }
        events.onEnd = { name, text in
            let element = open.removeLast()
            open[open.count - 1].close(element, name, text: text.trimmingBlanks())
            if !element.values.isEmpty {
                rows.append((path, element))
                counts[path, default: 0] += 1
            }
            path.removeLast()
        }
        try events.parse(ByteSource(name: name, bytes: bytes))
        for (path, row) in rows {
            let isList = counts[path, default: 0] > 1
            // The root is not a row.
            if path.count > 1 { add(row.values, inner: isList ? row.inner : [], at: path, isList: isList) }
            if !isList { for (name, text) in row.values { note(text, at: path + [name]) } }
        }
    }
}

/// An element of an XML document whose end tag has not come.
private struct OpenElement {
    var hasChildren = false
    /// The attributes, and the children that have only a text.
    var values: [(name: String, text: String)] = []
    /// The values inside of its children, with their paths. As in JSON, those of a child that comes twice are left out,
    /// because the children are a list.
    private(set) var inner: [(name: String, text: String)] = []
    private var children: Set<String> = []
    private var repeated: Set<String> = []

    private static let maximumInner = 100

    /// Adds a child whose end tag has come.
    mutating func close(_ child: OpenElement, _ name: String, text: String) {
        if !child.hasChildren, child.values.isEmpty || !text.isEmpty { values.append((name, text)) }
        guard !repeated.contains(name) else { return }
        guard children.insert(name).inserted else {
            repeated.insert(name)
            return inner.removeAll { $0.name.hasPrefix("\(name).") }
        }
        guard inner.count + child.values.count + child.inner.count <= Self.maximumInner else { return }
        inner += (child.values + child.inner).map { ("\(name).\($0.name)", $0.text) }
    }
}

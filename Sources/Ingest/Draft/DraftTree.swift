internal import GeocliText

/// A JSON or XML document that has no declaration yet: every list in it that may be the rows, and the values around the
/// lists.
struct DraftTree {
    let name: String
    /// The values outside of lists, by path. For each path, only the first value is kept.
    private(set) var around: [(path: [String], text: String)] = []
    private var tables: [(path: [String], table: DraftRows, isList: Bool)] = []
    /// The index of each path in `tables`. The objects inside the rows of a list have paths of their own.
    private var positions: [[String]: Int] = [:]
    private var notedPaths: Set<[String]> = []

    /// The maximum number of paths. A page has a few dozen, and the limit keeps a hostile page from taking much time.
    private static let maximumPaths = 500

    init(name: String) { self.name = name }

    /// The list that looks most like rows; nil if none does. A single object has half the weight: it may be one row
    /// without a list, or a header.
    var best: (path: [String], table: DraftRows)? {
        func weight(_ one: (path: [String], table: DraftRows, isList: Bool)) -> Int {
            one.isList ? one.table.weight * 2 : one.table.weight
        }
        let found = tables.filter { $0.isList || !$0.path.isEmpty && !Self.isFrame($0.table) }
            .max { weight($0) < weight($1) }
        return found.flatMap { weight($0) > 0 && $0.table.columns.count > 1 ? ($0.path, $0.table) : nil }
    }

    /// Whether a single object holds values that usually surround rows: a total, a page number, a result.
    private static func isFrame(_ table: DraftRows) -> Bool {
        let frame = Feed.Envelope.usualTotals + ["pageNo", "numOfRows", "resultCode", "CODE", "returnReasonCode"]
        return table.columns.contains { frame.contains($0.name) }
    }

    private mutating func add(_ row: [(name: String, text: String)], at path: [String], isList: Bool) {
        if let index = positions[path] {
            tables[index].table.add(row)
            tables[index].isList = tables[index].isList || isList
        } else if tables.count < Self.maximumPaths {
            var table = DraftRows()
            table.add(row)
            positions[path] = tables.count
            tables.append((path, table, isList))
        }
    }

    private mutating func note(_ text: String, at path: [String]) {
        guard around.count < Self.maximumPaths, notedPaths.insert(path).inserted else { return }
        around.append((path, text))
    }

    // MARK: JSON

    /// Reads a JSON document.
    ///
    /// - Throws: `JSONError`; `IngestError(.geoJSON)`.
    mutating func readJSON(_ bytes: [UInt8]) throws {
        let document = try JSONValue(parsing: bytes, name: name)
        if ["FeatureCollection", "Feature"].contains(document["type"]?.stringValue) {
            throw IngestError(.geoJSON, page: name).ofSavedPage
        }
        walk(document, [], isElement: false)
    }

    private mutating func walk(_ value: JSONValue, _ path: [String], isElement: Bool) {
        switch value {
        case .array(let elements):
            for element in elements where isElementOfRows(element) { walk(element, path, isElement: true) }
        case .object(let members):
            var row: [(name: String, text: String)] = []
            for member in members {
                switch member.value {
                case .array, .object: walk(member.value, path + [member.name], isElement: false)
                default:
                    let text = member.value.scalarText ?? ""
                    row.append((member.name, text))
                    if !isElement { note(text, at: path + [member.name]) }
                }
            }
            add(row, at: path, isList: isElement)
        default: break
        }
    }

    private func isElementOfRows(_ value: JSONValue) -> Bool {
        if case .object = value { true } else { false }
    }

    // MARK: XML

    /// Reads an XML document.
    ///
    /// - Throws: `XMLError`; `IngestError(.html)`.
    mutating func readXML(_ bytes: [UInt8]) throws {
        let events = XMLEvents()
        let pageName = name
        var path: [String] = []
        var leaves: [[(name: String, text: String)]] = [[]]
        var hasChildren = [false]
        var rows: [(path: [String], row: [(name: String, text: String)])] = []
        var counts: [[String]: Int] = [:]
        events.onStart = { name in
            if path.isEmpty, name.lowercased() == "html" { throw IngestError(.html, page: pageName).ofSavedPage }
            hasChildren[hasChildren.count - 1] = true
            path.append(name)
            leaves.append([])
            hasChildren.append(false)
        }
        events.onEnd = { name, text in
            let own = leaves.removeLast()
            let isLeaf = !hasChildren.removeLast()
            if isLeaf { leaves[leaves.count - 1].append((name, text.trimmingBlanks())) }
            if !own.isEmpty {
                rows.append((path, own))
                counts[path, default: 0] += 1
            }
            path.removeLast()
        }
        try events.parse(ByteSource(name: name, bytes: bytes))
        for (path, row) in rows {
            let isList = counts[path, default: 0] > 1
            // The root is not a row.
            if path.count > 1 { add(row, at: path, isList: isList) }
            if !isList { for (name, text) in row { note(text, at: path + [name]) } }
        }
    }
}

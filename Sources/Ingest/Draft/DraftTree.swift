internal import GeocliText

/// A JSON or XML document that has no declaration yet: every list in it that may be the rows, and the values around the
/// lists.
struct DraftTree {
    let name: String
    /// The values, by path. For each path, only the first value is kept.
    private(set) var around: [(path: [String], text: String)] = []
    private var tables: [(path: [String], table: DraftRows, isList: Bool)] = []
    /// The paths of lists of GeoJSON's Features.
    private(set) var features: Set<[String]> = []
    /// Whether all Features have an id of their own.
    private(set) var haveFeatureIDs = true
    /// The path of a list of Esri's features, beside which `fields` may look more like rows; nil if there is none.
    private var esriFeatures: [String]?
    /// The index of each path in `tables`. The objects inside the rows of a list have paths of their own.
    private var positions: [[String]: Int] = [:]
    private var notedPaths: Set<[String]> = []

    /// The maximum number of paths. A page has a few dozen, and the limit keeps a hostile page from taking much time.
    private static let maximumPaths = 500

    init(name: String) { self.name = name }

    /// The list that looks most like rows; nil if none does. A single object has half the weight: it may be one row
    /// without a list, or a header.
    var best: (path: [String], table: DraftRows)? {
        if let esriFeatures, let index = positions[esriFeatures] { return (esriFeatures, tables[index].table) }
        func weight(_ one: (path: [String], table: DraftRows, isList: Bool)) -> Int {
            one.isList ? one.table.weight * 2 : one.table.weight
        }
        let found = tables.filter { !Self.isFrame($0.table, isList: $0.isList) && ($0.isList || !$0.path.isEmpty) }
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

    /// Reads a JSON document.
    ///
    /// - Throws: `JSONError`; `IngestError(.geoJSON)` for a GeoJSON file that states no total.
    mutating func readJSON(_ bytes: [UInt8]) throws {
        let document = try JSONValue(parsing: bytes, name: name)
        if case .object(let members) = document,
            ["FeatureCollection", "Feature"].contains(document["type"]?.stringValue),
            !members.contains(where: { Feed.Envelope.isUsualTotal($0.name) })
        {
            throw IngestError(.geoJSON, page: name).ofSavedPage
        }
        walk(document, [], isElement: false)
    }

    private mutating func walk(_ value: JSONValue, _ path: [String], isElement: Bool) {
        switch value {
        case .array(let elements):
            for element in elements where isElementOfRows(element) { walk(element, path, isElement: true) }
        case .object(let members):
            if isElement, value["type"]?.stringValue == "Feature", case .object(let properties)? = value["properties"] {
                return addFeature(value, properties, at: path)
            }
            var row: [(name: String, text: String)] = []
            var inner: [(name: String, text: String)] = []
            let isEsri =
                isElement && path.last == "features" && value["type"] == nil && value["attributes"] != nil
            if isEsri { esriFeatures = esriFeatures ?? path }
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
                    note(text, at: path + [member.name])
                }
            }
            add(row, inner: inner, at: path, isList: isElement)
        default: break
        }
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

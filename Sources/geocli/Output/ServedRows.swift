internal import GeocliExport
internal import GeocliGeo
internal import GeocliText

/// The check of an answer of a service before any of it is written: the body must be one whole document of the requested
/// format, with the announced number of rows, and with values of the types that the columns have. Anyone can answer at
/// an address, and an answer can be damaged on its way.
///
/// A key that is not known is accepted, because a newer service may send more keys.
struct ServedRows {
    struct Fault: Error {
        let words: Words

        init(en: String, ko: String) { words = Words(en: en, ko: ko) }
    }

    private let options: ListingOptions
    private let announced: Int
    private let withoutPoint: Int
    /// The forms of the values of each key. A command with several forms of rows may use a key in several ways.
    private let members: [String: [ShapeMember]]

    init(_ command: String, _ options: ListingOptions, rows: Int, withoutPoint: Int) {
        (self.options, announced, self.withoutPoint) = (options, rows, withoutPoint)
        let shapes = RowShapes.all.first { $0.command == command }?.shapes ?? []
        members = Dictionary(grouping: shapes.flatMap(\.members), by: \.key)
    }

    /// Checks the body of an answer with this media type.
    ///
    /// - Complexity: O(length); memory is that of one row, or of a line of text.
    func check(_ body: [UInt8], _ mediaType: String) throws(Fault) {
        try checkKind(mediaType)
        let found: Int
        do {
            found =
                switch options.format {
                case .json: try countInArray(body)
                case .ndjson: try countLines(body)
                case .geojson: try countFeatures(body)
                case .geojsonseq: try countFeatureLines(body)
                case .csv, .tsv: try countRecords(body)
                case .table, .gpkg, .kml: try countTableRows(body)
                }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(
                en: "it is not a whole \(options.format.rawValue) document",
                ko: "완전한 \(options.format.rawValue) 문서가 아닙니다")
        }
        let isOnMap = options.format == .geojson || options.format == .geojsonseq
        let expected = isOnMap ? announced - withoutPoint : announced
        guard found == expected else {
            throw Fault(
                en: "it has \(found) rows, but \(expected) were announced", ko: "\(expected)행이라고 했지만 \(found)행이 왔습니다")
        }
    }

    private func checkKind(_ mediaType: String) throws(Fault) {
        let parts = mediaType.lowercased().split(separator: ";").map { String($0).trimmingBlanks() }
        let wanted = options.format.mediaType.prefix { $0 != ";" }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }?.dropFirst(8)
        guard parts.first == String(wanted), charset.map({ $0.filter { $0 != "\"" } == "utf-8" }) ?? true else {
            throw Fault(en: "its content type is not \(wanted)", ko: "콘텐츠 형식이 \(wanted)\(.subject) 아닙니다")
        }
    }

    private struct NotWhole: Error {}

    private func countInArray(_ body: [UInt8]) throws -> Int {
        var json = JSONStream(ByteSource(name: "", bytes: body))
        guard !options.isSingle else {
            try checkRow(try json.value())
            try json.end()
            return 1
        }
        var count = 0
        try json.enterArray()
        while try json.nextElement() {
            try checkRow(try json.value())
            count += 1
        }
        try json.end()
        return count
    }

    private func countLines(_ body: [UInt8]) throws -> Int {
        try lines(body) { try checkRow(try JSONValue(parsing: $0, name: "")) }
    }

    private func countFeatures(_ body: [UInt8]) throws -> Int {
        var json = JSONStream(ByteSource(name: "", bytes: body))
        var count: Int?
        var type: JSONValue?
        try json.enterObject()
        while let name = try json.nextMember() {
            switch name {
            case "features" where count == nil:
                var features = 0
                try json.enterArray()
                while try json.nextElement() {
                    try checkFeature(try json.value())
                    features += 1
                }
                count = features
            case "type": type = try json.value()
            default: guard try json.value().isFinite else { throw NotWhole() }
            }
        }
        try json.end()
        guard let count, type == .string("FeatureCollection") else { throw NotWhole() }
        return count
    }

    private func countFeatureLines(_ body: [UInt8]) throws -> Int {
        try lines(body) { line in
            try checkFeature(try JSONValue(parsing: line.first == 0x1E ? Array(line.dropFirst()) : line, name: ""))
        }
    }

    /// Calls `check` with each line, and returns the number of lines. The last one must have a line end, too.
    private func lines(_ body: [UInt8], _ check: ([UInt8]) throws -> Void) throws -> Int {
        guard body.last == 0x0A || body.isEmpty else { throw NotWhole() }
        var count = 0
        for line in body.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) where !body.isEmpty {
            try check(Array(line))
            count += 1
        }
        return count
    }

    private func checkRow(_ row: JSONValue) throws {
        guard case .object(let values) = row else { throw NotWhole() }
        try check(values, without: [])
    }

    private func checkFeature(_ value: JSONValue) throws {
        guard value["type"] == .string("Feature"), value.isFinite else { throw NotWhole() }
        let feature = try Feature(json: value)
        switch feature.geometry {
        case .point, nil: break
        default: throw NotWhole()
        }
        // The point is a member of the Feature itself.
        try check(feature.properties, without: GeoJSONRows.elsewhere)
    }

    private func check(_ values: [JSONValue.Member], without left: Set<String>) throws {
        try checkKeys(values.map(\.name), without: left)
        for value in values {
            let forms = members[value.name] ?? []
            guard forms.isEmpty ? value.value.isFinite : forms.contains(where: { $0.accepts(value.value) }) else {
                throw wrongValue(value.name)
            }
        }
    }

    /// Checks that a row has the keys of `--fields`, or, without this option, at least one key of the command.
    private func checkKeys(_ keys: [String], without left: Set<String>) throws {
        let own = Set(keys.filter { !$0.hasPrefix("link_") })
        let isRight =
            if let fields = options.fields {
                own == Set(fields.filter { !$0.hasPrefix("link_") }).subtracting(left)
            } else {
                members.isEmpty || own.contains { members[$0] != nil }
            }
        guard isRight else {
            throw Fault(en: "its rows don't have the requested keys", ko: "요청한 키와 다른 행이 왔습니다")
        }
    }

    private func wrongValue(_ key: String) -> Fault {
        let shown = DisplayText.truncated(DisplayText.singleLine(key), columns: 60)
        return Fault(en: "a value of \(shown) has the wrong type", ko: "\(shown) 값의 형식이 잘못되었습니다")
    }

    private func countRecords(_ body: [UInt8]) throws -> Int {
        guard body.last == 0x0A else { throw NotWhole() }
        var keys: [String]?
        func take(_ cells: [String]) throws {
            guard let keys else {
                try checkKeys(cells, without: [])
                keys = cells
                return
            }
            guard cells.count == keys.count else { throw NotWhole() }
            for (key, cell) in zip(keys, cells) where !isRight(cell, of: key) { throw wrongValue(key) }
        }
        if options.format == .csv {
            var count = 0
            var reader = CSVReader(ByteSource(name: "", bytes: body))
            while let cells = try reader.next() {
                try take(cells)
                count += 1
            }
            return count - 1
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return try lines(body.starts(with: mark) ? Array(body.dropFirst(mark.count)) : body) { line in
            guard let text = String(validating: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self) else {
                throw NotWhole()
            }
            try take(text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
        } - 1
    }

    private func isRight(_ cell: String, of key: String) -> Bool {
        let forms = members[key] ?? []
        return (forms.isEmpty || forms.contains { $0.accepts(cell: cell) }) && isHarmless(cell)
    }

    /// Returns whether a program that opens the file may read the cell only as a value, as in the listings of this
    /// program.
    private func isHarmless(_ cell: String) -> Bool {
        if options.format == .tsv {
            if cell.unicodeScalars.contains(where: DisplayText.isUnsafe) { return false }
            if !options.isForExcel { return true }
        }
        // A number, a phone number and a point can begin with a sign.
        return options.isRaw || !FormulaStart.isThere(cell)
            || cell.split(separator: ",").allSatisfy { DecimalText.number($0) != nil }
    }

    /// Counts the rows of a table, whose number of lines is known unless it was fitted to a terminal.
    private func countTableRows(_ body: [UInt8]) throws -> Int {
        guard body.last == 0x0A || announced == 0,
            DisplayText.harmless(body, keepsStyles: options.isStyled || options.hyperlinks != nil) == body
        else { throw NotWhole() }
        let lines = body.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        let hasSheets =
            options.isSingle || options.hasLinks || options.fields?.contains { $0.hasPrefix("link_") } ?? false
        if hasSheets {
            // An empty line is between rows. A row has no line if none of the requested keys has a value.
            let count = body.isEmpty ? 0 : lines.split(whereSeparator: \.isEmpty).count
            return options.fields == nil ? count : max(count, announced)
        }
        guard options.terminalColumns != nil else { return lines.count - Self.headLines }
        return lines.count >= announced + Self.headLines ? announced : 0
    }

    /// The titles, and the rules under them.
    private static let headLines = 2
}

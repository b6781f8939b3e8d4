internal import GeocliGeo
public import GeocliPlaces
public import GeocliText

/// A value of a listing, before it is written in a format.
public enum OutputValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number without a unit.
    case number(Double)
    /// A number of degrees. It has the digits that are needed to read back the same value, or 7 decimals in map files
    /// and tables.
    case degrees(Double)
    /// Meters with 3 decimals.
    case meters(Double)
    /// Text from a feed or a file; it may contain anything.
    case text(String)
    /// Text from geocli: codes, dates, phone numbers.
    case code(String)
    /// A position as `PointText` writes it, `LAT,LON`; at most 7 decimals in tables.
    case point(String)
    /// Several texts from a feed.
    case list([String])
    /// Several numbers of degrees, such as a box.
    case box([Double])
    /// A value from an input file, passed on unchanged.
    case json(JSONValue)
    /// A `text` that is valid only while its row is read.
    case lentText(LentText)
    /// A `code` that is valid only while its row is read.
    case lentCode(LentText)
    /// A `list` that is valid only while its row is read, in the form of `ListedStrings.lent`.
    case lentList(LentText)

    /// Returns text from a feed; null for nil.
    public static func text(_ text: String?) -> OutputValue { text.map(OutputValue.text) ?? .null }

    /// Returns text from geocli; null for nil.
    public static func code(_ text: String?) -> OutputValue { text.map(OutputValue.code) ?? .null }

    /// Returns text from a feed; null for nil.
    @inlinable public static func listed(text: ListedText?) -> OutputValue {
        switch text {
        case .lent(let text): .lentText(text)
        case .string(let text): .text(text)
        case nil: .null
        }
    }

    /// Returns text from geocli; null for nil.
    @inlinable public static func listed(code text: ListedText?) -> OutputValue {
        switch text {
        case .lent(let text): .lentCode(text)
        case .string(let text): .code(text)
        case nil: .null
        }
    }

    /// Returns several texts from a feed; null for nil.
    @inlinable public static func listed(list texts: ListedStrings?) -> OutputValue {
        switch texts {
        case .lent(let json): .lentList(json)
        case .strings(let texts): .list(texts)
        case nil: .null
        }
    }

    /// The same value in a form that stays valid after its row has been read.
    var kept: OutputValue {
        switch self {
        case .lentText(let text): .text(text.string)
        case .lentCode(let text): .code(text.string)
        case .lentList(let json): .list(ListedStrings.lent(json).strings)
        default: self
        }
    }

    /// Returns a whole number; null for nil.
    public static func integer(_ value: Int?) -> OutputValue { value.map { .integer(Int64($0)) } ?? .null }

    /// Whether the value is one text or several.
    var isText: Bool {
        switch self {
        case .text, .code, .point, .list, .lentText, .lentCode, .lentList: true
        default: false
        }
    }

    /// Whether a table aligns the value to the right.
    var isNumber: Bool {
        switch self {
        case .integer, .number, .degrees, .meters: true
        default: false
        }
    }

    /// Writes the value as JSON; `forMaps` rounds degrees to the decimals of map files.
    func write(to json: inout JSONWriter, forMaps: Bool) {
        switch self {
        case .null: json.null()
        case .bool(let flag): json.bool(flag)
        case .integer(let value): json.integer(value)
        case .number(let value): json.number(value)
        case .degrees(let value):
            forMaps ? json.number(value, maximumDecimals: FeatureWriter.maximumDecimals) : json.number(value)
        case .meters(let value): json.number(value, decimals: 3)
        case .text(let text), .code(let text), .point(let text): json.string(text)
        case .list(let texts):
            json.beginArray()
            for text in texts { json.string(text) }
            json.endArray()
        case .box(let edges):
            json.beginArray()
            for edge in edges { OutputValue.degrees(edge).write(to: &json, forMaps: forMaps) }
            json.endArray()
        case .json(let value): json.value(value)
        case .lentText, .lentCode, .lentList: kept.write(to: &json, forMaps: forMaps)
        }
    }

    /// The text of a cell in CSV and TSV.
    var cell: String {
        switch self {
        case .text(let text), .code(let text), .point(let text): return text
        case .lentText(let text), .lentCode(let text): return text.string
        default:
            var bytes: [UInt8] = []
            appendCell(to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Appends the text of a cell in CSV and TSV.
    func appendCell(to bytes: inout [UInt8]) {
        switch self {
        case .null, .json(.null): return
        case .text(var text), .code(var text), .point(var text), .json(.string(var text)):
            text.withUTF8 { bytes.append(contentsOf: $0) }
        case .list(let texts): bytes.append(contentsOf: texts.joined(separator: " ").utf8)
        case .lentText, .lentCode, .lentList: kept.appendCell(to: &bytes)
        default:
            var json = JSONWriter()
            swap(&json.bytes, &bytes)
            write(to: &json, forMaps: false)
            swap(&json.bytes, &bytes)
        }
    }

    /// Whether the cell's text comes from outside geocli. A spreadsheet must not read such a text as a formula.
    var isForeignText: Bool {
        switch self {
        case .text, .list, .json(.string), .lentText, .lentList: true
        default: false
        }
    }

    /// The text of a cell in a table for people.
    public var tableText: String {
        switch self {
        case .degrees(let value): DecimalText.text(value, maximumDecimals: FeatureWriter.maximumDecimals)
        case .meters(let value):
            value < 999.5
                ? DecimalText.text(value, decimals: 0) + " m" : DecimalText.text(value / 1000, decimals: 2) + " km"
        case .point(let text): Self.shortPoint(text)
        case .box(let edges): Self.shortBox(edges)
        default: DisplayText.singleLine(cell)
        }
    }

    /// Returns a position with as many decimals as a table shows.
    private static func shortPoint(_ text: String) -> String {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2 else { return DisplayText.singleLine(text) }
        return numbers.map { DecimalText.text($0, maximumDecimals: FeatureWriter.maximumDecimals) }
            .joined(separator: ",")
    }

    /// Returns a box `W,S,E,N` with 4 decimals (11 m), rounded outwards, so that `bbox` with the rounded box still
    /// finds all places of the original box.
    private static func shortBox(_ edges: [Double]) -> String {
        edges.enumerated().map { position, edge in
            DecimalText.text((edge * 1e4).rounded(position < 2 ? .down : .up) / 1e4, maximumDecimals: 4)
        }.joined(separator: ",")
    }
}

internal import GeocliGeo
package import GeocliPlaces
package import GeocliText

/// A value of a listing, before it is written in a format.
package enum OutputValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    /// Degrees: the digits that are needed to read back the same value, or 7 decimals in map files and tables.
    case degrees(Double)
    /// Meters with 3 decimals.
    case meters(Double)
    /// Text from a feed or a file; it may contain anything.
    case text(String)
    /// Text from geocli: codes, dates, phone numbers.
    case code(String)
    /// A position as `PointText` writes it, `LAT,LON`; at most 7 decimals in tables.
    case point(String)
    case list([String])
    /// Several numbers of degrees, such as a box.
    case box([Double])
    /// A value from an input file, passed on unchanged.
    case json(JSONValue)
    /// A `text`, `code` or `list` that is valid only while its row is read; the list is as `ListedStrings.lent`.
    case lentText(BorrowedText)
    case lentCode(BorrowedText)
    case lentList(BorrowedText)

    /// Returns text from a feed; null for nil.
    package static func text(_ text: String?) -> OutputValue { text.map(OutputValue.text) ?? .null }

    /// Returns text from geocli; null for nil.
    package static func code(_ text: String?) -> OutputValue { text.map(OutputValue.code) ?? .null }

    /// Returns text from a feed; null for nil.
    @inlinable package static func listed(text: ListedText?) -> OutputValue {
        switch text {
        case .lent(let text): .lentText(text)
        case .string(let text): .text(text)
        case nil: .null
        }
    }

    /// Returns text from geocli; null for nil.
    @inlinable package static func listed(code text: ListedText?) -> OutputValue {
        switch text {
        case .lent(let text): .lentCode(text)
        case .string(let text): .code(text)
        case nil: .null
        }
    }

    /// Returns several texts from a feed; null for nil.
    @inlinable package static func listed(list texts: ListedStrings?) -> OutputValue {
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
    package static func integer(_ value: Int?) -> OutputValue { value.map { .integer(Int64($0)) } ?? .null }

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
    package var tableText: String {
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

    private static func shortPoint(_ text: String) -> String {
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2 else { return DisplayText.singleLine(text) }
        return numbers.map { DecimalText.text($0, maximumDecimals: FeatureWriter.maximumDecimals) }
            .joined(separator: ",")
    }

    /// `W,S,E,N` with 4 decimals (11 m), rounded outwards: `bbox` with it still finds all places of the original.
    private static func shortBox(_ edges: [Double]) -> String {
        edges.enumerated().map { position, edge in
            DecimalText.text((edge * 1e4).rounded(position < 2 ? .down : .up) / 1e4, maximumDecimals: 4)
        }.joined(separator: ",")
    }
}

/// A faster way to write plain values: their bytes are copied into a row that has room for all of them. A `…Room` is
/// the maximum number of bytes that its `put…` writes. It must not be nil, and the row must have that room.
///
/// A value with an escape, a quote or many digits is not plain, because its number of bytes is not known in advance. A
/// row with such a value takes the slow path, which handles every value. Both paths write the same bytes.
extension OutputValue {
    var plainDataRoom: Int? {
        guard case .degrees(let value) = self else { return plainMapRoom }
        return value.isFinite ? DecimalText.maximumShortestBytes : nil
    }

    /// JSON that is not for maps, with the same bytes as `write`.
    func putPlainData(into cursor: inout ByteCursor) {
        guard case .degrees(let value) = self else { return putPlainMap(into: &cursor) }
        cursor.putShortest(value)
    }

    var plainMapRoom: Int? {
        switch self {
        case .null, .bool: 5
        case .integer: 20
        case .degrees(let value): abs(value) <= 180 ? DecimalText.maximumBytes : nil
        case .meters(let value): abs(value) < 1e9 ? DecimalText.maximumBytes : nil
        case .lentText(let text), .lentCode(let text): PlainText.isPlain(text.bytes) ? text.bytes.count + 2 : nil
        // The list is plain text except for its quotes. They occur only at the start and at the end of a string.
        case .lentList(let json): PlainText.isPlain(json.bytes, quotes: true) ? json.bytes.count : nil
        case .text(let text), .code(let text), .point(let text): Self.plainCount(text).map { $0 + 2 }
        case .number, .list, .box, .json: nil
        }
    }

    /// JSON for maps, with the same bytes as `write`.
    func putPlainMap(into cursor: inout ByteCursor) {
        switch self {
        case .null: cursor.put("null")
        case .bool(let flag): cursor.put(flag ? "true" : "false" as StaticString)
        case .integer(let value): cursor.put(value)
        case .degrees(let value): cursor.put(value, maximumDecimals: FeatureWriter.maximumDecimals)
        case .meters(let value): cursor.put(value, decimals: 3)
        case .lentText(let text), .lentCode(let text):
            cursor.put(UInt8(ascii: "\""))
            cursor.put(text.bytes)
            cursor.put(UInt8(ascii: "\""))
        case .lentList(let json): cursor.put(json.bytes)
        case .text(let text), .code(let text), .point(let text):
            cursor.put(UInt8(ascii: "\""))
            Self.put(text, into: &cursor)
            cursor.put(UInt8(ascii: "\""))
        case .number, .list, .box, .json: preconditionFailure("no plain value")
        }
    }

    var plainCellRoom: Int? {
        switch self {
        case .null: 0
        case .bool: 5
        case .integer: 20
        case .degrees(let value): value.isFinite ? DecimalText.maximumShortestBytes : nil
        case .meters(let value): abs(value) < 1e9 ? DecimalText.maximumBytes : nil
        case .lentText(let text), .lentCode(let text): PlainText.isPlain(text.bytes) ? text.bytes.count : nil
        case .lentList(let json): PlainText.isPlain(json.bytes, quotes: true) ? json.bytes.count : nil
        case .text(let text), .code(let text), .point(let text): Self.plainCount(text)
        case .number, .list, .box, .json: nil
        }
    }

    /// The text of a cell, with the same bytes as `appendCell`.
    func putPlainCell(into cursor: inout ByteCursor) {
        switch self {
        case .null: return
        case .lentText(let text), .lentCode(let text): cursor.put(text.bytes)
        case .text(let text), .code(let text), .point(let text): Self.put(text, into: &cursor)
        case .degrees(let value): cursor.putShortest(value)
        case .lentList(let json): Self.putList(json.bytes, into: &cursor)
        case .bool, .integer, .meters, .number, .list, .box, .json: putPlainMap(into: &cursor)
        }
    }

    /// Writes the strings of an array in the form of `ListedStrings.lent`, with a blank between two strings.
    private static func putList(_ json: UnsafeBufferPointer<UInt8>, into cursor: inout ByteCursor) {
        var start = 2
        for position in 2..<json.count where json[position] == UInt8(ascii: "\"") && position >= start {
            cursor.put(UnsafeBufferPointer(rebasing: json[start..<position]))
            // The closing quote is followed either by a comma and the next quote, or by the last bracket.
            guard position + 2 < json.count else { return }
            cursor.put(UInt8(ascii: " "))
            start = position + 3
        }
    }

    private static func plainCount(_ text: String) -> Int? {
        let count = text.utf8.withContiguousStorageIfAvailable { PlainText.isPlain($0) ? $0.count : -1 }
        return count.flatMap { $0 < 0 ? nil : $0 }
    }

    private static func put(_ text: String, into cursor: inout ByteCursor) {
        // `plainCount` has checked that the storage is available.
        _ = text.utf8.withContiguousStorageIfAvailable { cursor.put($0) }
    }
}

internal import GeocliGeo
internal import GeocliText

/// A faster way to write plain values: their bytes are copied into a row that has room for all of them.
///
/// A value with an escape, a quote or many digits is not plain, because its number of bytes is not known in advance. A
/// row with such a value takes the slow path, which handles every value. Both paths write the same bytes.
extension OutputValue {
    /// The maximum number of bytes that `putPlainData` writes; nil if the value takes the slow path.
    var plainDataRoom: Int? {
        guard case .degrees(let value) = self else { return plainMapRoom }
        return value.isFinite ? DecimalText.maximumShortestBytes : nil
    }

    /// Writes the value as JSON that is not for maps, with the same bytes as `write`.
    ///
    /// - Precondition: `plainDataRoom` is not nil, and there is room for this number of bytes.
    func putPlainData(into cursor: inout ByteCursor) {
        guard case .degrees(let value) = self else { return putPlainMap(into: &cursor) }
        cursor.putShortest(value)
    }

    /// The maximum number of bytes that `putPlainMap` writes; nil if the value takes the slow path.
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

    /// Writes the value as JSON for maps, with the same bytes as `write`.
    ///
    /// - Precondition: `plainMapRoom` is not nil, and there is room for this number of bytes.
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

    /// The maximum number of bytes that `putPlainCell` writes; nil if the value takes the slow path.
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

    /// Writes the text of a cell, with the same bytes as `appendCell`.
    ///
    /// - Precondition: `plainCellRoom` is not nil, and there is room for this number of bytes.
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

internal import GeocliText

/// Writes JSON: an array, one object on each line, or a single object.
struct JSONRows: RowEncoder {
    enum Form {
        case array
        case lines
        case single
    }

    private let names: JSONNames
    private let form: Form
    private var isFirst = true

    init(keys: [String], form: Form) {
        names = JSONNames(keys)
        self.form = form
    }

    mutating func begin(into bytes: inout [UInt8]) {
        if form == .array { bytes.append(UInt8(ascii: "[")) }
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        if putPlain(values, into: &bytes) { return }
        if form == .array { bytes.append(contentsOf: (isFirst ? "\n" : ",\n").utf8) }
        isFirst = false
        var json = JSONWriter()
        swap(&json.bytes, &bytes)
        json.beginObject()
        for position in values.indices {
            json.name(names, at: position)
            values[position].write(to: &json, forMaps: false)
        }
        json.endObject()
        if form != .array { json.newline() }
        swap(&json.bytes, &bytes)
    }

    /// Writes a row of plain values; returns false if any value is not plain.
    private mutating func putPlain(_ values: [OutputValue], into bytes: inout [UInt8]) -> Bool {
        guard form != .single else { return false }
        // Room for the separator between rows, the braces and a line end.
        var room = names.byteCount + 8
        for value in values {
            guard let valueRoom = value.plainDataRoom else { return false }
            room += valueRoom
        }
        let (names, form, isFirst) = (names, form, isFirst)
        bytes.appendRow(room: room) { cursor in
            if form == .array { cursor.put(isFirst ? "\n" : ",\n" as StaticString) }
            cursor.put(UInt8(ascii: "{"))
            names.withBytes { names in
                values.withUnsafeBufferPointer { values in
                    for position in values.indices {
                        cursor.put(names, position, comma: position > 0)
                        values[position].putPlainData(into: &cursor)
                    }
                }
            }
            cursor.put(UInt8(ascii: "}"))
            if form == .lines { cursor.put(UInt8(ascii: "\n")) }
        }
        self.isFirst = false
        return true
    }

    mutating func end(into bytes: inout [UInt8]) {
        if form == .array { bytes.append(contentsOf: (isFirst ? "]\n" : "\n]\n").utf8) }
    }

    mutating func resume() -> Int {
        defer { isFirst = false }
        return isFirst && form == .array ? 1 : 0
    }
}

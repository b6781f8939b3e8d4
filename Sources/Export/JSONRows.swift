internal import Text

/// JSON: an array, one object a line, or one object alone.
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

    mutating func end(into bytes: inout [UInt8]) {
        if form == .array { bytes.append(contentsOf: (isFirst ? "]\n" : "\n]\n").utf8) }
    }
}

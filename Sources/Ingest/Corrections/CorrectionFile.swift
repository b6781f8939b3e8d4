public import GeocliPlaces
public import GeocliText

/// The file in which corrections travel: JSON, one value a line, by number. The same corrections give the same bytes.
public enum CorrectionFile {
    /// The maximum bytes of a file.
    public static let limit = 64 << 20

    private static let format = "geocli corrections 1"

    /// Returns the bytes of a file.
    public static func bytes(_ records: [CorrectionRecord]) -> [UInt8] {
        var lines = ["{", "  \"format\": \"\(format)\",", "  \"corrections\": ["]
        for (index, record) in records.enumerated() {
            let members = members(record).map { "      \(text(.string($0.name))): \(text($0.value))" }
            lines += ["    {", members.joined(separator: ",\n"), index + 1 < records.count ? "    }," : "    }"]
        }
        return Array((lines + ["  ]", "}", ""]).joined(separator: "\n").utf8)
    }

    /// Reads a file.
    ///
    /// - Throws: `CorrectionFileError`, which names the correction; `JSONError`; `ByteSourceError`.
    public static func records(in source: ByteSource) throws -> [CorrectionRecord] {
        guard let bytes = try source.readAll(limit: limit) else {
            throw CorrectionFileError(source.name, en: "the file is larger than 64 MiB", ko: "파일이 64MiB보다 큽니다")
        }
        let value = try JSONValue(parsing: bytes, name: source.name)
        guard value["format"]?.stringValue == format, case .array(let items)? = value["corrections"] else {
            throw CorrectionFileError(
                source.name, en: "this is not a file of 'geocli corrections export'",
                ko: "'geocli corrections export'로 만든 파일이 아닙니다")
        }
        return try items.enumerated().map { index, item in
            do throws(CorrectionCheck.ValueError) {
                return try record(item)
            } catch {
                throw CorrectionFileError(
                    source.name, en: "correction \(index + 1) of the file: \(error.words.en)",
                    ko: "파일의 \(index + 1)번째 정정: \(error.words.ko)")
            }
        }
    }

    private static func members(_ record: CorrectionRecord) -> [JSONValue.Member] {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        return [
            .init("number", .number(String(record.number))), .init("ref", .string(record.ref)),
            .init("field", .string(record.value.field.rawValue)), .init("seen", text(record.seen)),
            .init("value", text(record.value.text)), .init("state", .string(record.state.rawValue)),
            .init("because", .string(record.because)), .init("source", .string(record.source)),
            .init("author", .string(record.author)), .init("day", .string(record.day)),
        ]
    }

    private static func text(_ value: JSONValue) -> String {
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func record(_ item: JSONValue) throws(CorrectionCheck.ValueError) -> CorrectionRecord {
        func required(_ name: String) throws(CorrectionCheck.ValueError) -> String {
            guard let text = item[name]?.stringValue, !text.isEmpty else { throw wrong(name) }
            return text
        }
        func optional(_ name: String) throws(CorrectionCheck.ValueError) -> String? {
            guard let value = item[name] else { throw wrong(name) }
            if case .null = value { return nil }
            guard let text = value.stringValue else { throw wrong(name) }
            return text
        }
        guard let field = CorrectionField(rawValue: try required("field")) else { throw wrong("field") }
        guard let state = StoredCorrection.State(rawValue: try required("state")) else { throw wrong("state") }
        guard let number = (item["number"]?.scalarText).flatMap({ Int64($0) }), 1...(1 << 53) ~= number else {
            throw wrong("number")
        }
        let (day, source) = (try required("day"), try required("source"))
        guard SeoulTime.isDate(day) else { throw wrong("day") }
        guard CorrectionCheck.isWebAddress(source) else { throw wrong("source") }
        let seen = try optional("seen")
        if field == .point, let seen, PointText.point(seen) == nil { throw wrong("seen") }
        let value = try CorrectionCheck.stored(field, try optional("value"))
        guard field == .closed ? seen == nil : seen != value.text else { throw wrong("seen") }
        // A shop can't have closed after the person said so.
        if field == .closed, let closed = value.text, closed > day { throw wrong("value") }
        return CorrectionRecord(
            number: number, ref: try required("ref"), value: value, seen: seen, state: state,
            because: try required("because"), source: source, author: try required("author"), day: day)
    }

    private static func wrong(_ name: String) -> CorrectionCheck.ValueError {
        CorrectionCheck.ValueError(
            words: Words(en: "\"\(name)\" is missing or has a wrong value", ko: "\"\(name)\" 값이 없거나 잘못되었습니다"))
    }
}

/// The error for a file that holds no corrections, or wrong ones.
public struct CorrectionFileError: ExplainedError, Equatable {
    /// The message: the file, what is wrong.
    public let words: Words

    init(_ name: String, en: String, ko: String) {
        let shown = DisplayText.singleLine(name)
        words = Words(en: "\(shown): \(en)", ko: "\(shown): \(ko)")
    }
}

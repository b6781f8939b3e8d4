package import GeocliPlaces
package import GeocliText

/// The file that carries corrections and decisions on issues to another catalog. It has one JSON object per line, so
/// that git merges it line by line. The same records give the same bytes.
package struct ExchangeFile {
    package struct Item {
        /// The position of the record, such as line 3.
        package let place: Words
        package let record: ExchangeRecord
    }

    package static let limit = 64 << 20

    private static let format = "geocli corrections 2"
    /// The name of the first format: one JSON object with corrections only.
    private static let formerFormat = "geocli corrections 1"

    package private(set) var items: [Item] = []
    /// What is wrong with the other records; each entry names the line.
    package private(set) var problems: [Words] = []

    /// Returns the bytes of a file; `records` are in the order of `ExchangeRecord.comesBefore`.
    package static func bytes(_ records: [ExchangeRecord]) -> [UInt8] {
        Array((["{\"format\":\"\(format)\"}"] + records.map(\.json) + [""]).joined(separator: "\n").utf8)
    }

    /// Reads a file and checks each record in the same way as an edit; no record may be later than `now`. Throws a
    /// `PlainError` for a file that is larger than `limit` or from another program, and `ByteSourceError`.
    package init(_ source: ByteSource, now: SeoulTime) throws {
        guard let bytes = try source.readAll(limit: Self.limit) else {
            throw PlainError(file: source.name, en: "the file is larger than 64 MiB", ko: "파일이 64MiB보다 큽니다")
        }
        let isFormer = (try? JSONValue(parsing: bytes, name: source.name))?["format"]?.stringValue == Self.formerFormat
        if isFormer { try readFormer(bytes, source.name, now) } else { try readLines(bytes, source.name, now) }
    }

    private mutating func readLines(_ bytes: [UInt8], _ name: String, _ now: SeoulTime) throws {
        var hasHead = false
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = (bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            let value = try? JSONValue(parsing: Array(line), name: name)
            // A merge of two files may have left a second header line.
            if value?["format"]?.stringValue == Self.format {
                hasHead = true
                continue
            }
            guard hasHead else { throw PlainError.foreign(name) }
            let place = Words(en: "line \(index + 1)", ko: "\(index + 1)행")
            guard let value else {
                problems.append(
                    Words(en: "\(place.en): this is not JSON", ko: "\(place.ko): JSON이 아닙니다"))
                continue
            }
            take(place, now) { try ExchangeRecord(value) }
        }
        guard hasHead else { throw PlainError.foreign(name) }
    }

    private mutating func readFormer(_ bytes: [UInt8], _ name: String, _ now: SeoulTime) throws {
        guard let items = try JSONValue(parsing: bytes, name: name)["corrections"]?.arrayValue else {
            throw PlainError.foreign(name)
        }
        for (index, item) in items.enumerated() {
            let place = Words(en: "correction \(index + 1) of the file", ko: "파일의 \(index + 1)번째 정정")
            take(place, now) { .correction(try ExchangeRecord.correction(item, number: "number")) }
        }
    }

    private mutating func take(_ place: Words, _ now: SeoulTime, _ read: () throws -> ExchangeRecord) {
        do {
            let record = try read()
            try ExchangeCheck.check(record, now: now)
            items.append(Item(place: place, record: record))
        } catch {
            let wrong = (error as? any ExplainedError)?.words ?? Words(en: "\(error)", ko: "\(error)")
            problems.append(Words(en: "\(place.en): \(wrong.en)", ko: "\(place.ko): \(wrong.ko)"))
        }
    }
}

extension PlainError {
    fileprivate init(file name: String, en: String, ko: String) {
        let shown = DisplayText.singleLine(name)
        self.init(.data, en: "\(shown): \(en)", ko: "\(shown): \(ko)")
    }

    fileprivate static func foreign(_ name: String) -> PlainError {
        PlainError(
            file: name, en: "this file was not written by 'geocli corrections export'",
            ko: "'geocli corrections export'로 만든 파일이 아닙니다")
    }
}

extension ExchangeFile {
    /// Returns the error for a file with wrong records, which earlier messages have named.
    package static func wrong(_ name: String, count: Int) -> PlainError {
        PlainError(
            file: name, en: "wrong records: \(count); nothing was imported", ko: "잘못된 기록이 \(count)건 있어 아무것도 가져오지 않았습니다")
    }
}

/// Checks a record of a file in the same way as an edit by hand, as far as this is possible without a catalog.
enum ExchangeCheck {
    /// Checks a record, which must not be later than `now`.
    static func check(_ record: ExchangeRecord, now: SeoulTime) throws(PlainError) {
        guard ExchangeRecord.numbers.contains(record.number) else { throw wrong("number") }
        switch record {
        case .correction(let record): try check(record, now)
        case .issue(let record): try check(record, now)
        }
    }

    private static func check(_ record: CorrectionRecord, _ now: SeoulTime) throws(PlainError) {
        let field = record.value.field
        _ = try CorrectionCheck.stored(field, record.value.text)
        if field == .point, let seen = record.seen, PointText.point(seen) == nil { throw wrong("seen") }
        guard field == .closed ? record.seen == nil : record.seen != record.value.text else { throw wrong("seen") }
        guard record.day <= now.date else { throw future("day", record.day) }
        // A person can't have reported a closing before it happened.
        if field == .closed, let closed = record.value.text, closed > record.day { throw wrong("value") }
        try CorrectionCheck.reason(record.because, named: "because")
        try CorrectionCheck.source(record.source, named: "source")
        try CorrectionCheck.author(record.author, named: "author")
        guard let note = record.withdrawal else { return }
        try CorrectionCheck.author(note.author, named: "author")
        if let text = note.text { try CorrectionCheck.reason(text, named: "text") }
        guard note.time.unixSeconds <= now.unixSeconds else { throw future("at", note.time.timestamp) }
    }

    private static func check(_ record: IssueRecord, _ now: SeoulTime) throws(PlainError) {
        if let title = record.title {
            guard title == title.trimmingBlanks(), 1...IssueWriting.maximumTitleLength ~= title.count,
                title.utf8.count <= IssueWriting.maximumTextBytes, !title.contains(where: \.isNewline),
                !IssueWriting.hasControls(title, allowsLines: false)
            else { throw wrong("title") }
        }
        if let day = record.day, day > now.date { throw future("day", day) }
        for label in record.labels where !IssueWriting.isLabel(label) { throw wrong("labels") }
        for act in record.acts {
            try CorrectionCheck.author(act.author, named: "author")
            guard (act.text?.utf8.count ?? 0) <= IssueWriting.maximumTextBytes,
                !IssueWriting.hasControls(act.text ?? "", allowsLines: true)
            else { throw wrong("text") }
            switch act.what {
            case .labeled, .unlabeled:
                guard let text = act.text, IssueWriting.isLabel(text) else { throw wrong("text") }
            case .accepted, .comment: guard act.text != nil else { throw wrong("text") }
            default: break
            }
            guard act.moment <= now.timestamp else { throw future("at", act.moment) }
        }
    }

    private static func wrong(_ key: String) -> PlainError {
        PlainError(.usage, en: "\"\(key)\" is missing or has a wrong value", ko: "\"\(key)\" 값이 없거나 잘못되었습니다")
    }

    private static func future(_ key: String, _ value: String) -> PlainError {
        PlainError(.usage, en: "\"\(key)\" is in the future: \(value)", ko: "\"\(key)\" 값이 미래의 시점입니다: \(value)")
    }
}

public import GeocliText

/// The form of a record in a file and in a catalog: one JSON object on one line. The same record always has the same
/// bytes.
extension TravelRecord {
    /// The numbers that a record may have. Without this limit, a file could contain a number that leaves no number for
    /// the next record.
    public static let numbers: ClosedRange<Int64> = 1...(1 << 31) - 1

    /// The record as JSON.
    public var json: String {
        var json = JSONWriter()
        switch self {
        case .correction(let record): json.value(.object(Self.members(record)))
        case .issue(let record): json.value(.object(Self.members(record)))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func members(_ record: CorrectionRecord) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("correction", .number(String(record.number))), .init("ref", record.ref),
            .init("field", record.value.field.rawValue), .init("seen", .text(record.seen)),
            .init("value", .text(record.value.text)), .init("state", record.state.rawValue),
            .init("because", record.because), .init("source", record.source), .init("author", record.author),
            .init("day", record.day),
        ]
        if let note = record.withdrawal {
            members.append(
                .init(
                    "withdrawn",
                    .object([
                        .init("author", note.author), .init("at", note.time.timestamp), .init("text", .text(note.text)),
                    ])))
        }
        return members
    }

    private static func members(_ record: IssueRecord) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("issue", .number(String(record.number)))]
        if let rule = record.rule { members.append(.init("rule", rule)) }
        if let title = record.title { members.append(.init("title", title)) }
        members.append(.init("refs", .array(record.refs.map(JSONValue.string))))
        if !record.field.isEmpty { members.append(.init("field", record.field)) }
        if let day = record.day { members.append(.init("day", day)) }
        members.append(.init("state", record.state.rawValue))
        if !record.labels.isEmpty { members.append(.init("labels", .array(record.labels.map(JSONValue.string)))) }
        if let accepted = record.accepted { members.append(.init("accepted", .object(accepted))) }
        let acts = record.acts.map { act in
            JSONValue.object(
                [
                    .init("what", act.what.rawValue), .init("author", act.author), .init("at", act.moment),
                ] + (act.text.map { [.init("text", $0)] } ?? []))
        }
        members.append(.init("acts", .array(acts)))
        return members
    }

    /// Reads a record. Only its form is checked.
    ///
    /// - Throws: `PlainError`.
    public init(_ value: JSONValue) throws(PlainError) {
        if value["correction"] != nil {
            self = .correction(try Self.correction(value, number: "correction"))
        } else if value["issue"] != nil {
            self = .issue(try Self.issue(value))
        } else {
            throw Self.wrong("correction")
        }
    }

    /// Reads a correction.
    ///
    /// - Parameter number: the key of the correction's number.
    /// - Throws: `PlainError`.
    public static func correction(_ value: JSONValue, number key: String) throws(PlainError) -> CorrectionRecord {
        let number = try number(value, key)
        guard let field = CorrectionField(rawValue: try text(value, "field")) else { throw wrong("field") }
        guard let state = StoredCorrection.State(rawValue: try text(value, "state")) else { throw wrong("state") }
        var withdrawal: EditNote?
        if let note = value["withdrawn"] {
            guard state == .withdrawn else { throw wrong("withdrawn") }
            withdrawal = EditNote(
                author: try text(note, "author"), time: try moment(note), text: try optional(note, "text"))
        }
        return CorrectionRecord(
            number: number, ref: try ref(.string(try text(value, "ref"))),
            value: CorrectedValue(unchecked: field, try optional(value, "value")), seen: try optional(value, "seen"),
            state: state, because: try text(value, "because"), source: try text(value, "source"),
            author: try text(value, "author"), day: try day(value), withdrawal: withdrawal)
    }

    private static func issue(_ value: JSONValue) throws(PlainError) -> IssueRecord {
        let rule = value["rule"] == nil ? nil : try text(value, "rule")
        let title = value["title"] == nil ? nil : try text(value, "title")
        guard (rule == nil) != (title == nil) else { throw wrong("rule") }
        guard let list = value["refs"]?.arrayValue, !list.isEmpty else { throw wrong("refs") }
        var refs: [String] = []
        for item in list { refs.append(try ref(item)) }
        let form = rule.flatMap(IssueRule.init)?.form
        guard refs.count == (form == .pair ? 2 : 1) || rule != nil && form == nil else { throw wrong("refs") }
        guard let state = IssueState(rawValue: try text(value, "state")),
            state == .open || state == .accepted || state == .closed && rule == nil
        else { throw wrong("state") }
        var labels: [String] = []
        if let list = value["labels"] {
            guard let texts = list.arrayValue?.compactMap(\.stringValue), !texts.contains("") else {
                throw wrong("labels")
            }
            labels = texts
        }
        var accepted: [JSONValue.Member]?
        if let evidence = value["accepted"] {
            guard case .object(let members) = evidence else { throw wrong("accepted") }
            accepted = members
        }
        return IssueRecord(
            number: try number(value, "issue"), rule: rule, title: title, refs: refs,
            field: value["field"] == nil ? "" : try text(value, "field"),
            day: form == .event || value["day"] != nil ? try day(value) : nil, state: state, labels: labels,
            accepted: accepted, acts: try acts(value, isReported: rule == nil))
    }

    private static func acts(_ value: JSONValue, isReported: Bool) throws(PlainError) -> [TravelAct] {
        guard let list = value["acts"]?.arrayValue, !list.isEmpty else { throw wrong("acts") }
        var acts: [TravelAct] = []
        for item in list {
            guard let what = IssueEvent.What(rawValue: try text(item, "what")), what != .fixed else {
                throw wrong("what")
            }
            acts.append(
                TravelAct(
                    what, author: try text(item, "author"), moment: try moment(item).timestamp,
                    text: try item["text"] == nil ? nil : text(item, "text")))
        }
        guard acts.contains(where: { $0.what == .opened }) == isReported else { throw wrong("acts") }
        return acts
    }

    // MARK: Values

    private static func number(_ value: JSONValue, _ key: String) throws(PlainError) -> Int64 {
        guard case .number(let text)? = value[key], let number = Int64(text), numbers.contains(number) else {
            throw wrong(key)
        }
        return number
    }

    private static func text(_ value: JSONValue, _ key: String) throws(PlainError) -> String {
        guard let text = value[key]?.stringValue, !text.isEmpty else { throw wrong(key) }
        return text
    }

    private static func optional(_ value: JSONValue, _ key: String) throws(PlainError) -> String? {
        guard let member = value[key] else { throw wrong(key) }
        if case .null = member { return nil }
        return try text(value, key)
    }

    private static func day(_ value: JSONValue) throws(PlainError) -> String {
        let day = try text(value, "day")
        guard SeoulTime.isDate(day) else { throw wrong("day") }
        return day
    }

    private static func moment(_ value: JSONValue) throws(PlainError) -> SeoulTime {
        guard let time = SeoulTime(timestamp: try text(value, "at")) else { throw wrong("at") }
        return time
    }

    private static func ref(_ value: JSONValue) throws(PlainError) -> String {
        guard let ref = value.stringValue, let slash = ref.firstIndex(of: "/"), slash > ref.startIndex,
            ref.index(after: slash) < ref.endIndex
        else { throw wrong("ref") }
        return ref
    }

    /// The error for JSON that is not a record; it says which key is wrong.
    private static func wrong(_ key: String) -> PlainError {
        PlainError(.data, en: "\"\(key)\" is missing or has a wrong value", ko: "\"\(key)\" 값이 없거나 잘못되었습니다")
    }
}

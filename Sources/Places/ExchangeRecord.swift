package import GeocliText

/// A record of a file that carries corrections and decisions from one catalog to another.
package enum ExchangeRecord: Sendable, Equatable {
    case correction(CorrectionRecord)
    case issue(IssueRecord)

    /// The record's number in the catalog from which the file comes.
    package var number: Int64 {
        switch self {
        case .correction(let record): record.number
        case .issue(let record): record.number
        }
    }

    package var refs: [String] {
        switch self {
        case .correction(let record): [record.ref]
        case .issue(let record): record.refs
        }
    }

    /// Returns whether a record comes before another one in a file. Corrections come first, ordered by place, field and
    /// day. Then come issues, ordered by place, rule and field. Equal records are ordered by number.
    package static func comesBefore(_ one: ExchangeRecord, _ other: ExchangeRecord) -> Bool {
        let (left, right) = (one.order, other.order)
        return left == right
            ? one.number < other.number : left.lexicographicallyPrecedes(right, by: ExchangeText.precedes)
    }

    private var order: [String] {
        switch self {
        case .correction(let record): ["1", record.ref, record.value.field.rawValue, record.day]
        case .issue(let record):
            [
                "2", record.refs.joined(separator: " "), record.rule ?? "", record.field, record.day ?? "",
                record.title ?? "",
            ]
        }
    }
}

/// A correction as a file carries it to another catalog. It names its place by reference.
package struct CorrectionRecord: Sendable, Equatable {
    package let number: Int64
    package let ref: String
    package let value: CorrectedValue
    /// The feed's value when the correction was made; nil if there was none.
    package let seen: String?
    /// The correction's state in the catalog from which the file comes.
    package let state: StoredCorrection.State
    package let because: String
    package let source: String
    package let author: String
    /// The day on which it was made, `YYYY-MM-DD` in Asia/Seoul.
    package let day: String
    /// Who withdrew the correction, when and why; nil if no person withdrew it.
    package let withdrawal: EditNote?

    package init(
        number: Int64, ref: String, value: CorrectedValue, seen: String?, state: StoredCorrection.State,
        because: String, source: String, author: String, day: String, withdrawal: EditNote? = nil
    ) {
        self.number = number
        self.ref = ref
        self.value = value
        self.seen = seen
        self.state = state
        self.because = because
        self.source = source
        self.author = author
        self.day = day
        self.withdrawal = withdrawal
    }

    /// `withdrawal` says who withdrew the correction, when and why; nil if no person withdrew it.
    package init(_ correction: StoredCorrection, withdrawal: EditNote? = nil) {
        self.init(
            number: correction.number, ref: correction.ref,
            value: CorrectedValue(unchecked: correction.field, correction.value), seen: correction.seen,
            state: correction.state, because: correction.because, source: correction.source, author: correction.author,
            day: correction.day, withdrawal: withdrawal)
    }

    /// The text that identifies the same correction in every catalog. Records with equal texts are numbered
    /// (`PendingTable`).
    package var identity: String {
        "correction "
            + ExchangeText.list([
                ref, value.field.rawValue, day, author, value.text == nil ? "" : "=", value.text ?? "",
            ])
    }
}

/// People's decisions about an issue, as a file carries them to another catalog. The record names places by reference,
/// and a run by its day.
package struct IssueRecord: Sendable, Equatable {
    package let number: Int64
    /// The rule that found the issue; nil for an issue that a person reported.
    package let rule: String?
    package let title: String?
    /// The places, in the order of the bytes of their references.
    package let refs: [String]
    package let field: String
    /// The day of the run in which an event happened; nil if the rule is not about an event.
    package let day: String?
    /// What people decided: accepted, closed, or open.
    package let state: IssueState
    /// Its labels, in the order of their bytes.
    package let labels: [String]
    /// The accepted values, with references in place of ids; nil if the issue is not accepted, or if the values are not
    /// known.
    package let accepted: [JSONValue.Member]?
    /// What people did, earliest first; acts from the same second are in the order of the file.
    package let acts: [ExchangeAct]

    package init(
        number: Int64, rule: String?, title: String?, refs: [String], field: String, day: String?, state: IssueState,
        labels: [String], accepted: [JSONValue.Member]?, acts: [ExchangeAct]
    ) {
        self.number = number
        self.rule = rule
        self.title = title
        self.refs = refs
        self.field = field
        self.day = day
        self.state = state
        self.labels = labels
        self.accepted = accepted
        self.acts = ExchangeAct.inOrder(acts)
    }

    /// The text that identifies the same issue in every catalog. For an issue that a person reported, it includes the
    /// person and the time.
    package var identity: String {
        let first = acts.first { $0.what == .opened }
        let parts = [rule ?? "", field, day ?? "", title ?? ""] + refs
        let report = rule == nil ? [first?.author ?? "", first?.moment ?? ""] : []
        return "issue " + ExchangeText.list(parts + report)
    }

    package var lastDecision: ExchangeAct? { acts.last(where: \.isDecision) }

    /// Returns this record with the acts of both records. The state is that of the record with the later decision.
    package func merged(with other: IssueRecord) -> IssueRecord {
        let all = ExchangeAct.inOrder(acts + ExchangeAct.missing(from: acts, of: other.acts))
        let isOther = (other.lastDecision?.moment ?? "") > (lastDecision?.moment ?? "")
        let later = isOther ? other : self
        var labels = Set(self.labels).union(other.labels)
        for act in all {
            guard let label = act.text else { continue }
            if act.what == .labeled { labels.insert(label) }
            if act.what == .unlabeled { labels.remove(label) }
        }
        return IssueRecord(
            number: number, rule: rule, title: title, refs: refs, field: field, day: day, state: later.state,
            labels: labels.sorted(by: ExchangeText.precedes), accepted: later.accepted, acts: all)
    }
}

/// A person's act on an issue, as a file carries it to another catalog: who did what, when and why.
package struct ExchangeAct: Sendable, Hashable {
    package let what: IssueEvent.What
    package let author: String
    /// The time of the act, RFC 3339, UTC.
    package let moment: String
    package let text: String?

    package init(_ what: IssueEvent.What, author: String, moment: String, text: String?) {
        self.what = what
        self.author = author
        self.moment = moment
        self.text = text
    }

    package var isDecision: Bool {
        switch what {
        case .accepted, .reopened, .closed: true
        default: false
        }
    }

    /// Returns acts in the order of their times. Acts from the same second keep their order.
    package static func inOrder(_ acts: [ExchangeAct]) -> [ExchangeAct] {
        acts.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(\.element)
    }

    /// Returns the acts of `acts` that `known` lacks, in order. Equal acts are counted, because a label may be added,
    /// removed and added again within a second.
    package static func missing(from known: [ExchangeAct], of acts: [ExchangeAct]) -> [ExchangeAct] {
        var counts = Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +)
        return acts.filter { act in
            guard let count = counts[act], count > 0 else { return true }
            counts[act] = count - 1
            return false
        }
    }
}

/// What a catalog did with a record of an imported file.
package enum ExchangeOutcome: String, CaseIterable, Sendable {
    case added
    case same
    /// The catalog's issue now also has the acts of the record, and it has the later of the two decisions.
    case merged
    /// The catalog's correction was withdrawn, as in the file.
    case withdrawn
    /// The issue was accepted for values other than those in this catalog, so it is open.
    case reopened
    /// The catalog has another value or decision, and keeps it.
    case conflict
    /// The feed itself has the right value.
    case retired
    /// The record no longer had an effect in the catalog from which it comes. The catalog keeps it as history.
    case ended
    /// The record waits for a run that brings its place or finds its issue.
    case pending
}

/// The form of a record in a file and in a catalog: one JSON object on one line. The same record always has the same
/// bytes.
extension ExchangeRecord {
    /// The numbers that a record may have. Without this limit, a file could contain a number that leaves no number for
    /// the next record.
    package static let numbers: ClosedRange<Int64> = 1...(1 << 31) - 1

    package var json: String {
        switch self {
        case .correction(let record): JSONValue.object(Self.members(record)).text
        case .issue(let record): JSONValue.object(Self.members(record)).text
        }
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
    package init(_ value: JSONValue) throws(PlainError) {
        if value["correction"] != nil {
            self = .correction(try Self.correction(value, number: "correction"))
        } else if value["issue"] != nil {
            self = .issue(try Self.issue(value))
        } else {
            throw Self.wrong("correction")
        }
    }

    /// `number` is the key of the correction's number.
    package static func correction(_ value: JSONValue, number key: String) throws(PlainError) -> CorrectionRecord {
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

    private static func acts(_ value: JSONValue, isReported: Bool) throws(PlainError) -> [ExchangeAct] {
        guard let list = value["acts"]?.arrayValue, !list.isEmpty else { throw wrong("acts") }
        var acts: [ExchangeAct] = []
        for item in list {
            guard let what = IssueEvent.What(rawValue: try text(item, "what")), what != .fixed else {
                throw wrong("what")
            }
            acts.append(
                ExchangeAct(
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

    private static func wrong(_ key: String) -> PlainError {
        PlainError(.data, en: "\"\(key)\" is missing or has a wrong value", ko: "\"\(key)\" 값이 없거나 잘못되었습니다")
    }
}

package enum ExchangeText {
    static func list(_ texts: [String]) -> String { JSONValue.array(texts.map(JSONValue.string)).text }

    /// Returns whether a text comes before another one in the order of bytes, which is the same on every machine.
    package static func precedes(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

package import GeocliPlaces
package import GeocliText

extension ListingSchema where Row == StoredCorrection {
    package static var corrections: ListingSchema<StoredCorrection> {
        ListingSchema(
            columns: subject + values + [
                Column("because", en: "because", ko: "이유", about: "Why the value is right, as the person wrote it.") {
                    .text($0.because)
                },
                Column("source", en: "source", ko: "근거", about: "The address of a page that proves the value.") {
                    .text($0.source)
                },
                Column("author", en: "author", ko: "작성자", about: "Who made the correction.") { .text($0.author) },
                Column(
                    "day", en: "day", ko: "날짜", type: .date,
                    about: "The day in Asia/Seoul on which the correction was made."
                ) {
                    .code($0.day)
                },
            ], tableKeys: ["number", "ref", "name", "field", "seen", "value", "state", "author", "day"])
    }

    private static var subject: [Column<StoredCorrection>] {
        [
            Column(
                "number", en: "number", ko: "정정 번호", type: .integer,
                about: "The number of the correction in the catalog."
            ) { .integer($0.number) },
            Column("id", en: "id", ko: "번호", type: .integer, about: "The number of the place in the catalog.") {
                .integer($0.place)
            },
            Column("ref", en: "ref", ko: "참조", about: "The feed and the place's id in the feed.") { .code($0.ref) },
            Column("name", en: "name", ko: "이름", about: "The name of the place as listings show it.") {
                .text($0.name)
            },
        ]
    }

    private static var values: [Column<StoredCorrection>] {
        let fields = CorrectionField.allCases.map(\.rawValue)
        return [
            Column(
                "field", en: "field", ko: "항목", type: .codes(fields),
                about: "What is corrected; point means both coordinates."
            ) {
                .code($0.field.rawValue)
            },
            Column(
                "seen", en: "seen",
                ko: "정정 전", orNull: true, about: "The feed's value when the correction was made; null for none."
            ) { value($0.seen, of: $0.field) },
            Column("value", en: "value", ko: "정정한 값", orNull: true, about: "The right value; null for none.") {
                value($0.value, of: $0.field)
            },
            Column(
                "upstream", en: "feed's value", ko: "피드의 값", orNull: true, about: "The feed's value now; null for none."
            ) { value($0.upstream, of: $0.field) },
            Column(
                "state", en: "state", ko: "상태", type: .codes(StoredCorrection.State.allCases.map(\.rawValue)),
                about:
                    "Applied: every answer has the right value. Retired: the feed also has the right value. Conflict: the feed has neither the old value nor the right value. Withdrawn: a person withdrew the correction."
            ) { .code($0.state.rawValue) },
        ]
    }

    /// Phone numbers in E.164 form, points, kinds and days are written by geocli itself, so their `+` or `-` does not
    /// start a formula.
    private static func value(_ text: String?, of field: CorrectionField) -> OutputValue {
        guard let text else { return .null }
        switch field {
        case .phone: return isE164(text) ? .code(text) : .text(text)
        case .kind, .closed: return .code(text)
        case .point: return .point(text)
        case .name, .district, .address, .website, .sns: return .text(text)
        }
    }

    /// A feed may also have a text instead of `+` and digits, such as "ask at the desk".
    private static func isE164(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "+") && text.utf8.count > 1
            && text.utf8.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}

extension ListingSchema where Row == CorrectionSheet {
    /// The corrections of a catalog, each with its history.
    package static var correctionSheets: ListingSchema<CorrectionSheet> {
        let plain = ListingSchema<StoredCorrection>.corrections
        let history = Column<CorrectionSheet>(
            "history", en: "history", ko: "이력", type: .list(of: .object(CorrectionShapes.event)),
            about: "What happened, earliest first."
        ) { .json(.array($0.events.map(CorrectionShapes.event))) }
        return ListingSchema(
            columns: plain.columns.map { $0.of(\.correction) } + [history], tableKeys: plain.tableKeys)
    }
}

extension ListingSchema where Row == CatalogEntry {
    /// Returns the same listing with one more column: the place's current corrections, each with the feed's own value.
    package func withCorrections(_ corrections: [StoredCorrection]) -> ListingSchema<CatalogEntry> {
        let column = Column<CatalogEntry>(
            "corrections", en: "corrections", ko: "정정 내역", type: .list(of: .object(CorrectionShapes.members)),
            orNull: true,
            about: "The corrections in force, with the feed's own values; null if there are none."
        ) { _ in corrections.isEmpty ? .null : .json(.array(corrections.map(CorrectionShapes.object))) }
        return appending(column, inTables: false).speaking("corrections") { _, language in
            corrections.isEmpty ? nil : corrections.map { CorrectionShapes.text($0, language) }.joined(separator: "; ")
        }
    }
}

enum CorrectionShapes {
    static let members: [ShapeMember] = [
        .init("number", .integer, "The number of the correction."),
        .init("field", .codes(CorrectionField.allCases.map(\.rawValue)), "What is corrected."),
        .init("value", .text, "The right value; null for none.", orNull: true),
        .init("upstream", .text, "The feed's value now; null for none.", orNull: true),
        .init(
            "state", .codes(["applied", "conflict"]),
            "Applied: every answer has the right value. Conflict: the feed has neither the old value nor the right value."
        ),
        .init("because", .text, "Why the value is right."),
        .init("source", .text, "The page that proves the value."),
        .init("author", .text, "Who made the correction."),
        .init("day", .date, "The day on which the correction was made."),
    ]

    static let event: [ShapeMember] = [
        .init("at", .moment, "When it happened in this catalog."),
        .init("what", .text, "What happened: added, applied, retired, conflict or withdrawn."),
        .init("run", .integer, "The run that caused the event; null if a person caused it.", orNull: true),
        .init("author", .text, "The person; null for a run.", orNull: true),
        .init(
            "imported_by", .text,
            "Who imported the act from another catalog; null for an act in this one.", orNull: true),
        .init(
            "done_at", .moment,
            "When the person acted in the other catalog; null for an act in this one.", orNull: true),
        .init("text", .text, "What the person wrote.", orNull: true),
        .init(
            "upstream", .text,
            "The feed's value that caused the event; null if it is empty, or if a person caused the event.",
            orNull: true),
    ]

    static func event(_ event: CorrectionEvent) -> JSONValue {
        .object([
            .init("at", .string(event.moment.timestamp)), .init("what", .string(event.what)),
            .init("run", event.run.map { .number(String($0)) } ?? .null), .init("author", text(event.author)),
            .init("imported_by", text(event.importedBy)), .init("done_at", text(event.doneAt?.timestamp)),
            .init("text", text(event.text)), .init("upstream", text(event.upstream)),
        ])
    }

    private static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    static func object(_ correction: StoredCorrection) -> JSONValue {
        return .object([
            .init("number", .number(String(correction.number))), .init("field", .string(correction.field.rawValue)),
            .init("value", text(correction.value)), .init("upstream", text(correction.upstream)),
            .init("state", .string(correction.state.rawValue)), .init("because", .string(correction.because)),
            .init("source", .string(correction.source)), .init("author", .string(correction.author)),
            .init("day", .string(correction.day)),
        ])
    }

    static func text(_ correction: StoredCorrection, _ language: Language) -> String {
        let field = CodeWords.text(correction.field.rawValue, in: "field", language)
        let none = Words(en: "none", ko: "없음").text(language)
        let value = DisplayText.singleLine(correction.value ?? none)
        let upstream = DisplayText.singleLine(correction.upstream ?? none)
        let isApplied = correction.state == .applied
        return Words(
            en: isApplied
                ? "\(field) \(value) (feed: \(upstream))" : "\(field) in conflict: \(value), feed \(upstream)",
            ko: isApplied ? "\(field) \(value)(피드: \(upstream))" : "\(field) 충돌: 정정 \(value), 피드 \(upstream)"
        ).text(language)
    }
}

/// Corrections and their history as a page of text for people, with titles on the left and values beside them.
package struct CorrectionText {
    private let sheets: [CorrectionSheet]
    private let language: Language
    private let columns: Int?

    /// - Parameter columns: the width of the terminal; nil if long lines must not be broken.
    package init(_ sheets: [CorrectionSheet], _ language: Language, columns: Int?) {
        self.sheets = sheets
        self.language = language
        self.columns = columns
    }

    /// The lines, each with its line end and without other control characters; empty lines separate corrections.
    package var text: String {
        sheets.map { TitledLines.text(rows($0), columns: columns) }.joined(separator: "\n")
    }

    private func rows(_ sheet: CorrectionSheet) -> [TitledLines.Row] {
        let correction = sheet.correction
        return [
            (word("correction", "정정"), ["#\(correction.number)"]),
            (
                word("place", "장소"),
                ["\(line(correction.name)) (\(line(correction.ref)), \(word("id", "번호")) \(correction.place))"]
            ),
            (word("field", "항목"), [CodeWords.text(correction.field.rawValue, in: "field", language)]),
            (word("seen", "정정 전"), [value(correction.seen)]),
            (word("value", "정정한 값"), [value(correction.value)]),
            (word("feed's value", "피드의 값"), [value(correction.upstream)]),
            (word("state", "상태"), [CodeWords.text(correction.state.rawValue, in: "state", language)]),
            (word("because", "이유"), [line(correction.because)]), (word("source", "근거"), [line(correction.source)]),
            (word("author", "작성자"), [line(correction.author)]), (word("day", "날짜"), [correction.day]),
        ] + history(sheet)
    }

    private func history(_ sheet: CorrectionSheet) -> [TitledLines.Row] {
        var lines: [String] = []
        for event in sheet.events {
            lines.append("\(event.moment.minute)  \(who(event))  \(what(event))")
            if let text = event.text { lines.append("  " + line(text)) }
            if event.run != nil { lines.append("  " + word("the feed has ", "피드의 값: ") + value(event.upstream)) }
        }
        return lines.isEmpty ? [] : [(word("history", "이력"), lines)]
    }

    private func who(_ event: CorrectionEvent) -> String {
        guard let author = event.author.map(line) else {
            return event.run.map { word("run #\($0)", "실행 #\($0)") } ?? ""
        }
        guard let importer = event.importedBy.map(line) else { return author }
        let time = event.doneAt.map { $0.minute + ", " } ?? ""
        return author + word(" (\(time)imported by \(importer))", "(\(time)가져온 사람: \(importer))")
    }

    private func what(_ event: CorrectionEvent) -> String {
        guard event.what == "added" else { return CodeWords.text(line(event.what), in: "state", language) }
        return word("added", "추가")
    }

    private func value(_ text: String?) -> String { text.map(line) ?? word("none", "없음") }

    private func word(_ en: String, _ ko: String) -> String { Words(en: en, ko: ko).text(language) }

    private func line(_ text: String) -> String { DisplayText.singleLine(text) }
}

/// A record from a file of corrections and decisions, with the result of its import.
package struct ImportedRecord: Sendable {
    let record: ExchangeRecord
    let outcome: ExchangeOutcome
    let number: Int64?

    /// - Parameter number: the number in the catalog; nil if the catalog does not have the record.
    package init(record: ExchangeRecord, outcome: ExchangeOutcome, number: Int64?) {
        self.record = record
        self.outcome = outcome
        self.number = number
    }

    fileprivate var correction: CorrectionRecord? {
        if case .correction(let record) = record { record } else { nil }
    }

    fileprivate var issue: IssueRecord? {
        if case .issue(let record) = record { record } else { nil }
    }

    fileprivate var field: CorrectionField? {
        correction?.value.field ?? issue.flatMap { CorrectionField(rawValue: $0.field) }
    }
}

extension ListingSchema where Row == ImportedRecord {
    package static var importedRecords: ListingSchema<ImportedRecord> {
        let outcomes = ExchangeOutcome.allCases.map(\.rawValue)
        return ListingSchema(
            columns: [
                Column(
                    "number", en: "number", ko: "번호", type: .integer, orNull: true,
                    about: "The number of the correction or issue in the catalog; null if the catalog does not have it."
                ) { .integer($0.number.map(Int.init)) },
                Column(
                    "ref", en: "ref", ko: "참조",
                    about:
                        "The feed and the place's id in the feed; an issue of two places has both references with a blank between them."
                ) { .text($0.record.refs.joined(separator: " ")) },
                Column(
                    "field", en: "field", ko: "항목", type: .codes(CorrectionField.allCases.map(\.rawValue)),
                    orNull: true,
                    about: "What is corrected, or what the issue is about; null for the place as a whole."
                ) { $0.field.map { .code($0.rawValue) } ?? .null },
                Column(
                    "value", en: "value", ko: "정정한 값", orNull: true,
                    about: "The right value; null for none, and for an issue."
                ) { .text($0.correction?.value.text) },
                Column(
                    "outcome", en: "outcome", ko: "결과", type: .codes(outcomes),
                    about:
                        "added; same (as in the catalog); merged (the issue got more acts); withdrawn (as in the file); reopened (the issue was accepted for other values); conflict (the catalog keeps its own value or decision); retired (the feed has the value); ended (no longer in effect, kept as history); pending (until a run has the place or finds the issue)."
                ) { .code($0.outcome.rawValue) },
                Column(
                    "what", en: "what", ko: "구분", type: .codes(["correction", "issue"]),
                    about: "Whether the record is a correction, or what people decided about an issue."
                ) { .code($0.issue == nil ? "correction" : "issue") },
                Column(
                    "rule", en: "rule", ko: "규칙", orNull: true,
                    about:
                        "The rule that found the issue; null for a correction and for an issue that a person reported."
                ) { .text($0.issue?.rule) },
                Column(
                    "title", en: "title", ko: "제목", orNull: true,
                    about: "What a person called the issue; null for a correction and for a finding."
                ) { .text($0.issue?.title) },
            ], tableKeys: ["number", "ref", "what", "field", "value", "rule", "outcome"])
    }
}

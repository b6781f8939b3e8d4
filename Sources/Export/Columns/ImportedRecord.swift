public import GeocliPlaces
internal import GeocliText

/// A record from a file of corrections and decisions, with the result of its import.
public struct ImportedRecord: Sendable {
    let record: TravelRecord
    let outcome: TravelOutcome
    let number: Int64?

    /// - Parameter number: the number in the catalog; nil if the catalog does not have the record.
    public init(record: TravelRecord, outcome: TravelOutcome, number: Int64?) {
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
    /// The records of an imported file.
    public static var importedRecords: ListingSchema {
        let outcomes = TravelOutcome.allCases.map(\.rawValue)
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

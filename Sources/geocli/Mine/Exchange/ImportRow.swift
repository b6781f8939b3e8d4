internal import GeocliExport
internal import GeocliText

/// The outcome for one item of an imported file.
struct ImportRow {
    enum Outcome: String, CaseIterable { case added, same, different, doubtful, unknown }

    let name: String
    let outcome: Outcome
    let ref: String?
    var candidates: [String] = []
    /// The fields for which the file has different values, if the outcome is `different`.
    var fields: [String] = []
}

extension ListingSchema where Row == ImportRow {
    /// The columns of the outcomes of an import.
    static var imported: ListingSchema {
        ListingSchema(
            columns: [
                Column("name", en: "name", ko: "이름", about: "The name in the file.") { .text($0.name) },
                Column(
                    "outcome", en: "outcome", ko: "결과", type: .codes(ImportRow.Outcome.allCases.map(\.rawValue)),
                    about:
                        "added; same (already there); different (already there with different values; nothing was changed); doubtful (several places fit, or the point differs; nothing was recorded); unknown (the catalog has no place with this name)."
                ) { .code($0.outcome.rawValue) },
                Column(
                    "ref", en: "ref", ko: "참조", orNull: true,
                    about: "The reference of the place; null if there is none."
                ) { .text($0.ref) },
                Column(
                    "candidates", en: "candidates", ko: "후보", type: .list(of: .text),
                    about: "The possible places, if the outcome is doubtful."
                ) { .list($0.candidates) },
                Column(
                    "fields", en: "fields", ko: "항목", type: .list(of: .text),
                    about: "The fields that have different values in the file, if the outcome is different."
                ) { .list($0.fields) },
            ], tableKeys: ["name", "outcome", "ref", "candidates", "fields"]
        ).speaking("outcome") { row, language in
            switch row.outcome {
            case .added: Words(en: "added", ko: "추가").text(language)
            case .same: Words(en: "already there", ko: "이미 있음").text(language)
            case .different: Words(en: "different", ko: "값이 다름").text(language)
            case .doubtful: Words(en: "doubtful", ko: "확인 필요").text(language)
            case .unknown: Words(en: "unknown", ko: "카탈로그에 없음").text(language)
            }
        }
    }
}

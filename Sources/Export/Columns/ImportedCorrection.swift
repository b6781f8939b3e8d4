public import GeocliPlaces
internal import GeocliText

/// A correction of a file, and what became of it in the catalog.
public struct ImportedCorrection: Sendable {
    let record: CorrectionRecord
    let outcome: CorrectionRecord.Outcome
    let number: Int64?

    /// - Parameter number: the number in the catalog; nil if it is not there.
    public init(record: CorrectionRecord, outcome: CorrectionRecord.Outcome, number: Int64?) {
        self.record = record
        self.outcome = outcome
        self.number = number
    }
}

extension ListingSchema where Row == ImportedCorrection {
    /// The corrections of a file.
    public static var importedCorrections: ListingSchema {
        let outcomes = CorrectionRecord.Outcome.allCases.map(\.rawValue)
        return ListingSchema(
            columns: [
                Column(
                    "number", en: "number", ko: "정정 번호", type: .integer, orNull: true,
                    about: "The number of the correction in the catalog; null if it is not there."
                ) { .integer($0.number.map(Int.init)) },
                Column("ref", en: "ref", ko: "참조", about: "The feed and the feed's own id of the place.") {
                    .text($0.record.ref)
                },
                Column(
                    "field", en: "field", ko: "항목", type: .codes(CorrectionField.allCases.map(\.rawValue)),
                    about: "What is corrected."
                ) { .code($0.record.value.field.rawValue) },
                Column("value", en: "value", ko: "정정한 값", orNull: true, about: "The right value; null for none.") {
                    .text($0.record.value.text)
                },
                Column(
                    "outcome", en: "outcome", ko: "결과", type: .codes(outcomes),
                    about:
                        "Added now; same as one of the catalog; conflict with one of the catalog, which stays; retired, because the feed has the value; ended, because it counted no more; unknown place."
                ) { .code($0.outcome.rawValue) },
            ], tableKeys: ["number", "ref", "field", "value", "outcome"])
    }
}

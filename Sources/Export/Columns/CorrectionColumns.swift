public import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == StoredCorrection {
    /// Corrections.
    public static var corrections: ListingSchema {
        ListingSchema(
            columns: subject + values + [
                Column("because", en: "because", ko: "이유", about: "Why the value is right, as the person wrote it.") {
                    .text($0.because)
                },
                Column("source", en: "source", ko: "근거", about: "The address of a page that proves it.") {
                    .text($0.source)
                },
                Column("author", en: "author", ko: "작성자", about: "Who made it.") { .text($0.author) },
                Column("day", en: "day", ko: "날짜", type: .date, about: "The day in Asia/Seoul on which it was made.") {
                    .code($0.day)
                },
            ], tableKeys: ["number", "ref", "name", "field", "seen", "value", "state", "author", "day"])
    }

    private static var subject: [Column<StoredCorrection>] {
        [
            Column(
                "number", en: "number", ko: "정정 번호", type: .integer, about: "The catalog's number of the correction."
            ) { .integer($0.number) },
            Column("id", en: "id", ko: "번호", type: .integer, about: "The catalog's number of the place.") {
                .integer($0.place)
            },
            Column("ref", en: "ref", ko: "참조", about: "The feed and the feed's own id of the place.") { .code($0.ref) },
            Column("name", en: "name", ko: "이름", about: "The name of the place as listings show it.") { .text($0.name) },
        ]
    }

    private static var values: [Column<StoredCorrection>] {
        let fields = CorrectionField.allCases.map(\.rawValue)
        return [
            Column("field", en: "field", ko: "항목", type: .codes(fields), about: "What is corrected; point is both coordinates.") {
                .code($0.field.rawValue)
            },
            Column(
                "seen", en: "seen", ko: "정정 전", orNull: true, about: "The feed's value when it was made; null for none."
            ) { .text($0.seen) },
            Column("value", en: "value", ko: "정정한 값", orNull: true, about: "The right value; null for none.") {
                .text($0.value)
            },
            Column(
                "upstream", en: "feed's value", ko: "피드의 값", orNull: true, about: "The feed's value now; null for none."
            ) { .text($0.upstream) },
            Column(
                "state", en: "state", ko: "상태", type: .codes(StoredCorrection.State.allCases.map(\.rawValue)),
                about:
                    "Applied: every answer has the right value. Retired: the feed has it too. Conflict: the feed has a third value. Withdrawn: a person took it back."
            ) { .code($0.state.rawValue) },
        ]
    }
}

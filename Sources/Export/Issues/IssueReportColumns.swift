internal import GeocliGeo
internal import GeocliPlaces
public import GeocliText

extension ListingSchema where Row == IssueReport.Line {
    /// The lines of a report, as a table.
    ///
    /// - Parameter language: the language of the sentences about the issues.
    public static func issueReport(_ language: Language) -> ListingSchema {
        ListingSchema(
            columns: [
                Column("feed", en: "feed", ko: "피드") { .code($0.place.feed) },
                Column("feed_id", en: "feed id", ko: "피드 번호") { .text($0.place.place.feedID) },
                Column("name", en: "name", ko: "이름") { .text($0.place.place.name) },
                Column("district", en: "district", ko: "자치구", orNull: true) { .text($0.place.place.district) },
                Column("address", en: "address", ko: "주소", orNull: true) { .text($0.place.place.address) },
                Column("field", en: "field", ko: "항목", orNull: true) {
                    .code($0.issue.field.isEmpty ? nil : $0.issue.field)
                },
                Column("severity", en: "severity", ko: "심각도", orNull: true) { .code($0.issue.severity?.rawValue) },
                Column("text", en: "what", ko: "내용") { .text(IssueReport.sentence($0.issue, language)) },
                Column("note", en: "note", ko: "덧붙임", orNull: true) { .text($0.text) },
                Column("number", en: "number", ko: "번호", type: .integer) { .integer($0.issue.number) },
            ] + Column.position { $0.place.coordinate }, tableKeys: [])
    }
}

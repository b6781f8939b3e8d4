internal import GeocliPlaces
internal import GeocliText

/// What a run did to issues, in one line.
enum IssueCountWords {
    /// Returns the sentence: "issues: new 3, fixed 5, open 41". Reopened issues are named if there are any.
    static func sentence(_ counts: IssueCounts) -> Words {
        let back =
            counts.reopened == 0
            ? Words(en: "", ko: "")
            : Words(en: ", reopened \(counts.reopened)", ko: ", 다시 열림 \(counts.reopened)")
        return Words(
            en: "issues: new \(counts.new), fixed \(counts.fixed)\(back.en), open \(counts.open)",
            ko: "이슈: 신규 \(counts.new), 해결 \(counts.fixed)\(back.ko), 열림 \(counts.open)")
    }
}

internal import GeocliPlaces
internal import GeocliText

/// The note about a person's decisions that no longer count because the evidence has changed.
enum LapsedWords {
    /// The maximum number of pairs that the note names.
    private static let namedPairs = 3

    /// Writes the note to standard error; writes nothing without such decisions.
    static func tell(_ decisions: [LapsedDecision], isQuiet: Bool) {
        guard !decisions.isEmpty else { return }
        let named = decisions.prefix(namedPairs).map(words)
        let more = decisions.count > namedPairs ? ", …" : ""
        let list = Words(
            en: named.map(\.en).joined(separator: ", ") + more, ko: named.map(\.ko).joined(separator: ", ") + more)
        let count = decisions.count
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "decision no longer applies" : "decisions no longer apply"), because the evidence has changed: \(list.en); decide again with 'geocli links accept' or 'geocli links reject'",
                ko:
                    "근거가 바뀌어 더는 적용되지 않는 결정 \(count)건: \(list.ko). 'geocli links accept'나 'geocli links reject'로 다시 결정하세요"
            ),
            isQuiet: isQuiet)
    }

    private static func words(_ decision: LapsedDecision) -> Words {
        let pair = [decision.one, decision.other].map { DisplayText.singleLine($0) }
        let verdict = decision.verdict == .accepted ? Words(en: "accepted", ko: "확인") : Words(en: "rejected", ko: "거절")
        return Words(
            en: "\(pair[0]) and \(pair[1]) (\(verdict.en) on \(decision.decidedOn))",
            ko: "\(pair[0]) · \(pair[1])(\(decision.decidedOn) \(verdict.ko))")
    }
}

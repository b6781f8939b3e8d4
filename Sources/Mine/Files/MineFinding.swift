package import GeocliText

/// Something in the folder that could not be read as a log, or a line that is not an act. Everything else was read.
package struct MineFinding: Equatable, Sendable {
    package let file: String
    /// The line, from 1; nil for the whole file.
    package let line: Int?
    package let reason: Words
    /// Whether the reason is about several lines and already says that they were skipped.
    var isOfSeveralLines = false

    /// Maximum number of lines in one file that get a finding of their own. One more finding counts the others.
    private static let maximumLines = 20

    /// Returns the findings of one file, for its lines that are not acts.
    static func all(_ file: String, _ faults: [(line: Int, fault: MineAct.Fault)]) -> [MineFinding] {
        let findings = faults.prefix(maximumLines).map { MineFinding(file: file, line: $0, reason: $1.words) }
        let more = faults.count - findings.count
        guard more > 0 else { return findings }
        let reason = Words(
            en: "\(more) more damaged \(more == 1 ? "line was" : "lines were") skipped",
            ko: "잘렸거나 손상된 줄 \(more)개를 더 건너뛰었습니다")
        return findings + [MineFinding(file: file, line: nil, reason: reason, isOfSeveralLines: true)]
    }

    /// The finding as a sentence: the file, the line and the reason.
    package var words: Words {
        let shown = DisplayText.truncated(DisplayText.singleLine(file), columns: 60)
        if isOfSeveralLines { return Words(en: "\(shown): \(reason.en)", ko: "\(shown): \(reason.ko)") }
        guard let line else {
            return Words(en: "\(shown) was skipped: \(reason.en)", ko: "\(shown)\(.topic) 건너뛰었습니다: \(reason.ko)")
        }
        return Words(
            en: "\(shown), line \(line) was skipped: \(reason.en)",
            ko: "\(shown)의 \(line)행을 건너뛰었습니다: \(reason.ko)")
    }
}

extension MineAct.Fault {
    var words: Words {
        switch self {
        case .long:
            Words(en: "it is longer than 1 MiB", ko: "1 MiB보다 깁니다")
        case .notJSON:
            Words(en: "it is cut off or damaged", ko: "잘렸거나 손상되었습니다")
        case .late:
            Words(
                en: "its \"clock\" is after the year 2999; the device's clock was wrong",
                ko: "\"clock\" 값이 2999년보다 늦습니다. 기기의 시계가 잘못되었습니다")
        case .member(let name):
            Words(en: "its \"\(name)\" is missing or wrong", ko: "\"\(name)\" 값이 없거나 잘못되었습니다")
        }
    }
}

public import GeocliText

/// Something in the folder that could not be read as a log, or a line that is not an act. Everything else was read.
public struct MineFinding: Equatable, Sendable {
    /// The name of the file in the folder.
    public let file: String
    /// The line, from 1; nil for the whole file.
    public let line: Int?
    /// The reason.
    public let reason: Words
    /// Whether the reason is about several lines and already says that they were skipped.
    var isOfSeveralLines = false

    /// The finding as a sentence: the file, the line and the reason.
    public var words: Words {
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
    /// The code by which a cache stores the fault.
    var code: String {
        switch self {
        case .long: "long"
        case .notJSON: "json"
        case .member(let name): name
        case .late: "late"
        }
    }

    /// Creates the fault from its code in a cache; nil for any other text.
    init?(code: String) {
        switch code {
        case "long": self = .long
        case "json": self = .notJSON
        case "late": self = .late
        case "id", "device", "clock", "set": self = .member(code)
        default: return nil
        }
    }

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

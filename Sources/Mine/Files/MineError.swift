public import GeocliText

/// An error with a person's own records.
public struct MineError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable {
        /// The disk or the system refused an operation.
        case io
        /// The input can't be used.
        case wrong
        /// The record or file does not exist.
        case missing
        /// A file has no usable content.
        case data
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to try.
    public let words: Words

    /// Creates an error.
    public init(_ code: Code, en: String, ko: String) {
        self.code = code
        words = Words(en: en, ko: ko)
    }

    static func unreadable(_ path: String, _ number: Int32) -> MineError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return MineError(
            .io, en: "cannot read \(shown): \(reason.en); check the path and its permissions",
            ko: "\(shown)\(.object) 읽을 수 없습니다: \(reason.ko). 경로와 권한을 확인하세요")
    }

    static func unwritable(_ path: String, _ number: Int32) -> MineError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return MineError(
            .io, en: "cannot write \(shown): \(reason.en); nothing was recorded; check free space and permissions",
            ko: "\(shown)\(.object) 저장할 수 없습니다: \(reason.ko). 기록하지 않았습니다. 남은 공간과 권한을 확인하세요")
    }

    /// The error for records that are in the folder, but perhaps not on the disk yet.
    static func unsynced(_ path: String, _ number: Int32) -> MineError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return MineError(
            .io,
            en:
                "\(shown) may not be on disk yet: \(reason.en); the records may have been added; run the command again (it adds no record twice)",
            ko:
                "\(shown)의 변경이 디스크에 완전히 저장되지 않았을 수 있습니다: \(reason.ko). 기록이 추가되었을 수 있습니다. 명령을 다시 실행해도 중복되지 않습니다"
        )
    }
}

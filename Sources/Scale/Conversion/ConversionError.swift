public import GeocliText

/// The error for a program that did not make the requested file.
public struct ConversionError: ExplainedError, Equatable {
    /// The exit code of the program. It is 128 + n if signal n ended the program, and 124 if the program took too long.
    let status: Int32
    /// The last line that the program wrote to standard error.
    let said: String

    /// Whether the program took too long. In that case it would take too long for the next file too.
    public var isTimeout: Bool { status == 124 }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { .unavailable }

    /// What happened and what to try.
    public var words: Words {
        let reason = said.isEmpty ? "" : ": \(said)"
        return Words(
            en: "the picture could not be converted (exit code \(status)\(reason)); write an SVG file instead",
            ko: "그림을 변환하지 못했습니다(종료 코드 \(status)\(reason)). SVG 파일로 저장하세요")
    }
}

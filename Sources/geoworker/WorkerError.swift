internal import GeocliText
internal import Glibc

/// The reason why a worker stops: one sentence, and the exit code of docs/manual.md.
struct WorkerError: ExplainedError, Equatable {
    /// A worker's exit codes, from sysexits.h.
    enum Code: Int32 {
        case usage = 64
        case data = 65
        case inputOutput = 74
    }

    let code: Code
    let words: Words

    /// Returns the error for wrong arguments on the command line.
    static func usage(en: String, ko: String) -> WorkerError {
        WorkerError(
            code: .usage,
            words: Words(en: "\(en); see 'geoworker --help'", ko: "\(ko). 'geoworker --help'를 확인하세요"))
    }

    /// Returns the error for an invalid line of standard input, counted from 1.
    static func line(_ number: Int, en: String, ko: String) -> WorkerError {
        WorkerError(
            code: .data,
            words: Words(en: "line \(number) of standard input \(en)", ko: "표준 입력 \(number)행: \(ko)"))
    }

    /// Returns the error for a read or a write that failed with errno `number`.
    static func inputOutput(_ number: Int32, isWriting: Bool) -> WorkerError {
        let reason = SystemError.words(number)
        return WorkerError(
            code: .inputOutput,
            words: isWriting
                ? Words(
                    en:
                        "cannot write to standard output: \(reason.en); check the program that reads the output and the free disk space",
                    ko: "표준 출력에 쓸 수 없습니다: \(reason.ko). 출력을 읽는 프로그램과 디스크 공간을 확인하세요")
                : Words(
                    en: "cannot read standard input: \(reason.en); check the program that sends the input",
                    ko: "표준 입력을 읽을 수 없습니다: \(reason.ko). 입력을 보내는 프로그램을 확인하세요"))
    }
}

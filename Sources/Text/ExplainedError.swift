internal import Glibc

/// The exit codes that docs/manual.md documents; scripts rely on them. When an `ExitStatus` is thrown, the program ends
/// with that code and prints no message.
public struct ExitStatus: Error, Equatable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let success = ExitStatus(rawValue: 0)
    /// Nothing was found, and `--fail-empty` was given.
    public static let empty = ExitStatus(rawValue: 1)
    /// EX_USAGE.
    public static let usage = ExitStatus(rawValue: 64)
    /// EX_DATAERR: the received data is not a good snapshot, or the catalog or an input file is invalid.
    public static let data = ExitStatus(rawValue: 65)
    /// EX_NOINPUT.
    public static let noInput = ExitStatus(rawValue: 66)
    /// EX_UNAVAILABLE: no usable data was received.
    public static let unavailable = ExitStatus(rawValue: 69)
    /// EX_SOFTWARE: a bug in geocli.
    public static let software = ExitStatus(rawValue: 70)
    /// EX_CANTCREAT.
    public static let cannotCreate = ExitStatus(rawValue: 73)
    /// EX_IOERR.
    public static let inputOutput = ExitStatus(rawValue: 74)
    /// EX_TEMPFAIL: busy.
    public static let busy = ExitStatus(rawValue: 75)
    /// EX_NOPERM: an error with the key.
    public static let key = ExitStatus(rawValue: 77)
    /// The user left the list of `--interactive` without choosing a row. The code is the same as for SIGINT.
    public static let left = ExitStatus(rawValue: 130)
}

/// An error for people: one sentence that says what happened, where, and what to try.
public protocol ExplainedError: Error, CustomStringConvertible, Sendable {
    /// The sentence in both languages, without credentials.
    var words: Words { get }
    /// The exit status of a command that ends with this error. There is no usual one, so that no new error ends in
    /// `software` by oversight.
    var exit: ExitStatus { get }
}

extension ExplainedError {
    public var description: String { words.en }
}

/// An error that is only a sentence and an exit status. It suits errors whose kinds no caller tells apart.
public struct PlainError: ExplainedError, Equatable {
    public let exit: ExitStatus
    public let words: Words

    public init(_ exit: ExitStatus, _ words: Words) { (self.exit, self.words) = (exit, words) }

    public init(_ exit: ExitStatus, en: String, ko: String) { self.init(exit, Words(en: en, ko: ko)) }
}

public enum SystemError {
    /// Returns the meaning of an error number (errno): the system's words in English, and a Korean translation. For a
    /// rare error, both languages have the English words.
    public static func words(_ number: Int32) -> Words {
        let en = String(cString: strerror(number))
        return Words(en: en, ko: korean(number) ?? en)
    }

    private static func korean(_ number: Int32) -> String? {
        switch number {
        case ENOENT: "파일이나 폴더가 없음"
        case EACCES: "권한 없음"
        case EPERM: "허용되지 않는 작업"
        case EISDIR: "폴더임"
        case ENOTDIR: "경로의 일부가 폴더가 아님"
        case EEXIST: "이미 있음"
        case ENOSPC: "디스크 공간 부족"
        case EDQUOT: "디스크 할당량 초과"
        case EFBIG: "파일이 너무 큼"
        case EIO: "입출력 오류"
        case EROFS: "읽기 전용 파일 시스템"
        case ENAMETOOLONG: "이름이 너무 김"
        case ELOOP: "심볼릭 링크가 너무 많음"
        case EPIPE: "받는 쪽이 닫힌 파이프"
        case EBUSY: "사용 중"
        case EMFILE, ENFILE: "열린 파일이 너무 많음"
        case ENOMEM: "메모리 부족"
        case EINVAL: "잘못된 값"
        case ETIMEDOUT: "시간 초과"
        case ENODEV, ENXIO: "장치가 없음"
        default: nil
        }
    }
}

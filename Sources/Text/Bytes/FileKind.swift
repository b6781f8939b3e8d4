internal import Glibc

/// The kind of a file, in words.
public enum FileKind {
    /// Returns the words for a file that is not a regular one.
    ///
    /// - Parameter mode: `st_mode` of `stat(2)`.
    public static func words(_ mode: UInt32) -> Words {
        switch mode & S_IFMT {
        case S_IFDIR: Words(en: "a folder", ko: "폴더")
        case S_IFIFO: Words(en: "a pipe", ko: "파이프")
        case S_IFSOCK: Words(en: "a socket", ko: "소켓")
        case S_IFCHR, S_IFBLK: Words(en: "a device", ko: "장치")
        default: Words(en: "not a regular file", ko: "특수 파일")
        }
    }
}

extension PlainError {
    /// Returns the error for a path that must lead to a regular file, because the file is opened more than once or must
    /// have an end.
    ///
    /// - Parameter mode: `st_mode` of `stat(2)`.
    public static func notAFile(_ path: String, mode: UInt32) -> PlainError {
        let kind = FileKind.words(mode)
        return PlainError(
            .data, en: "\(path) is \(kind.en); give a regular file", ko: "\(path)\(.topic) \(kind.ko)입니다. 일반 파일을 지정하세요")
    }
}

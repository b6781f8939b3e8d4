internal import GeocliAsking
internal import GeocliText
internal import Glibc

/// A person's editor: `$VISUAL`, else `$EDITOR`.
enum TextEditor {
    /// Lets the person edit a text.
    ///
    /// The text is in a file that only this user can read and that is deleted afterwards.
    /// - Throws: `UsageError` if no editor is set, or if it fails.
    static func edit(_ text: String) throws -> String {
        guard let editor = ["VISUAL", "EDITOR"].compactMap(Environment.variable).first(where: { !$0.isEmpty }) else {
            throw UsageError(
                en: "TEXT is missing; write it in quotes, send it to standard input, or set EDITOR",
                ko: "내용(TEXT)이 없습니다. 따옴표로 묶어 쓰거나 표준 입력으로 보내거나 EDITOR를 설정하세요")
        }
        let folder = Environment.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var path = Array("\(folder)/geocli-note-XXXXXX.txt\0".utf8CString.dropLast())
        let descriptor = mkstemps(&path, 4)
        let name = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw failed(editor, SystemError.words(errno)) }
        defer { unlink(name) }
        let bytes = Array((text.isEmpty ? "" : text + "\n").utf8)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let number = errno
        close(descriptor)
        // Otherwise the person would edit and keep an incomplete text.
        guard written == bytes.count else { throw failed(editor, SystemError.words(written < 0 ? number : ENOSPC)) }
        guard try run(editor, name) else { throw failed(editor, Words(en: "it ended with an error", ko: "오류로 끝났습니다")) }
        let source = try ByteSource.file(path: name)
        return try read(source)
    }

    /// Reads a text to its end.
    static func read(_ source: ByteSource) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count <= NoteWords.maximumTextBytes {
            let piece = try source.next()
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failed(_ editor: String, _ reason: Words) -> UsageError {
        let shown = DisplayText.singleLine(editor)
        return UsageError(
            en: "the editor \(shown) gave no text: \(reason.en); nothing was recorded",
            ko: "편집기 \(shown)에서 내용을 받지 못했습니다: \(reason.ko). 기록하지 않았습니다")
    }

    /// Runs the editor with sh, as git does; the file is an argument of its own.
    private static func run(_ editor: String, _ file: String) throws -> Bool {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = ["sh", "-c", "\(editor) \"$1\"", "sh", file]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/sh", nil, &attributes, &words, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }
}

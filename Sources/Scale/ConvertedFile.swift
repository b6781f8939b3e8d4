package import GeocliText
internal import Glibc

/// Converts a file with another program, in a folder that is removed afterwards.
package enum ConvertedFile {
    /// The paths that the program works with: its input, its output, and a folder for its own files.
    package struct Paths: Sendable {
        package let input: String
        package let output: String
        /// The path of an empty folder.
        package let scratch: String
    }

    /// It is long because a browser starts slowly on a busy machine.
    private static let maximumSeconds = 120
    private static let maximumBytes = 256 << 20

    /// Returns the name and the path of the first of these programs that is on `$PATH`; nil if none is.
    package static func program(_ names: [String]) -> (name: String, path: String)? {
        names.lazy.compactMap { name in ProgramPath.found(name).map { (name, $0) } }.first
    }

    /// Runs a program on `input` and returns the bytes of the file that it wrote; both are in memory. If this process
    /// ends in any way, the program ends too. `program` returns the program's path and arguments.
    ///
    /// - Throws: `PlainError`; `ConversionError` if the program fails, takes too long or writes nothing.
    package static func bytes(
        of input: [UInt8], named name: String, as output: String, _ program: (Paths) -> [String]
    ) throws -> [UInt8] {
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let folder = try ScratchFolder(in: temporary.hasPrefix("/") ? temporary : "/tmp")
        defer { folder.remove() }
        try folder.makeFolder("own")
        let paths = Paths(input: folder.file(name), output: folder.file(output), scratch: folder.file("own"))
        try write(input, to: paths.input)
        let child = try ChildProcess(
            program(paths), outputPath: folder.file("printed"), errorPath: folder.file("errors"), scratch: folder)
        defer { child.finish() }
        var status = child.status()
        for _ in 0..<(maximumSeconds * 20) where status == nil {
            usleep(50_000)
            status = child.status()
        }
        if status == nil { child.stop() }
        guard status == 0, let bytes = try? read(paths.output), !bytes.isEmpty else {
            let bytes = (try? read(folder.file("errors"))) ?? []
            let errors = String(decoding: bytes.prefix(4096), as: UTF8.self)
            let last = errors.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
            throw ConversionError(status: status ?? 124, lastLine: DisplayText.singleLine(last))
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(PlainError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        if FileSystem.write(bytes, to: descriptor) != nil { throw failure(path) }
    }

    private static func read(_ path: String) throws -> [UInt8] {
        try ByteSource.file(path: path).readAll(limit: maximumBytes) ?? []
    }

    private static func failure(_ path: String) -> PlainError {
        PlainError.system(doing: Words(en: "cannot write \(path)", ko: "\(path)에 쓸 수 없습니다"), number: errno)
    }
}

/// The error for a program that did not make the requested file.
package struct ConversionError: ExplainedError, Equatable {
    /// The exit code of the program. It is 128 + n if signal n ended the program, and 124 if the program took too long.
    let status: Int32
    /// The last line that the program wrote to standard error.
    let lastLine: String

    /// Whether the program took too long. In that case it would take too long for the next file too.
    package var isTimeout: Bool { status == 124 }

    package var exit: ExitStatus { .unavailable }

    package var words: Words {
        let reason = lastLine.isEmpty ? "" : ": \(lastLine)"
        return Words(
            en: "the picture could not be converted (exit code \(status)\(reason)); write an SVG file instead",
            ko: "그림을 변환하지 못했습니다(종료 코드 \(status)\(reason)). SVG 파일로 저장하세요")
    }
}

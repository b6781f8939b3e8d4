public import GeocliText
internal import Glibc

/// A buffer that collects bytes and passes them on in pieces.
public final class ByteSink {
    /// Bytes that have not been passed on yet.
    public var bytes: [UInt8] = []
    private let put: ([UInt8]) throws -> Void

    /// The size of a piece in bytes. It is large enough to keep the cost of system calls low, and small enough that the
    /// reader of a pipe soon sees the first rows.
    public static let pieceBytes = 64 << 10

    /// Makes a sink that passes pieces to `put`.
    public init(put: @escaping ([UInt8]) throws -> Void) { self.put = put }

    /// Passes on the collected bytes if they fill a piece.
    public func flushIfFull() throws { if bytes.count >= Self.pieceBytes { try flush() } }

    /// Passes on the collected bytes, and then a piece of another sink without copying it.
    func pass(_ piece: [UInt8]) throws {
        try flush()
        try put(piece)
    }

    /// Passes on the collected bytes.
    public func flush() throws {
        guard !bytes.isEmpty else { return }
        try put(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// A failure to write a file or standard output.
public struct OutputError: ExplainedError, Equatable {
    /// The step that failed.
    public enum Step: Sendable {
        case create
        /// Writing in place. The bytes that were already written stay.
        case write
        /// Writing a file that replaces an existing one at the end. If this step fails, the existing file stays.
        case replace
        /// Making sure that the name of a finished file is on disk.
        case name
    }

    /// The path, or `standard output`.
    public let path: String
    /// The step that failed.
    public let step: Step
    /// The system's error number (errno).
    public let number: Int32

    /// Makes an error.
    public init(path: String, step: Step, number: Int32) { (self.path, self.step, self.number) = (path, step, number) }

    /// Whether the output is a pipe whose reader has closed it. This is not an error of geocli.
    public var isBrokenPipe: Bool { number == EPIPE }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { step == .create ? .cannotCreate : .inputOutput }

    /// What happened and what to try.
    public var words: Words {
        let reason = SystemError.words(number)
        return switch step {
        case .create:
            Words(
                en: "cannot create \(path): \(reason.en); give -o a path in a writable folder",
                ko: "\(path) 파일을 만들 수 없습니다: \(reason.ko). -o에는 쓰기 권한이 있는 폴더의 경로를 쓰세요")
        case .write:
            Words(
                en: "cannot write \(path): \(reason.en); the output is incomplete",
                ko: "\(path)에 쓸 수 없습니다: \(reason.ko). 출력이 완전하지 않습니다")
        case .replace:
            Words(
                en:
                    "cannot write \(path): \(reason.en); the file is unchanged; free some space or choose another path with -o",
                ko: "\(path)에 쓸 수 없습니다: \(reason.ko). 파일은 그대로입니다. 공간을 확보하거나 -o로 다른 위치를 지정하세요")
        case .name:
            Words(
                en:
                    "\(path) was written but may not survive a power failure: \(reason.en); check the disk and write the file again",
                ko: "\(path) 파일을 저장했지만 정전이 나면 사라질 수 있습니다: \(reason.ko). 디스크를 확인하고 다시 저장하세요")
        }
    }
}

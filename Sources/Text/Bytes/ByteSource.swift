internal import Glibc

/// How long a reader waits for the writer of a pipe.
public struct WaitingLimits: Sendable, Equatable {
    /// Maximum seconds without a byte; nil for no limit other than `totalSeconds`.
    public var idleSeconds: Double?
    /// Maximum seconds of all waits until the last byte, not counting the time in which the reader uses the bytes.
    public var totalSeconds: Double

    public init(idleSeconds: Double? = nil, totalSeconds: Double) {
        self.idleSeconds = idleSeconds
        self.totalSeconds = totalSeconds
    }
}

struct RemainingWait {
    private let limits: WaitingLimits
    private var waited = 0.0

    init(_ limits: WaitingLimits) { self.limits = limits }

    /// Waits until there is something to read, or the end; throws a `PlainError`.
    mutating func wait(for descriptor: Int32, called name: String) throws {
        let start = ContinuousClock.now
        let idle = limits.idleSeconds ?? .infinity
        let (limit, option) =
            idle < limits.totalSeconds - waited
            ? (idle, "--idle-timeout") : (limits.totalSeconds - waited, "--timeout")
        let deadline = start + .seconds(max(0, limit))
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let rest = deadline - ContinuousClock.now
            // One wait is at most a minute, because milliseconds are counted in 32 bits. It is rounded up, so that it
            // does not end early.
            let milliseconds = min(60_000, max(0, rest / .milliseconds(1)) + 1)
            let ready = poll(&entry, 1, Int32(milliseconds))
            if ready != 0, !(ready < 0 && errno == EINTR) { break }
            guard ContinuousClock.now < deadline else {
                let seconds = Int((option == "--timeout" ? limits.totalSeconds : idle).rounded(.up))
                throw PlainError(
                    .unavailable,
                    en:
                        "\(name) did not end: no data came for \(seconds) s; check the program that sends the data, or wait longer with \(option)",
                    ko: "\(name) 입력이 끝나지 않았습니다(\(seconds)초 동안 데이터가 오지 않음). 보내는 프로그램을 확인하거나 \(option)\(.by) 대기 시간을 늘리세요"
                )
            }
        }
        waited += (ContinuousClock.now - start) / .seconds(1)
    }
}

/// Bytes that arrive in pieces: a file, a pipe, a page in memory. Only one thread uses it.
package final class ByteSource {
    /// The name of the bytes in messages: a path, `standard input` or a page's name.
    package let name: String
    private let nextChunk: () throws -> [UInt8]
    /// If the bytes were converted from another encoding, returns the offset in the original bytes at which the pieces
    /// so far end.
    let originalEnd: (() -> Int)?
    private let lastBytes: ((Int) throws -> [UInt8]?)?

    /// Creates a source whose `nextChunk` returns the next piece, and an empty one at the end. `original` is a source
    /// that ends with the same bytes.
    package convenience init(
        name: String, endingLike original: ByteSource? = nil, nextChunk: @escaping () throws -> [UInt8]
    ) {
        self.init(name: name, originalEnd: nil, lastBytes: original?.lastBytes, nextChunk: nextChunk)
    }

    init(
        name: String, originalEnd: (() -> Int)? = nil, lastBytes: ((Int) throws -> [UInt8]?)? = nil,
        nextChunk: @escaping () throws -> [UInt8]
    ) {
        self.name = name
        self.originalEnd = originalEnd
        self.lastBytes = lastBytes
        self.nextChunk = nextChunk
    }

    package convenience init(name: String, bytes: [UInt8]) {
        var rest: [UInt8]? = bytes
        self.init(name: name) {
            defer { rest = nil }
            return rest ?? []
        }
    }

    /// Returns a source for a regular file, a device or a pipe, read in pieces of 256 KiB. Reading throws
    /// `ByteSourceError`, too.
    package static func file(path: String) throws(ByteSourceError) -> ByteSource {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ByteSourceError(path: path, number: errno) }
        let file = OpenFile(descriptor: descriptor, path: path, closes: true)
        return ByteSource(name: path, lastBytes: file.end) { try file.read() }
    }

    package static func standardInput() -> ByteSource {
        let file = OpenFile(descriptor: 0, path: "standard input", closes: false)
        return ByteSource(name: "standard input", lastBytes: file.end) { try file.read() }
    }

    /// Returns a source for a pipe, a device or standard input (a nil path) whose writer must send within `limits`.
    /// - Edges: a FIFO is opened at once, even without a writer; it ends when all writers have closed it.
    /// - Throws: `ByteSourceError`, also while reading; then also `PlainError`.
    package static func stream(path: String?, waitingAtMost limits: WaitingLimits) throws(ByteSourceError) -> ByteSource
    {
        let name = path ?? "standard input"
        let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? 0
        guard descriptor >= 0 else { throw ByteSourceError(path: name, number: errno) }
        let file = OpenFile(descriptor: descriptor, path: name, closes: path != nil)
        var remaining = RemainingWait(limits)
        return ByteSource(name: name) {
            while true {
                try remaining.wait(for: descriptor, called: name)
                // If another reader of the pipe was faster, there is nothing to read.
                if let chunk = try file.readIfReady() { return chunk }
            }
        }
    }

    /// Returns a source that starts with `first`, which was already read from this one.
    package func starting(with first: [UInt8]) -> ByteSource {
        var first: [UInt8]? = first
        return ByteSource(name: name, originalEnd: originalEnd, lastBytes: lastBytes) {
            defer { first = nil }
            if let first, !first.isEmpty { return first }
            return try self.next()
        }
    }

    /// Returns the next piece, an empty one at the end.
    package func next() throws -> [UInt8] { try nextChunk() }

    /// Returns the last bytes of a regular file, at most `count`; nil for any other source, whose end is known only when
    /// it has been read. The next piece stays the same.
    package func end(_ count: Int) throws -> [UInt8]? { try lastBytes?(count) }

    /// Returns the rest in one array; nil if there is more than `limit` bytes.
    package func readAll(limit: Int) throws -> [UInt8]? {
        var all: [UInt8] = []
        while true {
            let chunk = try next()
            if chunk.isEmpty { return all }
            if all.isEmpty { all = chunk } else { all += chunk }
            if all.count > limit { return nil }
        }
    }
}

package struct ByteSourceError: ExplainedError, Equatable {
    package let path: String
    package let number: Int32

    package init(path: String, number: Int32) {
        self.path = path
        self.number = number
    }

    package var isMissing: Bool { number == ENOENT || number == ENOTDIR }

    package var exit: ExitStatus { isMissing ? .noInput : .inputOutput }

    package var words: Words {
        let reason = SystemError.words(number)
        return Words(
            en: "cannot read \(path): \(reason.en); check the path and its permissions",
            ko: "\(path) 파일을 읽을 수 없습니다: \(reason.ko). 경로와 권한을 확인하세요")
    }
}

private final class OpenFile {
    private let descriptor: Int32
    private let path: String
    private let closes: Bool

    init(descriptor: Int32, path: String, closes: Bool) {
        self.descriptor = descriptor
        self.path = path
        self.closes = closes
    }

    deinit { if closes { close(descriptor) } }

    /// Returns the next piece; nil if none has come yet and the descriptor does not wait.
    func readIfReady() throws -> [UInt8]? {
        do {
            return try read()
        } catch let error as ByteSourceError where error.number == EAGAIN {
            return nil
        }
    }

    func end(_ count: Int) throws -> [UInt8]? {
        guard let entry = FileSystem.facts(descriptor), entry.isFile else { return nil }
        let wanted = min(count, Int(entry.st_size))
        var got = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            got = pread(descriptor, buffer.baseAddress, wanted, entry.st_size - off_t(wanted))
            count = max(got, 0)
        }
        guard got >= 0 else { throw ByteSourceError(path: path, number: errno) }
        return bytes
    }

    func read() throws -> [UInt8] {
        var failure: Int32 = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
            var got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            while got < 0, errno == EINTR { got = Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
            if got < 0 { failure = errno }
            count = max(got, 0)
        }
        guard failure == 0 else { throw ByteSourceError(path: path, number: failure) }
        return chunk
    }
}

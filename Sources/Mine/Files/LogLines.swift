internal import GeocliText
internal import Glibc

/// The lines of a log, read in pieces, so that memory does not grow with the log.
struct LogLines {
    /// One line.
    struct Line {
        /// The bytes of the line, without the line end; nil if the line is longer than an act may be.
        let bytes: UnsafeRawBufferPointer?
        /// Whether the line has anything except blanks.
        let hasInk: Bool
        /// Whether the line has a line end. A line without one may still grow.
        let isEnded: Bool
    }

    /// The end of the last line that was read.
    private(set) var end: Int
    /// The hash of all bytes from the start to `end`.
    private(set) var hash: SHA256

    private let descriptor: Int32
    private let size: Int
    private let isHashed: Bool
    private static let pieceBytes = 4 << 20

    /// Prepares to read from the start of a line.
    ///
    /// - Parameters:
    ///   - start: the position to begin at.
    ///   - size: the size of the log when it was opened; later bytes are not read.
    ///   - hash: the hash of the bytes before `start`; nil to compute no hash.
    init(_ descriptor: Int32, from start: Int, size: Int, hash: SHA256?) {
        self.descriptor = descriptor
        self.size = size
        end = start
        isHashed = hash != nil
        self.hash = hash ?? SHA256()
    }

    /// Calls `body` with each line.
    ///
    /// - Throws: `SystemNumber`.
    mutating func forEach(_ body: (Line) -> Void) throws(SystemNumber) {
        var piece = [UInt8](repeating: 0, count: min(Self.pieceBytes, max(size - end, 0)))
        var running = hash
        var (position, filled) = (end, 0)
        // For a line that is too long, only these facts are kept.
        var (isLong, hasInk) = (false, false)
        while true {
            let got = try Self.fill(&piece, from: filled, descriptor, at: position, count: size - position)
            position += got
            filled += got
            let used = piece.withUnsafeBytes { piece -> Int in
                var start = 0
                while start < filled, let found = memchr(piece.baseAddress! + start, 0x0A, filled - start) {
                    let stop = UnsafeRawPointer(found) - piece.baseAddress!
                    let line = UnsafeRawBufferPointer(rebasing: piece[start..<stop])
                    if isLong {
                        body(Line(bytes: nil, hasInk: hasInk || Self.hasInk(line), isEnded: true))
                    } else {
                        body(Line(bytes: line, hasInk: Self.hasInk(line), isEnded: true))
                    }
                    (isLong, hasInk) = (false, false)
                    start = stop + 1
                }
                if isHashed, start > 0 {
                    running.update(UnsafeRawBufferPointer(rebasing: piece[..<start]))
                    hash = running
                }
                if start > 0 { end = position - (filled - start) }
                let rest = UnsafeRawBufferPointer(rebasing: piece[start..<filled])
                guard rest.count > MineAct.maximumBytes || isLong else { return start }
                hasInk = hasInk || Self.hasInk(rest)
                isLong = true
                if isHashed { running.update(rest) }
                return filled
            }
            piece.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[used..<filled])) }
            filled -= used
            guard got > 0 else { break }
        }
        if isLong { return body(Line(bytes: nil, hasInk: hasInk, isEnded: false)) }
        if filled > 0 { Self.passOpenLine(piece, filled, to: body) }
    }

    /// Calls `body` with the last line, which has no line end: the first `count` bytes of `piece`.
    private static func passOpenLine(_ piece: [UInt8], _ count: Int, to body: (Line) -> Void) {
        piece.withUnsafeBytes { piece in
            let line = UnsafeRawBufferPointer(rebasing: piece[..<count])
            body(Line(bytes: line, hasInk: hasInk(line), isEnded: false))
        }
    }

    private static func hasInk(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.contains { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }
    }

    /// Reads bytes and returns their number; 0 at the end.
    private static func fill(
        _ piece: inout [UInt8], from start: Int, _ descriptor: Int32, at position: Int, count: Int
    ) throws(SystemNumber) -> Int {
        let room = min(piece.count - start, count)
        guard room > 0 else { return 0 }
        while true {
            let got = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress! + start, room, off_t(position)) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw SystemNumber(errno) }
            return got
        }
    }

    /// Returns the hash of the first bytes of a file; nil if they can't be read.
    static func hash(_ descriptor: Int32, upTo end: Int) -> SHA256? {
        var hash = SHA256()
        var piece = [UInt8](repeating: 0, count: min(1 << 20, max(end, 0)))
        var done = 0
        while done < end {
            guard let got = try? fill(&piece, from: 0, descriptor, at: done, count: end - done), got > 0 else {
                return nil
            }
            piece.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<got])) }
            done += got
        }
        return hash
    }
}

package import GeocliText
internal import Glibc

/// The result of reading one log: how far the log was read, the file's facts, and the lines that are not acts.
struct LogReading {
    let name: String
    /// The file's facts when it was opened.
    var facts: LogFacts
    /// The end of the last line that was read.
    var end = 0
    /// The number of lines up to `end`.
    var lines = 0
    /// How many of these lines are not acts.
    var wrong = 0
    /// The first of the lines that are not acts, with the reasons.
    var faults: [(line: Int, fault: MineAct.Fault)] = []
    /// The hash of all bytes up to `end`; empty if none was computed.
    var digest = ""
    /// The fault of the last line if it has no line end. Such a line is read again each time.
    var lastFault: MineAct.Fault?

    /// Maximum number of lines in one file that get a finding of their own. One more finding counts the others.
    static let maximumFindings = 20

    enum Target {
        /// Acts of complete lines are added to a set; the act of a last line without a line end is returned in a list.
        case set(MineActSet)
        case list
    }

    /// Reads more lines, from `end`.
    /// - Parameter hash: the hash of the bytes before `end`; nil to compute no hash.
    /// - Returns: the acts that are not added to a set.
    /// - Throws: `SystemNumber`.
    mutating func read(_ descriptor: Int32, into target: Target, hash: SHA256?) throws(SystemNumber) -> [MineAct] {
        var acts: [MineAct] = []
        var next = self
        next.lastFault = nil
        var reader = LogLines(descriptor, from: end, size: facts.size, hash: hash)
        try reader.forEach { line in
            if line.isEnded { next.lines += 1 }
            guard line.hasInk else { return }
            do throws(MineAct.Fault) {
                guard let bytes = line.bytes, bytes.count <= MineAct.maximumBytes else { throw .long }
                if line.isEnded, case .set(let set) = target {
                    try set.add(line: bytes)
                } else {
                    acts.append(try MineAct(line: Array(bytes)))
                }
            } catch {
                next.note(error, isEnded: line.isEnded)
            }
        }
        next.end = reader.end
        if hash != nil { next.digest = reader.hash.hexDigest() }
        self = next
        return acts
    }

    private mutating func note(_ fault: MineAct.Fault, isEnded: Bool) {
        guard isEnded else {
            lastFault = fault
            return
        }
        wrong += 1
        if faults.count < Self.maximumFindings { faults.append((lines, fault)) }
    }

    var findings: [MineFinding] {
        var all = faults
        if let lastFault { all.append((lines + 1, lastFault)) }
        let total = wrong + (lastFault == nil ? 0 : 1)
        var findings = all.prefix(Self.maximumFindings).map { MineFinding(file: name, line: $0, reason: $1.words) }
        if total > Self.maximumFindings {
            let more = total - Self.maximumFindings
            findings.append(
                MineFinding(
                    file: name, line: nil,
                    reason: Words(
                        en: "\(more) more damaged \(more == 1 ? "line was" : "lines were") skipped",
                        ko: "잘렸거나 손상된 줄 \(more)개를 더 건너뛰었습니다"), isOfSeveralLines: true))
        }
        return findings
    }
}

/// Writes a reading to a cache and reads it back.
extension LogReading {
    func append(to json: inout JSONWriter) {
        json.beginObject()
        json.name("name")
        json.string(name)
        for (name, number) in [
            ("device", Int64(bitPattern: facts.device)), ("inode", Int64(bitPattern: facts.inode)),
            ("size", Int64(facts.size)), ("modified", facts.modified), ("changed", facts.changed),
            ("end", Int64(end)), ("lines", Int64(lines)), ("wrong", Int64(wrong)),
        ] {
            json.name(name)
            json.integer(number)
        }
        json.name("sha256")
        json.string(digest)
        json.name("faults")
        json.beginArray()
        for (line, fault) in faults {
            json.integer(Int64(line))
            json.string(fault.code)
        }
        json.endArray()
        json.endObject()
    }

    /// Creates a reading from its cached JSON; nil if the JSON is not a valid reading.
    init?(cached json: JSONValue) {
        func number(_ name: String) -> Int64? { json[name]?.scalarText.flatMap { Int64($0) } }
        guard let name = json["name"]?.stringValue, let device = number("device"), let inode = number("inode"),
            let size = number("size"), let modified = number("modified"), let changed = number("changed"),
            let end = number("end"), let lines = number("lines"), let wrong = number("wrong"),
            let digest = json["sha256"]?.stringValue, let list = json["faults"]?.arrayValue, list.count % 2 == 0,
            0...size ~= end, 0...end ~= lines, 0...lines ~= wrong, list.count / 2 <= Self.maximumFindings
        else { return nil }
        self.init(
            name: name,
            facts: LogFacts(
                device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode), size: Int(size),
                modified: modified, changed: changed))
        (self.end, self.lines, self.wrong, self.digest) = (Int(end), Int(lines), Int(wrong), digest)
        for pair in stride(from: 0, to: list.count, by: 2) {
            guard let line = list[pair].scalarText.flatMap({ Int($0) }),
                let fault = list[pair + 1].stringValue.flatMap({ MineAct.Fault(code: $0) })
            else { return nil }
            faults.append((line, fault))
        }
    }
}

/// The lines of a log, read in pieces, so that memory does not grow with the log.
struct LogLines {
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

/// What the system says of a file. If nothing changed, and the last change is old enough, the bytes are the same.
struct LogFacts: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    let changed: Int64

    init(device: UInt64, inode: UInt64, size: Int, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Reads the facts of an open file; nil if it is not a plain file.
    init?(_ descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
        self.init(
            device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int(facts.st_size),
            modified: nanoseconds(facts.st_mtim), changed: nanoseconds(facts.st_ctim))
    }

    /// Whether the file last changed two seconds before `time` or earlier. File systems round times, so a change right
    /// after reading may leave no trace.
    func isSettled(at time: Int64) -> Bool {
        let margin: Int64 = 2_000_000_000
        return max(modified, changed) < time - margin
    }

    /// The current time, in nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Something in the folder that could not be read as a log, or a line that is not an act. Everything else was read.
package struct MineFinding: Equatable, Sendable {
    package let file: String
    /// The line, from 1; nil for the whole file.
    package let line: Int?
    package let reason: Words
    /// Whether the reason is about several lines and already says that they were skipped.
    var isOfSeveralLines = false

    /// The finding as a sentence: the file, the line and the reason.
    package var words: Words {
        let shown = DisplayText.truncated(DisplayText.singleLine(file), columns: 60)
        if isOfSeveralLines { return Words(en: "\(shown): \(reason.en)", ko: "\(shown): \(reason.ko)") }
        guard let line else {
            return Words(en: "\(shown) was skipped: \(reason.en)", ko: "\(shown)\(.topic) 건너뛰었습니다: \(reason.ko)")
        }
        return Words(
            en: "\(shown), line \(line) was skipped: \(reason.en)",
            ko: "\(shown)의 \(line)행을 건너뛰었습니다: \(reason.ko)")
    }
}

extension MineAct.Fault {
    var code: String {
        switch self {
        case .long: "long"
        case .notJSON: "json"
        case .member(let name): name
        case .late: "late"
        }
    }

    /// Creates the fault from its code in a cache; nil for any other text.
    init?(code: String) {
        switch code {
        case "long": self = .long
        case "json": self = .notJSON
        case "late": self = .late
        case "id", "device", "clock", "set": self = .member(code)
        default: return nil
        }
    }

    var words: Words {
        switch self {
        case .long:
            Words(en: "it is longer than 1 MiB", ko: "1 MiB보다 깁니다")
        case .notJSON:
            Words(en: "it is cut off or damaged", ko: "잘렸거나 손상되었습니다")
        case .late:
            Words(
                en: "its \"clock\" is after the year 2999; the device's clock was wrong",
                ko: "\"clock\" 값이 2999년보다 늦습니다. 기기의 시계가 잘못되었습니다")
        case .member(let name):
            Words(en: "its \"\(name)\" is missing or wrong", ko: "\"\(name)\" 값이 없거나 잘못되었습니다")
        }
    }
}

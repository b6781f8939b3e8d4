internal import GeocliText
internal import Glibc

/// The content of a folder's logs: the acts, and what could not be read.
///
/// Every file whose name ends in `.jsonl`, or begins with `log-` and contains `.jsonl`, is read as a log. This includes
/// the copies that sync programs make after a conflict. The names and bytes may be hostile, so links are not followed,
/// and only plain files are read.
package struct MineLogs: Sendable {
    package private(set) var state = MineState()
    package private(set) var findings: [MineFinding] = []

    /// Maximum bytes of new lines that are kept beside a cached snapshot. For more, a new snapshot is made.
    private static let maximumNewBytes = 2 << 20

    /// Reads all logs of `folder`; none if it does not exist.
    /// - Parameter cache: the cache with the state of earlier readings. The result is the same with and without it.
    /// - Throws: `PlainError` if the folder can't be read.
    init(in folder: String, cache: MineCache? = nil) throws {
        guard let files = try LogFiles(folder) else { return }
        if let cache, let saved = cache.load(files.path, logBytes: files.newBytes(after: [:])),
            read(files, after: saved, cache)
        {
            return
        }
        try read(LogFiles(folder) ?? files, whole: cache)
    }

    /// Adds the acts of all logs of `folder` to a set; returns the files and lines that could not be read.
    static func read(_ folder: String, into set: MineActSet) throws -> [MineFinding] {
        guard let files = try LogFiles(folder) else { return [] }
        let (readings, last, _) = readings(of: files, into: set, isHashed: false)
        for act in last { set.add(act) }
        return files.findings(readings)
    }

    mutating func apply(_ acts: [MineAct]) { for act in acts { state.apply(act) } }

    private mutating func finish(_ base: MineSnapshot, _ last: [MineAct], _ findings: [MineFinding]) {
        state = MineState(base)
        apply(last)
        self.findings = findings
    }

    // MARK: Without a cache

    private mutating func read(_ files: LogFiles, whole cache: MineCache?) {
        let time = LogFacts.now
        while true {
            let set = MineActSet()
            let (readings, last, isWhole) = Self.readings(of: files, into: set, isHashed: cache != nil)
            // A log that can't be read to its end is left out as a whole.
            guard isWhole else { continue }
            let base = set.takeSnapshot()
            finish(base, last, files.findings(readings))
            if let cache, base.actCount >= cache.minimumActs { cache.save(files.path, readings, base, readAt: time) }
            return
        }
    }

    /// Reads all lines of all logs.
    /// - Returns: the readings, the acts of last lines without a line end (which are in no snapshot), and whether every
    ///   log was read to its end. A log that was not read to its end is refused from then on.
    private static func readings(
        of files: LogFiles, into set: MineActSet, isHashed: Bool
    ) -> ([LogReading], [MineAct], isWhole: Bool) {
        var (readings, last, isWhole): ([LogReading], [MineAct], Bool) = ([], [], true)
        for name in files.names {
            guard var file = files.open(name) else { continue }
            defer { close(file.descriptor) }
            do throws(SystemNumber) {
                last += try file.log.read(file.descriptor, into: .set(set), hash: isHashed ? SHA256() : nil)
                readings.append(file.log)
            } catch {
                files.refuse(name, FileRefusal(number: error))
                isWhole = false
            }
        }
        return (readings, last, isWhole)
    }

    // MARK: With a cache

    /// Reads the lines that are newer than a cache.
    /// - Returns: false if the logs changed in any way other than by added lines. In this case, all lines must be read.
    private mutating func read(_ files: LogFiles, after saved: MineCache.Saved, _ cache: MineCache) -> Bool {
        let time = LogFacts.now
        let set = files.newBytes(after: saved.readings) > Self.maximumNewBytes ? MineActSet() : nil
        set?.add(saved.snapshot)
        var (readings, acts): ([LogReading], [MineAct]) = ([], [])
        for name in files.names {
            guard let file = files.open(name) else { continue }
            defer { close(file.descriptor) }
            guard var log = saved.resumed(file.log, file.descriptor) else { return false }
            if log.facts.size > log.end {
                let hash = set == nil ? nil : LogLines.hash(file.descriptor, upTo: log.end)
                guard let new = try? log.read(file.descriptor, into: set.map { .set($0) } ?? .list, hash: hash) else {
                    return false
                }
                acts += new
            }
            readings.append(log)
        }
        guard saved.readings.keys.allSatisfy({ name in readings.contains { $0.name == name } }) else { return false }
        let base = set?.takeSnapshot() ?? saved.snapshot
        finish(base, acts, files.findings(readings))
        if set != nil { cache.save(files.path, readings, base, readAt: time) }
        return true
    }
}

/// The logs of a folder by name, and the files that can't be read as logs. It is a class because it owns the folder's
/// descriptor.
final class LogFiles {
    let path: String
    /// The names, in the order of their bytes.
    let names: [String]
    /// The names of logs that are not UTF-8. These logs are not read.
    private let wrongNames: [String]
    private let folder: Int32
    private var refusals: [String: FileRefusal] = [:]

    /// Maximum size of a log that is read, in bytes: enough for three million acts.
    static let maximumBytes = 1 << 30
    /// The size in bytes at which a device begins a new log, and at which a merge begins a new file. It is far below
    /// the maximum, and small enough for programs that copy files.
    static let usualBytes = 256 << 20

    /// Opens a folder; nil if it does not exist. Throws `PlainError`.
    init?(_ path: String) throws {
        self.path = path
        folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            if errno == ENOENT { return nil }
            throw PlainError.unreadable(path, errno)
        }
        do {
            let all = try FolderNames.both(folder, path)
            names = all.names.filter(Self.isLog)
            wrongNames = all.wrong.filter(Self.isLog)
        } catch {
            close(folder)
            throw error
        }
    }

    /// Returns whether a file is a log or a copy of one. Programs that sync or merge files insert a text about the
    /// conflict before or after `.jsonl`: `log-X (conflicted copy).jsonl`, `log-X.jsonl.conflict1`, `log-X.jsonl~HEAD`.
    private static func isLog(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".jsonl") || name.hasPrefix("log-") && name.contains(".jsonl")
    }

    deinit { if folder >= 0 { close(folder) } }

    /// Opens a log for a reading that has not started; nil for a log that is refused. The caller closes the descriptor.
    func open(_ name: String) -> (log: LogReading, descriptor: Int32)? {
        guard refusals[name] == nil else { return nil }
        switch PlainFile.open(name, in: folder) {
        case .failure(let refusal): refusals[name] = refusal
        case .success(let file):
            if let facts = LogFacts(file.descriptor), facts.size <= Self.maximumBytes {
                return (LogReading(name: name, facts: facts), file.descriptor)
            }
            refusals[name] = file.size > Self.maximumBytes ? .large(Self.maximumBytes) : .notPlain
            close(file.descriptor)
        }
        return nil
    }

    func refuse(_ name: String, _ refusal: FileRefusal) { refusals[name] = refusal }

    /// Returns the number of bytes in the logs that `readings` have not read.
    func newBytes(after readings: [String: LogReading]) -> Int {
        names.reduce(0) { sum, name in
            guard let file = open(name) else { return sum }
            close(file.descriptor)
            return sum + max(0, file.log.facts.size - (readings[name]?.end ?? 0))
        }
    }

    /// Returns the messages for the person about files and lines, ordered by file.
    func findings(_ readings: [LogReading]) -> [MineFinding] {
        let byName = Dictionary(readings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return names.flatMap { name -> [MineFinding] in
            if let refusal = refusals[name] { return [MineFinding(file: name, line: nil, reason: refusal.words)] }
            return byName[name]?.findings ?? []
        }
            + wrongNames.map { name in
                let words = Words(
                    en: "its name is not UTF-8; give it another name that ends in .jsonl",
                    ko: "파일 이름이 UTF-8이 아닙니다. .jsonl로 끝나는 다른 이름으로 바꾸세요")
                return MineFinding(file: name, line: nil, reason: words)
            }
    }
}

internal import GeocliText
internal import Glibc

/// The content of a folder's logs: the acts, and what could not be read.
///
/// Every file whose name ends in `.jsonl`, or begins with `log-` and contains `.jsonl`, is read as a log. This includes
/// the copies that sync programs make after a conflict. The names and bytes may be hostile, so links are not followed,
/// and only plain files are read.
public struct MineLogs: Sendable {
    /// The state that results from all acts.
    public private(set) var state = MineState()
    /// The files and lines that could not be read.
    public private(set) var findings: [MineFinding] = []

    /// Maximum size in bytes of new lines that are kept beside a cached snapshot. If there are more, a new snapshot is
    /// made.
    private static let maximumNewBytes = 2 << 20

    /// Reads all logs of `folder`; none if it does not exist.
    ///
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

    /// Adds the acts of all logs of `folder` to a set.
    ///
    /// - Returns: the files and lines that could not be read.
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
    ///
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
    ///
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

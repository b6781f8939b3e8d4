internal import GeocliText
internal import Glibc

/// The logs of a folder by name, and the files that can't be read as logs.
///
/// It is a class because it owns the folder's descriptor.
final class LogFiles {
    /// The folder.
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

    /// Opens a folder; nil if it does not exist.
    ///
    /// - Throws: `PlainError`.
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

    /// Opens a log; nil for a log that is refused.
    ///
    /// - Returns: a reading that has not started, and the descriptor, which the caller must close.
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

    /// Refuses a log from now on.
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

internal import GeocliText
internal import Glibc

/// The content of a folder's logs: the acts, and what could not be read.
///
/// Every file whose name ends in `.jsonl`, or begins with `log-` and contains `.jsonl`, is read as a log. This includes
/// the copies that sync programs make after a conflict. The names and bytes may be hostile, so links are not followed,
/// and only plain files are read.
package struct MineLogs: Sendable {
    /// All acts, including repeated ones, in the order of the logs' names and of their lines.
    private(set) var acts: [MineAct] = []
    package private(set) var state = MineState()
    package private(set) var findings: [MineFinding] = []

    /// Maximum size of a log that is read, in bytes: enough for three million acts.
    static let maximumBytes = 1 << 30
    /// The size in bytes at which a device begins a new log, and at which a merge begins a new file. It is far below
    /// the maximum, and small enough for programs that copy files.
    static let usualBytes = 256 << 20

    /// Reads all logs of `folder`; none if it does not exist.
    /// - Throws: `PlainError` if the folder can't be read.
    init(in path: String) throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            if errno == ENOENT { return }
            throw PlainError.unreadable(path, errno)
        }
        defer { close(folder) }
        let all = try FolderNames.both(folder, path)
        for name in all.names where Self.isLog(name) {
            switch PlainFile.bytes(name, in: folder, maximum: Self.maximumBytes) {
            case .failure(let refusal): findings.append(MineFinding(file: name, line: nil, reason: refusal.words))
            case .success(let bytes): read(bytes, of: name)
            }
        }
        for name in all.wrong where Self.isLog(name) {
            let words = Words(
                en: "its name is not UTF-8; give it another name that ends in .jsonl",
                ko: "파일 이름이 UTF-8이 아닙니다. .jsonl로 끝나는 다른 이름으로 바꾸세요")
            findings.append(MineFinding(file: name, line: nil, reason: words))
        }
    }

    /// Returns whether a file is a log or a copy of one. Programs that sync or merge files insert a text about the
    /// conflict before or after `.jsonl`: `log-X (conflicted copy).jsonl`, `log-X.jsonl.conflict1`, `log-X.jsonl~HEAD`.
    private static func isLog(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".jsonl") || name.hasPrefix("log-") && name.contains(".jsonl")
    }

    private mutating func read(_ bytes: [UInt8], of name: String) {
        var faults: [(line: Int, fault: MineAct.Fault)] = []
        for (offset, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) {
            do throws(MineAct.Fault) {
                apply(try MineAct(line: line))
            } catch {
                faults.append((offset + 1, error))
            }
        }
        findings += MineFinding.all(name, faults)
    }

    mutating func apply(_ act: MineAct) {
        acts.append(act)
        state.apply(act)
    }
}

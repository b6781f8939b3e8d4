internal import GeocliText
internal import Glibc

/// The logs of a folder, read: the acts, and what could not be read.
///
/// Every file whose name ends in `.jsonl` is read as a log, so that the copies that sync programs make of a log in
/// conflict count, too. The names and bytes may be hostile: links are not followed, and only plain files are read.
public struct MineLogs: Sendable {
    /// The state of all acts.
    public private(set) var state = MineState()
    /// What was set aside, by file and line.
    public private(set) var findings: [MineFinding] = []

    /// Maximum bytes of a log; three million acts.
    private static let maximumBytes = 1 << 30
    /// Maximum findings of one file that are kept; a larger number is counted in the last one.
    private static let maximumFindings = 20

    /// Reads all logs of `folder`; none if it does not exist.
    ///
    /// - Parameter onAct: called with each act and the name of its file.
    /// - Throws: `MineError` if the folder can't be read.
    public init(in folder: String, onAct: (MineAct, String) -> Void = { _, _ in }) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw MineError.unreadable(folder, errno)
        }
        defer { close(descriptor) }
        for name in try FolderNames.all(descriptor, folder) where name.lowercased().hasSuffix(".jsonl") {
            read(name, in: descriptor, onAct)
        }
    }

    private mutating func read(_ name: String, in folder: Int32, _ onAct: (MineAct, String) -> Void) {
        switch PlainFile.bytes(name, in: folder, maximum: Self.maximumBytes) {
        case .failure(let refusal): findings.append(MineFinding(file: name, line: nil, reason: refusal.words))
        case .success(let bytes):
            var (line, wrong) = (0, 0)
            for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                line += 1
                guard part.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
                do {
                    let act = try MineAct(line: Array(part))
                    state.apply(act)
                    onAct(act, name)
                } catch {
                    wrong += 1
                    guard wrong <= Self.maximumFindings else { continue }
                    findings.append(MineFinding(file: name, line: line, reason: error.words))
                }
            }
            guard wrong > Self.maximumFindings else { return }
            let more = wrong - Self.maximumFindings
            findings.append(
                MineFinding(
                    file: name, line: nil,
                    reason: Words(en: "\(more) more lines are cut or damaged", ko: "잘렸거나 손상된 줄이 \(more)개 더 있습니다")))
        }
    }

    mutating func apply(_ acts: [MineAct]) { for act in acts { state.apply(act) } }
}

internal import GeocliText

/// What was read of one log: how far, how the file was, and which lines were set aside.
struct LogReading {
    /// The name of the file.
    let name: String
    /// How the file was when it was opened.
    var facts: LogFacts
    /// Where the last line that was read ends.
    var end = 0
    /// The number of lines until there.
    var lines = 0
    /// How many of these lines are not acts.
    var wrong = 0
    /// The first of them, and why.
    var faults: [(line: Int, fault: MineAct.Fault)] = []
    /// The hash of all bytes up to `end`; empty if none was computed.
    var digest = ""
    /// The fault of a last line without a line end; it is read again each time.
    var lastFault: MineAct.Fault?

    /// Maximum findings of one file that are kept; a larger number is counted in the last one.
    static let maximumFindings = 20

    init(_ name: String, _ facts: LogFacts) {
        self.name = name
        self.facts = facts
    }

    /// Where acts go.
    enum Target {
        /// A set, for acts of whole lines, and a list for that of a last line without a line end.
        case set(MineActSet)
        /// A list for all.
        case list
    }

    /// Reads on from `end`.
    ///
    /// - Parameter hash: the hash of the bytes before `end`; nil to compute none.
    /// - Returns: the acts for the list.
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
        if hash != nil {
            var whole = reader.hash
            next.digest = whole.hexDigest()
        }
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

    /// What the person is told.
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
                    reason: Words(en: "\(more) more lines are cut or damaged", ko: "잘렸거나 손상된 줄이 \(more)개 더 있습니다")))
        }
        return findings
    }
}

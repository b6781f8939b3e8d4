internal import GeocliText

/// The result of reading one log: how far the log was read, the file's facts, and the lines that are not acts.
struct LogReading {
    /// The name of the file.
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

    /// Where the acts are stored.
    enum Target {
        /// Acts of complete lines are added to a set; the act of a last line without a line end is returned in a list.
        case set(MineActSet)
        /// All acts are returned in a list.
        case list
    }

    /// Reads more lines, from `end`.
    ///
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

    /// The messages for the person.
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
    /// Appends the reading to a cache.
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

internal import GeocliText

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
            name,
            LogFacts(
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

public import GeocliText

/// One act of a person: some fields of one record, set at one time on one device. An act is one line of a log.
public struct MineAct: Hashable, Sendable {
    /// A field and its new value, as JSON.
    public struct Field: Hashable, Sendable {
        /// The name of the field.
        public let name: String
        /// The value in the form that `JSONWriter` writes, so that equal values have equal bytes.
        public let json: [UInt8]

        /// Creates a field.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            var writer = JSONWriter()
            writer.value(value)
            json = writer.bytes
        }

        /// Creates a field from a value in the form that `JSONWriter` writes.
        init(name: String, json: [UInt8]) {
            self.name = name
            self.json = json
        }
    }

    /// The record's id.
    public let record: String
    /// The time of the act.
    public let clock: MineClock
    /// The device's id.
    public let device: String
    /// The fields, ordered by name; never empty.
    public let fields: [Field]

    /// Maximum length of a line, in bytes. A longer line is damaged or hostile.
    static let maximumBytes = 1 << 20

    init(record: String, clock: MineClock, device: String, fields: [Field]) {
        self.record = record
        self.clock = clock
        self.device = device
        self.fields = fields.sorted { $0.name < $1.name }
    }

    /// Reads a line of a log.
    ///
    /// - Throws: `Fault` for a line that is not an act.
    init(line: [UInt8]) throws(Fault) {
        guard line.count <= Self.maximumBytes else { throw .long }
        guard let json = try? JSONValue(parsing: line, name: ""), case .object = json else { throw .notJSON }
        guard let record = json["id"]?.stringValue, Self.isID(record) else { throw .member("id") }
        guard let device = json["device"]?.stringValue, Self.isID(device) else { throw .member("device") }
        guard let clock = json["clock"]?.stringValue.flatMap(MineClock.init(text:)) else { throw .member("clock") }
        guard clock.isReadable else { throw .late }
        guard case .object(let members)? = json["set"], !members.isEmpty,
            members.allSatisfy({ Self.isName($0.name) }),
            Set(members.map(\.name)).count == members.count
        else { throw .member("set") }
        self.init(
            record: record, clock: clock, device: device, fields: members.map { Field($0.name, $0.value) })
    }

    /// The reason why a line is not an act.
    enum Fault: Error, Equatable {
        case long
        case notJSON
        case member(String)
        /// The clock is after the year 2999.
        case late
    }

    /// Appends the act as a line, with its line end.
    func append(to bytes: inout [UInt8]) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("id")
        writer.string(record)
        writer.name("clock")
        writer.string(clock.text)
        writer.name("device")
        writer.string(device)
        writer.name("set")
        writer.beginObject()
        for field in fields {
            writer.name(field.name)
            field.json.withUnsafeBufferPointer { writer.checked($0) }
        }
        writer.endObject()
        writer.endObject()
        writer.newline()
        bytes += writer.bytes
    }

    /// Returns whether `text` can be the id of a record or a device: 1 to 64 lowercase letters, digits and hyphens.
    static func isID(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D }
    }

    /// Returns whether `text` can be the name of a field: 1 to 64 lowercase letters, digits and underscores.
    static func isName(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x5F }
    }
}

package import GeocliText

/// One act of a person: some fields of one record, set at one time on one device. An act is one line of a log.
package struct MineAct: Hashable, Sendable {
    /// A field and its new value, as JSON.
    package struct Field: Hashable, Sendable {
        package let name: String
        /// The value in the form that `JSONWriter` writes, so that equal values have equal bytes.
        package let json: [UInt8]

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            var writer = JSONWriter()
            writer.value(value)
            json = writer.bytes
        }
    }

    package let record: String
    package let clock: MineClock
    package let device: String
    /// The fields, ordered by name; never empty.
    package let fields: [Field]

    /// Maximum length of a line, in bytes. A longer line is damaged or hostile.
    static let maximumBytes = 1 << 20

    init(record: String, clock: MineClock, device: String, fields: [Field]) {
        self.record = record
        self.clock = clock
        self.device = device
        self.fields = fields.sorted { $0.name < $1.name }
    }

    init(line: ArraySlice<UInt8>) throws(Fault) {
        guard line.count <= Self.maximumBytes else { throw .long }
        guard let json = try? JSONValue(parsing: Array(line), name: ""), case .object = json else { throw .notJSON }
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

/// The time of an act, from a hybrid logical clock: the device's clock in milliseconds, and a counter.
///
/// A new act is later than every act that its device has read, even if the clocks of two devices differ by years.
///
/// - Source: S. Kulkarni et al., "Logical Physical Clocks", OPODIS 2014.
package struct MineClock: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in the upper 48 bits, the counter in the lower 16.
    let raw: UInt64

    /// The clock of a log without acts.
    package static let zero = MineClock(raw: 0)

    /// The start of the year 3000 in milliseconds since 1970. A line with this clock or a later one is not read as an
    /// act, because a device with such a wrong clock would leave no clocks for the acts that follow.
    static let endMilliseconds: Int64 = 32_503_680_000_000

    private static let digits = 16

    init(raw: UInt64) { self.raw = raw }

    /// Creates the clock from a line; nil for any other text. The clock may be after the year 2999.
    init?(text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            let raw = UInt64(text, radix: 16)
        else { return nil }
        self.raw = raw
    }

    /// Whether an act with this clock is read. The clock must be before the year 3000.
    var isReadable: Bool { raw >> 16 < UInt64(Self.endMilliseconds) }

    /// The clock as it is written in a line: 16 hexadecimal digits, which sort correctly as text.
    package var text: String {
        let digits = String(raw, radix: 16)
        return String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    /// The time of the device's clock, in seconds since 1970.
    package var unixSeconds: Int64 { Int64(raw >> 16) / 1000 }

    /// Returns the clock of the next act after this one.
    /// - Parameter now: the device's clock, in milliseconds since 1970; a time before 1970 or after the year 2999
    ///   counts as 0.
    /// - Edges: after the last clock of the year 2999, no clock is readable (`isReadable`).
    package func next(now: Int64) -> MineClock {
        let wall = 0..<Self.endMilliseconds ~= now ? UInt64(now) << 16 : 0
        return MineClock(raw: max(wall, raw + 1))
    }

    package static func < (left: MineClock, right: MineClock) -> Bool { left.raw < right.raw }
}

package enum MineKind: String, Sendable, CaseIterable {
    /// A place that a person put on a list.
    case mark
    /// A text, a book, a phrase or photos that a person recorded.
    case note
    case visit
    /// The number of visits a week that a person wants.
    case goal
}

package enum MineID {
    /// Returns a new id that no other device can choose: a random UUID.
    /// - Source: RFC 9562, version 4.
    package static func random() -> String {
        var source = SystemRandomNumberGenerator()
        return uuid(source.next(), source.next(), version: 4)
    }

    /// Computes an id from these words. The same words give the same id on every device.
    ///
    /// For this reason, two devices that mark one place on one list write the same record, and a second import adds
    /// nothing.
    ///
    /// - Source: RFC 9562, version 8.
    package static func named(_ words: String...) -> String {
        let (high, low) = SHA256(Array(words.joined(separator: "\0").utf8)).head()
        return uuid(high, low, version: 8)
    }

    private static func uuid(_ high: UInt64, _ low: UInt64, version: UInt64) -> String {
        let high = high & ~0xF000 | version << 12
        let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}

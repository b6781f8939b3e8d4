internal import GeocliPlaces
public import GeocliText

/// One record: its fields, each with all the values that it ever had.
public struct MineRecord: Sendable {
    /// A value that a field had.
    public struct Setting: Hashable, Comparable, Sendable {
        /// When it was set.
        public let clock: MineClock
        /// Where it was set.
        public let device: String
        /// The value, as JSON.
        public let json: [UInt8]

        /// Returns whether `right` takes precedence over `left`: by clock, then device, then value. This is a total
        /// order.
        public static func < (left: Setting, right: Setting) -> Bool {
            if left.clock != right.clock { return left.clock < right.clock }
            if left.device != right.device { return left.device < right.device }
            return left.json.lexicographicallyPrecedes(right.json)
        }
    }

    /// The record's id.
    public let id: String
    /// The values of each field, each once, the current value last.
    private var fields: [String: [Setting]] = [:]

    /// Creates a record from its acts.
    init(id: String, _ acts: [MineAct]) {
        self.id = id
        for act in acts { apply(act) }
    }

    mutating func apply(_ act: MineAct) {
        for field in act.fields {
            let setting = Setting(clock: act.clock, device: act.device, json: field.json)
            Self.insert(setting, into: &fields[field.name, default: []])
        }
    }

    /// Logs are read in the order of their lines, so most values are added at the end.
    private static func insert(_ setting: Setting, into history: inout [Setting]) {
        guard let last = history.last, !(last < setting) else { return history.append(setting) }
        var (low, high) = (0, history.count)
        while low < high {
            let middle = (low + high) / 2
            if history[middle] < setting { low = middle + 1 } else { high = middle }
        }
        if history[low] != setting { history.insert(setting, at: low) }
    }

    /// The names of the record's fields, in order.
    public var names: [String] { fields.keys.sorted() }

    /// Returns all values that the field had, the current value last.
    public func history(of name: String) -> [Setting] { fields[name] ?? [] }

    /// Returns the current value; nil for null, or for a field that was never set. The value of `photos` is the union
    /// of the lists in force.
    public func value(_ name: String) -> JSONValue? {
        if name == Self.photosName {
            let photos = photos
            return photos.isEmpty ? nil : .array(photos.map { .string($0) })
        }
        guard let last = fields[name]?.last, let value = try? JSONValue(parsing: last.json, name: name), value != .null
        else { return nil }
        return value
    }

    /// Returns the current text; nil if there is none.
    public func text(_ name: String) -> String? {
        guard let text = value(name)?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    /// The day that a person set, `YYYY-MM-DD`; nil if there is none, or if the log has a text that is not a day.
    public var day: String? { text("day").flatMap { SeoulTime.isDate($0) ? $0 : nil } }

    /// Returns the texts of the current list; other elements are left out.
    public func texts(_ name: String) -> [String] {
        value(name)?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The current values, by name, for a copy of the record.
    public var current: [JSONValue.Member] {
        names.compactMap { name in value(name).map { JSONValue.Member(name, $0) } }
    }

    /// Whether the record was removed.
    public var isRemoved: Bool { fields["removed"]?.last?.json == Self.yes }

    /// The kind of the record; nil for a kind from a later version.
    public var kind: MineKind? {
        guard let last = fields["kind"]?.last?.json else { return nil }
        return MineKind.allCases.first { Self.kinds[$0] == last }
    }

    // A folder may have a million records, and nearly every query first reads these two fields.
    private static let yes = Array("true".utf8)
    private static let kinds = Dictionary(
        uniqueKeysWithValues: MineKind.allCases.map { ($0, Array("\"\($0.rawValue)\"".utf8)) })

    /// The time at which the record's first field was set.
    public var created: MineClock { fields.values.compactMap { $0.first?.clock }.min() ?? .zero }
}

internal import GeocliPlaces
public import GeocliText

/// One record: its fields, each with all values that it ever had.
public struct MineRecord: Sendable {
    /// A value that a field had.
    public struct Setting: Hashable, Comparable, Sendable {
        /// When it was set.
        public let clock: MineClock
        /// Where it was set.
        public let device: String
        /// The value, as JSON.
        public let json: [UInt8]

        /// Returns whether `right` wins over `left`: by clock, then device, then value. A total order.
        public static func < (left: Setting, right: Setting) -> Bool {
            if left.clock != right.clock { return left.clock < right.clock }
            if left.device != right.device { return left.device < right.device }
            return left.json.lexicographicallyPrecedes(right.json)
        }
    }

    /// Its id.
    public let id: String
    /// The values of each field, in their order, each once.
    private var fields: [String: [Setting]] = [:]

    /// Creates the record of some acts.
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

    /// Logs are read in the order of their lines, so most values come last.
    private static func insert(_ setting: Setting, into history: inout [Setting]) {
        guard let last = history.last, !(last < setting) else { return history.append(setting) }
        var (low, high) = (0, history.count)
        while low < high {
            let middle = (low + high) / 2
            if history[middle] < setting { low = middle + 1 } else { high = middle }
        }
        if history[low] != setting { history.insert(setting, at: low) }
    }

    /// The names of its fields, in order.
    public var names: [String] { fields.keys.sorted() }

    /// Returns all values that the field had, the one in force last.
    public func history(of name: String) -> [Setting] { fields[name] ?? [] }

    /// Returns the value in force; nil for a field that was never set, and for null.
    public func value(_ name: String) -> JSONValue? {
        guard let last = fields[name]?.last, let value = try? JSONValue(parsing: last.json, name: name), value != .null
        else { return nil }
        return value
    }

    /// Returns the text in force; nil without one.
    public func text(_ name: String) -> String? {
        guard let text = value(name)?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    /// The day that a person gave it, `YYYY-MM-DD`; nil for none and for any other text that a log may have.
    public var day: String? { text("day").flatMap { SeoulTime.isDate($0) ? $0 : nil } }

    /// Returns the texts of a list in force; other elements are left out.
    public func texts(_ name: String) -> [String] {
        value(name)?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The values in force, by name, for a copy of the record.
    public var current: [JSONValue.Member] {
        names.compactMap { name in value(name).map { JSONValue.Member(name, $0) } }
    }

    /// Whether it was removed.
    public var isRemoved: Bool { fields["removed"]?.last?.json == Self.yes }

    /// What it is; nil for a kind of a later version.
    public var kind: MineKind? {
        guard let last = fields["kind"]?.last?.json else { return nil }
        return MineKind.allCases.first { Self.kinds[$0] == last }
    }

    // A folder has a million records, and nearly every question first asks for these two.
    private static let yes = Array("true".utf8)
    private static let kinds = Dictionary(
        uniqueKeysWithValues: MineKind.allCases.map { ($0, Array("\"\($0.rawValue)\"".utf8)) })

    /// When its first field was set.
    public var created: MineClock { fields.values.compactMap { $0.first?.clock }.min() ?? .zero }
}

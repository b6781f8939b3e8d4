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

/// The photos of a record. This is the only field whose values are combined.
///
/// If two devices or two processes add photos at the same time, each of them writes a list without the other's photos.
/// For this reason all lists count, and no photo is lost. A value without photos (`[]` or null) removes all earlier
/// photos.
extension MineRecord {
    static let photosName = "photos"

    /// The lists of photos in force, in the order in which they were set.
    private var photoLists: [(setting: Setting, names: [String])] {
        var lists: [(Setting, [String])] = []
        for setting in history(of: Self.photosName) {
            // A value that is not JSON, in a damaged snapshot, is not a list of photos.
            switch try? JSONValue(parsing: setting.json, name: Self.photosName) {
            case .null?, .array([])?: lists = []
            case .array(let names)?: lists.append((setting, names.compactMap(\.stringValue).filter(MinePhotos.isName)))
            default: break
            }
        }
        return lists
    }

    /// The names of the photos, each once, in the order in which they were added.
    public var photos: [String] {
        var known: Set<String> = []
        return photoLists.flatMap(\.names).filter { known.insert($0).inserted }
    }

    /// Returns whether a value of a field counts. For photos, every list in force counts; for any other field, only the
    /// last value counts.
    public func isInForce(_ setting: Setting, of name: String) -> Bool {
        setting == history(of: name).last || name == Self.photosName && photoLists.contains { $0.setting == setting }
    }

    /// The names of the photos whose files are kept because of this record. For a note, these are its photos, or none
    /// if the note is removed. For a record from a later version, or a record whose first acts have not arrived yet,
    /// these are all photos that the record names.
    var keptPhotos: [String] {
        guard kind == nil else { return isRemoved ? [] : photos }
        return namedPhotos
    }

    /// The names of photos in all values that the record ever had.
    var namedPhotos: [String] {
        var found: [String] = []
        for name in names {
            for setting in history(of: name) {
                if let value = try? JSONValue(parsing: setting.json, name: name) { Self.add(value, to: &found) }
            }
        }
        return found
    }

    private static func add(_ value: JSONValue, to names: inout [String]) {
        switch value {
        case .string(let text): if MinePhotos.isName(text) { names.append(text) }
        case .array(let elements): for element in elements { add(element, to: &names) }
        case .object(let members): for member in members { add(member.value, to: &names) }
        default: break
        }
    }
}

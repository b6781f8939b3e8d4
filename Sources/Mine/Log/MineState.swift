internal import GeocliPlaces
package import GeocliText

/// The result of all acts: for each field of each record, the value that was set last.
///
/// The last value is the one with the greatest clock. If clocks are equal, the device decides, and then the value. This
/// is a total order, so the state does not depend on the order of logs and lines, or on repeated lines.
package struct MineState: Sendable {
    private var byID: [String: MineRecord] = [:]
    package private(set) var lastClock = MineClock.zero
    /// The number of acts that were read, including repeated ones.
    package private(set) var actCount = 0

    package init() {}

    mutating func apply(_ act: MineAct) {
        actCount += 1
        lastClock = max(lastClock, act.clock)
        byID[act.record, default: MineRecord(id: act.record)].apply(act)
    }

    /// The records in the order of their ids.
    package var records: [MineRecord] { byID.values.sorted { $0.id < $1.id } }

    /// The record with an id; nil if there is none.
    package func record(_ id: String) -> MineRecord? { byID[id] }

    /// Returns the records of a kind, each converted by `value`, in any order.
    func all<Value>(_ kind: MineKind, _ value: (MineRecord) -> Value?) -> [Value] {
        byID.values.compactMap { $0.kind == kind ? value($0) : nil }
    }
}

/// One record: its fields, each with all the values that it ever had.
package struct MineRecord: Sendable {
    package struct Setting: Hashable, Comparable, Sendable {
        package let clock: MineClock
        package let device: String
        package let json: [UInt8]

        /// Whether `right` takes precedence: by clock, then device, then value. This is a total order.
        package static func < (left: Setting, right: Setting) -> Bool {
            if left.clock != right.clock { return left.clock < right.clock }
            if left.device != right.device { return left.device < right.device }
            return left.json.lexicographicallyPrecedes(right.json)
        }
    }

    package let id: String
    /// The values of each field, each once, the current value last.
    private var fields: [String: [Setting]] = [:]

    init(id: String) { self.id = id }

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
    package var names: [String] { fields.keys.sorted() }

    /// Returns all values that the field had, the current value last.
    package func history(of name: String) -> [Setting] { fields[name] ?? [] }

    /// The current value; nil for null or a field never set. The value of `photos` is the union of the lists in force.
    package func value(_ name: String) -> JSONValue? {
        if name == Self.photosName {
            let photos = photos
            return photos.isEmpty ? nil : .array(photos.map { .string($0) })
        }
        guard let last = fields[name]?.last, let value = try? JSONValue(parsing: last.json, name: name), value != .null
        else { return nil }
        return value
    }

    package func text(_ name: String) -> String? {
        guard let text = value(name)?.stringValue, !text.isEmpty else { return nil }
        return text
    }

    /// The day that a person set, `YYYY-MM-DD`; nil if there is none, or if the log has a text that is not a day.
    package var day: String? { text("day").flatMap { SeoulTime.isDate($0) ? $0 : nil } }

    /// Returns the texts of the current list; other elements are left out.
    package func texts(_ name: String) -> [String] {
        value(name)?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The current values, by name, for a copy of the record.
    package var current: [JSONValue.Member] {
        names.compactMap { name in value(name).map { JSONValue.Member(name, $0) } }
    }

    package var isRemoved: Bool { fields["removed"]?.last?.json == Self.yes }

    /// The kind of the record; nil for a kind from a later version.
    package var kind: MineKind? {
        guard let last = fields["kind"]?.last?.json else { return nil }
        return MineKind.allCases.first { Self.kinds[$0] == last }
    }

    // Nearly every query first reads these two fields of all records.
    private static let yes = Array("true".utf8)
    private static let kinds = Dictionary(
        uniqueKeysWithValues: MineKind.allCases.map { ($0, Array("\"\($0.rawValue)\"".utf8)) })

    /// The time at which the record's first field was set.
    package var created: MineClock { fields.values.compactMap { $0.first?.clock }.min() ?? .zero }
}

/// The photos of a record. This is the only field whose values are combined. If two devices or two processes add photos
/// at the same time, each of them writes a list without the other's photos. For this reason all lists count, and no
/// photo is lost. A value without photos (`[]` or null) removes all earlier photos.
extension MineRecord {
    static let photosName = "photos"

    /// The lists of photos in force, in the order in which they were set.
    private var photoLists: [(setting: Setting, names: [String])] {
        var lists: [(Setting, [String])] = []
        for setting in history(of: Self.photosName) {
            switch try? JSONValue(parsing: setting.json, name: Self.photosName) {
            case .null?, .array([])?: lists = []
            case .array(let names)?: lists.append((setting, names.compactMap(\.stringValue).filter(PhotoKind.isName)))
            default: break
            }
        }
        return lists
    }

    /// The names of the photos, each once, in the order in which they were added.
    package var photos: [String] {
        var known: Set<String> = []
        return photoLists.flatMap(\.names).filter { known.insert($0).inserted }
    }

    /// Whether a value counts: for photos, every list in force; for any other field, only the last value.
    package func isInForce(_ setting: Setting, of name: String) -> Bool {
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
        case .string(let text): if PhotoKind.isName(text) { names.append(text) }
        case .array(let elements): for element in elements { add(element, to: &names) }
        case .object(let members): for member in members { add(member.value, to: &names) }
        default: break
        }
    }
}

/// A kind of photo. Its raw value is the extension of its files.
enum PhotoKind: String, CaseIterable {
    case jpg, png, gif, webp, heic, avif

    /// Recognizes the kind from the first bytes of a file; nil for anything else.
    init?(_ start: [UInt8]) {
        func has(_ text: String, at position: Int) -> Bool { start.dropFirst(position).starts(with: Array(text.utf8)) }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("GIF8", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) {
            self = .avif
        } else if ["heic", "heix", "mif1", "hevc", "msf1"].contains(where: { has("ftyp" + $0, at: 4) }) {
            self = .heic
        } else {
            return nil
        }
    }

    /// Whether a text names a photo: 64 hexadecimal digits and a known extension. No other text becomes a path.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64
            && parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
            && Self(rawValue: String(parts[1])) != nil
    }
}

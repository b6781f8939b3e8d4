internal import GeocliText

/// The photos of a record: the one field whose values add up.
///
/// Two devices, or two processes, that add photos at the same time each write a list without the other's photos. So all
/// lists count, and none of the photos is lost. A value without photos (`[]` or null) takes all earlier ones away.
extension MineRecord {
    static let photosName = "photos"

    /// The lists of photos in force, in their order.
    private var photoLists: [(setting: Setting, names: [String])] {
        var lists: [(Setting, [String])] = []
        for setting in history(of: Self.photosName) {
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

    /// Returns whether a value of a field counts: one of the lists of photos in force, or else the last value.
    public func isInForce(_ setting: Setting, of name: String) -> Bool {
        setting == history(of: name).last || name == Self.photosName && photoLists.contains { $0.setting == setting }
    }

    /// The names of the photos whose files are kept because of this record: the photos of a note that is not removed. In
    /// a record of a later version, or one whose first acts have not arrived yet, all photos that it names.
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

internal import GeocliText

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

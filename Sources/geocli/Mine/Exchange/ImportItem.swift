internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// One item in a file from another program: a saved place, or a record about a place.
struct ImportItem: Equatable {
    /// The name of the place.
    var name: String
    /// The point of the place; nil if the file has none.
    var coordinate: Coordinate?
    /// The list or category; nil for none.
    var list: String?
    /// The text about the place; nil for none.
    var text: String?
    /// The day; nil for none.
    var day: String?
    /// Whether the item is a record about the place, not a bookmark of it.
    var isNote = false

    /// Reads a day from a time in any of the usual spellings that begin with the day.
    static func day(_ text: String?) -> String? {
        guard let text else { return nil }
        let day = String(text.trimmingBlanks().prefix(10)).replacing(".", with: "-").replacing("/", with: "-")
        return SeoulTime.isDate(day) ? day : nil
    }
}

internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// One thing of a file that another program wrote: a place that was kept there, or a record at a place.
struct ImportItem: Equatable {
    /// The name of the place.
    var name: String
    /// Its point; nil if the file has none.
    var coordinate: Coordinate?
    /// The list or category; nil for none.
    var list: String?
    /// What was written about it; nil for none.
    var text: String?
    /// The day; nil for none.
    var day: String?
    /// Whether it is a record about the place and not a bookmark of it.
    var isNote = false

    /// Reads a day from a time in any of the usual spellings that begin with it.
    static func day(_ text: String?) -> String? {
        guard let text else { return nil }
        let day = String(text.trimmingBlanks().prefix(10)).replacing(".", with: "-").replacing("/", with: "-")
        return SeoulTime.isDate(day) ? day : nil
    }
}

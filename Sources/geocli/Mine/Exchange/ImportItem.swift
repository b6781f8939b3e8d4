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

    /// The same item with text where its values have HTML. A text with an address in a tag keeps its tags, because the
    /// address would be lost.
    var withoutHTML: ImportItem {
        var item = self
        item.name = HTMLText.plain(name).trimmingBlanks()
        item.list = list.map { HTMLText.plain($0).trimmingBlanks() }
        item.text = text.map { text in
            let (decoded, plain) = (HTMLText.decoded(references: text), HTMLText.plain(text).trimmingBlanks())
            return decoded.ranges(of: "://").count == plain.ranges(of: "://").count ? plain : decoded
        }
        return item
    }

    /// Reads a day from a time in any of the usual spellings that begin with the day.
    static func day(_ text: String?) -> String? {
        guard let text else { return nil }
        let day = String(text.trimmingBlanks().prefix(10)).replacing(".", with: "-").replacing("/", with: "-")
        return SeoulTime.isDate(day) ? day : nil
    }
}

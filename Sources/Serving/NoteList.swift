internal import GeocliText

/// Notes for a person about an answer, such as the note that a different spelling was searched for. Commands write them
/// to standard error. A response has them in a header, because its body contains only the bytes of the format.
///
/// It is a class because an endpoint collects notes while it writes rows.
final class NoteList {
    /// The name of the header. Its value is a list: each note in percent-encoded UTF-8, with commas between notes.
    static let header = "Geocli-Note"

    private var notes: [Words] = []

    /// Adds a note; nil is ignored.
    func add(_ note: Words?) {
        if let note { notes.append(note) }
    }

    /// The header; nil without notes.
    func header(_ language: Language) -> Header? {
        guard !notes.isEmpty else { return nil }
        let encoded = notes.map { PercentCoding.encoded($0.text(language)).replacing(",", with: "%2C") }
        return Header(Self.header, encoded.joined(separator: ", "))
    }
}

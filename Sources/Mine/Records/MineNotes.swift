internal import GeocliPlaces

/// A text, a book, a phrase or photos that a person recorded, about a place or without a place.
package struct MineNote: Equatable, Sendable {
    package let id: String
    /// Notes are numbered from 1 in the order in which they were written. Removed notes keep their numbers.
    package let number: Int
    /// The day where the person was, `YYYY-MM-DD`.
    package let day: String
    package let place: MinePlace?
    package let text: String?
    package let book: String?
    package let author: String?
    /// The book's ISBN, digits and X only.
    package let isbn: String?
    package let phrase: String?
    package let page: String?
    /// The names of photos in the folder of photos.
    package let photos: [String]
    /// Tags, without `#`.
    package let tags: [String]
    package let isRemoved: Bool

    /// Reads the record of a note.
    fileprivate init(_ record: MineRecord, number: Int) {
        id = record.id
        self.number = number
        day =
            record.day
            ?? SeoulTime(unixSeconds: record.created.unixSeconds).date
        place = MinePlace(record.value("place"))
        text = record.text("text")
        book = record.text("book")
        author = record.text("author")
        isbn = record.text("isbn")
        phrase = record.text("phrase")
        page = record.text("page")
        photos = record.photos
        tags = record.texts("tags")
        isRemoved = record.isRemoved
    }

    /// All words of the note, for a search.
    package var words: String {
        ([text, phrase, book, author, isbn, place?.name].compactMap { $0 } + tags).joined(separator: " ")
    }
}

/// The notes of a state in the order in which they were written, including removed ones. Each note is read only when it
/// is needed.
package struct MineNotes: Sequence, Sendable {
    private let records: [MineRecord]

    init(_ state: MineState) {
        records = state.all(.note) { ($0.created, $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    /// Iterates over the notes by number.
    package func makeIterator() -> some IteratorProtocol<MineNote> {
        records.indices.lazy.map { MineNote(records[$0], number: $0 + 1) }.makeIterator()
    }

    /// Returns the note with a number; nil if there is none.
    package func note(number: Int) -> MineNote? {
        records.indices.contains(number - 1) ? MineNote(records[number - 1], number: number) : nil
    }

    /// Returns the notes whose ids begin with `prefix`, ordered by number.
    package func notes(idPrefix prefix: String) -> [MineNote] {
        records.indices.filter { records[$0].id.hasPrefix(prefix) }.map { MineNote(records[$0], number: $0 + 1) }
    }
}

extension MineState {
    /// The notes in the order in which they were written, including removed ones.
    package var notes: MineNotes { MineNotes(self) }
}

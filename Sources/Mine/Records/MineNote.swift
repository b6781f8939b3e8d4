internal import GeocliPlaces
internal import GeocliText

/// A text, a book, a phrase or photos that a person recorded, about a place or without a place.
public struct MineNote: Equatable, Sendable {
    /// The id of the note's record.
    public let id: String
    /// The note's number: notes are numbered from 1 in the order in which they were written. Removed notes keep their
    /// numbers.
    public let number: Int
    /// The day where the person was, `YYYY-MM-DD`.
    public let day: String
    /// The place; nil for none.
    public let place: MinePlace?
    /// The text; nil for none.
    public let text: String?
    /// The title of a book.
    public let book: String?
    /// The book's author.
    public let author: String?
    /// The book's ISBN, digits and X only.
    public let isbn: String?
    /// A phrase from the book.
    public let phrase: String?
    /// The page of the phrase.
    public let page: String?
    /// The names of photos in the folder of photos.
    public let photos: [String]
    /// Tags, without `#`.
    public let tags: [String]
    /// Whether the note was removed.
    public let isRemoved: Bool

    /// Reads a record; nil for a record that is not a note.
    init?(_ record: MineRecord, number: Int) {
        guard record.kind == .note else { return nil }
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
    public var words: String {
        ([text, phrase, book, author, isbn, place?.name].compactMap { $0 } + tags).joined(separator: " ")
    }
}

internal import GeocliPlaces
internal import GeocliText

/// What a person wrote at a place or in a book.
public struct MineNote: Equatable, Sendable {
    /// The id of its record.
    public let id: String
    /// Its number: the notes by the time at which they were written, from 1. Removed notes keep theirs.
    public let number: Int
    /// The day in Asia/Seoul, `YYYY-MM-DD`.
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
    /// A phrase of the book.
    public let phrase: String?
    /// The page of the phrase.
    public let page: String?
    /// The names of photos in the folder of photos.
    public let photos: [String]
    /// Tags, without `#`.
    public let tags: [String]
    /// Whether it was removed.
    public let isRemoved: Bool

    /// The names of the fields that are plain texts.
    public static let textFields = ["text", "book", "author", "isbn", "phrase", "page", "day"]

    /// Reads a record; nil for one that is not a note.
    init?(_ record: MineRecord, number: Int) {
        guard record.kind == .note else { return nil }
        id = record.id
        self.number = number
        day = record.text("day").flatMap { SeoulTime.isDate($0) ? $0 : nil }
            ?? SeoulTime(unixSeconds: record.created.unixSeconds).date
        place = MinePlace(record.value("place"))
        text = record.text("text")
        book = record.text("book")
        author = record.text("author")
        isbn = record.text("isbn")
        phrase = record.text("phrase")
        page = record.text("page")
        photos = record.texts("photos").filter(MinePhotos.isName)
        tags = record.texts("tags")
        isRemoved = record.isRemoved
    }

    /// All its words, for a search.
    public var words: String {
        ([text, phrase, book, author, isbn, place?.name].compactMap { $0 } + tags).joined(separator: " ")
    }
}

/// A day at a place.
public struct MineVisit: Equatable, Sendable {
    /// The id of its record.
    public let id: String
    /// The place.
    public let place: MinePlace
    /// The day in Asia/Seoul, `YYYY-MM-DD`.
    public let day: String

    /// Reads a record; nil for one that is not a visit or was removed.
    public init?(_ record: MineRecord) {
        guard record.kind == .visit, !record.isRemoved, let place = MinePlace(record.value("place")),
            let day = record.text("day"), SeoulTime.isDate(day)
        else { return nil }
        id = record.id
        self.place = place
        self.day = day
    }

    /// Returns the change that records a visit.
    public static func visiting(_ place: MinePlace, day: String) -> MineFolder.Change {
        MineFolder.Change(
            MineID.named("visit", place.key, day),
            [
                .init("kind", .string("visit")), .init("place", place.json), .init("day", .string(day)),
                .init("removed", .bool(false)),
            ])
    }
}

extension MineState {
    /// The notes by the time at which they were written, also removed ones.
    public var notes: [MineNote] {
        records.values.filter { $0.kind == .note }.map { ($0.created, $0) }
            .sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
            .enumerated().compactMap { MineNote($0.element.1, number: $0.offset + 1) }
    }

    /// The marks by list, day and name.
    public var marks: [MineMark] {
        records.values.compactMap { MineMark($0) }.sorted {
            ($0.list ?? "", $0.day, $0.place.name, $0.id) < ($1.list ?? "", $1.day, $1.place.name, $1.id)
        }
    }

    /// The visits by day and name.
    public var visits: [MineVisit] {
        records.values.compactMap { MineVisit($0) }.sorted {
            ($0.day, $0.place.name, $0.id) < ($1.day, $1.place.name, $1.id)
        }
    }
}

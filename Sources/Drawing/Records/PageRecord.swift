public import GeocliGeo

/// A person's records about one place, as the map page shows them. If the records have no place, the name is blank.
public struct PageRecord: Sendable, Equatable {
    /// A mark.
    public struct Mark: Sendable, Equatable {
        /// The list; nil for the default list.
        public let list: String?
        /// The day, `YYYY-MM-DD`.
        public let day: String
        /// The title from an import; nil for none.
        public let title: String?

        /// Creates a mark.
        public init(list: String?, day: String, title: String?) {
            (self.list, self.day, self.title) = (list, day, title)
        }
    }

    /// A note.
    public struct Note: Sendable, Equatable {
        /// The day, `YYYY-MM-DD`.
        public let day: String
        /// The texts of the note; nil for each text that the note does not have.
        public var text, phrase, book, author, isbn, page: String?
        /// Tags, without `#`.
        public var tags: [String] = []
        /// The photos of the note, as indices of `PageRecords.photos`.
        public var photos: [Int] = []
        /// The number of photos of the note that are not on the page.
        public var photosLeftOut = 0

        /// Creates a note without texts.
        public init(day: String) { self.day = day }
    }

    /// Why the page does not list a place.
    public enum State: String, Sendable {
        /// The place is closed.
        case closed
        /// The place was missing from the last good run.
        case missing
        /// The catalog does not have the place.
        case gone
        /// The catalog has the place, but the page does not show it.
        case other
        /// The records have no place.
        case none
    }

    /// The id of the place in the catalog; nil if the catalog does not have it.
    public var id: Int64?
    /// The name of the place; blank if the records have no place.
    public var name: String
    /// The address of the place; nil for none.
    public var address: String?
    /// The point of the place; nil for none.
    public var coordinate: Coordinate?
    /// Why the page does not list the place.
    public var state = State.other
    /// The marks, by list.
    public var marks: [Mark] = []
    /// The notes, the latest first.
    public var notes: [Note] = []
    /// The days of visits, the latest first.
    public var visits: [String] = []

    /// Creates the record of a place, without marks, notes and visits.
    public init(id: Int64?, name: String, address: String?, coordinate: Coordinate?, state: State) {
        (self.id, self.name, self.address) = (id, name, address)
        (self.coordinate, self.state) = (coordinate, state)
    }

    /// Adds the marks, notes and visits of another row of the same shop.
    mutating func add(_ other: PageRecord) {
        marks += other.marks
        notes = (notes + other.notes).enumerated()
            .sorted { ($1.element.day, $0.offset) < ($0.element.day, $1.offset) }.map(\.element)
        visits = Set(visits + other.visits).sorted(by: >)
    }
}

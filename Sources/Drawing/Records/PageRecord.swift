public import GeocliGeo

/// What a person recorded about one place, as the map page shows it. A record without a place has a blank name.
public struct PageRecord: Sendable, Equatable {
    /// A mark.
    public struct Mark: Sendable, Equatable {
        /// The list; nil for the usual one.
        public let list: String?
        /// The day, `YYYY-MM-DD`.
        public let day: String
        /// The title that an import gave; nil for none.
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
        /// The texts that it has; nil for none.
        public var text, phrase, book, author, isbn, page: String?
        /// Tags, without `#`.
        public var tags: [String] = []
        /// Its photos, as indices of `PageRecords.photos`.
        public var photos: [Int] = []
        /// The photos that it has and the page has not.
        public var photosLeftOut = 0

        /// Creates a note without texts.
        public init(day: String) { self.day = day }
    }

    /// What became of a place that the page does not list.
    public enum State: String, Sendable {
        /// It is closed.
        case closed
        /// The last good run missed it.
        case missing
        /// The catalog does not have it.
        case gone
        /// The catalog has it, but it is not among the places of the page.
        case other
        /// The records are of no place.
        case none
    }

    /// The catalog's number of the place; nil if it is not there.
    public var id: Int64?
    /// The place's name; blank for none.
    public var name: String
    /// Its address; nil for none.
    public var address: String?
    /// Its point; nil for none.
    public var coordinate: Coordinate?
    /// What became of it.
    public var state = State.other
    /// The marks, by list.
    public var marks: [Mark] = []
    /// The notes, the last first.
    public var notes: [Note] = []
    /// The days of visits, the last first.
    public var visits: [String] = []

    /// Creates the record of a place about which nothing was recorded yet.
    public init(id: Int64?, name: String, address: String?, coordinate: Coordinate?, state: State) {
        (self.id, self.name, self.address) = (id, name, address)
        (self.coordinate, self.state) = (coordinate, state)
    }

    /// Adds what was recorded about another row of the same shop.
    mutating func add(_ other: PageRecord) {
        marks += other.marks
        notes = (notes + other.notes).enumerated()
            .sorted { ($1.element.day, $0.offset) < ($0.element.day, $1.offset) }.map(\.element)
        visits = Set(visits + other.visits).sorted(by: >)
    }
}

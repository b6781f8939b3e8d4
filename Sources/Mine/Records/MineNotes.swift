internal import GeocliPlaces
internal import GeocliText

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
    package var words: String {
        ([text, phrase, book, author, isbn, place?.name].compactMap { $0 } + tags).joined(separator: " ")
    }
}

/// The notes of a state in the order in which they were written, including removed ones.
///
/// Each note is read only when it is needed, so one of a million notes is found quickly.
package struct MineNotes: Sequence, Sendable {
    private let base: MineSnapshot?
    /// The indices of the snapshot's records that later acts changed.
    private let touched: Set<Int>
    /// The notes that later acts created or changed, in the order in which they were written.
    private let later: [(created: MineClock, record: MineRecord)]

    init(_ state: MineState) {
        base = state.base
        let records = state.records
        touched = Set(state.later.keys.compactMap { state.base?.find($0) })
        later = state.later.keys.compactMap { records[$0] }.filter { $0.kind == .note }.map { ($0.created, $0) }
            .sorted { ($0.created, $0.record.id) < ($1.created, $1.record.id) }
    }

    /// Iterates over the notes by number.
    package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        private let notes: MineNotes
        private var nextInBase = 0
        private var nextLater = 0
        private var number = 0

        fileprivate init(_ notes: MineNotes) { self.notes = notes }

        package mutating func next() -> MineNote? {
            while let place = nextPlace() {
                if let note = MineNote(notes.record(place), number: number) { return note }
            }
            return nil
        }

        /// Moves to the next note without reading it.
        fileprivate mutating func nextPlace() -> Place? {
            guard let base = notes.base else { return nextOfLater() }
            let count = base.count(of: .note)
            while nextInBase < count {
                let record = base.record(.note, at: nextInBase)
                if !notes.touched.isEmpty, notes.touched.contains(record) {
                    nextInBase += 1
                    continue
                }
                if nextLater < notes.later.count {
                    let new = notes.later[nextLater]
                    let created = base.created(record)
                    if new.created < created || new.created == created && new.record.id < base.id(of: record) {
                        return nextOfLater()
                    }
                }
                nextInBase += 1
                number += 1
                return .base(record)
            }
            return nextOfLater()
        }

        private mutating func nextOfLater() -> Place? {
            guard nextLater < notes.later.count else { return nil }
            nextLater += 1
            number += 1
            return .later(nextLater - 1)
        }

        fileprivate var lastNumber: Int { number }
    }

    fileprivate enum Place {
        case base(Int)
        case later(Int)
    }

    fileprivate func record(_ place: Place) -> MineRecord {
        switch place {
        case .later(let position): return later[position].record
        case .base(let number):
            guard let base else { preconditionFailure("a place in no snapshot") }
            return MineRecord(id: base.id(of: number), base.acts(of: number))
        }
    }

    /// Returns the note with a number; nil if there is none.
    /// - Complexity: O(n), n notes, but only one of them is read.
    package func note(number: Int) -> MineNote? {
        guard number > 0 else { return nil }
        var walk = makeIterator()
        while let place = walk.nextPlace() {
            if walk.lastNumber == number { return MineNote(record(place), number: number) }
        }
        return nil
    }

    /// Returns the notes whose ids begin with `prefix`, ordered by number.
    /// - Complexity: O(n), n notes, but only those that are returned are read.
    package func notes(idPrefix prefix: String) -> [MineNote] {
        var inBase: Set<Int> = []
        if let base {
            var record = base.lowerBound(prefix)
            while record < base.recordCount, base.id(of: record).hasPrefix(prefix) {
                inBase.insert(record)
                record += 1
            }
        }
        let isWanted = later.map { $0.record.id.hasPrefix(prefix) }
        guard !inBase.isEmpty || isWanted.contains(true) else { return [] }
        var found: [MineNote] = []
        var walk = makeIterator()
        while let place = walk.nextPlace() {
            let isFound =
                switch place {
                case .base(let number): inBase.contains(number)
                case .later(let position): isWanted[position]
                }
            if isFound, let note = MineNote(record(place), number: walk.lastNumber) { found.append(note) }
        }
        return found
    }
}

extension MineState {
    /// The notes in the order in which they were written, including removed ones.
    package var notes: MineNotes { MineNotes(self) }
}

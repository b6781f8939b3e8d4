internal import GeocliDrawing
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// The records that `map --mine` puts into the page.
struct MinePage {
    private let state: MineState
    private let folder: MineFolder

    /// Reads all records, and tells the user what could not be read.
    ///
    /// - Throws: `PlainError`.
    init(_ mine: MineOptions) throws {
        folder = try mine.folder()
        state = try mine.read()
    }

    /// Returns the records as the page shows them; nil if there are none yet. Tells the user which photos are left out,
    /// and that the page is private.
    ///
    /// - Throws: `PlainError`; errors of the catalog.
    func records(in catalog: some PlaceSource, isQuiet: Bool) throws -> PageRecords? {
        var found = Found(PlaceWatch(catalog))
        for mark in state.marks {
            try found.change(mark.place) {
                $0.marks.append(PageRecord.Mark(list: mark.list, day: mark.day, title: mark.title))
            }
        }
        var photos = PagePhotos(of: folder)
        let progress = ProgressLine(Words(en: "notes read", ko: "읽은 기록"), isAllowed: !isQuiet)
        let notes = state.notes.filter { !$0.isRemoved }.sorted { ($1.day, $1.number) < ($0.day, $0.number) }
        for note in notes {
            let shown = try Self.shown(note, &photos)
            try found.change(note.place) { $0.notes.append(shown) }
            progress.step(of: notes.count)
        }
        Console.clearProgress()
        for visit in state.visits.reversed() { try found.change(visit.place) { $0.visits.append(visit.day) } }
        guard !found.records.isEmpty else {
            Console.note(
                Words(
                    en: "you have no records yet, so the page has none; 'geocli mine mark PLACE' makes the first one",
                    ko: "아직 내 기록이 없어 페이지에 담을 것이 없습니다. 'geocli mine mark 장소'로 첫 기록을 남길 수 있습니다"),
                isQuiet: isQuiet)
            return nil
        }
        if let words = photos.words { Console.complain(words) }
        Console.complain(
            Words(
                en: "warning: the page holds your private records; share it only with people who may read them",
                ko: "주의: 페이지에 개인 기록이 들어 있습니다. 읽어도 되는 사람에게만 공유하세요"))
        return PageRecords(found.records, photos: photos.photos)
    }

    private static func shown(_ note: MineNote, _ photos: inout PagePhotos) throws -> PageRecord.Note {
        var shown = PageRecord.Note(day: note.day)
        (shown.text, shown.phrase, shown.book, shown.author) = (note.text, note.phrase, note.book, note.author)
        (shown.isbn, shown.page, shown.tags) = (note.isbn, note.page, note.tags)
        for name in note.photos {
            if let index = try photos.index(of: name) {
                shown.photos.append(index)
            } else {
                shown.photosLeftOut += 1
            }
        }
        return shown
    }

    /// Tells the user how many of the records belong to places that the page does not list.
    static func tell(unlisted count: Int, isQuiet: Bool) {
        guard count > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(count) of your places \(count == 1 ? "is" : "are") not in the list of this map; the page shows \(count == 1 ? "it" : "them") below the list, and on the map if \(count == 1 ? "it has" : "they have") a point",
                ko: "이 지도의 목록에 없는 내 장소가 \(count)곳 있습니다. 페이지의 목록 아래에 나오고, 좌표가 있으면 지도에도 나옵니다"),
            isQuiet: isQuiet)
    }

    /// The records of the page, one for each place.
    private struct Found {
        private(set) var records: [PageRecord] = []
        private var known: [String: Int] = [:]
        private let watch: PlaceWatch

        init(_ watch: PlaceWatch) { self.watch = watch }

        /// Changes the record of a place. If `place` is nil, changes the record that stands for no place.
        mutating func change(_ place: MinePlace?, _ change: (inout PageRecord) -> Void) throws {
            let key = try place.map { try watch.identity(of: $0) } ?? ""
            if let index = known[key] { return change(&records[index]) }
            var record =
                try place.map(record) ?? PageRecord(id: nil, name: "", address: nil, coordinate: nil, state: .none)
            change(&record)
            known[key] = records.count
            records.append(record)
        }

        private func record(of place: MinePlace) throws -> PageRecord {
            let standing = try watch.standing(of: place)
            let state: PageRecord.State =
                switch standing.state {
                case .closed: .closed
                case .missing: .missing
                case .gone, .unknown: .gone
                case .listed, .moved, .renamed, .followed: .other
                }
            return PageRecord(
                id: standing.entry?.id, name: place.name, address: place.address,
                coordinate: standing.entry?.coordinate ?? place.coordinate, state: state)
        }
    }
}

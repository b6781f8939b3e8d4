internal import GeocliDrawing
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText
internal import Glibc
internal import Scale

struct MinePage {
    private let state: MineState
    private let folder: MineFolder

    init(_ mine: MineOptions) throws {
        folder = try mine.folder()
        state = try mine.read()
    }

    /// Returns the records as the page shows them; nil if there are none yet. Tells the user which photos are left out,
    /// and that the page is private.
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
            en: "warning: the page holds your private records; share it only with people who may read them",
            ko: "주의: 페이지에 개인 기록이 들어 있습니다. 읽어도 되는 사람에게만 공유하세요")
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

    static func tell(unlisted count: Int, isQuiet: Bool) {
        guard count > 0 else { return }
        Console.note(
            Words(
                en:
                    "\(count) of your places \(count == 1 ? "is" : "are") not in the list of this map; the page shows \(count == 1 ? "it" : "them") below the list, and on the map if \(count == 1 ? "it has" : "they have") a point",
                ko: "이 지도의 목록에 없는 내 장소가 \(count)곳 있습니다. 페이지의 목록 아래에 나오고, 좌표가 있으면 지도에도 나옵니다"),
            isQuiet: isQuiet)
    }

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
            var record = PageRecord(
                id: standing.entry?.id, name: place.name, address: place.address,
                coordinate: standing.entry?.coordinate ?? place.coordinate, state: state)
            if state == .closed || state == .missing {
                record.since = standing.entry.flatMap { $0.closedOn ?? $0.removedOn }
            }
            return record
        }
    }
}

/// The photos of a page: small, without their metadata, and together not too large.
struct PagePhotos {
    enum Reason: Int, CaseIterable {
        /// It is not in the folder, or can't be read.
        case missing
        /// It is damaged, or in a format that only another program reads.
        case unreadable
        /// It is larger than the limit, and no program made it smaller.
        case large
        case full
    }

    /// The maximum number of bytes of a photo that no program made smaller.
    static let maximumBytes = 300_000
    /// The maximum number of bytes of all photos of a page.
    static let maximumTotal = 20_000_000

    private(set) var photos: [StrippedPhoto] = []
    private(set) var leftOut: [Reason: Int] = [:]

    private let folder: MinePhotos
    private var converters: [(program: PhotoConverter, path: String)]
    private var known: [String: Int?] = [:]
    private var total = 0

    init(of folder: MineFolder) {
        self.folder = MinePhotos(of: folder)
        converters = PhotoConverter.programs.compactMap { name in
            guard let program = PhotoConverter(program: name), let found = ConvertedFile.program([name]) else {
                return nil
            }
            return (program, found.path)
        }
    }

    /// Returns the index of a photo in the page; nil if it is left out.
    ///
    /// - Throws: `PlainError` if the folder for temporary files can't be used.
    mutating func index(of name: String) throws -> Int? {
        if let index = known[name] { return index }
        var index: Int?
        switch try read(name) {
        case .success(let photo):
            index = photos.count
            photos.append(photo)
            total += photo.bytes.count
        case .failure(let left): leftOut[left.reason, default: 0] += 1
        }
        known[name] = .some(index)
        return index
    }

    private struct Left: Error { let reason: Reason }

    private mutating func read(_ name: String) throws -> Result<StrippedPhoto, Left> {
        // After the first photo that does not fit, no other photo is added. So the page keeps the newest photos.
        guard leftOut[.full] == nil else { return .failure(Left(reason: .full)) }
        // A photo that is missing or not a regular file is left out and counted.
        guard let file = try? folder.bytes(name) else { return .failure(Left(reason: .missing)) }
        let bare = try? StrippedPhoto(file)
        let ending = String(name.split(separator: ".").last ?? "")
        guard let photo = try fitting(file, ending, bare) else {
            return .failure(Left(reason: bare == nil ? .unreadable : .large))
        }
        guard total + photo.bytes.count <= Self.maximumTotal else { return .failure(Left(reason: .full)) }
        return .success(photo)
    }

    /// Returns the photo, made smaller if necessary; nil if that is impossible.
    private mutating func fitting(_ file: [UInt8], _ ending: String, _ bare: StrippedPhoto?) throws -> StrippedPhoto? {
        let isLight = bare.map { $0.bytes.count <= Self.maximumBytes } ?? false
        if let bare, isLight, max(bare.width, bare.height) <= PhotoConverter.longestSide { return bare }
        // If the name ends in jpg or png, but the file is neither a JPEG nor a PNG, no other program gets the file.
        guard bare != nil || !["jpg", "png"].contains(ending) else { return nil }
        for (program, path) in converters {
            guard let input = program.input(file, ending: ending, bare: bare),
                let small = try converted(input, program, path)
            else { continue }
            return small
        }
        return isLight ? bare : nil
    }

    /// Returns the photo that a program made from another photo; nil if the program failed or made anything but a small
    /// JPEG. A program that took too long is not used again, so that a page waits that long only once.
    private mutating func converted(_ input: PhotoConverter.Input, _ program: PhotoConverter, _ path: String) throws
        -> StrippedPhoto?
    {
        do {
            let bytes = try ConvertedFile.bytes(of: input.bytes, named: input.name, as: "small.jpeg") { paths in
                let paths = PhotoConverter.Paths(input: paths.input, output: paths.output, scratch: paths.scratch)
                return [path] + program.arguments(input, paths, isRoot: geteuid() == 0)
            }
            guard let photo = try? StrippedPhoto(bytes), photo.format == .jpeg,
                max(photo.width, photo.height) <= PhotoConverter.longestSide
            else { return nil }
            return photo
        } catch let error as ConversionError {
            if error.isTimeout { converters.removeAll { $0.path == path } }
            return nil
        }
    }

    /// What to tell the user about the photos that are left out; nil if no photo is.
    var words: Words? {
        let count = leftOut.values.reduce(0, +)
        guard count > 0 else { return nil }
        let parts = Reason.allCases.compactMap { reason in leftOut[reason].map { reason.words($0) } }
        return Words(
            en:
                "warning: \(count) \(count == 1 ? "photo is" : "photos are") left out of the page: \(parts.map(\.en).joined(separator: "; "))",
            ko: "주의: 페이지에 담지 못한 사진이 \(count)장 있습니다: \(parts.map(\.ko).joined(separator: ", "))")
    }
}

extension PagePhotos.Reason {
    fileprivate func words(_ count: Int) -> Words {
        let (kilobytes, megabytes) = (PagePhotos.maximumBytes / 1000, PagePhotos.maximumTotal / 1_000_000)
        return switch self {
        case .missing:
            Words(
                en: "\(count) can't be read from the folder of your records",
                ko: "기록 폴더에서 읽을 수 없는 사진 \(count)장")
        case .unreadable:
            Words(
                en: "\(count) damaged, or in a format that needs ImageMagick (HEIC, WebP, GIF, AVIF)",
                ko: "손상되었거나 ImageMagick이 필요한 형식(HEIC, WebP, GIF, AVIF)인 사진 \(count)장")
        case .large:
            Words(
                en:
                    "\(count) larger than \(kilobytes) kB, with no program to make \(count == 1 ? "it" : "them") smaller (install ImageMagick or Chromium)",
                ko: "\(kilobytes)kB보다 크지만 줄일 프로그램이 없어 뺀 사진 \(count)장(ImageMagick이나 Chromium을 설치하세요)")
        case .full:
            Words(
                en: "\(count) over the limit of \(megabytes) MB for the photos of a page",
                ko: "전체 사진 용량이 한도(\(megabytes)MB)를 넘어 뺀 사진 \(count)장")
        }
    }
}

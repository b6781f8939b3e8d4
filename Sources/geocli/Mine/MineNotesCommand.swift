internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

enum MineNoteRows: RowsOnMap {
    static let someKeys = "number,day,text"
    static let isPrivate = true
}

struct MineNotesSource: RowSource {
    static let configuration = CommandConfiguration(
        "notes", en: "List your notes, ordered by number. With TEXT, list only the notes that contain it.",
        ko: "내 기록을 번호순으로 보여 줍니다. 검색어를 쓰면 그 말이 있는 기록만 나옵니다.",
        about: Words(
            en:
                "TEXT works as in 'geocli search': spacing, case and full-width forms do not matter, and initial consonants are enough (ㅈㅁ finds 장미).",
            ko: "검색어는 'geocli search'처럼 찾습니다. 대소문자, 전각과 반각, 띄어쓰기를 가리지 않고, 초성(ㅈㅁ → 장미)으로도 찾습니다."),
        examples: """
            $ geocli mine notes
            $ geocli mine notes 장미 --since 2026-01-01
            $ geocli mine notes --tag rain --format table --lang ko
            """)

    @Argument(help: ArgumentHelp("Text to find.", ko: "검색어", value: .argument("TEXT")))
    var text: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only notes about this place: an id, a reference or a name.", ko: "이 장소의 기록만: 번호, 참조 또는 이름", value: .name),
        completion: .origins)
    var place: String?

    @Option(
        help: ArgumentHelp(
            "Only notes with this text in the title of the book.", ko: "책 제목에 이 말이 있는 기록만", value: .text))
    var book: String?

    @Option(
        help: ArgumentHelp(
            "Only notes with this tag. Repeat the option to require several.",
            ko: "이 태그가 있는 기록만. 여러 번 쓰면 태그가 모두 있는 기록을 찾습니다.",
            value: .label), completion: .noteTags)
    var tag: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only notes from this day on, such as 2026-09-21 or 7d.", ko: "이 날짜부터의 기록만. 예: 2026-09-21, 7d",
            value: .day))
    var since: String?

    @Option(
        help: ArgumentHelp(
            "Only notes up to this day, such as 2026-09-30 or yesterday.", ko: "이 날짜까지의 기록만. 예: 2026-09-30, 어제",
            value: .day))
    var until: String?

    @Flag(help: ArgumentHelp("List removed notes instead.", ko: "삭제한 기록을 보여 줍니다."))
    var removed = false

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineNoteRows>) throws {
        let listing = try given.checked(mine: mine)
        let limit = try given.output.limitCount() ?? .max
        let since = try since.map { try ValueArgument.date($0, option: "--since", today: try Environment.today()) }
        let until = try until.map { try ValueArgument.date($0, option: "--until", today: try Environment.today()) }
        let tags = try NoteWords.tags(tag).map { Folding.folded($0) }
        let title = book.map { Folding.squeezed(Folding.folded($0)) }
        let wanted = try Self.reading(text.joined(separator: " "))
        let state = try mine.read()
        let isWanted = try place.map { try Self.placeFilter($0, state, given.common) }
        let notes = state.notes.lazy.filter { note in
            note.isRemoved == removed && note.day >= since ?? "" && note.day <= until ?? "9999-99-99"
                && tags.allSatisfy { tag in note.tags.contains { Folding.folded($0) == tag } }
                && title.map { Folding.squeezed(Folding.folded(note.book ?? "")).contains($0) } ?? true
                && isWanted.map { note.place.map($0) ?? false } ?? true
                && wanted.map { Self.matches($0, note.words) } ?? true
        }
        var rows: [NoteRow] = []
        var watch: PlaceWatch?
        for note in notes {
            let opened = watch ?? PlaceWatch(opening: given.common)
            watch = opened
            guard limit > 0 else { break }
            rows.append(NoteRow(note: note, standing: try note.place.map { try opened.standing(of: $0) }))
            // The loop ends here, because the search for the next matching note could take a long time.
            if rows.count == limit { break }
        }
        try Listing.write(.notes, listing) { writer in for row in rows { try writer.write(row) } }
        PlaceWatch.tell(
            rows.compactMap { row in row.note.place.flatMap { place in row.standing.map { (place, $0) } } },
            given.common)
    }

    private static func reading(_ text: String) throws -> SearchReading? {
        guard !text.trimmingBlanks().isEmpty else { return nil }
        guard let text = SearchText(text) else {
            throw ValueArgument.wrong(
                "TEXT", text, en: "write some letters or digits to find", ko: "검색할 문자나 숫자를 쓰세요")
        }
        return SearchReading(text)
    }

    /// Returns whether the words of a note contain a text, by the same rules as a search in names.
    private static func matches(_ reading: SearchReading, _ words: String) -> Bool {
        var fields = FoldedFields.text(name: words.replacing("\n", with: " "), address: nil, district: nil, phone: nil)
        return fields.withUTF8 { reading.kind(FoldedFields($0)) != nil }
    }

    /// Returns a function that tells whether a note's place is the wanted one. `word` is the name or the reference of a
    /// place that has a note; if no such place matches, `word` stands for a place of the catalog.
    private static func placeFilter(
        _ word: String, _ state: MineState, _ common: CommonOptions
    ) throws -> (MinePlace) -> Bool {
        let folded = Folding.folded(word)
        // Without a catalog, a place is found by the name and the reference in the records.
        let watch = PlaceWatch(try? common.source())
        let isListed = try watch.lists(ref: word)
        var identities: [String: String] = [:]
        for place in state.notes.lazy.compactMap(\.place) where identities[PlaceWatch.key(place)] == nil {
            identities[PlaceWatch.key(place)] = try watch.identity(of: place)
        }
        let isNamed = { (place: MinePlace) in
            // A reference stands for the place that has it in the catalog now. If no place has it any more, it stands
            // for the place that had it when the note was written.
            let isReference = !isListed && place.ref == word || identities[PlaceWatch.key(place)] == word
            return isReference || Folding.folded(place.name) == folded
        }
        if state.notes.contains(where: { $0.place.map(isNamed) ?? false }) { return isNamed }
        let entry = try MinePlaceArgument.entry([word], named: "--place", in: try common.source())
        return { identities[PlaceWatch.key($0)] == entry.ref }
    }
}

enum MineNoteRow: RowsOnMap {
    static let someKeys = "number,text,phrase"
    static let isSingle = true
    static let isPrivate = true
}

struct MineShowSource: RowSource {
    static let configuration = CommandConfiguration(
        "show", en: "Show one note with all its fields.", ko: "기록 하나를 자세히 보여 줍니다.",
        examples: """
            $ geocli mine show 1
            $ geocli mine show 1 --json
            $ geocli mine show 1 --format table --lang ko
            """)

    @Argument(help: NoteArgument.help, completion: .notes)
    var note: String

    @OptionGroup(title: HelpSection.common) var mine: MineOptions

    func write(_ given: ListingArguments<MineNoteRow>) throws {
        let listing = try given.checked(mine: mine)
        let note = try mine.read().note(note)
        let watch = PlaceWatch(opening: given.common)
        let row = NoteRow(note: note, standing: try note.place.map { try watch.standing(of: $0) })
        try Listing.write(.notes, listing, adjust: { $0.isSingle = true }) { writer in try writer.write(row) }
    }
}

enum NoteArgument {
    static var help: ArgumentHelp {
        ArgumentHelp(
            "The number of a note (see 'geocli mine notes'), or the beginning of its id.",
            ko: "기록의 번호('geocli mine notes'에서 확인)나 기록 id의 앞부분", value: .argument("NOTE"))
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

struct MineNoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "note",
        en: "Write a note about a place: text, a book, a phrase or photos. The command prints the number of the note.",
        ko: "장소에 글, 책, 구절, 사진을 기록하고 번호를 출력합니다.",
        about: Words(
            en: """
                Without text, --book, --phrase or --photo, the command reads the text from standard input, or opens the editor that $VISUAL or $EDITOR names. A note counts as a visit on the day of the note.
                """,
            ko: """
                내용, --book, --phrase, --photo 가운데 하나도 쓰지 않으면 내용을 표준 입력에서 읽거나, 편집기($VISUAL, $EDITOR)를 엽니다. 기록은 그날의 방문으로 셉니다.
                """),
        examples: """
            $ geocli mine note 12 'Quiet on rainy days' --tag rain
            $ geocli mine note 12 --book '어린 왕자' --phrase '네 장미꽃을 소중하게 만든 건' --page 37
            $ echo 'From a pipe' | geocli mine note sample/1001 --date 2026-09-01
            """)

    @Argument(
        help: ArgumentHelp(
            "A place, written as in 'geocli near' (put a name of several words in quotes), then the text. With --here, only the text.",
            ko: "먼저 장소를 'geocli near'와 같은 방법으로 쓰고(이름이 여러 단어면 따옴표로 묶음) 그다음 내용을 씁니다. --here를 쓰면 내용만 씁니다.",
            value: .argument("PLACE TEXT")),
        completion: .origins)
    var words: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Use the place nearest to 'here' in the configuration file.", ko: "설정 파일의 'here'에서 가장 가까운 장소에 기록합니다."))
    var here = false

    @OptionGroup var fields: NoteFields
    @OptionGroup var own: MineArguments

    func run() throws { try TextEditor.keepingText { try write($0) } }

    private func write(_ editor: TextEditor) throws {
        guard here || !words.isEmpty else {
            throw UsageError(
                en: "PLACE is missing; write the id or the name of a place, or --here",
                ko: "장소(PLACE)가 없습니다. 장소의 번호나 이름을 쓰거나 --here를 쓰세요")
        }
        var members = try fields.members()
        let day = try NoteWords.day(fields.date)
        let source = try own.common.sourceOfPlaces()
        let entry =
            try here
            ? MinePlaceArgument.here(in: source, own.common)
            : MinePlaceArgument.entry([words[0]], named: "PLACE", in: source)
        let text = try NoteWords.text(try text(Array(words.dropFirst(here ? 0 : 1)), editor), named: "TEXT")
        guard !text.isEmpty || fields.hasContent else {
            throw UsageError(
                en: "the text is empty; nothing was recorded", ko: "내용이 비어 있어 기록하지 않았습니다")
        }
        let photos = try fields.photos(into: try own.mine.folder())
        members.removeAll { $0.name == "day" || $0.value == .null }
        members += [
            .init("kind", .string("note")), .init("place", MinePlace(entry).json), .init("day", .string(day)),
        ]
        if !text.isEmpty { members.append(.init("text", .string(text))) }
        if !photos.isEmpty { members.append(.init("photos", .array(photos.map { .string($0) }))) }
        let id = MineID.random()
        let state = try own.mine.record { _ in [MineFolder.Change(id, members)] }
        guard let note = state.notes.notes(idPrefix: id).first else { return }
        own.mine.restorePhotos(of: [note])
        tell(note)
    }

    private func text(_ words: [String], _ editor: TextEditor) throws -> String {
        if words == ["-"] { return try TextEditor.read(.standardInput()) }
        guard words.isEmpty, !fields.hasContent else { return words.joined(separator: " ") }
        return try Console.inputIsTerminal ? editor.edit("") : TextEditor.read(.standardInput())
    }

    private func tell(_ note: MineNote) {
        if let place = note.place {
            own.common.note(
                en: "note \(note.number): written about \(place.told.en)",
                ko: "기록 \(note.number): \(place.told.ko)에 남겼습니다")
        }
        MineOptions.finish(
            Words(en: "note \(note.number)", ko: "기록 \(note.number)"),
            else: Words(en: "its number could not be printed", ko: "번호를 출력하지 못했습니다")
        ) { try OutputDestination.standard().write("\(note.number)\n") }
    }
}

internal import ArgumentParser
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// `geocli mine edit NOTE`: changes a note.
struct MineEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "edit",
        en: "Change fields of a note. An empty value clears a field. Without new values, the text opens in an editor.",
        ko: "기록의 항목을 고칩니다. 빈 값을 쓰면 항목을 비웁니다. 옵션을 하나도 쓰지 않으면 편집기를 열어 내용을 고칩니다.",
        examples: """
            $ geocli mine edit 1 'The new text'
            $ geocli mine edit 1 --page 38 --tag rain --tag winter
            $ geocli mine edit 1 --author '' --lang ko
            """)

    @Argument(help: NoteArgument.help, completion: .notes)
    var note: String

    @Argument(help: ArgumentHelp("The new text.", ko: "새 내용", value: .argument("TEXT")))
    var text: [String] = []

    @Option(
        help: ArgumentHelp(
            "Another place for the note, written as in 'geocli near'.", ko: "기록을 옮길 장소. 'geocli near'처럼 씁니다.",
            value: .name),
        completion: .origins)
    var place: String?

    @OptionGroup var fields: NoteFields
    @OptionGroup var own: MineArguments

    func run() throws { try TextEditor.keepingText { try write($0) } }

    private func write(_ editor: TextEditor) throws {
        var members = try fields.members()
        let old = try own.mine.read().note(note)
        if let place {
            let entry = try MinePlaceArgument.entry([place], named: "--place", in: try own.common.sourceOfPlaces())
            members.append(.init("place", MinePlace(entry).json))
        }
        if let text = try newText(old, editor) { members.append(.init("text", text.isEmpty ? .null : .string(text))) }
        let photos = try fields.photos(into: try own.mine.folder())
        if fields.clearsPhotos { members.append(.init("photos", .null)) }
        var changed: [JSONValue.Member] = []
        let state = try own.mine.record { state in
            // Another process may have added photos since the note was read above.
            let record = state.records[old.id]
            let had = record?.photos ?? []
            let all = had + photos.filter { !had.contains($0) }
            let wanted = all == had ? members : members + [.init("photos", .array(all.map { .string($0) }))]
            changed = wanted.filter { (record?.value($0.name) ?? .null) != $0.value }
            return changed.isEmpty ? [] : [MineFolder.Change(old.id, changed)]
        }
        if !photos.isEmpty { own.mine.restorePhotos(of: state.notes.notes(idPrefix: old.id)) }
        Console.note(
            changed.isEmpty
                ? Words(en: "note \(old.number): nothing changed", ko: "기록 \(old.number): 바뀐 내용이 없습니다")
                : Words(en: "note \(old.number): changed", ko: "기록 \(old.number): 고쳤습니다"),
            isQuiet: own.common.quiet)
    }

    private func newText(_ old: MineNote, _ editor: TextEditor) throws -> String? {
        if text == ["-"] { return try NoteWords.text(try TextEditor.read(.standardInput()), named: "TEXT") }
        if !text.isEmpty { return try NoteWords.text(text.joined(separator: " "), named: "TEXT") }
        guard fields.isEmpty, place == nil else { return nil }
        return try NoteWords.text(try editor.edit(old.text ?? ""), named: "TEXT")
    }
}

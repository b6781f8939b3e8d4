internal import ArgumentParser
internal import GeocliAsking
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText
internal import Glibc
internal import Scale

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
            let record = state.record(old.id)
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

/// A person's editor: `$VISUAL`, or `$EDITOR` if that is not set.
///
/// The text is in a file that only this user can read. The file is deleted when the text has been recorded. If the text
/// can't be recorded, the file stays, so that the person need not write the text again.
final class TextEditor {
    private var path: String?
    private var first: [UInt8] = []

    private init() {}

    /// Runs `body`, which may ask for a text with `edit` and records it. If it throws, the person's text stays in its
    /// file, and a message names the file.
    static func keepingText(_ body: (TextEditor) throws -> Void) throws {
        let editor = TextEditor()
        do { try body(editor) } catch {
            editor.keep()
            throw error
        }
        editor.remove()
    }

    /// Lets the person edit a text. `body` calls this at most once.
    func edit(_ text: String) throws -> String {
        guard let editor = ["VISUAL", "EDITOR"].compactMap(Environment.variable).first(where: { !$0.isEmpty }) else {
            throw UsageError(
                en: "TEXT is missing; write it in quotes, send it to standard input, or set EDITOR",
                ko: "내용(TEXT)이 없습니다. 따옴표로 묶어 쓰거나 표준 입력으로 보내거나 EDITOR를 설정하세요")
        }
        let folder = Environment.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var path = Array("\(folder)/geocli-note-XXXXXX.txt\0".utf8CString.dropLast())
        let descriptor = mkstemps(&path, 4)
        let name = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Self.failed(editor, SystemError.words(errno)) }
        self.path = name
        let bytes = Array((text.isEmpty ? "" : text + "\n").utf8)
        first = bytes
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let number = errno
        close(descriptor)
        // If only a part were written, the person would edit and keep an incomplete text.
        guard written == bytes.count else {
            remove()
            throw Self.failed(editor, SystemError.words(written < 0 ? number : ENOSPC))
        }
        guard Self.run(editor, name) else {
            throw Self.failed(editor, Words(en: "it ended with an error", ko: "오류로 끝났습니다"))
        }
        return try Self.read(try ByteSource.file(path: name))
    }

    private func remove() {
        if let path { unlink(path) }
        path = nil
    }

    /// Keeps the file if the person wrote something, and tells the user its path.
    private func keep() {
        guard let path else { return }
        let text = (try? ByteSource.file(path: path)).flatMap { try? Self.read($0) } ?? ""
        guard Array(text.utf8) != first, !text.trimmingBlanks().isEmpty else { return remove() }
        let shown = DisplayText.singleLine(path)
        Console.complain(en: "warning: your text was kept in \(shown)", ko: "주의: 쓴 내용은 \(shown)에 남겨 두었습니다")
    }

    static func read(_ source: ByteSource) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count <= NoteWords.maximumTextBytes {
            let piece = try source.next()
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func failed(_ editor: String, _ reason: Words) -> UsageError {
        let shown = DisplayText.singleLine(editor)
        return UsageError(
            en: "the editor \(shown) gave no text: \(reason.en); nothing was recorded",
            ko: "편집기 \(shown)에서 내용을 받지 못했습니다: \(reason.ko). 기록하지 않았습니다")
    }

    /// Runs the editor with sh, as git does. The file is passed as a separate argument.
    private static func run(_ editor: String, _ file: String) -> Bool {
        let words = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", file]
        return (try? Spawn.end(of: Spawn.start(words))) == 0
    }
}

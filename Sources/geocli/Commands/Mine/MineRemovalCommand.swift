internal import ArgumentParser
internal import GeocliMine
internal import GeocliText

/// Whether notes are removed or brought back.
protocol NoteChange {
    static var configuration: CommandConfiguration { get }
    static var isRemoved: Bool { get }
    /// The notes that can be changed in this way.
    static var completion: CompletionKind { get }
}

/// `geocli mine remove NOTE…`: removes notes.
enum NoteRemoval: NoteChange {
    static let isRemoved = true
    static var completion: CompletionKind { .notes }

    static let configuration = CommandConfiguration(
        "remove",
        en:
            "Remove notes; 'geocli mine restore' brings them back. The place, its marks and the photos of other notes stay.",
        ko: "기록을 삭제합니다. 'geocli mine restore'로 되살릴 수 있습니다. 장소와 표시, 다른 기록의 사진은 그대로입니다.",
        examples: """
            $ geocli mine remove 1
            $ geocli mine remove 1 2 -q
            $ geocli mine remove 1 --lang ko
            """)
}

/// `geocli mine restore NOTE…`: brings removed notes back.
enum NoteReturn: NoteChange {
    static let isRemoved = false
    static var completion: CompletionKind { .removedNotes }

    static let configuration = CommandConfiguration(
        "restore", en: "Bring removed notes back, with their photos ('geocli mine notes --removed' lists them).",
        ko: "삭제한 기록을 사진과 함께 되살립니다. 삭제한 기록은 'geocli mine notes --removed'로 볼 수 있습니다.",
        examples: """
            $ geocli mine restore 1
            $ geocli mine restore 1 2 -q
            $ geocli mine restore 1 --lang ko
            """)
}

/// The command for a change.
struct MineRemovalCommand<Change: NoteChange>: ParsableCommand {
    static var configuration: CommandConfiguration { Change.configuration }

    @Argument(help: NoteArgument.help, completion: Change.completion)
    var note: [String]

    @OptionGroup var own: MineArguments

    func run() throws {
        let isRemoved = Change.isRemoved
        var (changed, same): ([MineNote], [MineNote]) = ([], [])
        try own.mine.record { state in
            for note in try note.map({ try state.note($0) })
            where !(changed + same).contains(where: { $0.id == note.id }) {
                if note.isRemoved == isRemoved { same.append(note) } else { changed.append(note) }
            }
            return changed.map { .removing($0.id, isRemoved) }
        }
        if !isRemoved { own.mine.restorePhotos(of: changed + same) }
        tell(
            changed,
            isRemoved
                ? Words(
                    en: "removed; undo this with 'geocli mine restore'", ko: "삭제했습니다. 'geocli mine restore'로 되살릴 수 있습니다"
                )
                : Words(en: "restored", ko: "되살렸습니다"))
        tell(
            same,
            isRemoved
                ? Words(en: "already removed; nothing changed", ko: "이미 삭제되어 있어 바꾸지 않았습니다")
                : Words(en: "not removed; nothing changed", ko: "삭제되지 않은 기록이라 바꾸지 않았습니다"))
    }

    private func tell(_ notes: [MineNote], _ words: Words) {
        guard !notes.isEmpty else { return }
        let noun = notes.count == 1 ? "note" : "notes"
        let numbers = notes.map { String($0.number) }.joined(separator: ", ")
        Console.note(
            Words(en: "\(noun) \(numbers): \(words.en)", ko: "기록 \(numbers): \(words.ko)"), isQuiet: own.common.quiet)
    }
}

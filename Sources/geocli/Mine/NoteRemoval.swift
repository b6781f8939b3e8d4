internal import GeocliMine
internal import GeocliText

/// Removes notes, or restores them.
enum NoteRemoval {
    static func run(_ words: [String], isRemoved: Bool, _ mine: MineOptions, _ common: CommonOptions) throws {
        var (changed, same): ([MineNote], [MineNote]) = ([], [])
        try mine.record { state in
            for note in try words.map({ try state.note($0) })
            where !(changed + same).contains(where: { $0.id == note.id }) {
                if note.isRemoved == isRemoved { same.append(note) } else { changed.append(note) }
            }
            return changed.map { .removing($0.id, isRemoved) }
        }
        if !isRemoved { mine.restorePhotos(of: changed + same) }
        tell(
            changed,
            isRemoved
                ? Words(
                    en: "removed; undo this with 'geocli mine restore'", ko: "삭제했습니다. 'geocli mine restore'로 되살릴 수 있습니다"
                )
                : Words(en: "restored", ko: "되살렸습니다"), common)
        tell(
            same,
            isRemoved
                ? Words(en: "already removed; nothing changed", ko: "이미 삭제되어 있어 바꾸지 않았습니다")
                : Words(en: "not removed; nothing changed", ko: "삭제되지 않은 기록이라 바꾸지 않았습니다"), common)
    }

    private static func tell(_ notes: [MineNote], _ words: Words, _ common: CommonOptions) {
        guard !notes.isEmpty else { return }
        let noun = notes.count == 1 ? "note" : "notes"
        let numbers = notes.map { String($0.number) }.joined(separator: ", ")
        Console.note(
            Words(en: "\(noun) \(numbers): \(words.en)", ko: "기록 \(numbers): \(words.ko)"), isQuiet: common.quiet)
    }
}

internal import ArgumentParser
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

struct MineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "mine", en: "Keep your own marks, notes on books and phrases, and a journal of visits.",
        ko: "가고 싶은 곳을 표시하고, 책과 구절을 기록하고, 방문 일지를 남깁니다.",
        about: Words(
            en: """
                Your records are in your own folder, never in the catalog. They stay even if the shop, the catalog or this program disappears. Each device appends JSON lines to its own log, so the folder can be in a synced folder or a git repository. No value is lost: 'geocli mine log' lists all values. A shell alias saves typing: alias m='geocli mine'.
                """,
            ko: """
                내 기록은 카탈로그가 아니라 따로 둔 폴더에 저장됩니다. 가게나 카탈로그, geocli가 없어져도 기록은 남습니다. 기기마다 자기 기록 파일에만 JSON 줄을 덧붙이므로, 이 폴더를 동기화 폴더나 git 저장소에 두어도 됩니다. 지운 값도 'geocli mine log'에 모두 남습니다. 셸 별칭을 쓰면 짧게 입력할 수 있습니다: alias m='geocli mine'
                """),
        examples: """
            $ geocli mine mark 12
            $ geocli mine note 12 'The upper floor is quiet' --book '어린 왕자' --phrase '네 장미꽃' --page 37
            $ geocli mine journal
            """,
        subcommands: [
            MineMarkCommand<Marking>.self, MineMarkCommand<Unmarking>.self, ListingCommand<MineMarksSource>.self,
            MineNoteCommand.self,
            ListingCommand<MineNotesSource>.self, ListingCommand<MineShowSource>.self, MineEditCommand.self,
            MineRemovalCommand<NoteRemoval>.self,
            MineRemovalCommand<NoteRestoration>.self, MineVisitCommand.self, ListingCommand<MineJournalSource>.self,
            ListingCommand<MineLogSource>.self,
            MineGCCommand.self, MineShareCommand.self, MineExportCommand.self, ListingCommand<MineImportSource>.self,
            MineMergeCommand.self,
        ])
}

protocol NoteChange {
    static var configuration: CommandConfiguration { get }
    static var isRemoved: Bool { get }
    static var completion: CompletionKind { get }
}

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

enum NoteRestoration: NoteChange {
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
        own.common.note(en: "\(noun) \(numbers): \(words.en)", ko: "기록 \(numbers): \(words.ko)")
    }
}

struct MineGCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "gc",
        en:
            "Move photos that no note uses to the trash, and move photos that a note uses out of it. Delete photos that have been in the trash for 30 days.",
        ko: "어느 기록에도 없는 사진을 휴지통 폴더로 옮기고 기록에 있는 사진은 되돌립니다. 휴지통에 넣은 지 30일이 지난 사진을 지웁니다.",
        examples: """
            $ geocli mine gc
            $ geocli mine gc -q
            $ geocli mine gc --lang ko
            """)

    @OptionGroup var own: MineArguments

    func run() throws {
        let folder = try own.mine.folder()
        let now = try Environment.now().unixSeconds
        // A note that is being written at this moment must not lose its photo.
        let done = try folder.alone {
            let logs = try folder.read()
            MineOptions.tell(logs.findings)
            guard logs.findings.isEmpty else {
                throw PlainError(
                    .data,
                    en: "no photos were moved, because a note that can't be read may use them; repair the log first",
                    ko: "읽지 못한 기록에 있는 사진일 수 있어 사진을 옮기지 않았습니다. 기록 파일부터 고치세요")
            }
            return try MinePhotos(of: folder).collect(logs.state, now: now)
        }
        let parts = try folder.removeParts(now: now)
        own.common.note(
            en: "photos: \(done.trashed) moved to the trash, \(done.returned) moved back, \(done.deleted) deleted",
            ko: "사진: 휴지통으로 이동 \(done.trashed)장, 되돌림 \(done.returned)장, 삭제 \(done.deleted)장")
        guard parts > 0 else { return }
        own.common.note(
            en: "deleted \(parts) incomplete \(parts == 1 ? "copy" : "copies") left by interrupted processes",
            ko: "중단된 작업이 남긴 파일 \(parts)개를 삭제했습니다")
    }
}

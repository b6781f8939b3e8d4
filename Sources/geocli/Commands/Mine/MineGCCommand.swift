internal import ArgumentParser
internal import GeocliMine
internal import GeocliPlaces
internal import GeocliText

/// `geocli mine gc`: moves photos without a note to the trash.
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
        Console.note(
            Words(
                en: "photos: \(done.trashed) moved to the trash, \(done.returned) moved back, \(done.deleted) deleted",
                ko: "사진: 휴지통으로 이동 \(done.trashed)장, 되돌림 \(done.returned)장, 삭제 \(done.deleted)장"),
            isQuiet: own.common.quiet)
        guard parts > 0 else { return }
        Console.note(
            Words(
                en: "deleted \(parts) incomplete \(parts == 1 ? "copy" : "copies") left by interrupted processes",
                ko: "중단된 작업이 남긴 파일 \(parts)개를 삭제했습니다"), isQuiet: own.common.quiet)
    }
}

internal import ArgumentParser
internal import GeocliMine
internal import GeocliText

/// The option for the folder of a person's own records.
struct MineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of your records (default: $GEOCLI_MINE, then mine in ~/.local/share/geocli).",
            ko: "내 기록을 두는 폴더 (기본값: $GEOCLI_MINE, 없으면 ~/.local/share/geocli의 mine)", value: .folder),
        completion: .directory)
    var mineDb: String?

    /// Returns the folder; nothing is read.
    func folder() throws -> MineFolder { try Environment.mine(mineDb) }

    /// Reads all records, and tells the user what could not be read.
    func read() throws -> MineState {
        let logs = try folder().read()
        Self.tell(logs.findings)
        return logs.state
    }

    /// Records changes. They are on disk when the call returns.
    @discardableResult
    func record(_ changes: (MineState) throws -> [MineFolder.Change]) throws -> MineState {
        let logs = try folder().record(now: try Environment.nowMilliseconds(), changes)
        Self.tell(logs.findings)
        return logs.state
    }

    /// Tells the user which photos of another folder were not copied.
    static func tell(leftOut: [MinePhotos.LeftOut]) {
        guard let first = leftOut.first else { return }
        let shown = DisplayText.singleLine(first.name)
        let count = leftOut.count
        Console.complain(
            count == 1
                ? Words(
                    en: "warning: a photo was left out: \(shown): \(first.reason.en)",
                    ko: "주의: 사진 1장을 가져오지 못했습니다. \(shown): \(first.reason.ko)")
                : Words(
                    en: "warning: \(count) photos were left out; the first is \(shown): \(first.reason.en)",
                    ko: "주의: 사진 \(count)장을 가져오지 못했습니다. 그중 첫 번째는 \(shown): \(first.reason.ko)"))
    }

    /// The maximum number of findings that are shown one by one.
    private static let maximumTold = 10

    /// Tells the user which files or lines were skipped.
    static func tell(_ findings: [MineFinding]) {
        for finding in findings.prefix(maximumTold) {
            Console.complain(Words(en: "warning: \(finding.words.en)", ko: "주의: \(finding.words.ko)"))
        }
        let more = findings.count - maximumTold
        guard more > 0 else { return }
        Console.complain(
            Words(
                en: "warning: \(more) more files or lines were skipped", ko: "주의: 건너뛴 파일이나 줄이 \(more)개 더 있습니다"))
    }
}

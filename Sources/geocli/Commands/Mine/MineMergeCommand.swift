internal import ArgumentParser
internal import GeocliMine
internal import GeocliText

/// `geocli mine merge FOLDER`: adds the records of another device.
struct MineMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "merge", en: "Add the records and photos in another device's folder to yours. A second merge adds nothing.",
        ko: "다른 기기의 폴더에서 기록과 사진을 가져와 합칩니다. 두 번 합쳐도 중복되지 않습니다.",
        examples: """
            $ geocli mine merge /media/usb/mine
            $ geocli mine merge ../laptop/mine -q
            $ geocli mine merge backup --lang ko
            """)

    @Argument(
        help: ArgumentHelp(
            "A folder with geocli's records, such as a folder from 'geocli mine export'.",
            ko: "geocli 기록 폴더. 예: 'geocli mine export'로 만든 폴더", value: .argument("FOLDER")), completion: .directory)
    var folder: String

    @OptionGroup(title: HelpSection.common) var mine: MineOptions
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws { try Self.merge(folder, mine, common) }

    static func merge(_ folder: String, _ mine: MineOptions, _ common: CommonOptions) throws {
        let merged = try mine.folder().merge(folder)
        MineOptions.tell(merged.findings)
        MineOptions.tell(leftOut: merged.leftOut)
        Console.note(
            Words(
                en:
                    "merged: \(merged.acts) new \(merged.acts == 1 ? "line" : "lines") of records and \(merged.photos) new \(merged.photos == 1 ? "photo" : "photos")",
                ko: "합쳤습니다: 새 기록 \(merged.acts)줄, 새 사진 \(merged.photos)장"), isQuiet: common.quiet)
    }
}

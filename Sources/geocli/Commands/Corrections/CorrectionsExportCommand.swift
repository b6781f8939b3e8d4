internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections export`: all corrections in one file.
struct CorrectionsExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "export", en: "Write all corrections to one JSON file, for version control or another catalog.",
        ko: "모든 정정을 JSON 파일 하나에 저장합니다. 버전 관리나 다른 카탈로그에 씁니다.",
        examples: """
            $ geocli corrections export
            $ geocli corrections export -o corrections.json
            $ geocli corrections export -q | wc -l
            """)

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write to this file (default: standard output).", ko: "이 파일에 저장합니다. (기본값: 표준 출력)", value: .file),
        completion: .file(extensions: ["json"]))
    var output: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let place = try OutputDestination(output, db: common.db, reading: [])
        let catalog = try common.catalog()
        var records: [CorrectionRecord] = []
        try catalog.forEachCorrection(CorrectionFilter()) { records.append(CorrectionRecord($0)) }
        let file = try OutputFile.create(at: place)
        try file.write(CorrectionFile.bytes(records))
        try file.commit()
        Console.note(
            Words(en: "corrections written: \(records.count)", ko: "저장한 정정: \(records.count)건"), isQuiet: common.quiet)
    }
}

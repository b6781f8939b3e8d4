internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections export`: all corrections in one file.
struct CorrectionsExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "export",
        en:
            "Write one file with all corrections and all decisions on issues, for version control or another catalog.",
        ko: "모든 정정, 그리고 이슈에 내린 모든 결정을 파일 하나에 저장합니다. 버전을 관리하거나 다른 카탈로그로 옮길 때 사용합니다.",
        about: Words(
            en: """
                Each line of the file is a JSON object: a correction, or an issue with what people decided about it (who, when, why). Places are named by reference, so the file works in every catalog of the same feeds. The file also has the imported records whose place or issue is not in the catalog yet.
                """,
            ko: """
                파일에는 JSON 객체가 한 줄에 하나씩 들어 있습니다. 객체에는 정정 하나, 또는 이슈 하나와 그 이슈에 대한 결정(누가, 언제, 왜)이 들어 있습니다. 장소는 참조로 적으므로 같은 피드를 수집한 다른 카탈로그에서도 쓸 수 있습니다. 장소나 이슈가 아직 카탈로그에 없어 대기(pending) 중인 기록도 들어갑니다.
                """),
        examples: """
            $ geocli corrections export
            $ geocli corrections export -o corrections.json
            $ geocli corrections export -q | wc -l
            """)

    @Option(
        name: .customShort("o"), help: .fileOrOutput,
        completion: .file(extensions: ["json", "ndjson"]))
    var output: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let place = try OutputDestination(output, db: common.db, reading: [])
        let catalog = try common.catalog()
        var damage: [Words] = []
        let records = try catalog.travelRecords { damage.append($0) }
        try place.write(TravelFile.bytes(records))
        let corrections = records.count { if case .correction = $0 { true } else { false } }
        let issues = records.count - corrections
        Console.note(
            Words(
                en: "corrections written: \(corrections); decisions on issues: \(issues)",
                ko: "저장한 정정 \(corrections)건, 이슈에 대한 결정 \(issues)건"), isQuiet: common.quiet)
        guard !damage.isEmpty else { return }
        for detail in damage {
            let (en, ko) = (DisplayText.singleLine(detail.en), DisplayText.singleLine(detail.ko))
            Console.complain(
                Words(
                    en: "a damaged record is left out (\(en)); restore it from a backup",
                    ko: "손상된 기록은 저장하지 않았습니다(\(ko)). 백업에서 되살리세요"))
        }
        throw ExitStatus.data
    }
}

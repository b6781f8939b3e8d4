internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections import FILE`: adds the corrections of a file.
struct CorrectionsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "import",
        en: "Add the corrections that a file has and the catalog lacks. Exit with 65 if any contradict the catalog's.",
        ko: "파일의 정정 가운데 카탈로그에 없는 것을 추가합니다. 카탈로그의 정정과 다른 것이 있으면 종료 코드 65로 끝냅니다.",
        about: Words(
            en: """
                A second import of a file changes nothing. No correction of the catalog is changed or removed: where the file has another value, the catalog's stays, and the row says conflict. Import again after an ingest for places that the catalog did not have.
                """,
            ko: """
                같은 파일을 다시 가져와도 달라지지 않습니다. 카탈로그에 있는 정정은 바꾸거나 지우지 않습니다. 파일의 값이 다르면 카탈로그의 정정을 그대로 두고 충돌(conflict)로 알려 줍니다. 카탈로그에 없던 장소가 있으면 수집한 뒤에 다시 가져오세요.
                """),
        examples: """
            $ geocli corrections import corrections.json
            $ geocli corrections import - < corrections.json
            $ geocli corrections import corrections.json --format table
            """)

    @Argument(
        help: ArgumentHelp(
            "A file of 'geocli corrections export', or - for standard input.",
            ko: "'geocli corrections export'로 만든 파일. -는 표준 입력입니다.", value: .argument("FILE")), completion: .file())
    var file: String

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<ImportedCorrectionRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [file])
        let path = try Environment.catalogPath(common.db)
        // A catalog that is missing is not made.
        _ = try Catalog(path: path)
        let records = try CorrectionFile.records(in: try InputFile.open(file, db: common.db))
        let note = EditNote(author: Environment.author(), time: try Environment.now())
        let results = try CatalogWriter(path: path).importCorrections(records, by: note)
        let limit = try output.limitCount() ?? .max
        try Listing.write(.importedCorrections, listing) { writer in
            for (record, result) in zip(records, results).prefix(limit) {
                try writer.write(
                    ImportedCorrection(record: record, outcome: result.outcome, number: result.number))
            }
        }
        let counts = Dictionary(results.map { ($0.outcome, 1) }, uniquingKeysWith: +)
        let told = CorrectionRecord.Outcome.allCases.compactMap { outcome in
            counts[outcome].map { "\(outcome.rawValue) \($0)" }
        }
        let all = told.isEmpty ? "0" : told.joined(separator: ", ")
        Console.note(Words(en: "corrections: \(all)", ko: "정정: \(all)"), isQuiet: common.quiet)
        if counts[.conflict] != nil { throw ExitStatus.data }
    }
}

/// Corrections of a file.
enum ImportedCorrectionRows: RowsWithoutPlace { static let someKeys = "ref,field,outcome" }

internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli corrections import FILE`: merges a file of corrections and decisions.
struct CorrectionsImportSource: RowSource {
    static let configuration = CommandConfiguration(
        "import",
        en: "Merge a file of corrections and decisions into the catalog. Exit with 65 if there are conflicts.",
        ko: "정정과 결정이 담긴 파일을 카탈로그에 합칩니다. 충돌하는 기록이 있으면 종료 코드 65로 끝냅니다.",
        about: Words(
            en: """
                A second import of the same file changes nothing. If the catalog has a different value or decision, the catalog keeps its own, and the row says conflict. Records about places and issues that are not in the catalog yet are kept as pending; the run that adds the place applies them. You can therefore import a file even before the first ingest; the import then creates the catalog. Each record is checked like a correction made by hand. If a record is wrong, the message names its line and nothing is imported.
                """,
            ko: """
                같은 파일을 다시 가져와도 카탈로그는 달라지지 않습니다. 카탈로그의 값이나 결정이 파일과 다르면 바꾸지 않고 충돌(conflict)로 알려 줍니다. 카탈로그에 없는 장소와 이슈의 기록은 대기(pending)로 보관했다가 그 장소를 가져오는 실행에서 적용합니다. 그래서 첫 수집 전에도 가져올 수 있고, 그때는 카탈로그를 새로 만듭니다. 가져올 때도 직접 정정할 때와 같은 검사를 합니다. 잘못된 기록이 하나라도 있으면 몇 행인지 알려 주고 아무것도 가져오지 않습니다.
                """),
        examples: """
            $ geocli corrections import corrections.json
            $ geocli corrections import - < corrections.json
            $ geocli corrections import corrections.json --format table
            """)

    @Argument(
        help: ArgumentHelp(
            "A file from 'geocli corrections export', or - for standard input.",
            ko: "'geocli corrections export'로 만든 파일. -는 표준 입력입니다.", value: .argument("FILE")), completion: .file())
    var file: String

    func write(_ given: ListingArguments<ImportedRows>) throws {
        let listing = try given.checked(reading: [file])
        let path = try Environment.catalogPath(given.common.db)
        let isNew = !CatalogWriter.exists(path)
        let author = try Environment.author()
        try CorrectionCheck.author(author, named: "GEOCLI_AUTHOR")
        let note = EditNote(author: author, time: try Environment.now())
        let records = try records(catalogAt: isNew ? nil : path, now: note.time, given.common)
        let writer = try CatalogWriter(path: path, makesFolder: try Environment.isUsualCatalog(given.common.db))
        let results = try writer.importRecords(records, by: note)
        if isNew {
            Console.note(
                Words(
                    en: "\(path) was created; 'geocli ingest' adds places to it",
                    ko: "\(path) 카탈로그를 새로 만들었습니다. 장소는 'geocli ingest'로 가져오세요"), isQuiet: given.common.quiet)
        }
        try tell(records, results, given, listing)
    }

    /// Reads the file, and reports each wrong record. The catalog is closed again before it is edited, as in
    /// `CorrectionsAddCommand`.
    private func records(
        catalogAt path: String?, now: SeoulTime, _ common: CommonOptions
    ) throws -> [TravelRecord] {
        let gate = CorrectionGate(try path.map { try Catalog(path: $0) })
        let source = try InputFile.open(file, db: common.db)
        let read = try TravelFile(source, now: now)
        var problems = read.problems
        for item in read.items {
            guard case .correction(let record) = item.record else { continue }
            do {
                try gate.check(record)
            } catch let error as PlainError {
                problems.append(
                    Words(
                        en: "\(item.place.en): \(error.words.en)", ko: "\(item.place.ko): \(error.words.ko)"))
            }
        }
        guard problems.isEmpty else {
            problems.prefix(Self.shownProblems).forEach(Console.complain)
            throw TravelFile.wrong(source.name, count: problems.count)
        }
        return read.items.map(\.record)
    }

    /// The maximum number of wrong records that are reported.
    private static let shownProblems = 20

    private func tell(
        _ records: [TravelRecord], _ results: [(outcome: TravelOutcome, number: Int64?)],
        _ given: ListingArguments<ImportedRows>, _ listing: ListingOutput
    ) throws {
        let limit = try given.output.limitCount() ?? .max
        try Listing.write(.importedRecords, listing) { writer in
            for (record, result) in zip(records, results).prefix(limit) {
                try writer.write(ImportedRecord(record: record, outcome: result.outcome, number: result.number))
            }
        }
        let counts = Dictionary(results.map { ($0.outcome, 1) }, uniquingKeysWith: +)
        let told = TravelOutcome.allCases.compactMap { outcome in
            counts[outcome].map { "\(outcome.rawValue) \($0)" }
        }
        let all = told.isEmpty ? "0" : told.joined(separator: ", ")
        Console.note(Words(en: "records: \(all)", ko: "기록: \(all)"), isQuiet: given.common.quiet)
        if counts[.conflict] != nil { throw ExitStatus.data }
    }
}

/// The rows of an import: records of a file.
enum ImportedRows: RowsWithoutPlace { static let someKeys = "ref,field,outcome" }

internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

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
        let records = try catalog.exchangeRecords { damage.append($0) }
        try place.write(ExchangeFile.bytes(records))
        let corrections = records.count { if case .correction = $0 { true } else { false } }
        let issues = records.count - corrections
        common.note(
            en: "corrections written: \(corrections); decisions on issues: \(issues)",
            ko: "저장한 정정 \(corrections)건, 이슈에 대한 결정 \(issues)건")
        guard !damage.isEmpty else { return }
        for detail in damage {
            let (en, ko) = (DisplayText.singleLine(detail.en), DisplayText.singleLine(detail.ko))
            Console.complain(
                en: "a damaged record is left out (\(en)); restore it from a backup",
                ko: "손상된 기록은 저장하지 않았습니다(\(ko)). 백업에서 되살리세요")
        }
        throw ExitStatus.data
    }
}

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
            given.common.note(
                en: "\(path) was created; 'geocli ingest' adds places to it",
                ko: "\(path) 카탈로그를 새로 만들었습니다. 장소는 'geocli ingest'로 가져오세요")
        }
        try tell(records, results, given, listing)
    }

    /// Reads the file, and reports each wrong record. The catalog is closed again before it is edited, as in
    /// `CorrectionsAddCommand`.
    private func records(
        catalogAt path: String?, now: SeoulTime, _ common: CommonOptions
    ) throws -> [ExchangeRecord] {
        let gate = CorrectionGate(try path.map { try Catalog(path: $0) })
        let source = try InputFile.open(file, db: common.db)
        let read = try ExchangeFile(source, now: now)
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
            problems.prefix(Self.maximumShownProblems).forEach(Console.complain)
            throw ExchangeFile.wrong(source.name, count: problems.count)
        }
        return read.items.map(\.record)
    }

    private static let maximumShownProblems = 20

    private func tell(
        _ records: [ExchangeRecord], _ results: [(outcome: ExchangeOutcome, number: Int64?)],
        _ given: ListingArguments<ImportedRows>, _ listing: ListingOutput
    ) throws {
        let limit = try given.output.limitCount() ?? .max
        try Listing.write(.importedRecords, listing) { writer in
            for (record, result) in zip(records, results).prefix(limit) {
                try writer.write(ImportedRecord(record: record, outcome: result.outcome, number: result.number))
            }
        }
        let counts = Dictionary(results.map { ($0.outcome, 1) }, uniquingKeysWith: +)
        let told = ExchangeOutcome.allCases.compactMap { outcome in
            counts[outcome].map { "\(outcome.rawValue) \($0)" }
        }
        let all = told.isEmpty ? "0" : told.joined(separator: ", ")
        given.common.note(en: "records: \(all)", ko: "기록: \(all)")
        if counts[.conflict] != nil { throw ExitStatus.data }
    }
}

enum ImportedRows: RowsWithoutPlace { static let someKeys = "ref,field,outcome" }

/// The checks that `add` and `import` make of a corrected value, by the rules of the place's feed.
final class CorrectionGate {
    private let catalog: Catalog?
    private var feeds: [String: Feed?] = [:]
    private lazy var shelf = FeedShelf.all().compactMap { try? $0.feed.get() }
    private var names: [String]?

    /// - Parameter catalog: nil if the catalog doesn't exist yet.
    init(_ catalog: Catalog?) { self.catalog = catalog }

    /// Returns the declaration of a feed; nil for a person's own file.
    func feed(_ id: String) -> Feed? {
        // The sample has the rules of the bookstore feed.
        let id = id == SampleNames.feed ? Feed.seoulBookstoresID : id
        if let known = feeds[id] { return known }
        let feed = Feed.named(id) ?? shelf.first { $0.id == id }
        feeds[id] = .some(feed)
        return feed
    }

    /// Returns the catalog's districts, in the catalog's own spelling.
    func districts() throws -> [String] {
        if let names { return names }
        let found = try catalog?.districts() ?? []
        names = found
        return found
    }

    func check(_ record: CorrectionRecord) throws {
        let id = record.ref.split(separator: "/").first.map(String.init) ?? ""
        try CorrectionCheck.check(record.value, in: feed(id))
    }

    /// Returns what a person should know about a value; nil if there is nothing to say. A district that no other place
    /// has may be mistyped.
    func remark(on value: CorrectedValue) throws -> Words? {
        guard value.field == .district, let district = value.text,
            try !districts().contains(where: { $0.utf8.elementsEqual(district.utf8) })
        else { return nil }
        let shown = DisplayText.truncated(DisplayText.singleLine(district), columns: 60)
        return Words(
            en: "district=\(shown): no other place in the catalog has this district",
            ko: "district=\(shown): 카탈로그에 이 자치구의 다른 장소가 없습니다")
    }
}

extension StoredCorrection.State {
    var korean: String {
        switch self {
        case .applied: "적용"
        case .retired: "반영됨"
        case .conflict: "충돌"
        case .withdrawn: "철회"
        }
    }
}

internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

struct FeedsCheckSource: RowSource {
    static let configuration = CommandConfiguration(
        "check", en: "Check a declaration against saved pages: rows, fields, ids, codes, points.",
        ko: "저장한 페이지로 피드 선언을 검사합니다: 행, 필드, 번호, 코드, 좌표.",
        about: Words(
            en: """
                Nothing is written. A fault is a problem that would make 'geocli ingest' refuse the pages or store places wrongly. If there is a fault, the command exits with 65. An alarm is something for you to check.
                With --districts, or if the catalog has outlines, the command also checks whether each point is in the district that its row states, and whether another coordinate system fits better.
                """,
            ko: """
                아무것도 저장하지 않습니다. 오류(fault)는 'geocli ingest'가 페이지를 거부하거나 장소를 잘못 반영하게 만드는 문제이며, 하나라도 있으면 종료 코드 65로 끝냅니다. 주의(alarm)는 직접 확인해 볼 내용입니다.
                --districts를 쓰거나 카탈로그에 자치구 경계가 있으면, 좌표가 행에 적힌 자치구 안에 있는지, 다른 좌표계가 더 잘 맞는지도 확인합니다.
                """),
        examples: """
            $ geocli feeds check seoul-bookstores page.json
            $ geocli feeds check seoul-bookstores pages/ --format table
            $ geocli feeds check seoul-bookstores page.json --districts districts.geojson
            """)

    @Argument(help: .feed("DECLARATION")) var declaration: String

    @Argument(
        help: ArgumentHelp(
            "Saved pages: files, folders, or - for standard input.", ko: "저장한 페이지 파일이나 폴더. -는 표준 입력입니다.",
            value: .argument("PAGE")), completion: .file())
    var pages: [String]

    @Option(
        help: ArgumentHelp(
            "Outlines of districts to compare the points with: a GeoJSON file.", ko: "좌표와 비교할 자치구 경계: GeoJSON 파일",
            value: .file),
        completion: .file())
    var districts: String?

    func write(_ given: ListingArguments<FindingRows>) throws {
        let listing = try given.checked(reading: pages + [districts, declaration])
        let feed = try FeedShelf.feed(declaration.trimmingBlanks(), argument: "DECLARATION")
        let outlines =
            try districts.map { try DistrictFile(try ByteSource.file(path: $0).ofText()).outlines }
            ?? Self.outlines(of: given.common)
        let findings = try FeedCheck.findings(
            in: try SavedPages.at(pages, endings: feed.pageEndings), of: feed, outlines: outlines)
        let limit = try given.output.limitCount() ?? findings.count
        try Listing.write(.findings(Console.language), listing) { writer in
            for finding in findings.prefix(limit) { try writer.write(finding) }
        }
        if findings.contains(where: { $0.level == .fault }) { throw ExitStatus.data }
    }

    /// Returns the outlines that were imported into the catalog; none if the catalog doesn't exist.
    private static func outlines(of common: CommonOptions) -> [DistrictOutline] {
        guard case .file(let path)? = try? Environment.catalogPlace(common.db), CatalogWriter.exists(path),
            let catalog = try? Catalog(path: path)
        else { return [] }
        return (try? catalog.districtOutlines()) ?? []
    }
}

enum FindingRows: RowsWithoutPlace { static let someKeys = "check,level,text" }

extension ListingSchema where Row == FeedFinding {
    /// Returns the columns of findings, with sentences in `language`.
    static func findings(_ language: Language) -> ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "check", en: "check", ko: "검사", about: "What was checked, such as rows, field, ids, points or crs."
                ) {
                    .code($0.check)
                },
                Column(
                    "level", en: "level", ko: "수준", type: .codes(FeedFinding.Level.allCases.map(\.rawValue)),
                    about:
                        "ok, alarm (a person should check it) or fault (an ingest would refuse the pages or store places wrongly)."
                ) { .code($0.level.rawValue) },
                Column("field", en: "field", ko: "필드", orNull: true, about: "The field of the declaration.") {
                    .text($0.field)
                },
                Column(
                    "count", en: "count", ko: "수", type: .integer, about: "The number of rows that the text is about."
                ) {
                    .integer($0.count)
                },
                Column("total", en: "of", ko: "전체", type: .integer, about: "The number of rows that were checked.") {
                    .integer($0.total)
                },
                Column("text", en: "finding", ko: "결과", about: "What was found, in the chosen language.") {
                    .text($0.words.text(language))
                },
            ],
            tableKeys: ["check", "level", "text"])
    }
}

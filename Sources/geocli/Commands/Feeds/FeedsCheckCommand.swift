internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli feeds check`: what a declaration makes of saved pages, before anything is ingested.
struct FeedsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "What a declaration makes of saved pages: rows, fields, ids, codes, points.",
        discussion: """
            Nothing is written. A fault, which an ingest would refuse or list wrongly,
            ends with 65; an alarm is for a person to look at. With --districts, or
            with the outlines of the catalog, the points are compared with the districts
            that the rows state, and other coordinate systems are tried.

            Example: geocli feeds check parks.toml page1.json page2.json --format table
            """)

    @Argument(help: ArgumentHelp("The id of a feed, or the file of a declaration.", valueName: "DECLARATION"))
    var declaration: String

    @Argument(help: ArgumentHelp("Saved page files, folders of pages, or -.", valueName: "PAGE"), completion: .file())
    var pages: [String]

    @Option(
        help: ArgumentHelp("Outlines of districts, GeoJSON, to compare the points with.", valueName: "file"),
        completion: .file())
    var districts: String?

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<FindingRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: pages + [districts, declaration])
        let feed = try FeedShelf.feed(declaration.trimmingBlanks(), argument: "DECLARATION")
        let outlines = try districts.map { try DistrictFile(try ByteSource.file(path: $0)).outlines } ?? ownOutlines()
        var check = FeedCheck(of: feed, outlines: outlines)
        for page in try SavedPages.at(pages).pages { try check.read(try page.open()) }
        let findings = try check.findings()
        let limit = try output.limitCount() ?? findings.count
        try Listing.write(.findings(Console.language), listing) { writer in
            for finding in findings.prefix(limit) { try writer.write(finding) }
        }
        if findings.contains(where: { $0.level == .fault }) { throw ExitStatus.data }
    }

    /// Returns the outlines of the catalog; none if there is no catalog, or only the sample's made-up outlines.
    private func ownOutlines() -> [DistrictOutline] {
        guard case .file(let path)? = try? Environment.catalogPlace(common.db), CatalogWriter.exists(path),
            let catalog = try? Catalog(path: path), (try? catalog.outlineSource())?.title != SampleNames.outlines
        else { return [] }
        return (try? catalog.districtOutlines()) ?? []
    }
}

/// Findings of a check.
enum FindingRows: RowsWithoutPlace { static let someKeys = "check,level,text" }

extension ListingSchema where Row == FeedFinding {
    /// Returns the columns of findings, whose sentences are in `language`.
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
                    about: "ok; alarm, for a person to look at; fault, which an ingest would refuse or list wrongly."
                ) { .code($0.level.rawValue) },
                Column("field", en: "field", ko: "필드", orNull: true, about: "The field of the declaration.") {
                    .text($0.field)
                },
                Column("count", en: "count", ko: "수", type: .integer, about: "The rows that the text is about.") {
                    .integer($0.count)
                },
                Column("total", en: "of", ko: "전체", type: .integer, about: "The rows that were looked at.") {
                    .integer($0.total)
                },
                Column("text", en: "finding", ko: "결과", about: "What was found, in the chosen language.") {
                    .text($0.words.text(language))
                },
            ],
            tableKeys: ["check", "level", "text"])
    }
}

internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli districts import FILE.geojson`: replaces the outlines in the catalog.
struct DistrictsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Put outlines of districts into the catalog, in place of those there.",
        discussion: """
            The file's own top-level "license" holds where --license is not given.
            Example: geocli districts import districts.geojson --license "Apache 2.0" --title "juso 2015"
            """)

    @Argument(help: ArgumentHelp("A GeoJSON file, or -.", valueName: "FILE.geojson"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The terms under which the outlines may be used.", valueName: "text"))
    var license: String?

    @Option(
        help: ArgumentHelp("What the source is called (default: its own title or its file name).", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("The property that names each district (default: found).", valueName: "key"))
    var nameKey: String?

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        _ = try Catalog(path: path)
        let input = try InputFile.open(file, db: common.db)
        let districts = try DistrictFile(input, nameKey: nameKey)
        let source = try ImportWords.source(
            districts, named: input.name, path: file, license: license, title: title)
        try CatalogWriter(path: path).replaceOutlines(with: districts.outlines, from: source)
        // The outlines are read again from the catalog, so memory never holds two copies of large ones.
        try tell(districts.outlines.map(\.name), by: districts.nameKey, try Catalog(path: path))
    }

    private func tell(_ names: [String], by key: String, _ catalog: Catalog) throws {
        let count = try catalog.misplacedCount()
        if common.quiet, count.misplaced > 0 {
            Console.complain(
                Words(
                    en:
                        "warning: \(count.misplaced) of \(count.located) bookstores with a point lie outside their stated district; list them with 'geocli districts check'",
                    ko:
                        "주의: 좌표가 있는 책방 \(count.located)곳 가운데 \(count.misplaced)곳이 적힌 자치구 밖에 있습니다; 'geocli districts check'로 확인하세요"
                ))
        }
        Console.note(
            Words(
                en:
                    "district outlines imported: \(names.count), with names from \(DisplayText.singleLine(key)); \(count.misplaced) of \(count.located) bookstores with a point lie outside their stated district",
                ko:
                    "자치구 경계 \(names.count)개를 가져왔습니다(이름 속성 \(DisplayText.singleLine(key))); 좌표가 있는 책방 \(count.located)곳 가운데 \(count.misplaced)곳이 적힌 자치구 밖에 있습니다"
            ), isQuiet: common.quiet)
        let known = Set(try catalog.districts())
        let unknown = names.count { !known.contains($0) }
        guard unknown > 0 else { return }
        Console.note(
            Words(en: "districts without a bookstore: \(unknown)", ko: "책방이 하나도 없는 자치구: \(unknown)곳"),
            isQuiet: common.quiet)
    }
}

internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli districts import FILE.geojson`: replaces the outlines in the catalog.
struct DistrictsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "import", en: "Import the outlines of districts from GeoJSON. They replace all outlines in the catalog.",
        ko: "GeoJSON에서 자치구 경계를 가져옵니다. 카탈로그의 기존 경계를 모두 대체합니다.",
        about: Words(
            en: "Without --license, the file needs a top-level member \"license\".",
            ko: "--license를 쓰지 않으려면 파일 최상위에 \"license\" 항목이 있어야 합니다."),
        examples: """
            $ geocli districts import districts.geojson --license "Apache 2.0"
            $ geocli districts import districts.geojson --license MIT --title "Seoul 2026" --name-key name
            $ geocli districts import - --license MIT < districts.geojson
            """)

    @Argument(
        help: ArgumentHelp(
            "A GeoJSON file, or - for standard input.", ko: "GeoJSON 파일. -는 표준 입력입니다.", value: .argument("FILE.geojson")
        ), completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "Terms of use of the outlines (default: the file's member \"license\").",
            ko: "경계의 이용 조건 (기본값: 파일의 \"license\" 항목)", value: .text))
    var license: String?

    @Option(
        help: ArgumentHelp(
            "Name of the source (default: the title in the file, else the file name).",
            ko: "출처의 이름 (기본값: 파일에 적힌 제목, 없으면 파일 이름)", value: .text))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Property that holds the name of each district (default: detected).", ko: "자치구 이름이 들어 있는 속성 (기본값: 자동으로 찾음)",
            value: .key))
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
        // The outlines are read again from the catalog, so that memory never holds two copies of large outlines.
        try tell(districts.outlines.map(\.name), by: districts.nameKey, try Catalog(path: path))
    }

    private func tell(_ names: [String], by key: String, _ catalog: Catalog) throws {
        let count = try catalog.misplacedCount()
        let outside = "outside \(count.misplaced == 1 ? "its" : "their") district"
        let are = count.misplaced == 1 ? "is" : "are"
        if common.quiet, count.misplaced > 0 {
            Console.complain(
                Words(
                    en:
                        "warning: \(count.misplaced) of \(count.located) places with a point \(are) \(outside); list them with 'geocli districts check'",
                    ko:
                        "주의: 좌표가 있는 장소 \(count.located)곳 가운데 \(count.misplaced)곳이 피드에 적힌 자치구 밖에 있습니다. 'geocli districts check'로 확인하세요"
                ))
        }
        Console.note(
            Words(
                en:
                    "district outlines imported: \(names.count), with names from the property \(DisplayText.singleLine(key)); \(count.misplaced) of \(count.located) places with a point \(are) \(outside)",
                ko:
                    "자치구 경계 \(names.count)개를 가져왔습니다(이름을 읽은 속성: \(DisplayText.singleLine(key))). 좌표가 있는 장소 \(count.located)곳 가운데 \(count.misplaced)곳이 피드에 적힌 자치구 밖에 있습니다"
            ), isQuiet: common.quiet)
        let known = Set(try catalog.districts())
        let unknown = names.count { !known.contains($0) }
        guard unknown > 0 else { return }
        Console.note(
            Words(en: "districts without a place: \(unknown)", ko: "장소가 하나도 없는 자치구: \(unknown)곳"),
            isQuiet: common.quiet)
    }
}

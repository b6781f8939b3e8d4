internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli inside FILE.geojson|DISTRICT`: the places in polygons.
struct InsideCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "inside", en: "List the places inside polygons or a district, edges included, ordered by id.",
        ko: "다각형이나 자치구 안의 장소를 번호순으로 보여 줍니다. 경계선에 놓인 장소도 포함합니다.",
        about: Words(
            en:
                "A search in a district needs its outline in the catalog; import outlines with 'geocli layers import --role districts'. The sample includes outlines.",
            ko: "자치구로 찾으려면 카탈로그에 자치구 경계가 있어야 합니다. 'geocli layers import --role districts'로 가져오세요. 샘플에는 경계가 들어 있습니다."),
        examples: """
            $ geocli inside mapo
            $ geocli inside 마포 --kind used --format csv
            $ geocli inside area.geojson -o inside.geojson
            """)

    @Argument(
        help: ArgumentHelp(
            "A GeoJSON file with polygons, - for standard input, or a district: 마포구, 마포, mapo or mapo-gu.",
            ko: "다각형이 든 GeoJSON 파일, 표준 입력(-), 자치구 이름(마포구, 마포, mapo, mapo-gu)", value: .argument("FILE|DISTRICT")),
        completion: .districtsOrFiles)
    var place: String

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question(reading: [place], local: past.local + [("FILE", PlaceArgument.namesFile(place))]) {
            $0.add(InsideQuestion.area, place)
        }
        try question.ask(InsideQuestion.self) { question in
            if case .file(let source) = try PlaceArgument(place, db: common.db) { question.area = .polygons(source) }
        } of: {
            try past.sourceOfPlaces(common)
        }
    }
}

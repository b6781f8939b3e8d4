internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

struct ListCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "list", en: "List all places that pass the filters, ordered by id.",
        ko: "필터에 맞는 장소를 모두 번호순으로 보여 줍니다.",
        examples: """
            $ geocli list --kind used --district mapo --has phone
            $ geocli list --as-of 2026-09-21 --format table
            $ geocli list --fields name,address,phone -o shops.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question(local: past.local + values.local) { _ in }
        try question.ask(ListQuestion.self) { try past.sourceOfPlaces(common, uncorrected: values.uncorrected) }
    }
}

struct BoxCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "bbox", en: "List the places in a box, edges included, ordered by id.",
        ko: "사각형 안의 장소를 번호순으로 보여 줍니다. 경계선에 놓인 장소도 포함합니다.",
        about: Words(
            en: """
                A box has the longitude first; a position has the latitude first:
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                  near LAT,LON  geocli near 37.5563,126.9236
                If W is greater than E, the box crosses the 180° meridian.
                """,
            ko: """
                사각형은 경도부터, 위치는 위도부터 씁니다:
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                  near LAT,LON  geocli near 37.5563,126.9236
                서쪽 경도가 동쪽 경도보다 크면 180도 경선을 지나는 사각형입니다.
                """),
        examples: """
            $ geocli bbox 126.90,37.54,126.94,37.57
            $ geocli bbox 126.90,37.54,126.94,37.57 --kind used --sort name
            $ geocli bbox 126.90,37.54,126.94,37.57 -o hongdae.geojson
            """)

    @Argument(BoxQuestion.box) var box: [String] = []

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let question = try question { $0.add(BoxQuestion.box, box.joined(separator: " ")) }
        try question.ask(BoxQuestion.self) { try common.sourceOfPlaces() }
    }
}

struct InsideCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "inside", en: "List the places inside polygons or a district, edges included, ordered by id.",
        ko: "다각형이나 자치구 안의 장소를 번호순으로 보여 줍니다. 경계선에 놓인 장소도 포함합니다.",
        about: Words(
            en: """
                The outlines of Korea's districts are part of the program; 'geocli layers import --role districts' replaces them.
                Two files need no catalog: --areas districts.geojson --from points.csv --name-key NAME lists, for each point, the areas that hold it.
                """,
            ko: """
                우리나라 시군구 경계는 프로그램에 들어 있습니다. 다른 경계를 쓰려면 'geocli layers import --role districts'로 가져오세요.
                두 파일만 있으면 카탈로그는 필요 없습니다. --areas districts.geojson --from points.csv --name-key NAME을 쓰면 점마다 그 점이 들어 있는 영역을 보여 줍니다.
                """),
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
    var place: String?

    @OptionGroup var join: AreaOptions

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        try join.check()
        if let areas = join.areas, let from = join.from {
            try checkJoin()
            let questions = JoinQuestions(from: from, keep: join.keep, options: join.points, common: common)
            return try AreasJoin(
                areas: areas, questions: questions, options: join,
                output: try output.checked(common, reading: [areas, from]),
                showsProgress: !common.quiet && !(Console.outputIsTerminal && output.path == nil)
            ).run()
        }
        guard let place else {
            throw UsageError(
                en:
                    "FILE|DISTRICT is missing; give a GeoJSON file, a district such as mapo, or --areas FILE --from FILE",
                ko: "필수 항목이 없습니다: FILE|DISTRICT. GeoJSON 파일이나 마포 같은 자치구 이름, 또는 --areas와 --from을 쓰세요")
        }
        let question = try question(reading: [place], local: past.local + [("FILE", PlaceArgument.namesFile(place))]) {
            $0.add(InsideQuestion.area, place)
        }
        try question.ask(InsideQuestion.self) { question in
            if case .file(let source) = try PlaceArgument(place, db: common.db) { question.area = .polygons(source) }
        } of: {
            try past.sourceOfPlaces(common)
        }
    }

    /// Refuses what only works with the catalog.
    private func checkJoin() throws {
        guard place == nil else {
            throw UsageError(
                en: "give either FILE|DISTRICT or --areas FILE, not both", ko: "FILE|DISTRICT와 --areas 가운데 하나만 쓰세요")
        }
        try sorting.refuseForFiles(filters, with: "--areas", [("--limit", output.limit != nil)] + past.local)
    }
}

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Show everything known about one place.", ko: "장소 하나의 모든 정보를 보여 줍니다.",
        examples: """
            $ geocli show 12
            $ geocli show 라디오문고 --links
            $ geocli show 12 --format json -o place.json
            """)

    @Argument(ShowQuestion.place, completion: .places) var place: [String] = []

    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SingleRow>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        var listing = try output.checked(common, reading: []).with(links: links.links)
        listing.options.isSingle = true
        var given = Given(.option)
        let place = place.joined(separator: " ").trimmingBlanks()
        given.add(ShowQuestion.place, place)
        let question = CommandQuestion(
            given: given, output: listing, common: common, server: links.server, local: past.local + values.local)
        let path = place.split(separator: "/", maxSplits: 1).map(String.init)
        try question.ask(ShowQuestion.self, path: [ShowQuestion.name] + path) {
            try past.source(common, uncorrected: values.uncorrected)
        }
    }
}

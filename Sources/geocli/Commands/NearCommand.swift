internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText
internal import Glibc

struct NearCommand: ParsableCommand, PlaceListing {
    static let configuration = CommandConfiguration(
        "near", en: "List the places nearest to a position, nearest first.",
        ko: "지정한 위치에서 가까운 순서로 장소를 보여 줍니다.",
        about: Words(
            en: """
                A position has the latitude first; a box has the longitude first:
                  near LAT,LON  geocli near 37.5563,126.9236
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                WHERE can also be a position such as 37°33'22.7"N 126°55'25"E, a geo: URI, a link from Google Maps, NAVER Map, Kakao Map, Apple Maps or OpenStreetMap, the id or the reference of a place, the address of a place (독막로 165), or the exact name of a place, a district or a station (홍대입구역). Write name:1984 for a place called 1984, because 1984 alone is an id.
                Without WHERE, the search starts from 'here' in the configuration file; see 'geocli config --help'.
                """,
            ko: """
                위치는 위도부터, 사각형은 경도부터 씁니다:
                  near LAT,LON  geocli near 37.5563,126.9236
                  bbox W,S,E,N  geocli bbox 126.90,37.54,126.94,37.57
                WHERE에는 37°33'22.7"N 126°55'25"E 같은 표기, geo: URI, 지도(네이버, 카카오, 구글, 애플, OpenStreetMap) 링크, 장소의 번호나 참조(예: seoul-bookstores/2283), 장소의 주소(독막로 165), 장소·자치구·역(홍대입구역)의 정확한 이름도 쓸 수 있습니다. 숫자만 쓰면 번호로 읽으므로, 이름이 1984인 장소는 name:1984로 씁니다.
                WHERE를 쓰지 않으면 설정 파일의 'here'를 기준 위치로 씁니다. 'geocli config --help'를 확인하세요.
                """),
        examples: """
            $ geocli near 37.5563,126.9236 --within 1km --kind used
            $ geocli near mapo -k 3 --links
            $ geocli near 12 --sort name --format csv
            """)

    @Argument(NearQuestion.origin, completion: .origins) var position: [String] = []
    @Option(NearQuestion.count, value: .count) var count: String?
    @Option(NearQuestion.within, value: .distance) var within: String?

    @Option(
        help: ArgumentHelp(
            "Find the places nearest to each point of a file: CSV, TSV, JSON or GeoJSON; - is standard input.",
            ko: "파일(CSV, TSV, JSON, GeoJSON)의 점마다 가까운 장소를 찾습니다. -는 표준 입력입니다.", value: .file),
        completion: .file())
    var from: String?

    @OptionGroup var points: PointFileOptions
    @OptionGroup var join: JoinOptions

    @Option(
        help: ArgumentHelp(
            "With --from: number of threads (default: one for each processor).", ko: "--from에 쓸 스레드 수 (기본값: 프로세서마다 하나)",
            value: .count))
    var threads: String?

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<NearRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let local = [("--from", from != nil)] + join.local + points.local
        let question = try question(reading: [from, join.places], local: local) { given in
            try checkFile()
            given.add(NearQuestion.count, count)
            given.add(NearQuestion.within, within)
            guard from == nil else { return }
            let start = try position.isEmpty ? Settings.here() : (words: position, name: "WHERE")
            given.add(NearQuestion.origin, start.words.joined(separator: " "))
            given.origin = (NearQuestion.origin.name, start.name)
        }
        if let from, let places = join.places, sorting.server == nil {
            try sorting.refuseForFiles(filters, with: "--places")
            let asked = try NearQuestion(question.given)
            return try PlacesJoin(
                places: places,
                questions: JoinQuestions(from: from, keep: join.keep, options: points, common: common),
                count: asked.count, withinMeters: asked.withinMeters,
                threads: try PointFileOptions.threadCount(threads),
                options: join, output: question.output, common: common, showsProgress: showsProgress
            ).run()
        }
        if let from, sorting.server == nil {
            return try answer(from, try NearQuestion(question.given), question.output)
        }
        try question.ask(NearQuestion.self) { try common.sourceOfPlaces() }
    }

    private func checkFile() throws {
        try PointFileOptions.checkFrom(from, join.local + points.local + [("--threads", threads != nil)])
        try join.check()
        try points.check()
        guard from == nil || position.isEmpty else {
            throw UsageError(en: "give either WHERE or --from FILE, not both", ko: "WHERE와 --from 가운데 하나만 쓰세요")
        }
        guard from == nil || sorting.sort == nil else {
            throw UsageError(
                en: "--sort only works with WHERE: with --from, the answers keep the order of the points in the file",
                ko: "--sort는 WHERE와 함께 쓰세요. --from의 결과는 파일에 있는 점의 순서대로 나옵니다")
        }
    }

    private func answer(_ from: String, _ question: NearQuestion, _ listing: ListingOutput) throws {
        let source = try common.sourceOfPlaces()
        let shops = try ShopRows(source, isUnique: sorting.unique)
        let wanted = try CommandAnswer(output: listing).filter(question.filters, in: source)
        let filter = try shops.narrowed(wanted, in: source, standing: .withPoint)
        let (file, keys) = try JoinQuestions(
            from: from, keep: join.keep, options: points, common: common, isOneOfTwo: false
        ).open()
        let kept = KeptTexts(keys)
        var questions = FileQuestions(file, keeping: kept)
        let query = BatchQuery(count: question.count, withinMeters: question.withinMeters, filter)
        let progress = ProgressLine(Words(en: "points done", ko: "처리한 점"), isAllowed: showsProgress)
        defer { Console.clearProgress() }
        try Listing.writeBatch(shops, kept, listing) { batch in
            guard let catalog = source as? Catalog else {
                try query.run(
                    { try questions.next() }, asking: source, rows: batch.rows, put: batch.put,
                    onProgress: { progress.report($0, of: nil) })
                return Listing.tell(questions.skipped, common)
            }
            try query.run(
                { try questions.next() }, in: catalog, threads: try PointFileOptions.threadCount(threads),
                rows: batch.rows,
                put: batch.put, onProgress: { progress.report($0, of: nil) })
            Listing.tell(questions.skipped, common)
        }
    }

    private var showsProgress: Bool { !common.quiet && !(Console.outputIsTerminal && output.path == nil) }
}

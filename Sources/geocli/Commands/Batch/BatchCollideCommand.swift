internal import ArgumentParser
internal import GeocliAsking
internal import GeocliGeo
internal import GeocliText
internal import Scale

/// `geocli batch collide`: the collision pass at one zoom.
struct BatchCollideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "collide",
        en: "Write a plan that finds which markers a map shows at a given zoom, for data too large for one machine.",
        ko: "지정한 줌에서 지도에 보이는 마커를 구하는 계획을 만듭니다. 컴퓨터 한 대로 처리하기 어려운 데이터에 씁니다.",
        about: Words(
            en: """
                The rules are the same as in 'geocli cluster --mode faithful'. The answer has the columns id, visible, hidden_by and point_count. Columns of the places file, such as width or priority, work as in 'geocli cluster --from'.
                """,
            ko: """
                규칙은 'geocli cluster --mode faithful'과 같습니다. 결과에는 id, visible, hidden_by, point_count 열이 있습니다. 장소 파일의 width나 priority 같은 열은 'geocli cluster --from'에서와 똑같이 쓰입니다.
                """),
        examples: """
            $ geocli batch collide --places shops.tsv --zoom 12 -o collide.sql
            $ geocli batch collide --places shops.tsv --zoom 9 --icon 22x35
            $ geocli batch collide --places shops.tsv --zoom 12 --fields name --format tsv
            """)

    @Option(help: ArgumentHelp("Zoom of the map, a whole number from 0 to 22.", ko: "지도의 줌, 0~22의 정수", value: .zoom))
    var zoom: String

    @Option(
        help: ArgumentHelp(
            "Marker columns of the places file, such as width,priority (default: all marker columns that the file has).",
            ko: "장소 파일에서 마커의 모양과 순위를 정하는 열. 예: width,priority (기본값: 파일에 있는 마커 열 모두)", value: .columns),
        completion: .list(of: MarkerColumn.allCases.map(\.rawValue)))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "Width of the square that one worker handles, in pt: a power of two from 64 to 65536 (default: 2048).",
            ko: "워커 하나가 맡는 정사각형의 너비, pt 단위: 64~65536 중 2의 거듭제곱 (기본값: 2048)", value: .points))
    var part: String?

    @OptionGroup var pass: CollisionArguments<PlannedPass>
    @OptionGroup var plan: PlanArguments

    func run() throws {
        let place = try plan.place(reading: [])
        let table = try plan.table(plan.places, option: "--places")
        let options = try pass.words().options(allZooms: false)
        guard options.mode == .faithful, options.attribution == .first else {
            throw UsageError(
                en:
                    "a plan knows only --mode faithful and --attribution first; for others, use 'geocli cluster --from'",
                ko:
                    "계획에는 --mode faithful과 --attribution first만 쓸 수 있습니다. 다른 값이 필요하면 'geocli cluster --from'을 쓰세요")
        }
        let zoom = try ValueArgument.whole(zoom, option: "--zoom", in: 0...CollisionOptions.highestZoom)
        try pass.words().check(zoom: Double(zoom))
        var job = CollidePlan(zoom: zoom, template: try pass.words().template(), places: table)
        job.options = options
        if let part {
            let points = try ValueArgument.whole(part, option: "--part", in: 64...65536)
            guard points.nonzeroBitCount == 1 else {
                throw ValueArgument.wrong("--part", part, en: "write a power of two", ko: "2의 거듭제곱으로 쓰세요")
            }
            job.tileBits = points.trailingZeroBitCount
        }
        job.columns = try wantedColumns(table.form)
        job.fields = try plan.fieldNames(besides: ["id", "visible", "hidden_by", "point_count"])
        job.format = try plan.rowFormat()
        job.paths = try plan.paths(["places": plan.places])
        try plan.write(try job.plan(), to: place)
    }

    /// Returns the columns that describe markers. If the file's columns cannot be read on this machine, returns none
    /// and tells the user.
    private func wantedColumns(_ form: PointTable.Form) throws -> [MarkerColumn] {
        if let columns {
            return try ValueArgument.choices([columns], option: "--columns", of: MarkerColumn.self)
        }
        guard let path = plan.places else { return [] }
        guard let names = try InputColumns.names(path: path, form: form)?.map({ $0.lowercased() }) else {
            let shown = DisplayText.singleLine(path)
            Console.note(
                Words(
                    en:
                        "the columns of \(shown) can't be read now, so the plan uses no marker columns; name them with --columns",
                    ko: "지금은 \(shown)의 열을 읽을 수 없어 계획에 마커 열을 넣지 않습니다. --columns로 지정하세요"), isQuiet: false)
            return []
        }
        return MarkerColumn.allCases.filter { names.contains($0.rawValue) }
    }
}

internal import ArgumentParser
internal import GeocliGeo
internal import GeocliText
internal import Scale

/// `geocli plan collide`: the collision pass at one zoom.
struct PlanCollideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collide", abstract: "The markers a map shows at a zoom, for more than one machine holds.",
        discussion: """
            Example: geocli plan collide --places shops.tsv --zoom 12 -o collide.sql
            It is the pass of 'geocli cluster --mode faithful'. The answer has the columns id, visible, hidden_by and
            point_count. Columns of the places such as width or priority are used as 'cluster --from' uses them.
            """)

    @Option(help: ArgumentHelp("The zoom, a whole number from 0 to 22.", valueName: "zoom"))
    var zoom: String

    @Option(help: ArgumentHelp("Width and height of a marker in pt (default: 40x53).", valueName: "WxH"))
    var icon: String?

    @Option(help: ArgumentHelp("Where in the marker its point is, 0,0 top left (default: 0.5,1).", valueName: "x,y"))
    var anchor: String?

    @Option(help: ArgumentHelp("Free space around each marker in pt (default: 0).", valueName: "pt"))
    var padding: String?

    @Option(help: ArgumentHelp("Width of the world at zoom 0: 512 or 256 pt (default: 512).", valueName: "pt"))
    var tileSize: String?

    @Option(
        help: ArgumentHelp(
            "Columns of the markers to use (default: those that the places have; none if they can't be read).",
            valueName: "a,b"), completion: .list(of: MarkerColumn.allCases.map(\.rawValue)))
    var columns: String?

    @Option(
        help: ArgumentHelp(
            "Width in pt of a worker's square, a power of two, 64 to 65536 (default: 2048).", valueName: "pt"))
    var part: String?

    @Option(
        help: ArgumentHelp(
            "Maximum markers that one worker decides alone, first or last; limits its memory (default: 500000).",
            valueName: "n")
    )
    var alone: String?

    @OptionGroup var plan: PlanArguments

    func run() throws {
        let place = try plan.place(reading: [])
        try plan.check()
        let table = try plan.table(plan.places, option: "--places")
        var job = CollidePlan(
            zoom: try ValueArgument.whole(zoom, option: "--zoom", in: 0...CollisionOptions.highestZoom),
            template: try CollisionArguments.template(icon: icon, anchor: anchor), places: table)
        if let padding {
            job.options.paddingPoints = try ValueArgument.number(padding, option: "--padding", in: 0...1000)
        }
        if let tileSize {
            guard
                let size = CollisionOptions.TileSize(
                    rawValue: try ValueArgument.whole(tileSize, option: "--tile-size", in: 256...512))
            else { throw ValueArgument.wrong("--tile-size", tileSize, en: "choose 512 or 256", ko: "512나 256을 고르세요") }
            job.options.tileSize = size
        }
        if let part {
            let points = try ValueArgument.whole(part, option: "--part", in: 64...65536)
            guard points.nonzeroBitCount == 1 else {
                throw ValueArgument.wrong("--part", part, en: "write a power of two", ko: "2의 거듭제곱으로 쓰세요")
            }
            job.tileBits = points.trailingZeroBitCount
        }
        if let alone {
            job.aloneCount = min(try ValueArgument.count(alone, option: "--alone", minimum: 1), 1_000_000_000)
        }
        job.columns = try wantedColumns(table.form)
        job.fields = try plan.fieldNames(besides: ["id", "visible", "hidden_by", "point_count"])
        job.format = try plan.rowFormat()
        job.paths = try plan.paths(["places": plan.places])
        try plan.write(try job.plan(), to: place)
    }

    /// Returns the columns that describe markers. If the file's columns cannot be read here, it returns none and tells
    /// the user.
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
                    ko: "지금은 \(shown)의 열을 읽을 수 없어 계획에 마커 열을 넣지 않습니다; --columns로 지정하세요"), isQuiet: false)
            return []
        }
        return MarkerColumn.allCases.filter { names.contains($0.rawValue) }
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliGeo
internal import GeocliText
internal import Glibc
internal import Scale

struct BatchNearestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "nearest",
        en: "Write a plan that finds the places nearest to each of many points, for data too large for one machine.",
        ko: "여러 지점에서 각각 가장 가까운 장소를 찾는 계획을 만듭니다. 컴퓨터 한 대로 처리하기 어려운 데이터에 씁니다.",
        about: Words(
            en: "The answer has the columns query, rank, id and distance_m (meters).",
            ko: "결과에는 query, rank, id, distance_m(미터) 열이 있습니다."),
        examples: """
            $ geocli batch nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli batch nearest --places shops.tsv --queries homes.csv --fields name,district
            $ geocli batch nearest --places shops.tsv --queries homes.csv --format tsv -o nearest.sql
            """)

    @Option(
        help: ArgumentHelp(
            "Points to start from: a file with the same columns as --places.", ko: "기준 지점: --places와 같은 열이 있는 파일",
            value: .file), completion: .file())
    var queries: String?

    @Option(
        name: .customShort("k", allowingJoined: true),
        help: ArgumentHelp(
            "Number of places to find for each point (default: 10).", ko: "지점마다 찾을 장소의 수 (기본값: 10)", value: .count))
    var count: String?

    @OptionGroup var plan: PlanArguments

    func run() throws {
        let place = try plan.place(reading: [queries])
        var job = NearestPlan(
            places: try plan.table(plan.places, option: "--places"),
            queries: try plan.table(queries, option: "--queries"))
        if let count { job.count = try ValueArgument.count(count, option: "-k", minimum: 1) }
        guard job.count <= 1_000_000 else {
            throw UsageError(en: "-k must be at most 1000000", ko: "-k는 1000000 이하로 쓰세요")
        }
        job.cellPlaces = max(job.cellPlaces, 4 * job.count)
        job.fields = try plan.fieldNames(besides: ["query", "rank", "id", "distance_m"])
        job.format = try plan.rowFormat()
        job.paths = try plan.paths(["places": plan.places, "queries": queries])
        try plan.write(try job.plan(), to: place)
    }
}

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

struct PlanArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Places: a CSV, TSV or Parquet file with the columns id, longitude and latitude. 'geocli batch run --places' can use a different file.",
            ko: "장소: id, longitude, latitude 열이 있는 CSV, TSV, Parquet 파일. 실행할 때 'geocli batch run --places'로 바꿀 수 있습니다.",
            value: .file),
        completion: .file())
    var places: String?

    @Option(
        help: ArgumentHelp(
            "Format of the input files: csv, tsv or parquet (default: by their extensions).",
            ko: "입력 파일의 형식: csv, tsv, parquet (기본값: 확장자에 따름)", value: .format),
        completion: .words(PointTable.Form.allCases.map(\.rawValue)))
    var inputFormat: String?

    @Option(
        help: ArgumentHelp(
            "Columns of the places file to add to each row of the answer, such as name,district.",
            ko: "결과의 각 행에 덧붙일 장소 파일의 열. 예: name,district", value: .columns))
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Format of the answer: csv (default) or tsv.", ko: "결과의 형식: csv(기본값) 또는 tsv", value: .format),
        completion: .words(BatchPlan.RowFormat.allCases.map(\.rawValue)))
    var format: String?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write the plan to this file (default: standard output).", ko: "계획을 이 파일에 저장합니다. (기본값: 표준 출력)", value: .file
        ),
        completion: .file(extensions: ["sql"]))
    var output: String?

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func rowFormat() throws -> BatchPlan.RowFormat {
        try format.map { try ValueArgument.choice($0, option: "--format", of: BatchPlan.RowFormat.self) } ?? .csv
    }

    /// Returns how to read a file; as CSV if neither its path nor an option selects a format.
    func table(_ path: String?, option: String) throws -> PointTable {
        if let inputFormat {
            return PointTable(
                form: try ValueArgument.choice(inputFormat, option: "--input-format", of: PointTable.Form.self))
        }
        guard let path else { return PointTable(form: .csv) }
        guard let form = PointTable.form(ofPath: path) else {
            throw ValueArgument.wrong(
                option, path, en: "end the file name in .csv, .tsv or .parquet, or give --input-format",
                ko: "파일 이름을 .csv, .tsv, .parquet로 끝내거나 --input-format을 쓰세요")
        }
        return PointTable(form: form)
    }

    /// Returns the columns that `--fields` names. They must differ from the answer's own columns.
    func fieldNames(besides own: [String]) throws -> [String] {
        let names = fields.map { ValueArgument.list([$0]) } ?? []
        for name in names {
            let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x20 && !"`'\"\\$,:".utf8.contains($0) }
            guard isPlain, !own.contains(name.lowercased()) else {
                throw ValueArgument.wrong(
                    "--fields", name, en: "choose columns of the places file other than \(own.joined(separator: ", "))",
                    ko: "장소 파일의 열 이름을 쓰세요(\(own.joined(separator: ", ")) 제외)")
            }
        }
        return names
    }

    /// Returns the paths, checked for use in a comment of the plan. Refuses line ends and other control characters.
    func paths(_ all: [String: String?]) throws -> [String: String] {
        try all.compactMapValues { path in
            guard let path else { return nil }
            guard path.utf8.allSatisfy({ $0 >= 0x20 }), !path.isEmpty else {
                throw UsageError(
                    en: "a path is empty or contains a control character such as a line break; use another path",
                    ko: "경로가 비어 있거나 줄바꿈 같은 제어 문자가 있습니다. 다른 경로를 쓰세요")
            }
            return path
        }
    }

    /// Checks the path of the plan, which must not be one of its input files.
    func place(reading inputs: [String?]) throws -> OutputDestination {
        try OutputDestination(output, db: nil, reading: [places] + inputs)
    }

    /// Writes the plan to `place` if the plan's input files have the required columns. Only files on this machine are
    /// checked.
    func write(_ plan: BatchPlan, to place: OutputDestination) throws {
        for (name, input) in plan.inputs {
            guard let path = plan.paths[name] else { continue }
            try InputColumns.check(path: path, form: input.form, columns: input.columns)
        }
        try place.write(plan.sql)
    }
}

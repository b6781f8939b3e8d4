internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliQuery
internal import GeocliText

/// The options of `inside --areas`.
struct AreaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With --from: a GeoJSON file with areas; each point is listed with the areas that hold it.",
            ko: "--from과 함께: 영역이 든 GeoJSON 파일. 점마다 그 점이 들어 있는 영역을 보여 줍니다.", value: .file),
        completion: .file())
    var areas: String?

    @Option(
        help: ArgumentHelp(
            "With --areas: a file of points: CSV, TSV, JSON or GeoJSON; - is standard input.",
            ko: "--areas와 함께: 점이 든 파일(CSV, TSV, JSON, GeoJSON). -는 표준 입력입니다.", value: .file),
        completion: .file())
    var from: String?

    @Option(
        help: ArgumentHelp(
            "With --areas: the property with the name of each area.", ko: "--areas와 함께: 영역 이름이 든 속성", value: .key))
    var nameKey: String?

    @Option(
        help: ArgumentHelp(
            "With --areas: columns of the --from file to write in each row.",
            ko: "--areas와 함께: 행마다 함께 출력할 --from 파일의 열", value: .keys))
    var keep: String?

    @Flag(
        help: ArgumentHelp(
            "With --areas: also list the points in no area (default: only count them).",
            ko: "--areas와 함께: 어느 영역에도 없는 점도 보여 줍니다. (기본값: 세기만 함)"))
    var outside = false

    @OptionGroup var points: PointFileOptions

    @Option(
        help: ArgumentHelp(
            "With --areas: number of threads (default: one for each processor).",
            ko: "--areas에 쓸 스레드 수 (기본값: 프로세서마다 하나)", value: .count))
    var threads: String?

    /// All options, and whether each was given. No service has them.
    var local: [(option: String, isGiven: Bool)] {
        [
            ("--areas", areas != nil), ("--from", from != nil), ("--name-key", nameKey != nil), ("--keep", keep != nil),
            ("--outside", outside), ("--threads", threads != nil),
        ] + points.local
    }

    func check() throws {
        guard areas == nil, let given = local.first(where: \.isGiven) else {
            try PointFileOptions.checkFrom(from, local)
            return try points.check()
        }
        throw UsageError(
            en: "\(given.option) only works with --areas FILE", ko: "\(given.option) 옵션은 --areas와 함께 쓰세요")
    }
}

/// `inside --areas FILE --from FILE`: the areas that hold each point, without a catalog.
struct AreasJoin {
    let areas: String
    let questions: JoinQuestions
    let options: AreaOptions
    let output: ListingOutput
    let showsProgress: Bool

    func run() throws {
        try questions.check(beside: areas, option: "--areas")
        let common = questions.common
        let (asked, kept) = try questions.open()
        let columns = AreaColumns(
            nameKey: options.nameKey, kept: kept, fields: output.options.fields, listsOutside: options.outside)
        let progress = ProgressLine(Words(en: "points done", ko: "처리한 점"), isAllowed: showsProgress)
        defer { Console.clearProgress() }
        let threads = try PointFileOptions.threadCount(options.threads) ?? JoinPlaces.usualThreads
        let read = try JoinAreas(
            try InputFile.open(areas, db: common.db), keeping: columns.read, required: options.nameKey == nil ? 0 : 1)
        if let name = read.missing.first {
            let (file, shown) = (DisplayText.singleLine(areas), DisplayText.shown(name, columns: 60))
            throw UsageError(
                en: "--fields: no area of \(file) has a property \"\(shown)\"",
                ko: "--fields: \(file)에 \"\(shown)\" 속성이 있는 영역이 없습니다")
        }
        let join = AreaJoin(read, listsOutside: options.outside)
        try Listing.writeJoin(columns.schema(read), output) { batch in
            let skipped = try join.run(
                asked, threads: threads, isParallel: batch.isParallel, rows: batch.rows, put: batch.put,
                onProgress: { progress.report($0, of: nil) })
            Listing.tell(skipped, of: asked.name, common)
            tell(outside: join.outsideCount)
        }
    }

    private func tell(outside count: Int) {
        guard count > 0 else { return }
        Console.note(
            Words(
                en: "\(count) \(count == 1 ? "point is" : "points are") in no area",
                ko: "어느 영역에도 없는 점이 \(count)개 있습니다"), isQuiet: questions.common.quiet)
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText
internal import Glibc
internal import Scale

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "batch",
        en:
            "Find nearest places or visible markers on Spark: write a plan (a batch job in SQL), then run it.",
        ko: "가까운 장소를 찾거나 보이는 마커를 구하는 일을 Spark로 처리합니다. 계획(일괄 작업을 적은 SQL)을 만든 뒤 실행합니다.",
        examples: """
            $ geocli batch nearest --places shops.tsv --queries homes.csv -k 5 -o nearest.sql
            $ geocli batch collide --places shops.tsv --zoom 12 -o collide.sql
            $ geocli batch run nearest.sql -o answer.csv
            """,
        subcommands: [BatchNearestCommand.self, BatchCollideCommand.self, BatchRunCommand.self])
}

struct BatchRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "run", en: "Run a plan on Spark. The answer is written completely or not at all.",
        ko: "Spark에서 계획을 실행합니다. 실행에 성공했을 때만 결과를 저장하고, 실패하면 파일을 남기지 않습니다.",
        about: Words(
            en:
                "Spark takes about twenty seconds to start. docs/scale.md explains how to install it and when it is worth using.",
            ko: "Spark를 시작하는 데 20초쯤 걸립니다. 설치 방법과 언제 쓰면 좋은지는 docs/scale.md에 있습니다."),
        examples: """
            $ geocli batch run nearest.sql -o answer.csv
            $ geocli batch run nearest.sql --queries other.csv -o other-answer.csv
            $ geocli batch run nearest.sql --conf spark.driver.memory=4g -o answer.csv
            """)

    @Argument(
        help: ArgumentHelp(
            "A plan from 'geocli batch nearest' or 'geocli batch collide', or - for standard input.",
            ko: "'geocli batch nearest'나 'geocli batch collide'로 만든 계획. -는 표준 입력입니다.",
            value: .argument("PLAN")),
        completion: .file(extensions: ["sql"]))
    var plan: String

    @Option(
        help: ArgumentHelp(
            "File of places to use instead of the file in the plan.", ko: "계획에 적힌 장소 파일 대신 쓸 파일", value: .file),
        completion: .file())
    var places: String?

    @Option(
        help: ArgumentHelp(
            "File of points to start from, instead of the file in the plan.", ko: "계획에 적힌 기준 지점 파일 대신 쓸 파일",
            value: .file),
        completion: .file())
    var queries: String?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write the answer to this file (default: standard output).", ko: "결과를 이 파일에 저장합니다. (기본값: 표준 출력)",
            value: .file),
        completion: .file(extensions: ["csv", "tsv"]))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Path of the spark-sql program (default: in $SPARK_HOME, else on PATH).",
            ko: "spark-sql 프로그램 (기본값: $SPARK_HOME에 있는 것, 없으면 PATH에서 찾음)", value: .path), completion: .file())
    var sparkSql: String?

    @Option(
        help: ArgumentHelp(
            "Path of geoworker, the program that a plan calls (default: in the folder of geocli, else on PATH).",
            ko: "geoworker 프로그램 (기본값: geocli와 같은 폴더, 없으면 PATH에서 찾음)", value: .path), completion: .file())
    var worker: String?

    @Option(
        help: ArgumentHelp(
            "Where Spark runs (default: local[*,4], all processors of this machine).",
            ko: "Spark를 실행할 곳 (기본값: local[*,4], 이 컴퓨터의 모든 프로세서)", value: .address))
    var master: String?

    @Option(
        help: ArgumentHelp(
            "A Spark setting, such as spark.driver.memory=4g. Repeat the option for several settings.",
            ko: "Spark 설정. 예: spark.driver.memory=4g. 여러 번 쓸 수 있습니다.", value: .setting))
    var conf: [String] = []

    @Option(
        help: ArgumentHelp(
            "Folder for intermediate files (default: $TMPDIR, else /tmp).", ko: "중간 파일을 둘 폴더 (기본값: $TMPDIR, 없으면 /tmp)",
            value: .folder),
        completion: .directory)
    var scratch: String?

    @Option(
        help: ArgumentHelp("Write Spark's log to this file.", ko: "Spark의 로그를 이 파일에 저장합니다.", value: .file),
        completion: .file())
    var log: String?

    @Flag(name: .customShort("q"), help: ArgumentHelp("Print no messages except errors.", ko: "오류 외의 메시지는 출력하지 않습니다."))
    var quiet = false

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func run() throws {
        _ = try outputPlace(reading: [])
        let source = try plan == "-" ? ByteSource.standardInput() : .file(path: plan)
        guard let bytes = try source.readAll(limit: 1 << 20), let sql = String(validating: bytes, as: UTF8.self) else {
            throw InputFileError(UsageError(en: "is not a plan", ko: "계획 파일이 아닙니다"), in: source.name)
        }
        let job = try BatchPlan(sql: sql, name: DisplayText.singleLine(source.name))
        let place = try outputPlace(reading: Array(job.paths.values))
        try checkEnding(job.format)
        try checkSettings()
        guard queries == nil || job.job == .nearest else {
            throw UsageError(
                en: "--queries only works with a plan from 'geocli batch nearest'",
                ko: "--queries는 'geocli batch nearest'로 만든 계획에만 쓸 수 있습니다")
        }
        var batch = BatchRun(
            plan: job, sparkSQL: try ProgramPath.sparkSQL(sparkSql), worker: try ProgramPath.worker(worker),
            scratchParent: scratch ?? Environment.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp")
        if let places { batch.paths["places"] = places }
        if let queries { batch.paths["queries"] = queries }
        if let master { batch.master = master }
        batch.settings = conf
        batch.logPath = log
        let file = try OutputFile.create(at: place)
        let outcome = try batch.run(
            put: file.write,
            onProgress: { step, amount in
                Console.note(Words(en: "\(step): \(amount)", ko: "\(step): \(amount)"), isQuiet: quiet)
            }, onNote: { Console.note($0, isQuiet: quiet) })
        if case .stopped(let signal) = outcome { throw ExitStatus(rawValue: 128 + signal) }
        try file.commit()
    }

    /// Checks the paths of the answer and the log: neither may overwrite an input or the other.
    private func outputPlace(reading planned: [String]) throws -> OutputDestination {
        let inputs = [plan, places, queries, worker, sparkSql] + planned
        if let log {
            _ = try OutputDestination(log, db: nil, reading: inputs)
            // If Spark fails, the program reads the log again, so it must be a regular file.
            if let facts = FileSystem.facts(log), !facts.isFile {
                throw PlainError.notAFile(DisplayText.singleLine(log), mode: facts.st_mode)
            }
        }
        return try OutputDestination(output, db: nil, reading: inputs, writing: [log])
    }

    private func checkSettings() throws {
        for setting in conf where !setting.hasPrefix("spark.") || !setting.contains("=") {
            throw ValueArgument.wrong(
                "--conf", setting, en: "write a Spark setting, such as spark.driver.memory=4g",
                ko: "spark.driver.memory=4g처럼 Spark 설정을 쓰세요")
        }
    }

    /// Refuses a path whose ending names a format other than the plan's.
    private func checkEnding(_ format: BatchPlan.RowFormat) throws {
        guard let output, let form = PointTable.form(ofPath: output), form.rawValue != format.rawValue else { return }
        throw UsageError(
            en:
                "-o \(DisplayText.singleLine(output)): this plan writes \(format.rawValue); make a plan with --format \(form.rawValue), or end the file name in .\(format.rawValue)",
            ko:
                "-o \(DisplayText.singleLine(output)): 이 계획의 결과는 \(format.rawValue) 형식입니다. 계획을 --format \(form.rawValue)\(.by) 다시 만들거나 파일 이름을 .\(format.rawValue)\(.by) 끝내세요"
        )
    }
}

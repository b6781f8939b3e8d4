internal import ArgumentParser
internal import GeocliExport
internal import GeocliText
internal import Glibc
internal import Scale

/// `geocli run PLAN`: runs a plan on Spark.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a plan on Spark: a complete answer, or no file.",
        discussion: """
            Example: geocli run nearest.sql -o answer.csv
            docs/scale.md says how Spark is installed, and when it is worth its start of some twenty seconds.
            """)

    @Argument(
        help: ArgumentHelp("The plan, from 'geocli plan', or -.", valueName: "PLAN"),
        completion: .file(extensions: ["sql"]))
    var plan: String

    @Option(help: ArgumentHelp("The places, if not those of the plan.", valueName: "file"), completion: .file())
    var places: String?

    @Option(help: ArgumentHelp("The queries, if not those of the plan.", valueName: "file"), completion: .file())
    var queries: String?

    @Option(
        name: .customShort("o"), help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv"]))
    var output: String?

    @Option(
        help: ArgumentHelp("spark-sql (default: of $SPARK_HOME, else on PATH).", valueName: "path"), completion: .file()
    )
    var sparkSql: String?

    @Option(
        help: ArgumentHelp("geoworker (default: beside geocli, else on PATH).", valueName: "path"), completion: .file())
    var worker: String?

    @Option(
        help: ArgumentHelp("Where Spark works (default: local[*,4], all processors of this machine).", valueName: "url")
    )
    var master: String?

    @Option(
        help: ArgumentHelp("A setting of Spark, may be repeated: spark.driver.memory=4g", valueName: "name=value"))
    var conf: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where to make the folder for intermediate files (default: $TMPDIR, else /tmp).", valueName: "folder"),
        completion: .directory)
    var scratch: String?

    @Option(help: ArgumentHelp("Keep all that Spark says in this file.", valueName: "file"), completion: .file())
    var log: String?

    @Flag(name: .customShort("q"), help: "Print nothing unless something failed.")
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
            throw UsageError(en: "--queries only works with a plan of nearest", ko: "--queries는 nearest 계획에만 씁니다")
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
            var entry = stat()
            if stat(log, &entry) == 0, entry.st_mode & S_IFMT != S_IFREG {
                throw NotAFileError(path: DisplayText.singleLine(log), mode: entry.st_mode)
            }
        }
        return try OutputDestination(output, db: nil, reading: inputs, writing: [log])
    }

    private func checkSettings() throws {
        for setting in conf where !setting.hasPrefix("spark.") || !setting.contains("=") {
            throw ValueArgument.wrong(
                "--conf", setting, en: "write a setting of Spark, such as spark.driver.memory=4g",
                ko: "spark.driver.memory=4g처럼 Spark 설정을 쓰세요")
        }
    }

    /// Refuses a path whose ending names another format than the plan's.
    private func checkEnding(_ format: BatchPlan.RowFormat) throws {
        guard let output, let form = PointTable.form(ofPath: output), form.rawValue != format.rawValue else { return }
        throw UsageError(
            en:
                "-o \(DisplayText.singleLine(output)): the plan writes \(format.rawValue); make one with --format \(form.rawValue), or end the name in .\(format.rawValue)",
            ko:
                "-o \(DisplayText.singleLine(output)): 이 계획은 \(format.rawValue)\(.object) 씁니다; --format \(form.rawValue)\(.by) 다시 만들거나 이름을 .\(format.rawValue)\(.by) 끝내세요"
        )
    }
}

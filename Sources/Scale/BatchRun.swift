public import GeocliText
internal import Glibc

/// A run of a plan on Spark: it uses a folder for intermediate files and one `spark-sql` process, and gives the answer
/// at the end.
public struct BatchRun: Sendable {
    /// The ways a run can end.
    public enum Outcome: Sendable, Equatable {
        case finished
        /// A signal ended the run, and the run's folder was removed.
        case stopped(signal: Int32)
    }

    /// The plan.
    public var plan: BatchPlan
    /// The paths of the plan's inputs, by variable; they replace the paths in the plan.
    public var paths: [String: String] = [:]
    /// The path of spark-sql.
    public var sparkSQL: String
    /// The path of geoworker.
    public var worker: String
    /// Spark's master: `local[*,4]` uses all processors of this machine and tries each task up to four times.
    public var master = "local[*,4]"
    /// Further settings of Spark, each in the form `NAME=VALUE`.
    public var settings: [String] = []
    /// The folder in which the folder for intermediate files is made.
    public var scratchParent: String
    /// The file that keeps Spark's complete output; nil to discard it.
    public var logPath: String?

    /// Makes a run of `plan`.
    public init(plan: BatchPlan, sparkSQL: String, worker: String, scratchParent: String) {
        (self.plan, self.sparkSQL, self.worker, self.scratchParent) = (plan, sparkSQL, worker, scratchParent)
    }

    /// Runs the plan to its end.
    ///
    /// After SIGINT, SIGTERM or SIGHUP, the run ends Spark, removes its folder, and returns `.stopped`.
    ///
    /// - Parameters:
    ///   - put: takes the bytes of the answer, the line of column names first. It is called only after all checks of
    ///     the plan have passed.
    ///   - onProgress: takes the name of a finished step and the number that the plan recorded for this step.
    ///   - onNote: takes a note for the user about the inputs.
    /// - Throws: `PlainError`, `CSVError`; errors of `put`.
    public func run(
        put: ([UInt8]) throws -> Void, onProgress: (String, Int64) -> Void, onNote: (Words) -> Void
    ) throws -> Outcome {
        let signals = EndingSignals()
        // The files are checked before a folder is made or a process starts, so that a fault in a file is reported at
        // once.
        let inputs = try plan.job.inputs.map { try input($0) }
        for input in inputs { try input.note(onNote) }
        let scratch = try ScratchFolder(in: scratchParent)
        defer { scratch.remove() }
        try checkPath(scratch.path)
        try scratch.makeFolder("tmp")
        let log = logPath ?? scratch.file("log")
        try write(plan.sql, to: scratch.file("plan.sql"))
        let child = try ChildProcess(
            words(scratch, try inputs.flatMap { try $0.variables(scratch) }), outputPath: scratch.file("printed"),
            errorPath: log, scratch: scratch)
        defer { child.finish() }
        var progress = ProgressReader(folder: scratch.file("tables/progress"))
        var status = child.status()
        while status == nil {
            if let signal = signals.wait(milliseconds: 200) {
                child.stop()
                return .stopped(signal: signal)
            }
            progress.read(onProgress)
            status = child.status()
        }
        progress.read(onProgress)
        if let status, status != 0 { throw failure(status, log: log) }
        return try hand(over: scratch.file("output"), signals, put)
    }

    private func input(_ name: String) throws -> RunInput {
        guard let path = paths[name] ?? plan.paths[name] else {
            throw PlainError(
                .usage, en: "the plan does not say where its \(name) are; add --\(name) FILE",
                ko: "계획에 \(name) 경로가 없습니다. --\(name) 옵션으로 파일을 지정하세요")
        }
        return try RunInput(name, path: path, plan: plan)
    }

    /// Makes sure that the path of the run's folder or of the worker has no special characters. Spark would read some
    /// of them as a pattern, and a shell would interpret others.
    private func checkPath(_ path: String) throws(PlainError) {
        let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"'\"\\$`*?[]{}:".utf8.contains($0) }
        guard isPlain else { throw PlainError.path(DisplayText.singleLine(path)) }
    }

    private func words(_ scratch: ScratchFolder, _ variables: [(name: String, value: String)]) throws(PlainError)
        -> [String]
    {
        try checkPath(worker)
        var words = [sparkSQL, "--master", master]
        let settings = [
            // With these settings, Spark uses no catalog of tables outside its process, shows no web page, and writes
            // no files to other folders.
            "spark.sql.catalogImplementation=in-memory", "spark.sql.warehouse.dir=\(scratch.file("warehouse"))",
            "spark.ui.enabled=false", "spark.local.dir=\(scratch.file("tmp"))",
            "spark.driver.extraJavaOptions=-Djava.io.tmpdir=\(scratch.file("tmp")) -Dderby.system.home=\(scratch.file("tmp"))",
        ]
        for setting in settings + self.settings { words += ["--conf", setting] }
        words += ["-d", "worker=\(worker)", "-d", "scratch=\(scratch.path)", "-d", "output=\(scratch.file("output"))"]
        for (name, value) in variables { words += ["-d", "\(name)=\(value)"] }
        return words + ["-f", scratch.file("plan.sql")]
    }

    private func write(_ text: String, to path: String) throws(PlainError) {
        let file = fopen(path, "w")
        let number = errno
        guard let file, fputs(text, file) >= 0, fclose(file) == 0 else {
            throw PlainError.system(doing: Words(en: "cannot write \(path)", ko: "\(path)에 쓸 수 없습니다"), number: number)
        }
    }

    /// Returns the reason for Spark's failure, as short as possible.
    private func failure(_ status: Int32, log: String) -> PlainError {
        let end = SparkLog(path: log)
        let log = logPath.map {
            Words(en: "the full log is in \($0)", ko: "전체 기록은 \($0)에 있습니다")
        }
        return PlainError(
            end.isOfData ? .data : .unavailable,
            en:
                "the plan did not finish (spark-sql: \(status)): \(end.reason); \(log?.en ?? "keep the full log with --log FILE")",
            ko: "계획이 끝까지 실행되지 않았습니다(spark-sql: \(status)): \(end.reason). \(log?.ko ?? "--log 파일로 전체 기록을 남기세요")"
        )
    }

    /// Passes on the parts of the answer in order.
    private func hand(
        over folder: String, _ signals: EndingSignals, _ put: ([UInt8]) throws -> Void
    ) throws -> Outcome {
        try put(Array(plan.heading.utf8))
        for name in ScratchFolder.names(in: folder) where name.hasPrefix("part-") {
            let source = try ByteSource.file(path: folder + "/" + name)
            while true {
                let bytes = try source.next()
                if bytes.isEmpty { break }
                try put(bytes)
                if let signal = signals.wait(milliseconds: 0) { return .stopped(signal: signal) }
            }
        }
        return .finished
    }
}

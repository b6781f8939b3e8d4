internal import GeocliGeo
package import GeocliText
internal import Glibc

/// A run of a plan on Spark, with a folder for intermediate files and one `spark-sql` process.
package struct BatchRun: Sendable {
    package enum Outcome: Sendable, Equatable {
        case finished
        /// A signal ended the run, and the run's folder was removed.
        case stopped(signal: Int32)
    }

    package var plan: BatchPlan
    /// The paths of the plan's inputs, by variable; they replace the paths in the plan.
    package var paths: [String: String] = [:]
    package var sparkSQL: String
    /// The path of geoworker.
    package var worker: String
    /// Spark's master: `local[*,4]` uses all processors of this machine and tries each task up to four times.
    package var master = "local[*,4]"
    /// Further settings of Spark, each in the form `NAME=VALUE`.
    package var settings: [String] = []
    /// The folder in which the folder for intermediate files is made.
    package var scratchParent: String
    /// The file that keeps Spark's complete output; nil to discard it.
    package var logPath: String?

    package init(plan: BatchPlan, sparkSQL: String, worker: String, scratchParent: String) {
        (self.plan, self.sparkSQL, self.worker, self.scratchParent) = (plan, sparkSQL, worker, scratchParent)
    }

    /// Runs the plan to its end. After SIGINT, SIGTERM or SIGHUP, it ends Spark, removes its folder, and returns
    /// `.stopped`.
    ///
    /// `put` takes the bytes of the answer, the line of column names first, only after all checks of the plan have
    /// passed; `onProgress` takes the name of a finished step and the number that the plan recorded for it; `onNote`
    /// takes a note for the user about the inputs.
    /// - Throws: `PlainError`, `CSVError`; errors of `put`.
    package func run(
        put: ([UInt8]) throws -> Void, onProgress: (String, Int64) -> Void, onNote: (Words) -> Void
    ) throws -> Outcome {
        let signals = EndingSignals()
        // The files are checked before anything starts, so that a fault in a file is reported at once.
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
        return try putAnswer(of: scratch.file("output"), signals, put)
    }

    private func input(_ name: String) throws -> RunInput {
        guard let path = paths[name] ?? plan.paths[name] else {
            throw PlainError(
                .usage, en: "the plan does not say where its \(name) are; add --\(name) FILE",
                ko: "계획에 \(name) 경로가 없습니다. --\(name) 옵션으로 파일을 지정하세요")
        }
        return try RunInput(name, path: path, plan: plan)
    }

    /// Spark would read special characters in the path of the run's folder or of the worker as a pattern, and a shell
    /// would interpret others.
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
            // Spark uses no catalog of tables outside its process, shows no web page, and writes to no other folders.
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

    private func failure(_ status: Int32, log: String) -> PlainError {
        let end = SparkLog(path: log)
        let log = logPath.map {
            Words(en: "the full log is in \($0)", ko: "전체 기록은 \($0)에 있습니다")
        }
        return PlainError(
            end.isDataError ? .data : .unavailable,
            en:
                "the plan did not finish (spark-sql: \(status)): \(end.reason); \(log?.en ?? "keep the full log with --log FILE")",
            ko: "계획이 끝까지 실행되지 않았습니다(spark-sql: \(status)): \(end.reason). \(log?.ko ?? "--log 파일로 전체 기록을 남기세요")"
        )
    }

    private func putAnswer(
        of folder: String, _ signals: EndingSignals, _ put: ([UInt8]) throws -> Void
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

/// One input of a run: the places or the queries. It may be on this machine or on another.
struct RunInput {
    private let name: String
    private let path: String
    private let columns: [String]
    private let isCollide: Bool
    /// The file or folder; nil if it is on another machine.
    private let local: LocalInput?
    private let found: (records: Int, sum: Int64)?

    /// Opens the file of a variable. If it is a text file on this machine, reads and checks the whole file.
    init(_ name: String, path: String, plan: BatchPlan) throws {
        self.name = name
        self.path = path
        isCollide = plan.job == .collide
        let input = plan.inputs[name]
        columns = input?.columns ?? BatchPlan.Input.pointColumns
        local = try LocalInput(path, form: input?.form ?? PointTable.form(ofPath: path) ?? .csv)
        guard let local else {
            // The path becomes part of a string in SQL, so it must not contain a single quote or a control character.
            let isPlain = path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "'") }
            guard isPlain else { throw PlainError.path(DisplayText.singleLine(path)) }
            found = nil
            return
        }
        found = try local.checksum(columns)
        guard let found, found.records == 0 else { return }
        let shown = DisplayText.singleLine(path)
        guard name != "places" else {
            throw PlainError(
                .data, en: "\(shown) has no rows below its column names; check the file",
                ko: "\(shown)에 열 이름만 있고 행이 없습니다. 파일을 확인하세요")
        }
    }

    /// Tells the user about columns that the run ignores, and about a file without rows.
    func note(_ say: (Words) -> Void) throws {
        let shown = DisplayText.singleLine(path)
        if found?.records == 0 {
            say(Words(en: "\(shown) has no rows, so the answer is empty", ko: "\(shown)에 행이 없어 결과도 비어 있습니다"))
        }
        guard isCollide, let there = try local?.columnNames() else { return }
        let names = Set(there.map { $0.lowercased() })
        let ignored = MarkerColumn.allCases.map(\.rawValue).filter { names.contains($0) && !columns.contains($0) }
        guard !ignored.isEmpty else { return }
        let list = ignored.joined(separator: ", ")
        say(
            Words(
                en:
                    "\(shown) has columns that this plan does not use: \(list); 'geocli batch collide --columns' makes a plan that uses them",
                ko: "\(shown)에 이 계획에서 쓰지 않는 열이 있습니다: \(list). 이 열도 쓰려면 'geocli batch collide --columns'로 계획을 다시 만드세요"))
    }

    /// Returns the variables for Spark: the path, and the number of records and their checksum if geocli read them.
    /// `scratch` gets a link to the file if Spark would not read its path literally.
    func variables(_ scratch: ScratchFolder) throws(PlainError) -> [(name: String, value: String)] {
        guard let local else { return [(name, path)] }
        let link = local.isPlain ? local.realPath : scratch.file(name + local.linkEnding)
        guard local.isPlain || symlink(local.realPath, link) == 0 else {
            throw PlainError.system(
                doing: Words(en: "cannot create the link \(link)", ko: "\(link) 링크를 만들 수 없습니다"), number: errno)
        }
        guard let found else { return [(name, link)] }
        return [(name, link), (name + "_records", String(found.records)), (name + "_sum", String(found.sum))]
    }
}

/// Reads the table in which a plan records its progress. Each statement that adds rows to the table adds a file.
struct ProgressReader {
    /// The folder of the progress table, which may not exist yet.
    let folder: String
    fileprivate var known: Set<String> = []

    /// Calls `body` with each new row, in the order in which the files were finished.
    mutating func read(_ body: (String, Int64) -> Void) {
        let new = ScratchFolder.names(in: folder).filter { $0.hasPrefix("part-") && !known.contains($0) }
        let dated = new.map { (modificationTime($0), $0) }.sorted { $0 < $1 }
        for (_, name) in dated {
            known.insert(name)
            // A file that is removed while it is read is skipped, because it has no new rows.
            guard let source = try? ByteSource.file(path: folder + "/" + name),
                let bytes = try? source.readAll(limit: 1 << 20)
            else { continue }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                guard let comma = line.lastIndex(of: ","), let amount = Int64(line[line.index(after: comma)...]) else {
                    continue
                }
                body(String(line[..<comma]), amount)
            }
        }
    }

    /// Returns the time in nanoseconds at which a file last changed.
    private func modificationTime(_ name: String) -> Int {
        FileSystem.facts(folder + "/" + name).map { $0.st_mtim.tv_sec * 1_000_000_000 + $0.st_mtim.tv_nsec } ?? 0
    }
}

/// The reason for a failure, taken from the hundreds of lines that Spark writes about it.
struct SparkLog {
    let reason: String
    /// Whether the data caused the failure, as shown by a check of the plan, by the worker, or by an unreadable file.
    let isDataError: Bool

    /// The number of bytes that are searched at the end of a log.
    private static let lastBytes = 1 << 20

    init(path: String) {
        let lines = Self.end(of: path).split(separator: "\n")
        if let worker = Self.part(of: lines, from: "geoworker: ") {
            (reason, isDataError) = (Self.sentence(worker), Self.isDataError(worker))
        } else if let check = Self.part(of: lines, from: "] geocli: ") {
            // If rows were lost after the checks of the data, the plan's message contains the text `lookInLog`.
            isDataError = check.firstRange(of: Self.lookInLog) == nil
            reason = Self.sentence(check.dropFirst("] geocli: ".count))
        } else if let column = Self.part(of: lines, from: "[UNRESOLVED_COLUMN") {
            let name = column.split(separator: "`", maxSplits: 2, omittingEmptySubsequences: false)
            (reason, isDataError) = (
                "no column \(name.count > 2 ? Self.sentence(name[1]) : "of that name") in an input", true
            )
        } else if let malformed = Self.part(
            of: lines, from: "[MALFORMED_CSV_RECORD]", "[MALFORMED", "[FAILED_READ_FILE", "[UNABLE_TO_INFER_SCHEMA")
        {
            (reason, isDataError) = (Self.sentence(malformed), true)
        } else if let other = lines.last(where: {
            $0.hasPrefix("[") || $0.contains("Exception: ") || $0.contains("Error: ")
        }) {
            (reason, isDataError) = (Self.sentence(other), false)
        } else {
            (reason, isDataError) = (lines.last.map(Self.sentence) ?? "no reason was printed", false)
        }
    }

    /// The end of a plan's message about rows that were lost between steps, which wrong data can't cause.
    private static let lookInLog = "look for the reason in the Spark log"

    /// Returns whether a worker's message is about a value in a line. The data does not cause the others: a missing
    /// worker, a failed pipe, or lines that are incomplete or out of order.
    private static func isDataError(_ message: Substring) -> Bool {
        let isAboutLine = ["geoworker: line ", "geoworker: 표준 입력 "].contains { message.hasPrefix($0) }
        let others = [" has no line end;", "줄바꿈이 없습니다", "sort the lines", "정렬하세요"]
        return isAboutLine && !others.contains { message.firstRange(of: $0) != nil }
    }

    /// Returns the last line that has a mark, from the mark on. If several marks occur, the first of `marks` counts.
    private static func part(of lines: [Substring], from marks: String...) -> Substring? {
        for mark in marks {
            for line in lines.reversed() {
                if let found = line.firstRange(of: mark) { return line[found.lowerBound...] }
            }
        }
        return nil
    }

    private static func sentence(_ text: Substring) -> String {
        let end = text.firstRange(of: " SQLSTATE")?.lowerBound ?? text.endIndex
        return DisplayText.truncated(DisplayText.singleLine(String(text[..<end])), columns: 400)
    }

    private static func end(of path: String) -> String {
        let bytes = (try? ByteSource.file(path: path).end(lastBytes)) ?? nil
        return String(decoding: bytes ?? [], as: UTF8.self)
    }
}

/// Blocks SIGINT, SIGTERM and SIGHUP while this value lives, so that the process can clean up before its end.
final class EndingSignals {
    private var signals = sigset_t()
    private var former = sigset_t()

    init() {
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, &former)
    }

    deinit { pthread_sigmask(SIG_SETMASK, &former, nil) }

    /// Waits for one of the signals for at most this number of milliseconds. Returns the signal; nil if no signal came.
    func wait(milliseconds: Int) -> Int32? {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        let number = sigtimedwait(&signals, nil, &time)
        return number > 0 ? number : nil
    }
}

extension PlainError {
    /// The error for a path with characters that are not allowed in the SQL.
    static func path(_ path: String) -> PlainError {
        PlainError(
            .usage,
            en:
                "the path \"\(path)\" contains a quote, a colon, a control character or one of \\ $ * ? [ ] { }; Spark can't read such a path; rename the file or folder",
            ko: "경로 \"\(path)\"에 Spark가 그대로 읽지 못하는 문자(따옴표, 콜론, 제어 문자, \\ $ * ? [ ] { })가 있습니다. 파일이나 폴더의 이름을 바꾸세요")
    }
}

/// One SQL file that does a batch job on another engine, and what `BatchRun` must know of it.
///
/// The file says so itself, in the comments of its first lines: `-- geocli plan 1: nearest`, then one line for each
/// property, `-- columns: query,rank,id,distance_m`. Variables, written `${places}`, stand for paths.
public struct BatchPlan: Sendable, Equatable {
    /// What a job does.
    public enum Job: String, Sendable, CaseIterable {
        /// The nearest places of each query.
        case nearest
        /// The collision pass at one zoom.
        case collide

        /// The variables that are paths of its input.
        public var inputs: [String] { self == .nearest ? ["places", "queries"] : ["places"] }
    }

    /// How rows of text are written.
    public enum RowFormat: String, Sendable, CaseIterable {
        case csv
        case tsv
    }

    /// What it does.
    public let job: Job
    /// How its answer is written.
    public let format: RowFormat
    /// The names of the answer's columns.
    public let columns: [String]
    /// The paths that were known when it was written, by variable.
    public let paths: [String: String]
    /// The SQL, the comments with all of these at its beginning included.
    public let sql: String

    /// A new plan.
    init(job: Job, format: RowFormat, columns: [String], paths: [String: String], body: String) {
        (self.job, self.format, self.columns, self.paths) = (job, format, columns, paths)
        var head = "-- geocli plan 1: \(job.rawValue)\n-- format: \(format.rawValue)\n"
        head += "-- columns: \(columns.joined(separator: ","))\n"
        for input in job.inputs { head += paths[input].map { "-- \(input): \($0)\n" } ?? "" }
        sql = head + body
    }

    /// A plan that was written before.
    ///
    /// - Throws: `ScaleError(.noPlan)` for a file that is none.
    public init(sql: String, name: String) throws(ScaleError) {
        var properties: [Substring: String] = [:]
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropFirst().prefix(while: { $0.hasPrefix("-- ") }) {
            guard let colon = line.firstIndex(of: ":") else { break }
            properties[line.dropFirst(3)[..<colon]] = String(line[colon...].dropFirst(2))
        }
        let start = "-- geocli plan 1: "
        guard let first = lines.first, first.hasPrefix(start),
            let job = Job(rawValue: String(first.dropFirst(start.count))),
            let format = properties["format"].flatMap(RowFormat.init), let columns = properties["columns"]
        else { throw ScaleError(.noPlan(name)) }
        self.job = job
        self.format = format
        self.columns = columns.split(separator: ",").map(String.init)
        self.sql = sql
        paths = job.inputs.reduce(into: [:]) { $0[$1] = properties[Substring($1)] }
    }

    /// The line of column names above the answer.
    public var heading: String { columns.joined(separator: format == .csv ? "," : "\t") + "\n" }
}

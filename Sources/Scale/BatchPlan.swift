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

    /// How an input is read.
    public struct Input: Sendable, Equatable {
        /// The form of its file.
        public let form: PointTable.Form
        /// The columns that the plan reads.
        public let columns: [String]

        /// What every job reads.
        static let pointColumns = ["id", "longitude", "latitude"]
    }

    /// What it does.
    public let job: Job
    /// How its answer is written.
    public let format: RowFormat
    /// The names of the answer's columns.
    public let columns: [String]
    /// The paths that were known when it was written, by variable.
    public let paths: [String: String]
    /// How its inputs are read, by variable; those of a plan that does not say so are missing.
    public let inputs: [String: Input]
    /// The SQL, the comments with all of these at its beginning included.
    public let sql: String

    /// A new plan.
    init(
        job: Job, format: RowFormat, columns: [String], paths: [String: String], inputs: [String: Input], body: String
    ) {
        (self.job, self.format, self.columns, self.paths, self.inputs) = (job, format, columns, paths, inputs)
        var head = "-- geocli plan 1: \(job.rawValue)\n-- format: \(format.rawValue)\n"
        head += "-- columns: \(columns.joined(separator: ","))\n"
        for input in job.inputs { head += paths[input].map { "-- \(input): \($0)\n" } ?? "" }
        for input in job.inputs {
            head +=
                inputs[input].map { "-- reads \(input): \($0.form.rawValue) \($0.columns.joined(separator: ","))\n" }
                ?? ""
        }
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
        inputs = job.inputs.reduce(into: [:]) { inputs, input in
            let words = properties["reads " + input]?.split(separator: " ", maxSplits: 1) ?? []
            guard words.count == 2, let form = PointTable.Form(rawValue: String(words[0])) else { return }
            inputs[input] = Input(form: form, columns: words[1].split(separator: ",").map(String.init))
        }
    }

    /// The line of column names above the answer.
    public var heading: String { columns.joined(separator: format == .csv ? "," : "\t") + "\n" }
}

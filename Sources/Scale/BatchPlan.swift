package import GeocliText

/// A SQL file that runs a batch job on another engine. The comments in its first lines state the properties that
/// `BatchRun` needs: `-- geocli plan 1: nearest`, then one line each, such as `-- columns: query,rank,id,distance_m`.
/// Variables such as `${places}` stand for paths.
package struct BatchPlan: Sendable, Equatable {
    package enum Job: String, Sendable, CaseIterable {
        case nearest
        case collide

        /// The variables that stand for the paths of the job's inputs.
        package var inputs: [String] { self == .nearest ? ["places", "queries"] : ["places"] }
    }

    package enum RowFormat: String, Sendable, CaseIterable {
        case csv
        case tsv
    }

    package struct Input: Sendable, Equatable {
        package let form: PointTable.Form
        /// The columns that the plan reads.
        package let columns: [String]

        /// The columns that every job reads.
        static let pointColumns = ["id", "longitude", "latitude"]
    }

    package let job: Job
    package let format: RowFormat
    /// The names of the answer's columns.
    package let columns: [String]
    /// The paths that were known when the plan was written. The keys are the variables.
    package let paths: [String: String]
    /// The form and columns of the plan's inputs, by variable; empty if the plan does not state them.
    package let inputs: [String: Input]
    /// The SQL. It begins with the comments that state the properties above.
    package let sql: String

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

    /// Reads a plan that was written earlier. Throws `PlainError` for a file that is not a plan.
    package init(sql: String, name: String) throws(PlainError) {
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
        else {
            throw PlainError(
                .data,
                en: "\(name) is not a plan; write one with 'geocli batch nearest' or 'geocli batch collide'",
                ko: "\(name)\(.topic) 계획 파일이 아닙니다. 'geocli batch nearest'나 'geocli batch collide'로 만드세요")
        }
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
    package var heading: String { columns.joined(separator: format == .csv ? "," : "\t") + "\n" }
}

/// The parts that all plans share.
enum PlanText {
    /// Returns the comment on how to run a plan by hand, and the settings that the plan needs.
    static func opening(of job: BatchPlan.Job, _ description: String) -> String {
        let inputs = job.inputs.map { "-d \($0)=FILE" }.joined(separator: " ")
        return #"""
            --
            \#(description)
            -- 'geocli batch run' runs this file, and so does Spark 4.0 or newer by itself:
            --   spark-sql \#(inputs) -d worker=PATH/geoworker -d scratch=NEW_FOLDER -d output=FOLDER -f THIS_FILE
            -- All paths must be absolute, and all machines must see them. Tables are made in scratch. Nothing is written to
            -- output unless all checks hold.

            -- Wrong values stop the job instead of becoming NULL, and records are read whole even if few columns are needed.
            SET spark.sql.ansi.enabled = true;
            SET spark.sql.csv.parser.columnPruning.enabled = false;
            SET spark.sql.scripting.enabled = true;
            CREATE DATABASE geocli_plan LOCATION '${scratch}/tables';
            USE geocli_plan;
            -- Progress, for people who wait.
            CREATE TABLE progress (step STRING, amount BIGINT) USING csv;

            """#
    }

    /// Returns the SELECT TRANSFORM that sends the columns `fields` through the worker and gets `answers`, columns with
    /// their types. It sets TAB as the separator in both directions, because the default is a different character.
    /// - Parameter source: a table, or a query in parentheses, in the order that the worker needs.
    static func transform(
        _ fields: [String], job: String, answers: String, from source: String, indent: String = ""
    ) -> String {
        let text = #"""
            SELECT TRANSFORM (\#(fields.joined(separator: ", ")))
              ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'
              USING '"${worker}" \#(job)'
              AS (\#(answers))
              ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t'
            FROM \#(source)
            """#
        return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indent)
    }

    /// Returns the statement that joins the answer with columns of the places and writes it.
    static func output(_ format: BatchPlan.RowFormat, _ columns: [String], fields: [String], order: String) -> String {
        let options =
            format == .csv
            ? #"header 'false', escape '"', emptyValue '', nullValue ''"#
            : #"header 'false', sep '\t', quote '', emptyValue '', nullValue ''"#
        // A row of TSV must be one line.
        let texts = fields.map { field in
            format == .csv ? "f.`\(field)`" : #"regexp_replace(f.`\#(field)`, r'[\t\r\n]', ' ')"#
        }
        let join = fields.isEmpty ? "" : "\nJOIN places_file f ON try_cast(trim(CAST(f.id AS STRING)) AS BIGINT) = a.id"
        return #"""
            INSERT OVERWRITE DIRECTORY '${output}' USING csv OPTIONS (\#(options))
            SELECT \#((columns.map { "a.\($0)" } + texts).joined(separator: ", "))
            FROM answer a\#(join)
            ORDER BY \#(order);

            """#
    }
}

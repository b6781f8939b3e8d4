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

    /// Returns the SELECT TRANSFORM that sends rows through the worker. It sets TAB as the separator in both
    /// directions, because the default separator is a different character.
    ///
    /// - Parameters:
    ///   - fields: the columns that are sent.
    ///   - answers: the columns that come back, with their types.
    ///   - source: a table, or a query in parentheses, in the order that the worker needs.
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

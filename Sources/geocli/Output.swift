internal import Export
internal import Text

/// Output of commands that say one thing: an object for programs, a sheet of lines for people.
enum Output {
    private enum Format: String, CaseIterable { case table, json, ndjson }

    /// Checks the word for a format before anything is done.
    static func check(_ format: String?) throws {
        _ = try format.map { try ValueArgument.choice($0, option: "--format", of: Format.self) }
    }

    /// Writes to standard output, in `format` or in what fits where it goes.
    static func write(
        _ format: String?, json: (inout JSONWriter) -> Void, table: [(title: String, value: String)]
    ) throws {
        let format =
            try format.map { try ValueArgument.choice($0, option: "--format", of: Format.self) }
            ?? (Console.outputIsTerminal ? .table : .ndjson)
        var writer = JSONWriter()
        if format == .table {
            let width = table.map { DisplayText.width($0.title) }.max() ?? 0
            for line in table {
                let padding = String(repeating: " ", count: width - DisplayText.width(line.title))
                writer.raw("\(line.title)\(padding)  \(DisplayText.singleLine(line.value))\n")
            }
        } else {
            json(&writer)
            writer.newline()
        }
        try OutputFile.standardOutput.write(writer.bytes)
    }
}

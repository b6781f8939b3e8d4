internal import GeocliExport
internal import GeocliText

/// Output of commands that say one thing: an object for programs, a sheet of lines for people.
struct Output {
    private enum Format: String, CaseIterable { case table, json, ndjson }

    /// A longer title, such as a district's, does not push the values of all lines to the right.
    private static let widestTitle = 40

    private let place: OutputDestination
    private let format: Format

    /// Standard output in `format`, or in what fits where it goes; the first thing that a command does.
    ///
    /// - Parameter inputs: whatever the command reads besides the catalog.
    /// - Throws: `UsageError` for another format, `OutputClash`.
    init(_ format: String?, _ common: CommonOptions, reading inputs: [String?]) throws {
        place = try OutputDestination(nil, db: common.db, reading: inputs)
        self.format =
            try format.map { try ValueArgument.choice($0, option: "--format", of: Format.self) }
            ?? (Console.outputIsTerminal ? .table : .ndjson)
    }

    /// Writes it. Titles and values may hold any text.
    func write(json: (inout JSONWriter) -> Void, table: [(title: String, value: String)]) throws {
        var writer = JSONWriter()
        if format == .table {
            let lines = table.map { (DisplayText.singleLine($0.title), DisplayText.singleLine($0.value)) }
            let width = min(lines.map { DisplayText.width($0.0) }.max() ?? 0, Self.widestTitle)
            for (title, value) in lines {
                let padding = String(repeating: " ", count: max(0, width - DisplayText.width(title)))
                writer.raw("\(title)\(padding)  \(value)\n")
            }
        } else {
            json(&writer)
            writer.newline()
        }
        try OutputFile.create(at: place).write(writer.bytes)
    }
}

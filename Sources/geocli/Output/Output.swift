internal import GeocliExport
internal import GeocliText

/// The output of a command with one result: a JSON object for programs, or lines of titles and values for people.
struct Output {
    private enum Format: String, CaseIterable { case table, json, ndjson }

    /// A longer title, such as a district's, does not move the values of all lines to the right.
    private static let widestTitle = 40

    private let place: OutputDestination
    private let format: Format

    /// Selects `format` for standard output, or by default the format that fits its destination. A command calls this
    /// first.
    ///
    /// - Parameter inputs: the files that the command reads besides the catalog.
    /// - Throws: `UsageError` for another format, `OutputClash`.
    init(_ format: String?, _ common: CommonOptions, reading inputs: [String?]) throws {
        place = try OutputDestination(nil, db: common.db, reading: inputs)
        self.format =
            try format.map { try ValueArgument.choice($0, option: "--format", of: Format.self) }
            ?? (Console.outputIsTerminal ? .table : .ndjson)
    }

    /// Writes the result. Titles and values may contain any text.
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

internal import ArgumentParser

/// The output options of a command with one result.
struct ResultOptions: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "table, json, ndjson or prometheus (default: table on a terminal, else ndjson).", valueName: "format"),
        completion: .words(Output.Format.allCases.map(\.rawValue)))
    var name: String?

    @Flag var shortForms: [ResultShortFormat] = []

    @Option(
        name: .customShort("o"), help: ArgumentHelp("Write to a file; its ending picks the format.", valueName: "file"),
        completion: .file(extensions: Output.Format.allCases.map { String($0.ending.dropFirst()) }))
    var output: String?

    /// The path of the output file; nil for standard output.
    var path: String? { output == "-" ? nil : output }

    /// Returns the word of `--format` or of its short form; nil if neither was given.
    ///
    /// - Throws: `UsageError` if two formats were given.
    func word() throws -> String? { try ResultShortFormat.word(name, shortForms) }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliText

/// The output options of a command with one result.
struct ResultOptions: ParsableArguments {
    @Option(
        name: .customLong("format"),
        help: ArgumentHelp(
            "table, json, ndjson or prometheus (default: by the extension of -o, else table on a terminal, ndjson otherwise).",
            ko: "table, json, ndjson, prometheus 중 하나 (기본값: -o의 확장자에 따름, 없으면 터미널에서는 table, 그 밖에는 ndjson)",
            value: .format),
        completion: .words(Output.Format.allCases.map(\.rawValue)))
    var name: String?

    @Flag var shortForms: [ResultShortFormat] = []

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write to this file; its extension selects the format.", ko: "이 파일에 저장합니다. 형식은 확장자로 정해집니다.", value: .file),
        completion: .file(extensions: Output.Format.allCases.map { String($0.ending.dropFirst()) }))
    var output: String?

    /// The path of the output file; nil for standard output.
    var path: String? { output == "-" ? nil : output }

    /// Returns the format that `--format` or its short form names; nil if neither was given.
    ///
    /// - Throws: `UsageError` if two formats were given.
    func word() throws -> String? { try ResultShortFormat.word(name, shortForms) }
}

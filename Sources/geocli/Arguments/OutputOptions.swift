internal import ArgumentParser
internal import Export
internal import Text

/// How a listing is written; the same on every listing.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "table, json, ndjson, csv, tsv, geojson or geojsonseq (default: table on a terminal, else ndjson).",
            valueName: "format"), completion: .words(ListingFormat.allCases.map(\.rawValue)))
    var format: String?

    @Option(help: ArgumentHelp("Only these keys, in this order: id,name,phone", valueName: "keys"))
    var fields: String?

    @Option(help: ArgumentHelp("At most so many rows (default: all).", valueName: "n"))
    var limit: String?

    @Option(
        name: .customShort("o"), help: ArgumentHelp("Write to a file; its ending picks the format.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "CSV: leave text that looks like a formula as it is.")
    var raw = false

    @Flag(help: "CSV: with a byte order mark and CRLF, as Excel wants it.")
    var excel = false

    @Flag(help: "Exit with 1 if nothing was found.")
    var failEmpty = false

    /// `--limit`, nil for all.
    func limitCount() throws -> Int? {
        try limit.map { try ValueArgument.count($0, option: "--limit", minimum: 0) }
    }

    /// The path to write to; nil for standard output.
    var path: String? { output == "-" ? nil : output }

    func options() throws -> ListingOptions {
        var options = ListingOptions()
        options.format = try chosenFormat()
        options.fields = fields.map { ValueArgument.list([$0]) }
        options.isRaw = raw
        options.isForExcel = excel
        options.language = Console.language
        options.terminalColumns = path == nil ? Console.outputColumns : nil
        options.isTerminal = path == nil && Console.outputIsTerminal
        return options
    }

    private func chosenFormat() throws -> ListingFormat {
        if let format { return try ValueArgument.choice(format, option: "--format", of: ListingFormat.self) }
        guard let path else { return Console.outputIsTerminal ? .table : .ndjson }
        if path.hasPrefix("/dev/") { return .ndjson }
        guard let format = ListingFormat(path: path) else {
            throw UsageError(
                en:
                    "-o \(DisplayText.singleLine(path)): its ending picks no format; end it in .geojson, .json, .ndjson, .csv or .tsv, or give --format",
                ko:
                    "-o \(DisplayText.singleLine(path)): 확장자로 형식을 알 수 없습니다; .geojson, .json, .ndjson, .csv, .tsv로 끝내거나 --format을 주세요"
            )
        }
        return format
    }
}

internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// Which of the rows and columns are written, and where to.
struct RowOptions: ParsableArguments {
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

    @Flag(help: "CSV and TSV: with a byte order mark and CRLF, as Excel wants it.")
    var excel = false

    @Flag(help: "Exit with 1 if nothing was found.")
    var failEmpty = false

    /// `--limit`, nil for all.
    func limitCount() throws -> Int? {
        try limit.map { try ValueArgument.count($0, option: "--limit", minimum: 0) }
    }

    /// The path to write to; nil for standard output.
    var path: String? { output == "-" ? nil : output }

    /// Where the rows go: refused where that would destroy a catalog or one of the `inputs`.
    ///
    /// - Throws: `OutputClash`.
    func place(_ common: CommonOptions, reading inputs: [String?]) throws -> OutputDestination {
        try OutputDestination(output, db: common.db, reading: inputs)
    }

    /// All but the format.
    func options() -> ListingOptions {
        var options = ListingOptions()
        options.fields = fields.map { ValueArgument.list([$0]) }
        options.isRaw = raw
        options.isForExcel = excel
        options.language = Console.language
        options.terminalColumns = path == nil ? Console.outputColumns : nil
        return options
    }

    /// The format that the path's ending picks; nil for standard output, a device, or an ending that picks none.
    var pathFormat: ListingFormat? {
        path.flatMap { $0.hasPrefix("/dev/") ? nil : ListingFormat(path: $0) }
    }

    /// Refuses options of CSV and TSV for files that are neither.
    ///
    /// - Throws: `UsageError`.
    func checkTextOptions(_ format: ListingFormat) throws {
        let formats: [ListingFormat] = [.csv, .tsv]
        guard !formats.contains(format), let option = excel ? "--excel" : raw ? "--raw" : nil else { return }
        throw UsageError(
            en: "\(option) goes with --format csv or tsv, not with \(format.rawValue)",
            ko: "\(option)은(는) --format csv나 tsv와 함께 쓰세요; \(format.rawValue)에는 쓸 수 없습니다")
    }

    /// What picked the format, for an error: `--format "json"`, or the path whose ending did.
    func formatWords(_ named: String?, _ format: ListingFormat) -> String {
        let words = named == nil ? path.map { "-o \(DisplayText.singleLine($0))" } : nil
        return words ?? "--format \"\(format.rawValue)\""
    }

    /// Whether the path has an ending that ought to pick a format and doesn't.
    ///
    /// - Throws: `UsageError`.
    func checkEnding(_ endings: [String]) throws {
        guard let path, !path.hasPrefix("/dev/"), pathFormat == nil else { return }
        let shown = DisplayText.singleLine(path)
        let list = endings.joined(separator: ", ")
        let choice = endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
        throw UsageError(
            en: "-o \(shown): its ending picks no format; end it in \(choice), or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다; \(list)로 끝내거나 --format을 주세요")
    }
}

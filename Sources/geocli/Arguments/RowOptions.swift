internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliMine
internal import GeocliText

/// Options that select rows and columns, and the output file.
struct RowOptions<Rows: ListedRows>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only these keys, in this order, such as \(Rows.someKeys).",
            ko: "이 키만 이 순서로 출력합니다. 예: \(Rows.someKeys)",
            value: .keys))
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Maximum number of rows (default: \(Rows.usualLimit.en)).",
            ko: "출력할 최대 행 수 (기본값: \(Rows.usualLimit.ko))", value: .count, visibility: Self.ofSeveral))
    var limit: String?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write to this file; its extension selects the format.", ko: "이 파일에 저장합니다. 형식은 확장자로 정해집니다.", value: .file),
        completion: .file())
    var output: String?

    @Flag(
        help: ArgumentHelp(
            "CSV, TSV: do not escape text that a spreadsheet would run as a formula.",
            ko: "CSV, TSV: 스프레드시트가 수식으로 읽을 수 있는 텍스트도 그대로 저장합니다."))
    var raw = false

    @Flag(
        help: ArgumentHelp(
            "CSV, TSV: write for Excel, with a BOM and CRLF, phone numbers in the form 02-325-1984, and codes kept as text even if they look like numbers.",
            ko:
                "CSV, TSV: Excel에서 바로 열 수 있게 저장합니다. BOM과 CRLF를 쓰고, 전화번호에는 02-325-1984처럼 하이픈을 넣고, 숫자처럼 보이는 코드는 텍스트로 저장합니다."
        ))
    var excel = false

    @Flag(
        help: ArgumentHelp("Exit with 1 if nothing is found.", ko: "결과가 없으면 종료 코드 1로 끝냅니다.", visibility: Self.ofSeveral)
    )
    var failEmpty = false

    /// The visibility of options that matter only if there are several rows.
    private static var ofSeveral: ArgumentVisibility { Rows.isSingle ? .hidden : .default }

    /// Returns the number that `--limit` gives; nil for all rows.
    func limitCount() throws -> Int? {
        try limit.map { try ValueArgument.count($0, option: "--limit", minimum: 0) }
    }

    /// The path of the output file; nil for standard output.
    var path: String? { output == "-" ? nil : output }

    /// Returns where to write the rows. Refuses a path that would overwrite a catalog, a file of the records or one of
    /// the `inputs`.
    ///
    /// - Throws: `OutputClash`.
    func place(
        _ common: CommonOptions, mine: MineOptions? = nil, reading inputs: [String?], isPrivate: Bool = false
    ) throws -> OutputDestination {
        try OutputDestination(
            output, db: common.db, mine: mine?.folder().path, reading: inputs, isPrivate: isPrivate || Rows.isPrivate)
    }

    /// Returns all listing options except the format.
    func options() -> ListingOptions {
        var options = ListingOptions()
        options.fields = fields.map { ValueArgument.list([$0]) }
        options.isRaw = raw
        options.isForExcel = excel
        options.language = Console.language
        options.terminalColumns = path == nil ? Console.outputColumns : nil
        options.isStyled = path == nil && Console.color.isOn(1)
        options.hyperlinks = path == nil ? HyperlinkSupport.map : nil
        return options
    }

    /// The format that the path's ending selects; nil for standard output, a device, or an ending that selects none.
    var pathFormat: ListingFormat? {
        path.flatMap { $0.hasPrefix("/dev/") ? nil : ListingFormat(path: $0) }
    }

    /// Refuses the options for CSV and TSV if the format is a different one.
    ///
    /// - Throws: `UsageError`.
    func checkTextOptions(_ format: ListingFormat) throws {
        let formats: [ListingFormat] = [.csv, .tsv]
        guard !formats.contains(format), let option = excel ? "--excel" : raw ? "--raw" : nil else { return }
        throw UsageError(
            en: "\(option) only works with --format csv or tsv, not with \(format.rawValue)",
            ko: "\(option) 옵션은 --format csv나 tsv와 함께 쓰세요. \(format.rawValue)에는 쓸 수 없습니다")
    }

    /// Returns what selected the format, for an error: `--format "json"`, or the path whose ending selects it.
    func formatWords(_ named: String?, _ format: ListingFormat) -> String {
        let words = named == nil ? path.map { "-o \(DisplayText.singleLine($0))" } : nil
        return words ?? "--format \"\(format.rawValue)\""
    }

    /// Refuses a path whose ending selects no format.
    ///
    /// - Throws: `UsageError`.
    func checkEnding(_ endings: [String]) throws {
        guard let path, !path.hasPrefix("/dev/"), pathFormat == nil else { return }
        let shown = DisplayText.singleLine(path)
        let list = endings.joined(separator: ", ")
        let choice = endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
        throw UsageError(
            en: "-o \(shown): unknown file extension; use \(choice), or give --format",
            ko: "-o \(shown): 확장자로 형식을 알 수 없습니다. 파일 이름을 \(list)\(.by) 끝내거나 --format을 쓰세요")
    }
}

internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// A kind of rows, which decides the formats of a command that lists them.
protocol ListedRows {
    /// The formats that the user can choose from.
    static var formats: [ListingFormat] { get }
    /// The file name endings that select one of the formats.
    static var endings: [String] { get }
}

/// Rows that can have a position on a map.
enum PlacedRows: ListedRows {
    static let formats = ListingFormat.listings
    static let endings = [".geojson", ".json", ".ndjson", ".csv", ".tsv"]
}

/// Rows without a position, such as runs.
enum PlainRows: ListedRows {
    static let formats = ListingFormat.tables
    static let endings = [".json", ".ndjson", ".csv", ".tsv", ".txt"]
}

/// Options for writing a listing; the same in every listing of such rows.
struct OutputOptions<Rows: ListedRows>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(ValueArgument.choiceWords(Rows.formats)) (default: table on a terminal, else ndjson).",
            valueName: "format"), completion: .words(Rows.formats.map(\.rawValue)))
    var format: String?

    @OptionGroup var rows: RowOptions

    /// The text of `--limit`.
    var limit: String? { rows.limit }

    /// The path of the output file; nil for standard output.
    var path: String? { rows.path }

    /// Returns the number of `--limit`; nil for all rows.
    func limitCount() throws -> Int? { try rows.limitCount() }

    /// Checks the output options. A command calls this first, before it opens or reads anything.
    ///
    /// - Parameter inputs: the files that the command reads besides the catalog; `-` is standard input.
    /// - Throws: `UsageError`; `OutputClash` for a file that must not be overwritten.
    func checked(_ common: CommonOptions, reading inputs: [String?]) throws -> ListingOutput {
        let place = try rows.place(common, reading: inputs)
        var options = rows.options()
        options.format = try chosenFormat()
        options.isQuiet = common.quiet
        if options.format != .table { options.isStyled = false }
        return ListingOutput(
            place: place, formats: Rows.formats, options: options, failEmpty: rows.failEmpty,
            usesPager: !common.noPager && path == nil)
    }

    private func chosenFormat() throws -> ListingFormat {
        if let format {
            return try checked(try ValueArgument.choice(format, option: "--format", among: Rows.formats))
        }
        guard let path else { return Console.outputIsTerminal ? .table : .ndjson }
        if path.hasPrefix("/dev/") { return .ndjson }
        try rows.checkEnding(Rows.endings)
        return try checked(rows.pathFormat ?? .ndjson)
    }

    private func checked(_ format: ListingFormat) throws -> ListingFormat {
        if Rows.formats.contains(format) { return format }
        let (words, name) = (rows.formatWords(self.format, format), format.rawValue)
        guard ListingFormat.listings.contains(format), let last = Rows.endings.last else {
            throw UsageError(
                en: "\(words): only export writes \(name): geocli export --format \(name) -o FILE.\(name)",
                ko: "\(words): \(name)은(는) export만 씁니다: geocli export --format \(name) -o 파일.\(name)")
        }
        let reason = Words(en: "these rows have no place on a map", ko: "지도에 놓을 위치가 없는 행입니다")
        let formats = Rows.formats.map(\.rawValue).joined(separator: ", ")
        let endings = Rows.endings.dropLast().joined(separator: ", ")
        throw self.format == nil
            ? UsageError(
                en: "\(words): \(reason.en); end it in \(endings) or \(last)",
                ko: "\(words): \(reason.ko); \(endings), \(last) 가운데 하나로 끝내세요")
            : UsageError(
                en: "\(words): \(reason.en); choose one of \(formats)",
                ko: "\(words): \(reason.ko); \(formats) 가운데 고르세요")
    }
}

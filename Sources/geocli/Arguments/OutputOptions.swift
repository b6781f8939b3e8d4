internal import ArgumentParser
internal import GeocliExport
internal import GeocliText

/// A kind of rows, and with it the formats of a command that lists them.
protocol ListedRows {
    /// The formats that there are to choose from.
    static var formats: [ListingFormat] { get }
    /// Endings of files that pick one of them.
    static var endings: [String] { get }
}

/// Rows that can have a place on a map.
enum PlacedRows: ListedRows {
    static let formats = ListingFormat.listings
    static let endings = [".geojson", ".json", ".ndjson", ".csv", ".tsv"]
}

/// Rows that have none, such as runs.
enum PlainRows: ListedRows {
    static let formats = ListingFormat.tables
    static let endings = [".json", ".ndjson", ".csv", ".tsv", ".txt"]
}

/// How a listing is written; the same on every listing of such rows.
struct OutputOptions<Rows: ListedRows>: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(ValueArgument.choiceWords(Rows.formats)) (default: table on a terminal, else ndjson).",
            valueName: "format"), completion: .words(Rows.formats.map(\.rawValue)))
    var format: String?

    @OptionGroup var rows: RowOptions

    /// `--limit` as it was given.
    var limit: String? { rows.limit }

    /// The path to write to; nil for standard output.
    var path: String? { rows.path }

    /// `--limit`, nil for all.
    func limitCount() throws -> Int? { try rows.limitCount() }

    /// The output, checked: the first thing that a command does, before it opens or reads anything.
    ///
    /// - Parameter inputs: whatever the command reads besides the catalog; `-` is standard input.
    /// - Throws: `UsageError`; `OutputClash` for a file that must not be lost.
    func checked(_ common: CommonOptions, reading inputs: [String?]) throws -> ListingOutput {
        let place = try rows.place(common, reading: inputs)
        var options = rows.options()
        options.format = try chosenFormat()
        options.isQuiet = common.quiet
        return ListingOutput(place: place, formats: Rows.formats, options: options, failEmpty: rows.failEmpty)
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

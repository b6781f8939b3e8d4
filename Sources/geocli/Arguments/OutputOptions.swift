internal import ArgumentParser
internal import Export
internal import Text

/// How a listing is written; the same on every listing.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "table, json, ndjson, csv, tsv, geojson or geojsonseq (default: table on a terminal, else ndjson).",
            valueName: "format"), completion: .words(ListingFormat.listings.map(\.rawValue)))
    var format: String?

    @OptionGroup var rows: RowOptions

    /// `--limit` as it was given.
    var limit: String? { rows.limit }

    /// Whether nothing found is a failure.
    var failEmpty: Bool { rows.failEmpty }

    /// The path to write to; nil for standard output.
    var path: String? { rows.path }

    /// `--limit`, nil for all.
    func limitCount() throws -> Int? { try rows.limitCount() }

    func options() throws -> ListingOptions {
        var options = rows.options()
        options.format = try chosenFormat()
        return options
    }

    private func chosenFormat() throws -> ListingFormat {
        if let format {
            return try checked(
                try ValueArgument.choice(format, option: "--format", among: ListingFormat.listings))
        }
        guard let path else { return Console.outputIsTerminal ? .table : .ndjson }
        if path.hasPrefix("/dev/") { return .ndjson }
        try rows.checkEnding([".geojson", ".json", ".ndjson", ".csv", ".tsv"])
        return try checked(rows.pathFormat ?? .ndjson)
    }

    private func checked(_ format: ListingFormat) throws -> ListingFormat {
        guard ListingFormat.listings.contains(format) else {
            let (words, name) = (rows.formatWords(self.format, format), format.rawValue)
            throw UsageError(
                en: "\(words): only export writes \(name): geocli export --format \(name) -o FILE.\(name)",
                ko: "\(words): \(name)은(는) export만 씁니다: geocli export --format \(name) -o 파일.\(name)")
        }
        return format
    }
}

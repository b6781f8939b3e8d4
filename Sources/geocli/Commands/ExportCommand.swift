internal import ArgumentParser
internal import Catalog
internal import Export
internal import Ingest
internal import Text

/// `geocli export`: a file for map tools, with its provenance inside.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "A file for map tools, with source, licence, date and hash inside.",
        discussion: "Formats: geojson (default), geojsonseq, csv, tsv. Example: geocli export -o shops.geojson")

    @OptionGroup var filters: FilterOptions
    @OptionGroup var past: AsOfOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    private static let formats: [ListingFormat] = [.geojson, .geojsonseq, .csv, .tsv]

    func run() throws {
        let catalog = try past.catalog(common)
        let filter = try filters.filter(catalog, common)
        let limit = try output.limitCount()
        try past.tell(catalog, common)
        let provenance = Provenance.members(try catalog.status(), sources: Feed.known.map(\.provenance)) { run in
            run.source == IngestCommand.sampleName ? Self.madeUp : nil
        }
        try Listing.write(.bookstores, output, common, adjust: { try adjust(&$0, provenance) }) { writer in
            try catalog.forEachEntry(filter, limit: limit, body: writer.write)
        }
    }

    /// What is said of the sample, so that nobody takes it for the city's data.
    private static let madeUp = Provenance.Source(
        feed: Feed.seoulBookstores.id, title: "made-up bookstores", publisher: "the sample that comes with geocli",
        license: "MIT")

    private func adjust(_ options: inout ListingOptions, _ provenance: [JSONValue.Member]) throws {
        if output.format == nil, output.path.flatMap(ListingFormat.init(path:)) == nil { options.format = .geojson }
        guard Self.formats.contains(options.format) else {
            throw ValueArgument.wrong(
                "--format", options.format.rawValue,
                en: "export writes geojson, geojsonseq, csv or tsv; use list for the others",
                ko: "export는 geojson, geojsonseq, csv, tsv를 씁니다; 다른 형식은 list를 쓰세요")
        }
        options.provenance = provenance
    }
}

extension Feed {
    /// The feed in words, for files.
    fileprivate var provenance: Provenance.Source {
        Provenance.Source(feed: id, title: title.ko, publisher: publisher, license: license)
    }
}

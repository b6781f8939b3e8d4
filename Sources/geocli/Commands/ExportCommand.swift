internal import ArgumentParser
internal import Catalog
internal import Export
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
        let provenance = SourceNotes.members(try catalog.status())
        try Listing.write(.bookstores, output, common, adjust: { try adjust(&$0, provenance) }) { writer in
            try catalog.forEachEntry(filter, limit: limit, body: writer.write)
        }
    }

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

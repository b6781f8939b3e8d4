internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli show ID|REF`: one place with all its fields.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Show everything known about one place.", ko: "장소 하나의 모든 정보를 보여 줍니다.",
        examples: """
            $ geocli show 12
            $ geocli show sample/1001 --links
            $ geocli show 12 --format json -o place.json
            """)

    @Argument(
        help: ArgumentHelp(
            "An id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("ID|REF")),
        completion: .places)
    var place: String

    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<SingleRow>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: []).with(links: links.links)
        let wanted = try PlaceReference(place)
        if let server = links.server {
            try ServedListing.refuse("--as-of", if: past.asOf != nil)
            try ServedListing.refuse("--uncorrected", if: values.uncorrected)
            let path = place.split(separator: "/", maxSplits: 1).map(String.init)
            return try ServedListing(server, common).write(["show"] + path, isSingle: true, to: listing)
        }
        try show(wanted, of: try past.source(common, uncorrected: values.uncorrected), listing)
    }

    private func show(_ wanted: PlaceReference, of catalog: some PlaceSource, _ listing: ListingOutput) throws {
        let entry = try wanted.entry(in: catalog)
        let others = try catalog.otherRows(of: entry)
        var corrections: [StoredCorrection] = []
        if catalog.day == nil, let archive = catalog as? Catalog {
            var inForce = CorrectionFilter()
            inForce.place = entry.id
            inForce.states = [.applied, .conflict]
            try archive.forEachCorrection(inForce) { corrections.append($0) }
        }
        let schema = ListingSchema.place(others: others).withCorrections(corrections)
        try Listing.write(schema, of: catalog, listing, adjust: { $0.isSingle = true }) { writer in
            try writer.write(entry)
        }
    }
}

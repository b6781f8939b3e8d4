internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli districts list`: the outlines in the catalog.
struct DistrictsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list", en: "List the districts that have outlines, with the number of places in each, ordered by name.",
        ko: "경계가 있는 자치구를 장소 수와 함께 이름순으로 보여 줍니다.",
        examples: """
            $ geocli districts list
            $ geocli districts list --fields name,places --format csv
            $ geocli districts list --format geojson -o districts.geojson
            """)

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<DistrictRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        let summaries = try catalog.districtSummaries()
        if summaries.isEmpty { NoOutlines.tell(common) }
        let source = summaries.isEmpty ? nil : try catalog.outlineSource()
        try Listing.write(.districts, listing) {
            $0.provenance = source.map(Self.members) ?? []
        } body: { writer in
            for summary in summaries.prefix(limit ?? summaries.count) { try writer.write(summary) }
        }
    }

    /// Returns the members of a GeoJSON file that describe the outlines, under the names that an import looks for.
    private static func members(_ source: OutlineSource) -> [JSONValue.Member] {
        [
            .init("title", .string(source.title)), .init("license", .string(source.license)),
            .init("sha256", .string(source.sha256)),
        ]
    }
}

/// The message for a catalog without outlines.
enum NoOutlines {
    static func tell(_ common: CommonOptions) {
        Console.note(
            Words(
                en: "the catalog has no district outlines; import some with 'geocli districts import FILE.geojson'",
                ko: "카탈로그에 자치구 경계가 없습니다. 'geocli districts import FILE.geojson'으로 가져오세요"), isQuiet: common.quiet)
    }
}

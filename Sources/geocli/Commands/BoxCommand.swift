internal import ArgumentParser
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery

/// `geocli bbox W,S,E,N`: the bookstores in a box.
struct BoxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bbox", abstract: "The bookstores in a box, edges included, by id.",
        discussion: """
            bbox W,S,E,N, longitude first:     geocli bbox 126.90,37.54,126.94,37.57
            near LAT,LON, as map apps copy it: geocli near 37.5563,126.9236
            A west greater than the east crosses the antimeridian.
            """)

    @Argument(
        help: ArgumentHelp("West, south, east and north in degrees: 126.90,37.54,126.94,37.57", valueName: "W,S,E,N"))
    var box: [String] = []

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: []).with(links: sorting.links)
        let order = try sorting.order(withoutDistance: SortOptions.noDistance)
        let box = try BoundingBox(argument: box)
        let catalog = try common.sourceOfBookstores()
        let filter = try filters.filter(catalog, common)
        let limit = try output.limitCount()
        try Listing.write(.bookstores, listing) { writer in
            guard let order else {
                return try catalog.forEachEntry(in: box, filter, limit: limit, body: writer.write)
            }
            let ids = try order.ids(limit: limit) { try catalog.forEachEntry(in: box, filter, limit: nil, body: $0) }
            try catalog.forEachEntry(ids: ids, body: writer.write)
        }
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

/// `geocli list`: all places that the filters admit.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list", en: "List all places that pass the filters, ordered by id.",
        ko: "필터에 맞는 장소를 모두 번호순으로 보여 줍니다.",
        examples: """
            $ geocli list --kind used --district mapo --has phone
            $ geocli list --as-of 2026-09-21 --format table
            $ geocli list --fields name,address,phone -o shops.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [], isPrivate: filters.marked != nil).with(
            links: sorting.links)
        let order = try sorting.order(withoutDistance: SortOptions.noDistance)
        if var served = try sorting.served(filters, common) {
            try ServedListing.refuse("--as-of", if: past.asOf != nil)
            try ServedListing.refuse("--uncorrected", if: values.uncorrected)
            served.add("limit", output.limit)
            return try served.write(["list"], to: listing)
        }
        try list(try past.source(common, uncorrected: values.uncorrected), order, listing)
    }

    private func list(_ catalog: some PlaceSource, _ order: PlaceOrder?, _ listing: ListingOutput) throws {
        let shops = try ShopRows(catalog, isUnique: sorting.unique)
        let filter = try shops.narrowed(try filters.filter(catalog, common), in: catalog, standing: .any)
        let limit = try output.limitCount()
        try past.tell(catalog, common)
        if let order {
            return try Listing.write(.places, of: catalog, shops, listing, id: \.id) { writer in
                let ids = try order.ids(limit: limit) { try catalog.forEachRow(filter, limit: nil, body: $0) }
                try catalog.forEachEntry(ids: ids, body: writer.write)
            }
        }
        try Listing.write(.listed, of: catalog, shops, listing, id: \.id) { writer in
            try PlacePieces.writeAll(of: catalog, filter, limit: limit, shops, to: writer)
        }
    }
}

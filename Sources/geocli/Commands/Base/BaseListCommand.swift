internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli base list`: the layers of the base map in the catalog.
struct BaseListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list", en: "List the layers of the base map with their terms of use, bottom layer first.",
        ko: "바탕 지도의 레이어를 맨 아래 레이어부터 이용 조건과 함께 보여 줍니다.",
        examples: """
            $ geocli base list
            $ geocli base list --format csv -o layers.csv
            $ geocli base list --fields role,license
            """)

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<BaseRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let layers = try common.catalog().baseSummaries()
        let limit = try output.limitCount()
        if layers.isEmpty { NoGround.tell(common) }
        try Listing.write(.baseLayers, listing) { writer in
            for layer in layers.prefix(limit ?? layers.count) { try writer.write(layer) }
        }
    }
}

/// The message for a catalog without a base map.
enum NoGround {
    static func tell(_ common: CommonOptions) {
        Console.note(
            Words(
                en:
                    "the catalog has no base map; import one with 'geocli base import FILE.geojson --role water'",
                ko: "카탈로그에 바탕 지도가 없습니다. 'geocli base import FILE.geojson --role water'로 가져오세요"),
            isQuiet: common.quiet)
    }
}

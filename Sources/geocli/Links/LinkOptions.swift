internal import ArgumentParser
internal import GeocliExport

/// The option for links, for listings that have no options for sorting. Other listings have it in `SortOptions`.
struct LinkOptions: ParsableArguments {
    static var linksHelp: ArgumentHelp {
        ArgumentHelp(
            "Add links that open each place in NAVER Map, Kakao Map, Google Maps, Apple Maps and OpenStreetMap.",
            ko: "장소마다 네이버 지도, 카카오맵, 구글 지도, 애플 지도, OpenStreetMap 링크를 덧붙입니다.")
    }

    @Flag(help: linksHelp)
    var links = false

    @Option(help: ServedListing.help)
    var server: String?
}

extension ListingOutput {
    /// Returns the same output, with links at the end of each row if they are requested.
    func with(links: Bool) -> ListingOutput {
        var output = self
        output.options.hasLinks = links
        return output
    }
}

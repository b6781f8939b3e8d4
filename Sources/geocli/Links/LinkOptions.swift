internal import ArgumentParser
internal import GeocliExport

/// The option for links in a listing; the same in every listing of places.
struct LinkOptions: ParsableArguments {
    @Flag(help: "Also links that open each place in NAVER, Kakao, Google, Apple maps and OpenStreetMap.")
    var links = false
}

extension ListingOutput {
    /// Returns the same output with links at the end of each row, if they are asked for.
    func with(_ links: LinkOptions) -> ListingOutput {
        var output = self
        output.options.hasLinks = links.links
        return output
    }
}

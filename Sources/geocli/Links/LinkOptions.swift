internal import ArgumentParser
internal import GeocliExport

/// The option for links in a listing of places that can't be sorted; `SortOptions` has it for the others.
struct LinkOptions: ParsableArguments {
    static let linksHelp: ArgumentHelp =
        "Also links that open each place in NAVER, Kakao, Google, Apple maps and OpenStreetMap."

    @Flag(help: linksHelp)
    var links = false
}

extension ListingOutput {
    /// Returns the same output, with links at the end of each row if they are requested.
    func with(links: Bool) -> ListingOutput {
        var output = self
        output.options.hasLinks = links
        return output
    }
}

internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport

/// The option for links, for listings that have no options for sorting. Other listings have it in `SortOptions`.
struct LinkOptions: ParsableArguments {
    @Flag(ListingOptions.links) var links = false

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

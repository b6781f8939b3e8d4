internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliQuery

/// Options for the order of a listing of places, for links at the end of its rows, and for one row per shop.
///
/// They are one group, because the parser needs 0.1 ms for each group of options.
struct SortOptions: ParsableArguments {
    @Option(PlaceOrder.sort, value: .key, completion: .words(PlaceOrder.Key.allCases.map(\.rawValue))) var sort: String?
    @Flag(PlaceOrder.reverse) var reverse = false
    @Flag(ListingOptions.links) var links = false
    @Flag(ShopRows.parameter) var unique = false
    @Option(help: ServedListing.help) var server: String?

    /// Adds the values to a question. The links are part of the form of the rows.
    func add(to given: inout Given) {
        given.add(PlaceOrder.sort, sort)
        given.add(PlaceOrder.reverse, flag: reverse)
        given.add(ShopRows.parameter, flag: unique)
    }
}

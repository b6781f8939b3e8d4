internal import GeocliExport

/// The destination and format of a listing, checked before anything is read.
struct ListingOutput {
    /// The destination of the rows.
    let place: OutputDestination
    /// The formats that the user could choose from.
    let formats: [ListingFormat]
    /// The options for writing the rows.
    var options: ListingOptions
    /// Whether an empty result is a failure.
    var failEmpty: Bool
    /// Whether a long listing may go through a pager.
    var usesPager = false
}

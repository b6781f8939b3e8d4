internal import GeocliExport

/// The output of a listing as its options say, checked before anything is read: where it goes and how it is written.
struct ListingOutput {
    /// Where the rows go.
    let place: OutputDestination
    /// The formats that there were to choose from.
    let formats: [ListingFormat]
    /// How they are written.
    let options: ListingOptions
    /// Whether nothing found is a failure.
    let failEmpty: Bool
}

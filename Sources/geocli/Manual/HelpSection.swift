/// The titles of the sections of a help text, for options that several commands share.
enum HelpSection {
    /// The selection of places.
    static let filters = "Filters"
    /// The format and the destination of a listing.
    static let output = "Output"
    /// Size and collisions of markers.
    static let markers = "Markers"
    /// The columns of a person's own file.
    static let columns = "Your own file"
    /// Requests to a service.
    static let fetching = "Fetching"
    /// The options of every command.
    static let common = "Common"
}

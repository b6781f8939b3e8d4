/// The titles of the sections of a help text, for options that several commands share.
enum HelpSection {
    /// Which places a listing has.
    static let filters = "Filters"
    /// How a listing is written, and where to.
    static let output = "Output"
    /// Size and collisions of markers.
    static let markers = "Markers"
    /// How a service is asked.
    static let fetching = "Fetching"
    /// What every command has.
    static let common = "Common"
}

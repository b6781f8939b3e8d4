/// The names of the lines of the configuration file, in the order in which `config` lists them.
enum SettingName: String, CaseIterable {
    /// The location of the catalog: a path or a server's address.
    case db
    /// The language of the messages.
    case lang
    /// Where `near` starts if it is given no place.
    case here
    /// The format of listings on a terminal.
    case format
    /// The feeds whose rows stand for a shop that several feeds have, the preferred one first.
    case feeds
    /// The key of the Seoul Open Data Plaza.
    case key = "seoul_openapi_key"
}

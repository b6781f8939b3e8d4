/// The names of the lines of the configuration file, in the order in which `config` lists them.
enum SettingName: String, CaseIterable {
    /// The location of the catalog: a path or a server's address.
    case db
    /// The language of the messages.
    case lang
    /// The place where `near` starts if the user gives none.
    case here
    /// The format of listings on a terminal.
    case format
    /// The preferred feeds, in order. If several feeds have a row for a shop, the row of the most preferred feed is
    /// shown.
    case feeds
    /// The key of the Seoul Open Data Plaza.
    case key = "seoul_openapi_key"
}

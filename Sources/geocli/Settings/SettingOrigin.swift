/// Where the value of a setting comes from. An option takes precedence over the environment, the environment over the
/// configuration file, and the file over the default.
enum SettingOrigin: Equatable {
    case option(String)
    case environment(String)
    case file(String, line: Int)
    /// The variable that the default value comes from; nil for none.
    case usual(String?)

    /// The words for all origins in JSON.
    static let codes = ["option", "environment", "file", "default"]

    /// The word for this origin in JSON.
    var code: String {
        switch self {
        case .option: "option"
        case .environment: "environment"
        case .file: "file"
        case .usual: "default"
        }
    }

    /// The option, the variable, or the file and its line.
    var place: String? {
        switch self {
        case .option(let name), .environment(let name): name
        case .file(let path, let line): "\(path):\(line)"
        case .usual(let variable): variable
        }
    }
}

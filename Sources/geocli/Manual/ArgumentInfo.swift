internal import GeocliText

/// An option or argument, as its command's help describes it.
struct ArgumentInfo: Hashable {
    /// `-o` or `--kind`; empty for a positional argument.
    let names: [String]
    /// The name of its value; nil for a flag.
    let valueName: String?
    let abstract: String
    let isOptional: Bool
    let isRepeating: Bool
    /// The title of its section in the help; nil for an option of the command's own.
    let section: String?

    init(_ json: JSONValue) {
        let all = (json["names"]?.arrayValue ?? []).map { name in
            (name["kind"]?.stringValue == "long" ? "--" : "-") + (name["name"]?.stringValue ?? "")
        }
        // The short name comes first, as in the help.
        names = all.filter { !$0.hasPrefix("--") } + all.filter { $0.hasPrefix("--") }
        valueName = json["kind"]?.stringValue == "flag" ? nil : json["valueName"]?.stringValue
        abstract = json["abstract"]?.stringValue ?? ""
        isOptional = json["isOptional"] == .bool(true)
        isRepeating = json["isRepeating"] == .bool(true)
        section = json["sectionTitle"]?.stringValue
    }
}

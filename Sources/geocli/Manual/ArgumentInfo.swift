internal import GeocliText

/// An option or argument, as its command's help describes it.
struct ArgumentInfo: Hashable {
    /// `-o` or `--kind`; empty for a positional argument.
    let names: [String]
    /// The name of the option's or argument's value; nil for a flag.
    let valueName: String?
    let abstract: String
    let isOptional: Bool
    let isRepeating: Bool
    /// The title of its section in the help; nil for an option that only this command has.
    let section: String?

    /// Whether the parser adds the option to commands.
    var isParsers: Bool { ParserWords.all.contains { names.contains($0.option) } }

    /// Reads the parser's description of an argument. For the parser, `--help-all` is one more name of `--help`; in the
    /// help, each of them has its own line.
    static func all(_ json: JSONValue) -> [ArgumentInfo] {
        let all = (json["names"]?.arrayValue ?? []).map { name in
            (name["kind"]?.stringValue == "long" ? "--" : "-") + (name["name"]?.stringValue ?? "")
        }
        // The short name comes first, as in the help.
        let names = all.filter { !$0.hasPrefix("--") } + all.filter { $0.hasPrefix("--") && $0 != Help.allOption }
        let first = ArgumentInfo(json, names)
        return all.contains(Help.allOption) ? [first, ArgumentInfo(json, [Help.allOption])] : [first]
    }

    private init(_ json: JSONValue, _ names: [String]) {
        let parsers = ParserWords.all.first { names.contains($0.option) }
        self.names = names
        valueName = json["kind"]?.stringValue == "flag" ? nil : json["valueName"]?.stringValue
        abstract = parsers?.help.text(Help.language) ?? json["abstract"]?.stringValue ?? ""
        isOptional = json["isOptional"] == .bool(true)
        isRepeating = json["isRepeating"] == .bool(true)
        section = parsers == nil ? json["sectionTitle"]?.stringValue : HelpSection.common
    }

    /// The option that the parser adds to each command of a root with a version.
    static let version: ArgumentInfo = {
        let members: [JSONValue.Member] = [.init("kind", .string("flag")), .init("isOptional", .bool(true))]
        return ArgumentInfo(.object(members), ["--version"])
    }()
}

/// What the parser adds to commands, in our own words.
enum ParserWords {
    static let all = [
        (
            option: "help", english: "Show subcommand help information.",
            help: Words(en: "Show the help of a command.", ko: "명령의 도움말을 보여 줍니다.")
        ),
        (option: "--version", english: "Show the version.", help: Words(en: "Show the version.", ko: "버전을 보여 줍니다.")),
        (
            option: "--help", english: "Show help information.",
            help: Words(en: "Show the help.", ko: "도움말을 보여 줍니다.")
        ),
        (
            option: Help.allOption, english: "Show help information.",
            help: Words(en: "Show the help with all options.", ko: "모든 옵션을 설명하는 도움말을 보여 줍니다.")
        ),
    ]
}

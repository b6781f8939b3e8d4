internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "schema", en: "Print the JSON Schema of a command's rows. Without COMMAND, list the commands that have one.",
        ko: "명령이 출력하는 행의 JSON 스키마를 보여 줍니다. COMMAND가 없으면 스키마가 있는 명령을 보여 줍니다.",
        about: Words(
            en:
                "The schema describes one line of ndjson, or one item of the json array. With --fields, a row has only the keys that the option names.",
            ko: "스키마는 ndjson의 한 줄, 또는 json 배열의 한 항목에 적용됩니다. --fields를 쓰면 지정한 키만 행에 들어갑니다."),
        examples: """
            $ geocli schema
            $ geocli schema near
            $ geocli schema layers check
            """)

    @Argument(
        help: ArgumentHelp(
            "A command, such as near or layers check.", ko: "명령. 예: near, layers check",
            value: .argument("COMMAND")),
        completion: .words(RowShapes.all.map(\.command)))
    var command: [String] = []

    @OptionGroup(title: HelpSection.common) var language: LanguageOption

    func run() throws {
        let place = try OutputDestination(nil, db: nil, reading: [])
        var text = ""
        if command.isEmpty {
            text = RowShapes.all.map { $0.command + "\n" }.joined()
        } else {
            PrettyJSON.append(try wanted().document, to: &text)
            text += "\n"
        }
        try place.write(text)
    }

    private func wanted() throws -> RowShapes {
        let name = command.joined(separator: " ").trimmingBlanks()
        // `layers` without a subcommand is `layers list`.
        guard let found = RowShapes.all.first(where: { $0.command == name || $0.command == name + " list" }) else {
            throw RenamedCommand.error(name)
                ?? ValueArgument.wrong(
                    "COMMAND", name, en: "it has no schema; 'geocli schema' lists the commands that have one",
                    ko: "이 이름의 스키마는 없습니다. 'geocli schema'로 목록을 확인하세요")
        }
        return found
    }
}

/// JSON on several lines, for people.
enum PrettyJSON {
    /// Appends a value: each member on its own line, and an array of simple values on one line.
    static func append(_ value: JSONValue, to text: inout String, indent: String = "") {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            text += "{"
            for (position, member) in members.enumerated() {
                text += (position > 0 ? ",\n" : "\n") + inner + JSONValue.string(member.name).text + ": "
                append(member.value, to: &text, indent: inner)
            }
            text += "\n\(indent)}"
        case .array(let items) where items.contains(where: { if case .object = $0 { true } else { false } }):
            text += "["
            for (position, item) in items.enumerated() {
                text += (position > 0 ? ",\n" : "\n") + inner
                append(item, to: &text, indent: inner)
            }
            text += "\n\(indent)]"
        case .array(let items): text += "[" + items.map(\.text).joined(separator: ", ") + "]"
        default: text += value.text
        }
    }
}

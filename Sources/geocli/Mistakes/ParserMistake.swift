internal import GeocliExport
internal import GeocliSearch
internal import GeocliText

/// A mistake that the parser found, in our own words. The parser's message suggests options that are not similar, and
/// exists only in English.
struct ParserMistake {
    private let message: String
    private let command: CommandInfo
    private let path: [String]

    /// - Parameters:
    ///   - message: the parser's message; only its first line counts.
    ///   - words: the words of the command line.
    init(_ message: String, _ words: [String]) throws {
        let line = message.split(separator: "\n").first.map(String.init) ?? ""
        self.message = line.hasSuffix(".") ? String(line.dropLast()) : line
        (path, command) = try CommandInfo.named(by: words, in: GeocliCommand.self)
    }

    /// The sentence, with what to write instead.
    var words: Words {
        if let option = rest(after: "Unknown option '") { return unknown(option) }
        return (explained ?? Words(en: message.isEmpty ? "wrong usage" : message, ko: message)).followed(by: help)
    }

    /// The mistakes other than unknown options; nil if the parser's sentence is not known to us.
    private var explained: Words? {
        if let value = rest(after: "Missing value for '") {
            return Words(en: "\(value) needs a value", ko: "값이 없습니다: \(value)")
        }
        if let argument = rest(after: "Missing expected argument '") {
            return Words(en: "\(argument) is missing", ko: "빠진 것이 있습니다: \(argument)")
        }
        if let option = rest(after: "The option '"), let end = option.firstRange(of: "' does not take any value") {
            return Words(
                en: "\(option[..<end.lowerBound]) takes no value", ko: "값을 받지 않습니다: \(option[..<end.lowerBound])")
        }
        if let option = rest(after: "Invalid option: ") {
            return Words(en: "\(option) is not an option", ko: "옵션이 아닙니다: \(option)")
        }
        if let start = message.firstRange(of: "nexpected argument"), let quote = message.firstIndex(of: "'") {
            let plural = message[start.upperBound...].hasPrefix("s") ? "s" : ""
            let shown = DisplayText.truncated(DisplayText.singleLine(String(message[quote...])), columns: 60)
            return Words(en: "unexpected argument\(plural) \(shown)", ko: "필요 없는 인자가 있습니다: \(shown)")
        }
        return nil
    }

    /// Returns what follows `start`, without the parser's own guess and the quote at its end.
    private func rest(after start: String) -> String? {
        guard message.hasPrefix(start) else { return nil }
        var rest = String(message.dropFirst(start.count))
        if let guess = rest.ranges(of: "'. Did you mean '").last { rest = String(rest[..<guess.lowerBound]) }
        if rest.hasSuffix("'") { rest.removeLast() }
        return DisplayText.truncated(DisplayText.singleLine(rest), columns: 60)
    }

    private var help: Words {
        let line = ([Program.name] + path + ["--help"]).joined(separator: " ")
        return Words(en: "see '\(line)'", ko: "'\(line)'\(.object) 보세요")
    }

    private func unknown(_ option: String) -> Words {
        if let placed = placed(option) { return placed }
        return Words(en: "unknown option \(option)", ko: "없는 옵션입니다: \(option)")
            .followed(by: format(option) ?? near(option) ?? help)
    }

    private static func guess(_ names: String) -> Words { Words(en: "did you mean \(names)?", ko: "혹시 \(names)인가요?") }

    private func near(_ option: String) -> Words? {
        let names = Spelling.near(option, among: command.arguments.flatMap(\.names))
        return names.isEmpty ? nil : Self.guess(names.joined(separator: ", "))
    }

    /// Returns the advice for a format without a short form; nil for another word.
    private func format(_ option: String) -> Words? {
        let word = String(option.drop { $0 == "-" })
        let formats = command.arguments.first { $0.names == ["--format"] }?.abstract.split { !$0.isLetter } ?? []
        guard ListingFormat(rawValue: word) != nil, formats.contains(word[...]) else { return nil }
        return Self.guess("--format \(word)")
    }

    /// Returns the sentence about an option that is written before its command; nil for any other option.
    private func placed(_ option: String) -> Words? {
        guard path.isEmpty,
            command.all().contains(where: { $0.command.arguments.contains { $0.names.contains(option) } })
        else { return nil }
        return Words(
            en: "\(option) goes after the command: geocli COMMAND \(option)",
            ko: "\(option) 옵션은 명령 뒤에 쓰세요: geocli 명령 \(option)")
    }
}

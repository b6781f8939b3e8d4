internal import ArgumentParser
internal import GeocliExport
internal import GeocliSearch
internal import GeocliText

/// A mistake that the parser found, in our own words. The parser's message suggests options that are not similar, and
/// exists only in English.
struct ParserMistake {
    private let message: String
    private let command: CommandInfo
    private let path: [String]

    /// - Parameter message: the parser's message; only its first line counts.
    init(_ message: String, _ words: [String], in root: any ParsableCommand.Type) throws {
        let line = message.split(separator: "\n").first.map(String.init) ?? ""
        self.message = line.hasSuffix(".") ? String(line.dropLast()) : line
        (path, command) = try CommandInfo.named(by: words, in: root)
    }

    /// Returns the error that a check of options throws to the parser, which can pass on only one language.
    static func wrong(_ words: Words) -> ValidationError { ValidationError(words.text(Console.language)) }

    static func wrongLanguage(_ word: String) -> ValidationError {
        let shown = DisplayText.truncated(DisplayText.singleLine(word), columns: 60)
        return wrong(
            Words(en: "--lang \"\(shown)\": choose ko or en", ko: "--lang \"\(shown)\": ko와 en 가운데 하나를 쓰세요"))
    }

    var words: Words {
        if let option = rest(after: "Unknown option '") { return unknown(option) }
        return (explained ?? Words(en: message.isEmpty ? "wrong usage" : message, ko: unexplained)).followed(by: help)
    }

    /// The Korean message for a mistake that no case below explains. If the given message is our own, it is Korean
    /// already.
    private var unexplained: String {
        let isKorean = message.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value }
        return isKorean ? message : "명령줄을 이해하지 못했습니다"
    }

    /// The message for a mistake other than an unknown option; nil if the parser's sentence is not known to us.
    private var explained: Words? {
        if let value = rest(after: "Missing value for '") {
            return Words(en: "\(value) needs a value", ko: "\(value): 값이 없습니다")
        }
        if let argument = rest(after: "Missing expected argument '") {
            return Words(en: "\(argument) is missing", ko: "필수 항목이 없습니다: \(argument)")
        }
        if message == "Missing required subcommand" {
            let words = ([Program.name] + path).joined(separator: " ")
            return Words(en: "'\(words)' needs a command", ko: "'\(words)' 뒤에 명령을 쓰세요")
        }
        return wrongValue ?? wrongWord
    }

    private var wrongValue: Words? {
        if let option = rest(after: "The option '"), let end = option.firstRange(of: "' does not take any value") {
            let name = option[..<end.lowerBound]
            return Words(en: "\(name) takes no value", ko: "\(name): 값을 쓰지 않는 옵션입니다")
        }
        if let value = rest(after: "The value '"), let middle = value.firstRange(of: "' is invalid for '") {
            let (shown, name) = (value[..<middle.lowerBound], value[middle.upperBound...].prefix { $0 != "'" })
            return Words(en: "\(name) \"\(shown)\": wrong value", ko: "\(name) \"\(shown)\": 쓸 수 없는 값입니다")
        }
        if message.hasPrefix("Value to be set with ") {
            return Words(
                en: "two options contradict each other; give only one of them", ko: "함께 쓸 수 없는 옵션이 있습니다. 하나만 쓰세요")
        }
        return nil
    }

    private var wrongWord: Words? {
        if let option = rest(after: "Invalid option: ") {
            return Words(en: "\(option) is not an option", ko: "\(option): 없는 옵션입니다")
        }
        if let shell = rest(after: "Can't generate completion scripts for '") {
            let name = shell.prefix { $0 != "'" }
            return Words(
                en: "no completions for \"\(name)\"; 'geocli completions' prints those for bash, zsh and fish",
                ko: "\"\(name)\": 이 셸의 자동 완성은 없습니다. 'geocli completions'는 bash, zsh, fish용 스크립트를 출력합니다")
        }
        if let start = message.firstRange(of: "nexpected argument"), let quote = message.firstIndex(of: "'") {
            let plural = message[start.upperBound...].hasPrefix("s") ? "s" : ""
            let shown = DisplayText.truncated(DisplayText.singleLine(String(message[quote...])), columns: 60)
            return Words(en: "unexpected argument\(plural) \(shown)", ko: "필요 없는 인자: \(shown)")
        }
        return nil
    }

    /// Returns what follows `start`, without the parser's own guess and without the closing quote.
    private func rest(after start: String) -> String? {
        guard message.hasPrefix(start) else { return nil }
        var rest = String(message.dropFirst(start.count))
        if let guess = rest.ranges(of: "'. Did you mean '").last { rest = String(rest[..<guess.lowerBound]) }
        if rest.hasSuffix("'") { rest.removeLast() }
        return DisplayText.truncated(DisplayText.singleLine(rest), columns: 60)
    }

    private var help: Words {
        let line = ([Program.name] + path + ["--help"]).joined(separator: " ")
        return Words(en: "see '\(line)'", ko: "도움말: '\(line)'")
    }

    private func unknown(_ option: String) -> Words {
        if let placed = placed(option) { return placed }
        return Words(en: "unknown option \(option)", ko: "없는 옵션입니다: \(option)")
            .followed(by: format(option) ?? other(option) ?? near(option) ?? help)
    }

    private static func guess(_ names: String) -> Words { Words(en: "did you mean \(names)?", ko: "혹시 \(names)인가요?") }

    private func near(_ option: String) -> Words? {
        let names = Spelling.near(option, among: command.arguments.flatMap(\.names))
        return names.isEmpty ? nil : Self.guess(names.joined(separator: ", "))
    }

    /// Returns the advice for a format without a short form; nil for any other option.
    private func format(_ option: String) -> Words? {
        let word = String(option.drop { $0 == "-" })
        let formats = command.arguments.first { $0.names == ["--format"] }?.abstract
            .split { !($0.isASCII && $0.isLetter) }
        guard ListingFormat(rawValue: word) != nil, formats?.contains(word[...]) ?? false else { return nil }
        return Self.guess("--format \(word)")
    }

    /// Options as many other programs call them, and what they may be called here.
    private static let others = [
        "--output": ["-o"], "-n": ["--limit", "-k"], "-f": ["--format"], "-V": ["--version"],
    ]

    /// Returns the advice for an option that other programs have under this name; nil for any other option.
    private func other(_ option: String) -> Words? {
        // A number may follow a short option without a blank, as in -n5.
        let number = option.dropFirst(2)
        let isShort = !option.hasPrefix("--") && number.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        let names = Self.others[isShort ? String(option.prefix(2)) : option] ?? []
        let known = names.filter { name in command.arguments.contains { $0.names.contains(name) } }
        return known.isEmpty ? nil : Self.guess(known.joined(separator: ", "))
    }

    /// Returns the sentence about an option that is written before its command; nil for any other option.
    private func placed(_ option: String) -> Words? {
        // Common options may come first, so only the command can be missing.
        if path.isEmpty, ArgumentWords.common[option] != nil {
            return Words(en: "a command is missing after \(option)", ko: "\(option) 뒤에 명령이 없습니다").followed(by: help)
        }
        guard path.isEmpty,
            command.all().contains(where: { $0.command.arguments.contains { $0.names.contains(option) } })
        else { return nil }
        return Words(
            en: "\(option) goes after the command: geocli COMMAND \(option)",
            ko: "\(option) 옵션은 명령 뒤에 쓰세요: geocli COMMAND \(option)")
    }
}

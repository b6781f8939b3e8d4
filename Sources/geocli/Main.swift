internal import ArgumentParser
internal import CGeocliMemory
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

/// The program: reads the words, calls the command, and reports an error in one line.
@main
enum Main {
    static func main() {
        cmemory_keep_out_of_core()
        Console.secureStandardStreams()
        let words = Array(CommandLine.arguments.dropFirst())
        (Console.language, Console.languageOrigin) = Settings.language(words)
        Help.language = Console.language
        Console.color = ColorChoice(arguments: words)
        let arguments = ArgumentWords.normalized(ArgumentWords.commandFirst(words, in: GeocliCommand.self))
        // The memory of a person's statement is limited, so SQLite must count it.
        if arguments.first != "sql" { Catalog.prepareForThreads() }
        exit(run(arguments).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitStatus {
        do {
            try checkKey(arguments)
            var command = try command(arguments)
            try command.run()
            return .success
        } catch let status as ExitStatus {
            return status
        } catch let error as any ExplainedError {
            // The program that reads our output closed the pipe, because it needs no more.
            if let output = error as? OutputError, output.isBrokenPipe { return .success }
            Console.complain(error.words)
            return error.exit
        } catch {
            // A wrong `--lang` was reported above, before the parser ran, so this `try?` hides no error.
            return parserAnswer(error, (try? Help.understood(arguments, in: GeocliCommand.self)) ?? arguments)
        }
    }

    /// Returns the command that the words ask for.
    ///
    /// If the first word names a command, only that command's options are parsed: parsing the root first takes longer
    /// than most queries. If the command's own parse fails because of a mistake or a request for help, the root parses
    /// the words again and gives the answer.
    private static func command(_ words: [String]) throws -> any ParsableCommand {
        let named = GeocliCommand.configuration.subcommands.first { $0.configuration.commandName == words.first }
        if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())), type(of: command) == named {
            return command
        }
        let words = try Help.understood(words, in: GeocliCommand.self)
        try UnknownCommand.check(words)
        return try GeocliCommand.parseAsRoot(words)
    }

    /// Refuses a key on the command line, because other users can read it in the system's process list.
    private static func checkKey(_ words: [String]) throws {
        // The parser repeats unknown words in its error messages, so a password must be refused before the parser runs.
        guard !words.contains(where: ServerAddress.holdsPassword) else { throw ServerAddressError.password }
        let options = ["--key", "--api-key", "--apikey", "--token"]
        let text = (Environment.variable(Settings.seoulKeyVariable) ?? "").trimmingBlanks()
        let key = text.utf8.count >= 6 ? try? APIKey(text) : nil
        let holdsKey = words.contains { word in
            options.contains { word == $0 || word.hasPrefix($0 + "=") } || key?.isIn(word) ?? false
        }
        guard holdsKey else { return }
        throw UsageError(
            en:
                "other users can read a key on the command line; ask the portal for a new key and put it into SEOUL_OPENAPI_KEY or the configuration file (see 'geocli help ingest')",
            ko:
                "명령줄의 인증키는 다른 사용자가 볼 수 있습니다. 포털에서 새 인증키를 발급받아 SEOUL_OPENAPI_KEY나 설정 파일에 넣으세요('geocli help ingest' 참고)")
    }

    /// Returns the exit code for an error of the parser. A request for help or for the version is a success; every
    /// other error is wrong usage.
    private static func parserAnswer(_ error: any Error, _ words: [String]) -> ExitStatus {
        do {
            if GeocliCommand.exitCode(for: error) == .success {
                return Console.printAnswer(try answer(error, words)) ? .success : .inputOutput
            }
            Console.complain(try ParserMistake(GeocliCommand.message(for: error), words, in: GeocliCommand.self).words)
            return .usage
        } catch {
            preconditionFailure("the parser describes its commands in JSON as of version 1.8: \(error)")
        }
    }

    private static func answer(_ error: any Error, _ words: [String]) throws -> String {
        let text = GeocliCommand.fullMessage(for: error)
        guard text.hasPrefix("OVERVIEW: ") else { return text }
        let (path, command) = try CommandInfo.named(by: words, in: GeocliCommand.self)
        var help = HelpText(
            command, path: path, columns: min(Console.outputColumns ?? 80, 100), isWhole: Help.asksForAll(words))
        return help.rendered()
    }
}

/// The check for a word that stands where a command is expected but does not name one.
enum UnknownCommand {
    /// Refuses words that begin with an unknown command, or with `help` and an unknown command, whatever comes after
    /// it.
    ///
    /// - Throws: `UsageError`, which proposes commands with a similar spelling.
    static func check(_ words: [String]) throws {
        var known = GeocliCommand.configuration.subcommands
        var path: [String] = []
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            guard !known.isEmpty, !word.hasPrefix("-"), !(path.isEmpty && word == "help") else { return }
            guard let command = known.first(where: { $0.configuration.commandName == word }) else {
                throw error(word, path, among: known.compactMap { $0.configuration.commandName })
            }
            path.append(word)
            known = command.configuration.subcommands
        }
    }

    private static func error(_ word: String, _ path: [String], among names: [String]) -> UsageError {
        let shown = (path + [DisplayText.truncated(DisplayText.singleLine(word.trimmingBlanks()), columns: 60)])
            .joined(separator: " ")
        let spelled = Spelling.near(word, among: path.isEmpty ? names + ["help"] : names)
            .map { (path + [$0]).joined(separator: " ") }.joined(separator: ", ")
        let renamed = word == "version" ? "--version" : RenamedCommand.names[word]
        let near = path.isEmpty ? renamed ?? spelled : spelled
        guard near.isEmpty else {
            return UsageError(
                en: "unknown command \"\(shown)\"; did you mean \(near)?",
                ko: "\"\(shown)\" 명령은 없습니다. 혹시 \(near)인가요?")
        }
        let list = ([Program.name, "help"] + (path.isEmpty ? ["all"] : path)).joined(separator: " ")
        return UsageError(
            en: "unknown command \"\(shown)\"; '\(list)' lists the commands",
            ko: "\"\(shown)\" 명령은 없습니다. 명령 목록: '\(list)'")
    }
}

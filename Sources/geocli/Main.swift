internal import ArgumentParser
internal import CGeocliMemory
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The program: reads the words, calls the command, and reports an error in one line.
@main
enum Main {
    static func main() {
        cmemory_keep_out_of_core()
        Console.secureStandardStreams()
        Catalog.prepareForThreads()
        let arguments = ArgumentWords.normalized(
            ArgumentWords.withoutNotes(Array(CommandLine.arguments.dropFirst())))
        (Console.language, Console.languageOrigin) = Settings.language(arguments)
        Help.language = Console.language
        Console.color = ColorChoice(arguments: arguments)
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

    /// Returns the requested help, or another answer of the parser, such as the version.
    private static func answer(_ error: any Error, _ words: [String]) throws -> String {
        let text = GeocliCommand.fullMessage(for: error)
        guard text.hasPrefix("OVERVIEW: ") else { return text }
        let (path, command) = try CommandInfo.named(by: words, in: GeocliCommand.self)
        var help = HelpText(
            command, path: path, columns: min(Console.outputColumns ?? 80, 100), isWhole: Help.asksForAll(words))
        return help.rendered()
    }
}

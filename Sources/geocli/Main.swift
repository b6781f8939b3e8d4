internal import ArgumentParser
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The program: reads the words, hands over, and says what went wrong in one line.
@main
enum Main {
    static func main() {
        Console.secureStandardStreams()
        let arguments = ArgumentWords.normalized(Array(CommandLine.arguments.dropFirst()))
        Console.language = Language(arguments: arguments, environment: Environment.variable)
        exit(run(arguments).rawValue)
    }

    private static func run(_ arguments: [String]) -> ExitStatus {
        do {
            try checkKey(arguments)
            try checkHelp(arguments)
            var command = try command(arguments)
            try command.run()
            return .success
        } catch let status as ExitStatus {
            return status
        } catch let error as any ExplainedError {
            // Whoever read our output has seen enough.
            if let output = error as? OutputError, output.isBrokenPipe { return .success }
            Console.complain(error.words)
            return ExitStatus(error)
        } catch {
            return parserAnswer(error)
        }
    }

    /// The command that the words ask for.
    ///
    /// Where the first word names one, its options alone are looked at: to look at the root first takes longer than most
    /// queries. What is no plain call of it – a mistake, a wish for help – the root is asked about all the same, so that
    /// the answer is the root's.
    private static func command(_ words: [String]) throws -> any ParsableCommand {
        let named = GeocliCommand.configuration.subcommands.first { $0._commandName == words.first }
        if let named, let command = try? named.parseAsRoot(Array(words.dropFirst())), type(of: command) == named {
            return command
        }
        return try GeocliCommand.parseAsRoot(words)
    }

    /// The parser answers `help nope` with the help of all.
    private static func checkHelp(_ words: [String]) throws {
        guard words.first == "help", let name = words.dropFirst().first, !name.hasPrefix("-") else { return }
        let known = GeocliCommand.configuration.subcommands.map { $0._commandName } + ["help"]
        guard !known.contains(name) else { return }
        throw UsageError(
            en: "there is no command \"\(name)\"; 'geocli help' lists them",
            ko: "\"\(name)\" 명령은 없습니다; 'geocli help'를 보세요")
    }

    /// A key among the words is in the list of processes already; nothing may be done with it.
    private static func checkKey(_ words: [String]) throws {
        // The parser repeats words that it does not understand.
        guard !words.contains(where: ServerAddress.holdsPassword) else { throw ServerAddressError.password }
        let options = ["--key", "--api-key", "--apikey", "--token"]
        let key = (Environment.variable("SEOUL_OPENAPI_KEY") ?? "").trimmingBlanks().lowercased()
        let isSecret = key.utf8.count >= 6 && key != "sample"
        let holdsKey = words.contains { word in
            options.contains { word == $0 || word.hasPrefix($0 + "=") } || isSecret && word.lowercased().contains(key)
        }
        guard holdsKey else { return }
        throw UsageError(
            en:
                "a key on the command line can be read by others; put it into SEOUL_OPENAPI_KEY or the configuration file (see 'geocli help ingest'), and ask the portal for a new one",
            ko:
                "명령줄의 인증키는 남이 볼 수 있습니다; SEOUL_OPENAPI_KEY나 설정 파일에 두고('geocli help ingest' 참고) 새 키를 신청하세요")
    }

    /// Help and version are answers; everything else that the parser throws is wrong usage.
    private static func parserAnswer(_ error: any Error) -> ExitStatus {
        let text = GeocliCommand.fullMessage(for: error)
        if GeocliCommand.exitCode(for: error) == .success {
            return Console.printAnswer(text) ? .success : .inputOutput
        }
        let message = GeocliCommand.message(for: error).split(separator: "\n").first.map(String.init) ?? "wrong usage"
        let sentence = message.hasSuffix(".") ? String(message.dropLast()) : message
        Console.complain(Words(en: "\(sentence); see 'geocli help'", ko: "\(sentence); 'geocli help'를 보세요"))
        return .usage
    }
}

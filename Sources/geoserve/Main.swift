internal import CGeocliBuild
internal import CGeocliMemory
internal import GeocliServing
internal import GeocliText
internal import Glibc

@main
enum Main {
    static func main() {
        cmemory_keep_out_of_core()
        // A write to a client that has left, to a pipe without a reader, or to a file at its size limit must return an
        // error and not end the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        let language = Notes.language(words)
        do {
            switch try ServeOptions.read(words, language: language) {
            case .help: Notes.print(ServeOptions.help.text(language))
            case .version: Notes.print("geoserve \(String(cString: cbuild_version()))\n")
            case .serve(let options): try Server(options).run()
            }
        } catch let error as any ExplainedError {
            Notes.printError(error.words, language)
            exit(error.exit.rawValue)
        } catch {
            Notes.printError(Words(en: "unexpected error: \(error)", ko: "예상하지 못한 오류: \(error)"), language)
            exit(ExitStatus.software.rawValue)
        }
    }
}

/// The lines that the program writes when it does not serve: help, and why it can't start.
enum Notes {
    static func printError(_ words: Words, _ language: Language) { put("geoserve: \(words.text(language))\n", to: 2) }

    static func print(_ text: String) { put(text, to: 1) }

    private static func put(_ text: String, to descriptor: Int32) {
        // If this fails, the message can't be reported in another way.
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
    }

    /// Returns the language of `--lang` or, without `--lang`, that of the locale: Korean or English.
    static func language(_ words: [String]) -> Language {
        for (position, word) in words.enumerated() {
            if word.hasPrefix("--lang="), let known = Language(rawValue: String(word.dropFirst(7))) { return known }
            if word == "--lang", position + 1 < words.count, let known = Language(rawValue: words[position + 1]) {
                return known
            }
        }
        let names = ["GEOCLI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        let locale =
            names.lazy.compactMap { name in getenv(name).map { String(cString: $0) } }.first { !$0.isEmpty } ?? ""
        return locale.hasPrefix("ko") ? .korean : .english
    }
}

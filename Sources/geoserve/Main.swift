internal import CGeocliBuild
internal import CGeocliMemory
internal import GeocliServing
internal import GeocliText
internal import Glibc

/// The service: answers HTTP requests from one catalog.
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
            Notes.complain(error.words, language)
            exit(error.exit.rawValue)
        } catch {
            Notes.complain(Words(en: "unexpected error: \(error)", ko: "예상하지 못한 오류: \(error)"), language)
            exit(ExitStatus.software.rawValue)
        }
    }
}

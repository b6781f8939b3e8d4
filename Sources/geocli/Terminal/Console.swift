internal import GeocliFetching
internal import GeocliGeo
internal import GeocliText
internal import Glibc
internal import Logging

/// The messages on standard error, and the properties of the terminal.
enum Console {
    /// The language of the messages. Set once, before any command runs.
    nonisolated(unsafe) static var language = Language.english
    /// Where the language comes from. Set together with the language.
    nonisolated(unsafe) static var languageOrigin = SettingOrigin.usual(nil)

    /// When text has colors. Set once, before any command runs.
    nonisolated(unsafe) static var color = ColorChoice.auto

    /// The keys that no message may contain. Only one thread runs feeds.
    nonisolated(unsafe) private static var secrets: [APIKey] = []

    /// Whether a progress line is on the terminal; only one thread reports progress.
    nonisolated(unsafe) private static var showsProgress = false

    static func keepSecret(_ key: APIKey) { secrets.append(key) }

    static var inputIsTerminal: Bool { isatty(0) == 1 }
    static var outputIsTerminal: Bool { isatty(1) == 1 }
    static var errorIsTerminal: Bool { isatty(2) == 1 }

    /// The number of columns of standard output's terminal; nil if it is not a terminal.
    static var outputColumns: Int? {
        guard outputIsTerminal else { return nil }
        var size = winsize()
        if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return Environment.variable("COLUMNS").flatMap { Int($0) } ?? 80
    }

    /// The number of columns of standard error's terminal; nil without a terminal, or if it does not report a number.
    static var errorColumns: Int? {
        var size = winsize()
        guard errorIsTerminal, ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Makes sure that no file we open becomes our standard input, output or error. Also turns two signals into write
    /// errors, which do not end the process: the signals for a pipe without a reader and for a file at its size limit.
    static func secureStandardStreams() {
        // A child process inherits blocked signals. If the parent blocked the signals that must end this process, they
        // would stay pending and never end it.
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, number) }
        sigprocmask(SIG_UNBLOCK, &ending, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // Opened for reading only, so a write to a closed standard output still fails.
            let opened = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
            precondition(opened == descriptor || opened < 0, "the lowest free descriptor is given first")
        }
    }

    /// The number of rows of standard output's terminal; nil without a terminal, or if it does not report a number.
    static var outputRows: Int? {
        var size = winsize()
        guard outputIsTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    static func complain(en: String, ko: String) { complain(Words(en: en, ko: ko)) }

    static func complain(_ words: Words) {
        let isWarning = words.en.hasPrefix("warning:")
        printError(words.text(language), prefix: "geocli: ", isWarning ? .magenta : .red)
    }

    /// Prints a message, unless `-q` was given.
    static func note(_ words: Words, isQuiet: Bool) { if !isQuiet { printError(words.text(language)) } }

    /// Prints a progress line, which the next one replaces.
    static func progress(_ text: String) {
        write(2, Array("\r\u{1B}[K\(DisplayText.singleLine(text))".utf8))
        showsProgress = true
    }

    static func clearProgress() {
        if showsProgress { write(2, Array("\r\u{1B}[K".utf8)) }
        showsProgress = false
    }

    /// Prints help or the version; returns false if that failed.
    static func printAnswer(_ text: String) -> Bool { write(1, DisplayText.harmless(Array("\(text)\n".utf8))) }

    static func log(_ line: String) { printError(line) }

    /// The maximum width of a line. Values are cut where a message quotes them; this also limits a list of many values.
    private static let maximumColumns = 4000

    private static func printError(_ line: String, prefix: String = "", _ style: TextStyle = .bold) {
        clearProgress()
        let text = DisplayText.shown(secrets.reduce(line) { $1.redacting($0) }, columns: maximumColumns)
        write(2, Array("\(color.isOn(2) ? style.applied(to: prefix) : prefix)\(text)\n".utf8))
    }

    @discardableResult
    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        let number = FileSystem.write(bytes, to: descriptor)
        return number == nil || number == EPIPE
    }
}

extension Language {
    init?(arguments: [String]) {
        // The last one counts, so that an alias can have one, too.
        for (position, word) in arguments.enumerated().reversed() {
            if word.hasPrefix("--lang="), let language = Language(rawValue: String(word.dropFirst(7))) {
                self = language
                return
            }
            if word == "--lang", position + 1 < arguments.count,
                let language = Language(rawValue: arguments[position + 1])
            {
                self = language
                return
            }
        }
        return nil
    }
}

/// When text has colors: the value of `--color`.
enum ColorChoice: String, CaseIterable {
    /// Colors on a terminal that supports them, unless `NO_COLOR` is set.
    case auto
    case always
    case never

    /// Reads `--color` before the parser does, because the parser's errors may have colors.
    init(arguments: [String]) {
        var choice: ColorChoice?
        for (position, word) in arguments.enumerated() {
            if word == "--" { break }
            if word.hasPrefix("--color=") { choice = ColorChoice(rawValue: String(word.dropFirst(8))) }
            if word == "--color", position + 1 < arguments.count {
                choice = ColorChoice(rawValue: arguments[position + 1])
            }
        }
        self = choice ?? .auto
    }

    /// Returns whether text to this descriptor has colors.
    ///
    /// - Source: no-color.org; TERM is empty or `dumb` if a terminal does not understand sequences.
    func isOn(_ descriptor: Int32) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let kind = Environment.variable("TERM") ?? ""
            return isatty(descriptor) == 1 && (Environment.variable("NO_COLOR") ?? "").isEmpty && !kind.isEmpty
                && kind != "dumb"
        }
    }
}

/// Whether the terminal of standard output shows hyperlinks, and which map geocli's hyperlinks open.
///
/// A program can't ask a terminal whether it shows hyperlinks. Terminals that show them are recognized by the variables
/// that they set.
///
/// - Source: the list of terminals of OSC 8 (github.com/Alhadis/OSC8-Adoption); `FORCE_HYPERLINK` as other programs
///   read it.
enum HyperlinkSupport {
    /// The map to which the names in tables link; nil if the terminal of standard output shows no hyperlinks.
    static var map: MapService? {
        guard Console.outputIsTerminal, Console.color.isOn(1), isOn else { return nil }
        return .usual(for: Console.language)
    }

    private static var isOn: Bool {
        if let forced = variable("FORCE_HYPERLINK") { return forced != "0" }
        // tmux since 3.4 shows hyperlinks only if its user allows them; screen shows none.
        if variable("TMUX") != nil || variable("STY") != nil { return false }
        if let version = variable("VTE_VERSION").flatMap({ Int($0) }) { return version > 5000 }
        if ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: { variable($0) != nil }) {
            return true
        }
        return programs.contains(variable("TERM_PROGRAM") ?? "") || kinds.contains(variable("TERM") ?? "")
    }

    private static let programs: Set<String> = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby"]
    private static let kinds: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour", "wezterm",
    ]

    private static func variable(_ name: String) -> String? {
        Environment.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension MapService {
    /// Returns the map that opens if the user names none: the one with the most detail for readers of the language.
    static func usual(for language: Language) -> MapService { language == .korean ? .naver : .osm }
}

/// The log that `--verbose` asks for, on standard error. Values in it, such as file names, are made harmless in the
/// same way as in every other message.
struct ConsoleLog: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value) " }.joined()
        // The source is the name of the module. Without the prefix `Geocli`, it is the name of the module's folder.
        let source = event.source.trimmingPrefix("Geocli")
        Console.log("\(Self.now) \(event.level) \(label): \(facts)[\(source)] \(event.message)")
    }

    /// The current local time with its offset from UTC.
    private static var now: String {
        var moment = time(nil)
        var local = tm()
        localtime_r(&moment, &local)
        let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                count = strftime(start, characters.count, "%Y-%m-%dT%H:%M:%S%z", &local)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

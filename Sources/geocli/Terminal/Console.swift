internal import GeocliExport
internal import GeocliFetching
internal import GeocliText
internal import Glibc

/// What people see: standard error, and what is known of the terminal.
enum Console {
    /// Set once, before any command runs.
    nonisolated(unsafe) static var language = Language.english

    /// What no line for people may hold; set once, when the key is known.
    nonisolated(unsafe) static var secret: APIKey?

    /// Whether a line of progress stands on the terminal; progress is told by one thread.
    nonisolated(unsafe) private static var showsProgress = false

    static var outputIsTerminal: Bool { isatty(1) == 1 }
    static var errorIsTerminal: Bool { isatty(2) == 1 }

    /// The columns of the terminal that standard output goes to; nil if it goes elsewhere.
    static var outputColumns: Int? {
        guard outputIsTerminal else { return nil }
        var size = winsize()
        if ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return Environment.variable("COLUMNS").flatMap { Int($0) } ?? 80
    }

    /// Makes sure that no file we open becomes standard input, output or error of our own, and that a pipe whose
    /// reader has gone and a file at its size limit are errors of a write rather than the end of the process.
    static func secureStandardStreams() {
        // A parent may have blocked the signals that are to end us; blocked ones are inherited, and would wait for ever.
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, number) }
        sigprocmask(SIG_UNBLOCK, &ending, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // For reading only, so that a write to a closed standard output still fails.
            let opened = open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY)
            precondition(opened == descriptor || opened < 0, "the lowest free descriptor is given first")
        }
    }

    /// The one line of an error.
    static func complain(_ words: Words) { printError("geocli: " + words.text(language)) }

    /// A line for people, left out under `-q`.
    static func note(_ words: Words, isQuiet: Bool) { if !isQuiet { printError(words.text(language)) } }

    /// A line of progress that the next one replaces.
    static func progress(_ text: String) {
        write(2, Array("\r\u{1B}[K\(DisplayText.singleLine(text))".utf8))
        showsProgress = true
    }

    /// Takes the line of progress away, if there is one.
    static func clearProgress() {
        if showsProgress { write(2, Array("\r\u{1B}[K".utf8)) }
        showsProgress = false
    }

    /// Prints help or the version; false if that failed.
    static func printAnswer(_ text: String) -> Bool { write(1, DisplayText.harmless(Array("\(text)\n".utf8))) }

    /// A line of the log that a person asked for.
    static func log(_ line: String) { printError(line) }

    private static func printError(_ line: String) {
        clearProgress()
        write(2, Array("\(DisplayText.singleLine(secret?.redacting(line) ?? line))\n".utf8))
    }

    @discardableResult
    private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { return errno == EPIPE }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

extension Language {
    /// `--lang`, else the locale, as the C library picks it: LC_ALL, LC_MESSAGES, LANG.
    init(arguments: [String], environment: (String) -> String?) {
        for (position, word) in arguments.enumerated() {
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
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
        self = locale?.hasPrefix("ko") ?? false ? .korean : .english
    }
}

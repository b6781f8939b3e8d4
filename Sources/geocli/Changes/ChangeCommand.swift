internal import GeocliPlaces
internal import GeocliText
internal import Glibc
internal import Scale

/// A user's command that is run for each change. The command gets the change on standard input and in its environment,
/// never in its command line, so that no shell interprets the change. It never outlives this program.
struct ChangeCommand {
    private let command: String
    private let group: ProcessGroup

    /// The maximum length of a value in the environment, in bytes; the whole row is on standard input.
    private static let maximumBytes = 16_000
    /// The time that a command gets to end by itself when a signal ends this program, in seconds.
    private static let patienceSeconds = 2.0
    /// The time that a command gets to end after SIGTERM, in seconds.
    private static let graceSeconds = 5.0
    private static let longestPauseSeconds = 0.05

    init(_ command: String) throws {
        self.command = command
        group = try ProcessGroup()
    }

    /// Kills what the commands left running.
    func finish() { group.end() }

    /// Runs the command and waits until it ends. Returns its exit code, or 128 plus the number of the signal that ended
    /// it; nil if a signal ends this program, in which case the command was stopped.
    ///
    /// - Parameter row: the change in JSON, with a newline.
    func run(_ change: CatalogChange, _ mark: ChangeMark, row: [UInt8], _ language: Language) -> Int32? {
        guard let input = Self.input(row) else { return 126 }
        defer { fclose(input) }
        var variables = Self.environment(change, mark, language)
        defer { for variable in variables { free(variable) } }
        let child = variables.withUnsafeMutableBufferPointer { variables in
            variables.baseAddress.flatMap { start in
                try? group.start(["/bin/sh", "-c", command], environment: start) { actions in
                    posix_spawn_file_actions_adddup2(&actions, fileno(input), 0)
                }
            }
        }
        // The shell could not be started.
        guard let child else { return 126 }
        var pauseSeconds = 0.001
        while true {
            if let code = ProcessGroup.status(of: child) { return code }
            guard !EndingSignals.wait(seconds: pauseSeconds) else { break }
            pauseSeconds = min(pauseSeconds * 2, Self.longestPauseSeconds)
        }
        // Most commands are about to end by themselves. If they do, the change is read, and is not repeated.
        if let code = Self.status(of: child, within: Self.patienceSeconds) { return code }
        group.signal(SIGTERM)
        _ = Self.status(of: child, within: Self.graceSeconds)
        return nil
    }

    private static func status(of child: pid_t, within seconds: Double) -> Int32? {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if let code = ProcessGroup.status(of: child) { return code }
            usleep(10_000)
        }
        return nil
    }

    /// Returns an unnamed file that contains the row. With a pipe, this program would have to wait if the command
    /// doesn't read the row.
    private static func input(_ row: [UInt8]) -> UnsafeMutablePointer<FILE>? {
        guard let file = tmpfile() else { return nil }
        let descriptor = fileno(file)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let written = row.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == row.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
            fclose(file)
            return nil
        }
        return file
    }

    /// Returns our environment plus the values of the change, in the form that `posix_spawn` takes.
    private static func environment(
        _ change: CatalogChange, _ mark: ChangeMark, _ language: Language
    ) -> [UnsafeMutablePointer<CChar>?] {
        let values: [(String, String)] = [
            ("EVENT", mark.text), ("WHAT", change.what.rawValue), ("DATE", change.run.date), ("FEED", change.run.feed),
            ("ID", String(change.place.id)), ("REF", change.ref), ("NAME", change.place.name),
            ("KIND", change.place.kind.rawValue), ("DISTRICT", change.place.district ?? ""),
            ("FIELD", change.field ?? ""), ("OLD", change.old ?? ""), ("NEW", change.new ?? ""),
            ("TEXT", change.line.text(language)),
        ]
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var own = environ
        while let variable = own.pointee {
            if strncmp(variable, "GEOCLI_CHANGE_", 14) != 0 { variables.append(strdup(variable)) }
            own += 1
        }
        for (name, value) in values {
            // A value in the environment ends at a NUL, and the system refuses very long ones.
            let text = String(decoding: value.utf8.map { $0 == 0 ? 0x20 : $0 }.prefix(maximumBytes), as: UTF8.self)
            variables.append(strdup("GEOCLI_CHANGE_\(name)=\(text)"))
        }
        return variables + [nil]
    }
}

/// The signals that stop a command that otherwise never ends. The command finishes its current work and ends with
/// success.
enum EndingSignals {
    /// A signal that the parent told us to ignore, as nohup does, stays ignored.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
        var former = sigaction()
        sigaction(number, nil, &former)
        return unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) != ignoring
    }
    /// SIG_IGN, which Swift can't compare.
    private static let ignoring = 1
    /// Only the main thread reads and sets this variable.
    nonisolated(unsafe) private static var hasCome = false

    /// Blocks these signals, so that they wait until the command asks for them.
    static func hold() {
        var set = all
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    static var isEnding: Bool { wait(seconds: 0) }

    /// Waits for `seconds`, or less if one of the signals comes. Returns whether one has come.
    static func wait(seconds: Double) -> Bool {
        guard !hasCome else { return true }
        var set = all
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        hasCome = sigtimedwait(&set, nil, &time) > 0
        return hasCome
    }

    private static var all: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}

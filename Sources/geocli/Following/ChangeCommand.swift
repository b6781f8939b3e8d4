internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// A user's command that is run for each change. The command gets the change on standard input and in its environment,
/// never in its command line, so that no shell interprets the change.
struct ChangeCommand {
    /// The command, for sh.
    let command: String

    /// The maximum length of a value in the environment, in bytes; the whole row is on standard input.
    private static let maximumBytes = 16_000

    /// Runs the command and waits until it ends. Returns its exit code, or 128 plus the number of the signal that ended
    /// it.
    ///
    /// - Parameter row: the change in JSON, with a newline.
    func run(_ change: CatalogChange, _ mark: ChangeMark, row: [UInt8], _ language: Language) -> Int32 {
        guard let input = Self.input(row) else { return 126 }
        defer { fclose(input) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(input), 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores some signals and blocks others; the command must not inherit these settings.
        var usual = sigset_t()
        sigemptyset(&usual)
        posix_spawnattr_setsigmask(&attributes, &usual)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let arguments = ["sh", "-c", command]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables = Self.environment(change, mark, language)
        defer { for word in words + variables { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &variables) == 0 else { return 126 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return 126 } }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
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
            ("ID", String(change.bookstore.id)), ("REF", change.ref), ("NAME", change.bookstore.name),
            ("KIND", change.bookstore.kind.rawValue), ("DISTRICT", change.bookstore.district ?? ""),
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

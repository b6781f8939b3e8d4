internal import Glibc
internal import Text

/// A program in a process group of its own, so that all it starts can be ended with it.
struct ChildProcess {
    private let id: pid_t

    /// Starts `words`, whose first is the path of the program; what it prints and says goes to files.
    ///
    /// - Throws: `ScaleError(.system)`.
    init(_ words: [String], outputPath: String, errorPath: String) throws(ScaleError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process ignores or waits for is to mean to the child what it means to everybody.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, words[0], &actions, &attributes, &arguments, environ)
        guard failure == 0 else {
            throw ScaleError(
                .system(
                    doing: Words(en: "cannot start \(words[0])", ko: "\(words[0])을(를) 시작할 수 없습니다"), number: failure))
        }
        self.id = id
    }

    /// The exit code once it has ended, 128 + n after signal n; nil while it runs.
    func status() -> Int32? {
        var status: Int32 = 0
        var ended = waitpid(id, &status, WNOHANG)
        while ended < 0, errno == EINTR { ended = waitpid(id, &status, WNOHANG) }
        guard ended != 0 else { return nil }
        guard ended == id else { return 127 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Asks it and all it started to end, and ends them if they don't within some seconds.
    func stop() {
        kill(-id, SIGTERM)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
        kill(-id, SIGKILL)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
    }
}

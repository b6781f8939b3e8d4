package import GeocliText
package import Glibc

/// Processes that end together, and at the latest when this process ends.
///
/// The first process of the group is a watcher: a shell that reads from a pipe. The parent of the group, which is the
/// process that runs this code, holds the other end of the pipe. If the parent ends in any way, even by SIGKILL, the
/// pipe ends. The watcher then ends the whole group. The watcher starts before any program, so no program runs without a
/// watcher.
package struct ProcessGroup {
    /// The changes to the files and the signals of a program.
    package typealias Files = (inout posix_spawn_file_actions_t) -> Void

    private let watcher: pid_t
    /// The end of the pipe that stays open while the parent runs.
    private let leash: Int32

    /// Starts the watcher.
    ///
    /// - Parameters:
    ///   - last: what the watcher does when the parent has ended, for sh; it must end the group. `$1` is `argument`.
    /// - Throws: `PlainError`.
    package init(atEnd last: String = "kill -s KILL 0", _ argument: String = "") throws(PlainError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure("/bin/sh", errno) }
        // Without this flag, the programs would inherit the pipe and keep it open. No other thread of the parent starts
        // a program.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (end, leash) = (ends[0], ends[1])
        defer { close(end) }
        self.leash = leash
        let watch = """
            trap '' INT TERM HUP
            PATH=$PATH:/usr/bin:/bin
            while IFS= read -r line; do :; done
            \(last)
            """
        do throws(PlainError) {
            watcher = try Self.spawn(["/bin/sh", "-c", watch, "sh", argument], environ, group: 0) { actions in
                posix_spawn_file_actions_adddup2(&actions, end, 0)
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        } catch {
            close(leash)
            throw error
        }
    }

    /// Starts a program in the group, with the default handling of signals. `words` are the program's path and its
    /// arguments.
    ///
    /// - Throws: `PlainError`.
    package func start(
        _ words: [String], environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ, _ files: Files
    ) throws(PlainError) -> pid_t {
        try Self.spawn(words, environment, group: watcher, files)
    }

    /// Sends a signal to all processes of the group. The watcher ends only at SIGKILL.
    package func signal(_ number: Int32) { kill(-watcher, number) }

    /// Kills all processes of the group. The pipe is closed only after the watcher has ended, because a closed pipe
    /// tells the watcher that the parent has ended.
    package func end() {
        kill(-watcher, SIGKILL)
        while waitpid(watcher, nil, 0) < 0, errno == EINTR {}
        close(leash)
    }

    /// Returns the exit code of a program that the group started, or 128 + n if signal n ended it; nil while it runs.
    package static func status(of id: pid_t) -> Int32? {
        var status: Int32 = 0
        var ended = waitpid(id, &status, WNOHANG)
        while ended < 0, errno == EINTR { ended = waitpid(id, &status, WNOHANG) }
        guard ended != 0 else { return nil }
        guard ended == id else { return 127 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func spawn(
        _ words: [String], _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, group: pid_t,
        _ files: Files
    ) throws(PlainError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        files(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child must not inherit blocked or ignored signals, so the default handling is set.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, group)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let number = posix_spawn(&id, words[0], &actions, &attributes, &arguments, environment)
        guard number == 0 else { throw failure(words[0], number) }
        return id
    }

    private static func failure(_ program: String, _ number: Int32) -> PlainError {
        PlainError.system(
            doing: Words(en: "cannot start \(program)", ko: "\(program)\(.object) 시작할 수 없습니다"), number: number)
    }
}

/// The program of a batch run, in a process group of its own, so that it can be ended together with all processes it
/// starts. If this process ends in any way, the folder of the program is removed, too.
struct ChildProcess {
    private let id: pid_t
    private let group: ProcessGroup

    /// The last act of the watcher; $1 is the folder. setsid starts a second shell outside the group. That shell kills
    /// the group and then removes the folder. A shell in the group would kill itself before it removes the folder.
    /// Without setsid, the folder stays until the next run removes it.
    private static let last = """
        setsid sh -c 'kill -s KILL -- "-$2"; rm -rf -- "$1"; sleep 1; rm -rf -- "$1"' sh "$1" "$$" || kill -s KILL 0
        """

    /// Starts a program in the group. `words` are the program's path and its arguments. The program's output and its
    /// error messages go to files.
    ///
    /// - Parameter scratch: the program's own folder. The program also holds the folder's lock.
    /// - Throws: `PlainError`.
    init(_ words: [String], outputPath: String, errorPath: String, scratch: ScratchFolder) throws(PlainError) {
        group = try ProcessGroup(atEnd: Self.last, scratch.path)
        do throws(PlainError) {
            id = try group.start(words) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
                // A descriptor copied onto itself stays open after exec.
                posix_spawn_file_actions_adddup2(&actions, scratch.lock, scratch.lock)
            }
        } catch {
            group.end()
            throw error
        }
    }

    /// Returns the program's exit code, or 128 + n if signal n ended the program; nil while it runs.
    func status() -> Int32? { ProcessGroup.status(of: id) }

    /// Sends SIGTERM to the program and to all processes that it started. Waits until the program has ended, at most
    /// five seconds, and then kills all processes that are left.
    func stop() {
        group.signal(SIGTERM)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
        group.signal(SIGKILL)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
    }

    /// Ends the watcher and the processes that the program left running.
    func finish() { group.end() }
}

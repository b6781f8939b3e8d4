package import GeocliText
package import Glibc

/// The start and the end of one program.
package enum Spawn {
    package typealias Files = (inout posix_spawn_file_actions_t) -> Void

    /// Starts a program.
    /// - Parameters:
    ///   - words: its path and its arguments. A name without a slash is looked up on `$PATH`.
    ///   - group: the process group that it joins, with no signal blocked; nil for the group of this process.
    ///   - ignored: the signals that this process may ignore, and that the program must not ignore.
    package static func start(
        _ words: [String], environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ,
        group: pid_t? = nil, ignored: [Int32] = [SIGPIPE, SIGXFSZ], _ files: Files = { _ in }
    ) throws(SystemNumber) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        files(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        if let group {
            posix_spawnattr_setsigmask(&attributes, &signals)
            posix_spawnattr_setpgroup(&attributes, group)
        }
        for number in ignored { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let groupFlags = group == nil ? 0 : POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | groupFlags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var id: pid_t = 0
        let number = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, environment)
        guard number == 0 else { throw SystemNumber(number) }
        return id
    }

    /// Waits until a program ends; returns its status as `waitpid` does.
    package static func end(of id: pid_t) throws(SystemNumber) -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 { guard errno == EINTR else { throw SystemNumber(errno) } }
        return status
    }
}

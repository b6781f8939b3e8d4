internal import GeocliText
internal import Glibc

/// The desktop that opens links: `xdg-open` of freedesktop.org.
enum Desktop {
    /// The name of the program `xdg-open`, which is found on `$PATH`.
    private static let program = "xdg-open"

    /// The reason why links can't be opened here; nil if a desktop is present. A text terminal has no browser to show a
    /// map.
    static var absence: Words? {
        let isSet = ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.variable($0).map { !$0.isEmpty } ?? false }
        return isSet
            ? nil : Words(en: "neither DISPLAY nor WAYLAND_DISPLAY is set", ko: "DISPLAY와 WAYLAND_DISPLAY가 모두 비어 있습니다")
    }

    /// Opens `link` and waits until the desktop has taken it. No shell reads the link: it is one argument.
    ///
    /// - Returns: false if `xdg-open` is not installed.
    /// - Throws: `PlainError` if it fails.
    static func open(_ link: String) throws -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // Standard output is for our data only; the desktop's own messages go to standard error.
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program ignores these signals; a browser must not inherit this setting.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(link), nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        switch posix_spawnp(&child, program, &actions, &attributes, &words, environ) {
        case 0: break
        case ENOENT: return false
        case let code: throw Self.failure(link, String(cString: strerror(code)))
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw Self.failure(link, String(cString: strerror(errno))) }
        }
        // The low seven bits of `status` are the signal that ended `xdg-open`; the next byte is its exit code.
        let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
        guard signal == 0, code == 0 else {
            throw Self.failure(link, signal == 0 ? "exit \(code)" : "signal \(signal)")
        }
        return true
    }

    /// - Parameter reason: the exit code of `xdg-open`, the signal that ended it, or the system's error.
    private static func failure(_ link: String, _ reason: String) -> PlainError {
        PlainError(
            .unavailable, en: "xdg-open could not open the link (\(reason)); open it in a browser: \(link)",
            ko: "xdg-open이 링크를 열지 못했습니다(\(reason)). 브라우저에서 여세요: \(link)")
    }
}

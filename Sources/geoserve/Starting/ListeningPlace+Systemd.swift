internal import Glibc

extension ListeningPlace {
    /// The first descriptor that systemd hands over.
    private static let firstDescriptor: Int32 = 3

    /// Returns the socket that systemd has opened for this process; nil if there is none.
    ///
    /// - Source: sd_listen_fds(3).
    static func givenBySystemd() -> Self? {
        guard let process = getenv("LISTEN_PID"), Int32(String(cString: process)) == getpid(),
            let count = getenv("LISTEN_FDS"), Int(String(cString: count)) == 1
        else { return nil }
        return .given(descriptor: firstDescriptor)
    }
}

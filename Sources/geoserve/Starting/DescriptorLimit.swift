internal import Glibc

/// The number of files that the process may open.
enum DescriptorLimit {
    /// The number of files besides connections: the catalog for each reader, the log, the event loop.
    private static let reserve = 300

    /// Raises the limit so that this many connections fit; returns the number of connections that fit.
    static func raise(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        guard limit.rlim_cur < wanted else { return connections }
        return max(1, Int(limit.rlim_cur) - reserve)
    }
}

internal import Glibc

/// The system's facts about a file. If none of them has changed, and the last change was long enough ago, the bytes are
/// the same.
struct LogFacts: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    /// Nanoseconds since 1970.
    let modified: Int64
    let changed: Int64

    init(device: UInt64, inode: UInt64, size: Int, modified: Int64, changed: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
    }

    /// Reads the facts of an open file; nil if it is not a plain file.
    init?(_ descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
        self.init(
            device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int(facts.st_size),
            modified: nanoseconds(facts.st_mtim), changed: nanoseconds(facts.st_ctim))
    }

    /// Returns whether the file did not change in the two seconds before `time`. File systems round times, so a change
    /// right after reading may leave no trace.
    func isSettled(at time: Int64) -> Bool {
        let margin: Int64 = 2_000_000_000
        return max(modified, changed) < time - margin
    }

    /// The current time, in nanoseconds since 1970.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

public import GeocliText
internal import Glibc

/// The folder of a person's own records: a log for each device, and photos.
///
/// The logs are the source of truth. Each device appends only to its own log, so the folder may be in any synced folder
/// or git repository.
public struct MineFolder: Sendable {
    /// The folder's path.
    public let path: String
    /// The folder, outside this one, in which this device keeps its identity.
    let devices: String
    /// A text that identifies this machine. A home that was copied to another machine gets a new device.
    let machine: String

    /// The cache for the state of a large folder; nil for none.
    let cache: MineCache?

    /// Creates the access to a folder of records. This reads and writes nothing.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - devices: the folder in which this device keeps its identity.
    ///   - machine: a text that identifies the machine.
    ///   - cache: the cache for the state of a large folder; nil for none.
    public init(_ path: String, devices: String, machine: String, cache: MineCache? = nil) {
        self.path = path
        self.devices = devices
        self.machine = machine
        self.cache = cache
    }

    /// A change that a person makes: some fields of one record.
    public struct Change: Sendable {
        let record: String
        let fields: [MineAct.Field]

        /// Creates a change.
        public init(_ record: String, _ fields: [JSONValue.Member]) {
            self.record = record
            self.fields = fields.map { MineAct.Field($0.name, $0.value) }
        }
    }

    /// Reads all logs.
    ///
    /// - Throws: `MineError`.
    public func read() throws -> MineLogs { try MineLogs(in: path, cache: cache) }

    /// Records changes. They are on disk when the call returns. If it throws, the person is told that nothing was
    /// recorded.
    ///
    /// Two processes of one device wait for each other, so `changes` always gets the latest state.
    ///
    /// - Parameters:
    ///   - now: the device's clock, in milliseconds since 1970.
    ///   - changes: returns the changes for the state; an empty list records nothing.
    /// - Returns: the logs with the changes.
    /// - Throws: `MineError`, and every error of `changes`.
    @discardableResult
    public func record(now: Int64, _ changes: (MineState) throws -> [Change]) throws -> MineLogs {
        try FolderNames.make(devices)
        let lock = open(devices, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw MineError.unwritable(devices, errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        var logs = try read()
        let wanted = try changes(logs.state)
        guard !wanted.isEmpty else { return logs }
        let acts = try write(wanted, after: logs.state.lastClock, now: now)
        logs.apply(acts)
        return logs
    }

    // MARK: Its own log

    private func write(_ changes: [Change], after last: MineClock, now: Int64) throws -> [MineAct] {
        try FolderNames.make(path)
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw MineError.unwritable(path, errno) }
        defer { close(folder) }
        let place = devicePath
        var (device, log) = try ownLog(in: folder, place)
        defer { close(log.descriptor) }
        var clock = last
        var bytes: [UInt8] = try needsLineEnd(log) ? [0x0A] : []
        let acts = try changes.map { change in
            clock = clock.next(now: now)
            let act = MineAct(record: change.record, clock: clock, device: device.id, fields: change.fields)
            let start = bytes.count
            act.append(to: &bytes)
            guard bytes.count - start <= MineAct.maximumBytes else {
                throw MineError(
                    .wrong, en: "the text is longer than 1 MiB; write less", ko: "문구가 1 MiB보다 깁니다. 줄여서 쓰세요")
            }
            return act
        }
        device.pending = bytes.count <= 1 << 20 ? bytes : []
        try device.save(at: place)
        if let number = PlainFile.write(bytes, to: log.descriptor) {
            // Nothing was recorded, so these lines must not stay. If they do, the next act begins a new log.
            _ = ftruncate(log.descriptor, off_t(log.size))
            throw MineError.unwritable(path, number)
        }
        guard fsync(log.descriptor) == 0, fsync(folder) == 0 || errno == EINVAL else {
            let number = errno
            // The caller says that nothing was recorded, so nothing may come back at the next reading.
            _ = ftruncate(log.descriptor, off_t(log.size))
            throw MineError.unwritable(path, number)
        }
        device.remember(log.descriptor, size: log.size + bytes.count)
        // The acts are on disk. If this file can't be written, the next act begins a new log.
        try? device.save(at: place)
        return acts
    }

    /// The path of the file about this device for this folder.
    private var devicePath: String {
        var hash = SHA256()
        hash.update(Array(Self.real(path).utf8))
        return "\(devices)/\(hash.hexDigest().prefix(24)).json"
    }

    static func real(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private typealias Log = (descriptor: Int32, size: Int)

    /// Opens the log of this device for appending. If the log is not as the device left it, begins a new device.
    private func ownLog(in folder: Int32, _ place: String) throws -> (MineDevice, Log) {
        if var device = MineDevice(at: place) {
            let descriptor = openat(folder, device.log, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 {
                var facts = stat()
                if fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
                    device.owns(descriptor, size: Int(facts.st_size), on: machine)
                {
                    return (device, (descriptor, Int(facts.st_size)))
                }
                close(descriptor)
            }
        }
        let device = MineDevice(machine: machine)
        let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder, device.log, flags, 0o600)
        guard descriptor >= 0 else { throw MineError.unwritable("\(path)/\(device.log)", errno) }
        return (device, (descriptor, 0))
    }

    /// Whether the last line is incomplete, so that the next act must begin with a line end.
    private func needsLineEnd(_ log: Log) throws -> Bool {
        guard log.size > 0 else { return false }
        switch PlainFile.bytes(of: log.descriptor, from: log.size - 1, count: 1) {
        case .success(let last): return last != [0x0A]
        case .failure(let error): throw MineError.unreadable(path, error.number)
        }
    }
}

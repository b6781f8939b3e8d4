package import GeocliText
internal import Glibc

/// The folder of a person's own records: a log for each device, and photos.
///
/// The logs are the source of truth. Each device appends only to its own log, so the folder may be in any synced folder
/// or git repository.
package struct MineFolder: Sendable {
    package let path: String
    /// The folder, outside this one, in which this device keeps its identity.
    let devices: String
    /// A text that identifies this machine. A home folder that was copied to another machine gets a new device.
    let machine: String
    /// The size in bytes at which a new log begins.
    var logBytes = MineLogs.usualBytes

    /// Gives access to a folder of records. This reads and writes nothing.
    ///
    /// - Parameters:
    ///   - path: the path of the folder.
    ///   - devices: the folder in which this device keeps its identity.
    ///   - machine: a text that identifies the machine.
    package init(_ path: String, devices: String, machine: String) {
        self.path = path
        self.devices = devices
        self.machine = machine
    }

    /// A change that a person makes: some fields of one record.
    package struct Change: Sendable {
        let record: String
        let fields: [MineAct.Field]

        package init(_ record: String, _ fields: [JSONValue.Member]) {
            self.record = record
            self.fields = fields.map { MineAct.Field($0.name, $0.value) }
        }
    }

    /// Reads all logs.
    /// - Throws: `PlainError`.
    package func read() throws -> MineLogs { try MineLogs(in: path) }

    /// Records changes. The changes are on disk when the call returns. If the call throws, the person is told that
    /// nothing was recorded.
    ///
    /// Only one process of a device records at a time; the others wait. So `changes` always gets the latest state.
    ///
    /// - Parameters:
    ///   - now: the device's clock, in milliseconds since 1970.
    ///   - changes: returns the changes for the state; an empty list records nothing.
    /// - Returns: the logs with the changes.
    /// - Throws: `PlainError`, and every error of `changes`.
    @discardableResult
    package func record(now: Int64, _ changes: (MineState) throws -> [Change]) throws -> MineLogs {
        try alone {
            var logs = try read()
            let wanted = try changes(logs.state)
            guard !wanted.isEmpty else { return logs }
            let acts = try write(wanted, after: logs.state.lastClock, now: now)
            for act in acts { logs.apply(act) }
            return logs
        }
    }

    /// Calls `body` while no other process of this device records anything or collects photos.
    /// - Throws: `PlainError`, and every error of `body`.
    package func alone<Result>(_ body: () throws -> Result) throws -> Result {
        try FolderNames.make(devices)
        let lock = open(devices, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw PlainError.unwritable(devices, errno) }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        return try body()
    }

    // MARK: Its own log

    private func write(_ changes: [Change], after last: MineClock, now: Int64) throws -> [MineAct] {
        try FolderNames.make(path)
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw PlainError.unwritable(path, errno) }
        defer { close(folder) }
        let place = devicePath
        let old = try ownLog(in: folder, place)
        defer { if let old { close(old.log.descriptor) } }
        var device = old?.device ?? MineDevice(machine: machine)
        // The acts are checked before a log is created, so that an act that is refused leaves no empty log.
        let (acts, lines) = try Self.acts(changes, of: device.id, after: last, now: now)
        let bytes = try old.map { try needsLineEnd($0.log) } ?? false ? [0x0A] + lines : lines
        device.pending = bytes.count <= 1 << 20 ? bytes : []
        try device.save(at: place)
        let log = try old?.log ?? newLog(device.log, in: folder)
        defer { if old == nil { close(log.descriptor) } }
        if let number = FileSystem.write(bytes, to: log.descriptor) ?? Self.synced(log, in: folder) {
            // The person is told that nothing was recorded, so these lines must not stay. If they stay after all, the
            // next act begins a new log.
            _ = ftruncate(log.descriptor, off_t(log.size))
            if old == nil { unlinkat(folder, device.log, 0) }
            throw PlainError.unwritable(path, number)
        }
        device.remember(log.descriptor, size: log.size + bytes.count)
        // The acts are on disk. If this file can't be written, the next act begins a new log.
        try? device.save(at: place)
        return acts
    }

    /// Returns the acts for the changes, and their lines; throws `PlainError` for an act that could not be read back.
    private static func acts(_ changes: [Change], of device: String, after last: MineClock, now: Int64) throws
        -> ([MineAct], lines: [UInt8])
    {
        var clock = last
        var bytes: [UInt8] = []
        let acts = try changes.map { change in
            clock = clock.next(now: now)
            guard clock.isReadable else {
                throw PlainError(
                    .data,
                    en:
                        "nothing was recorded, because a line in the logs has the last possible time, the end of the year 2999; find the line with 'geocli mine log --limit 1' and delete it",
                    ko:
                        "아무것도 기록하지 않았습니다. 기록 파일에 시각이 2999년의 마지막 순간인 줄이 있습니다. 'geocli mine log --limit 1'로 그 줄을 찾아 지우세요"
                )
            }
            let act = MineAct(record: change.record, clock: clock, device: device, fields: change.fields)
            let start = bytes.count
            act.append(to: &bytes)
            guard bytes.count - start <= MineAct.maximumBytes else {
                throw PlainError(
                    .usage, en: "the text is longer than 1 MiB; write a shorter text", ko: "문구가 1 MiB보다 깁니다. 줄여서 쓰세요")
            }
            return act
        }
        guard bytes.count <= MineLogs.maximumBytes - MineLogs.usualBytes else {
            throw PlainError(
                .usage,
                en: "there are too many records for one import, so nothing was recorded; import them in several parts",
                ko: "한 번에 가져오기에는 기록이 너무 많아 아무것도 저장하지 않았습니다. 여러 번에 나누어 가져오세요")
        }
        return (acts, bytes)
    }

    /// Syncs the log and its folder; returns the system's error number, or nil if both are on disk.
    private static func synced(_ log: Log, in folder: Int32) -> Int32? {
        PlainFile.sync(log.descriptor) ?? PlainFile.sync(folder)
    }

    /// The path of the file in which this device keeps its identity for this folder.
    private var devicePath: String {
        let hash = SHA256(Array((FileSystem.realPath(path) ?? path).utf8))
        return "\(devices)/\(hash.hexDigest().prefix(24)).json"
    }

    private typealias Log = (descriptor: Int32, size: Int)

    /// Opens the log of this device for appending; nil if there is none, if it is not as the device left it, or if it
    /// is full. In these cases, the caller begins a new device.
    private func ownLog(in folder: Int32, _ place: String) throws -> (device: MineDevice, log: Log)? {
        guard var device = MineDevice(at: place) else { return nil }
        let descriptor = openat(folder, device.log, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        if let facts = FileSystem.facts(descriptor), facts.isFile, facts.st_size < logBytes,
            device.owns(descriptor, size: Int(facts.st_size), on: machine)
        {
            return (device, (descriptor, Int(facts.st_size)))
        }
        close(descriptor)
        return nil
    }

    private func newLog(_ name: String, in folder: Int32) throws -> Log {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder, name, flags, 0o600)
        guard descriptor >= 0 else { throw PlainError.unwritable("\(path)/\(name)", errno) }
        return (descriptor, 0)
    }

    /// Whether the last line is incomplete, so that the next act must begin with a line end.
    private func needsLineEnd(_ log: Log) throws -> Bool {
        guard log.size > 0 else { return false }
        switch FileSystem.bytes(of: log.descriptor, from: log.size - 1, count: 1) {
        case .success(let last): return last != [0x0A]
        case .failure(let error): throw PlainError.unreadable(path, error.number)
        }
    }

    /// Deletes the incomplete copies of photos and logs that killed processes left. A copy is deleted if its last
    /// change was more than a day ago.
    /// - Parameter now: seconds since 1970.
    /// - Returns: the number of deleted files.
    /// - Throws: `PlainError` if the disk refuses an operation.
    package func removeParts(now: Int64) throws -> Int {
        var count = 0
        for path in [path, path + "/photos"] {
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            for name in try FolderNames.all(folder, path) where name.hasPrefix(".part-") {
                var facts = stat()
                guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG,
                    now - Int64(facts.st_mtim.tv_sec) > 86_400
                else { continue }
                guard unlinkat(folder, name, 0) == 0 else { throw PlainError.unwritable("\(path)/\(name)", errno) }
                count += 1
            }
        }
        return count
    }
}

/// The identity of this device for one folder of logs, and the state of the device's own log after the last act. Its
/// file is outside that folder, so that a copy of the folder is not a copy of the device.
struct MineDevice {
    let id: String
    let machine: String
    /// The size of the device's log after the last act, in bytes.
    var bytes = 0
    /// The hash of the last bytes of the log at that size, at most `comparedBytes` of them.
    var hash = ""
    /// The lines that were being written when the process ended; empty if no lines were being written.
    var pending: [UInt8] = []

    /// The number of bytes at the end of a log that are compared.
    private static let comparedBytes = 64 << 10

    init(machine: String) {
        var source = SystemRandomNumberGenerator()
        let number = source.next() as UInt64
        let digits = String(number, radix: 16)
        id = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        self.machine = machine
    }

    var log: String { "log-\(id).jsonl" }

    // MARK: The file

    /// Reads the device of a folder; nil if there is none, or if its file is damaged.
    init?(at path: String) {
        guard case .success(let bytes) = PlainFile.bytes(path, in: AT_FDCWD, maximum: 8 << 20),
            let json = try? JSONValue(parsing: bytes, name: path),
            let id = json["device"]?.stringValue, MineAct.isID(id),
            let machine = json["machine"]?.stringValue,
            let count = json["bytes"]?.scalarText.flatMap({ Int($0) }), count >= 0,
            let hash = json["sha256"]?.stringValue, let pending = json["pending"]?.stringValue
        else { return nil }
        self.id = id
        self.machine = machine
        self.bytes = count
        self.hash = hash
        self.pending = Array(pending.utf8)
    }

    /// Writes the file. If the process is killed, either the old or the new file remains. If the file is lost in a
    /// power cut, the device begins a new log, and no act is lost.
    func save(at path: String) throws {
        let json = JSONValue.object([
            .init("device", .string(id)), .init("machine", .string(machine)), .init("bytes", .number(String(bytes))),
            .init("sha256", .string(hash)), .init("pending", .string(String(decoding: pending, as: UTF8.self))),
        ])
        let part = path + ".part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PlainError.unwritable(path, errno) }
        let failed = FileSystem.write(json.line, to: descriptor)
        close(descriptor)
        if let failed { throw PlainError.unwritable(path, failed) }
        guard rename(part, path) == 0 else { throw PlainError.unwritable(path, errno) }
    }

    // MARK: Its log

    /// Returns whether the device's log is as the device left it. The log differs if another machine has the same id (a
    /// copied home folder), or if the log is in an earlier state (a restored backup). In both cases, a new id is
    /// necessary.
    mutating func owns(_ log: Int32, size: Int, on machine: String) -> Bool {
        guard machine == self.machine, size >= bytes, Self.hash(log, upTo: bytes) == hash else { return false }
        guard size > bytes else { return true }
        let extra = size - bytes
        guard extra <= pending.count,
            case .success(let rest) = FileSystem.bytes(of: log, from: bytes, count: extra),
            rest.elementsEqual(pending.prefix(extra))
        else { return false }
        remember(log, size: size)
        return true
    }

    mutating func remember(_ log: Int32, size: Int) {
        bytes = size
        hash = Self.hash(log, upTo: size)
        pending = []
    }

    private static func hash(_ log: Int32, upTo end: Int) -> String {
        guard end > 0 else { return "" }
        let start = max(0, end - comparedBytes)
        guard case .success(let bytes) = FileSystem.bytes(of: log, from: start, count: end - start) else { return "?" }
        return SHA256(bytes).hexDigest()
    }
}

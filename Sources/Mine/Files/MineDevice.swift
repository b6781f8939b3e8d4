internal import GeocliText
internal import Glibc

/// The identity of this device for one folder of logs, and the state of the device's own log after the last act.
///
/// Its file is outside that folder, so that a copy of the folder is not a copy of the device.
struct MineDevice {
    /// The device's id.
    let id: String
    /// The machine on which the id was created.
    let machine: String
    /// The size of the device's log after the last act, in bytes.
    var bytes = 0
    /// The hash of the last bytes of the log at that size, at most `comparedBytes` of them.
    var hash = ""
    /// The lines that were being written when the process ended; empty if no lines were being written.
    var pending: [UInt8] = []

    /// The number of bytes at the end of a log that are compared.
    private static let comparedBytes = 64 << 10

    /// Creates a new device.
    init(machine: String) {
        var source = SystemRandomNumberGenerator()
        let number = source.next() as UInt64
        let digits = String(number, radix: 16)
        id = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        self.machine = machine
    }

    /// The name of the device's log.
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
        var json = JSONWriter()
        json.beginObject()
        json.name("device")
        json.string(id)
        json.name("machine")
        json.string(machine)
        json.name("bytes")
        json.integer(Int64(bytes))
        json.name("sha256")
        json.string(hash)
        json.name("pending")
        json.string(String(decoding: pending, as: UTF8.self))
        json.endObject()
        json.newline()
        let part = path + ".part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PlainError.unwritable(path, errno) }
        let failed = PlainFile.write(json.bytes, to: descriptor)
        close(descriptor)
        if let failed { throw PlainError.unwritable(path, failed) }
        guard rename(part, path) == 0 else { throw PlainError.unwritable(path, errno) }
    }

    // MARK: Its log

    /// Returns whether the device's log is as the device left it.
    ///
    /// The log differs if another machine has the same id (a copied home folder), or if the log is in an earlier state
    /// (a restored backup). In both cases, a new id is necessary.
    mutating func owns(_ log: Int32, size: Int, on machine: String) -> Bool {
        guard machine == self.machine, size >= bytes, Self.hash(log, upTo: bytes) == hash else { return false }
        guard size > bytes else { return true }
        let extra = size - bytes
        guard extra <= pending.count,
            case .success(let rest) = PlainFile.bytes(of: log, from: bytes, count: extra),
            rest.elementsEqual(pending.prefix(extra))
        else { return false }
        remember(log, size: size)
        return true
    }

    /// Stores the current state of the log.
    mutating func remember(_ log: Int32, size: Int) {
        bytes = size
        hash = Self.hash(log, upTo: size)
        pending = []
    }

    private static func hash(_ log: Int32, upTo end: Int) -> String {
        guard end > 0 else { return "" }
        let start = max(0, end - comparedBytes)
        guard case .success(let bytes) = PlainFile.bytes(of: log, from: start, count: end - start) else { return "?" }
        var hash = SHA256()
        hash.update(bytes)
        return hash.hexDigest()
    }
}

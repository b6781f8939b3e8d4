internal import GeocliText
internal import Glibc

/// The state of large folders of logs, kept for the next reading. Each folder has one file with a snapshot of all acts
/// and the facts about each log.
///
/// The logs are the source of truth. A cache with any fault is ignored and made again. For this reason it can be
/// deleted at any time, and the person never sees an error about a cache.
///
///     geocli mine cache 1
///     SHA-256 of everything after this line
///     JSON: version, folder, time, logs
///     MineSnapshot
package struct MineCache: Sendable {
    let folder: String
    /// The program's version. Another version makes its own cache.
    let version: String
    /// The smallest number of acts for which a cache is made. Fewer acts are read in a few hundredths of a second.
    let minimumActs: Int

    private static let title = Array("geocli mine cache 1\n".utf8)

    /// Gives access to a folder of caches. This reads and writes nothing.
    /// - Parameters:
    ///   - folder: the folder of the caches, for this user only.
    ///   - version: the program's version.
    package init(_ folder: String, version: String) { self.init(folder, version: version, minimumActs: 10_000) }

    init(_ folder: String, version: String, minimumActs: Int) {
        self.folder = folder
        self.version = version
        self.minimumActs = minimumActs
    }

    func path(of logs: String) -> String {
        var hash = SHA256()
        hash.update(Array(RealPath.of(logs).utf8))
        return "\(folder)/mine-\(hash.hexDigest().prefix(24)).cache"
    }

    // MARK: Reading

    struct Saved {
        let snapshot: MineSnapshot
        let readings: [String: LogReading]
        /// The time at which the logs were read, in nanoseconds since 1970.
        let readAt: Int64
    }

    /// Reads the cache of a folder of logs; nil without a complete cache of this user, this version and this folder.
    /// - Parameter logBytes: the bytes of all logs. A snapshot has fewer bytes than the logs, so a much larger file is
    ///   not a cache.
    func load(_ logs: String, logBytes: Int) -> Saved? {
        guard let bytes = ownBytes(path(of: logs), maximum: 2 * logBytes + (16 << 20)) else { return nil }
        let digestEnd = Self.title.count + 64
        guard bytes.count > digestEnd, bytes.starts(with: Self.title), bytes[digestEnd] == 0x0A else { return nil }
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[(digestEnd + 1)...])) }
        guard Array(hash.hexDigest().utf8).elementsEqual(bytes[Self.title.count..<digestEnd]),
            let end = bytes[(digestEnd + 1)...].firstIndex(of: 0x0A),
            let json = try? JSONValue(parsing: Array(bytes[(digestEnd + 1)..<end]), name: ""),
            json["version"]?.stringValue == version, json["folder"]?.stringValue == RealPath.of(logs),
            let readAt = json["time"]?.scalarText.flatMap({ Int64($0) }), let list = json["logs"]?.arrayValue
        else { return nil }
        let readings = list.compactMap { LogReading(cached: $0) }
        guard readings.count == list.count, Set(readings.map(\.name)).count == list.count,
            let snapshot = MineSnapshot(bytes, from: end + 1)
        else { return nil }
        return Saved(
            snapshot: snapshot, readings: Dictionary(uniqueKeysWithValues: readings.map { ($0.name, $0) }),
            readAt: readAt)
    }

    /// Returns the bytes of a plain file that only this user can write, in a folder that only this user can write.
    private func ownBytes(_ path: String, maximum: Int) -> [UInt8]? {
        guard isOwnFolder else { return nil }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
            facts.st_mode & 0o022 == 0, 0...maximum ~= Int(facts.st_size),
            case .success(let bytes) = PlainFile.bytes(of: descriptor, from: 0, count: Int(facts.st_size)),
            bytes.count == Int(facts.st_size)
        else { return nil }
        return bytes
    }

    private var isOwnFolder: Bool {
        var facts = stat()
        return lstat(folder, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == geteuid()
            && facts.st_mode & 0o022 == 0
    }

    // MARK: Writing

    /// Another process sees either the old or the new cache, never a part. If writing fails, no cache is saved.
    func save(_ logs: String, _ readings: [LogReading], _ snapshot: MineSnapshot, readAt: Int64) {
        guard (try? FolderNames.make(folder)) != nil, isOwnFolder else { return }
        let path = path(of: logs)
        let part = path + ".part"
        // Only one process writes. A file that a killed process left is used again. If its path now has a different
        // inode, another process has renamed the file.
        let descriptor = open(part, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var (own, named) = (stat(), stat())
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &own) == 0, lstat(part, &named) == 0,
            own.st_ino == named.st_ino, own.st_dev == named.st_dev, own.st_mode & S_IFMT == S_IFREG,
            own.st_uid == geteuid(), own.st_nlink == 1, fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0
        else { return }
        let isWritten = write(front(logs, readings, readAt), snapshot, to: descriptor)
        if !isWritten || rename(part, path) != 0 { unlink(part) }
    }

    private func write(_ front: [UInt8], _ snapshot: MineSnapshot, to descriptor: Int32) -> Bool {
        var hash = SHA256()
        hash.update(front)
        snapshot.bytes.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[snapshot.start...])) }
        let head = Self.title + Array(hash.hexDigest().utf8) + [0x0A] + front
        // A snapshot that was just made begins at the start of its bytes.
        let body = snapshot.start == 0 ? snapshot.bytes : Array(snapshot.bytes[snapshot.start...])
        return PlainFile.write(head, to: descriptor) == nil && PlainFile.write(body, to: descriptor) == nil
    }

    private func front(_ logs: String, _ readings: [LogReading], _ readAt: Int64) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("version")
        json.string(version)
        json.name("folder")
        json.string(RealPath.of(logs))
        json.name("time")
        json.integer(readAt)
        json.name("logs")
        json.beginArray()
        for reading in readings { reading.append(to: &json) }
        json.endArray()
        json.endObject()
        json.newline()
        return json.bytes
    }
}

extension MineCache.Saved {
    /// Returns how far a log was read; nil if the bytes that were read have changed.
    /// - Parameter log: the log with its current facts, before reading.
    func resumed(_ log: LogReading, _ descriptor: Int32) -> LogReading? {
        guard var old = readings[log.name] else { return log }
        let isUnchanged = old.facts == log.facts && old.facts.isSettled(at: readAt)
        old.facts = log.facts
        if isUnchanged { return old }
        guard log.facts.size >= old.end, let hash = LogLines.hash(descriptor, upTo: old.end),
            hash.hexDigest() == old.digest
        else { return nil }
        return old
    }
}

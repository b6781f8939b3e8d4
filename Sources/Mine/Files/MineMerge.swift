internal import GeocliText
internal import Glibc

extension MineFolder {
    package struct Merged: Sendable {
        /// The number of acts that were new in this folder.
        package var acts = 0
        package var photos = 0
        /// The files and lines of the other folder that could not be read.
        package var findings: [MineFinding] = []
        /// The photos of the other folder that were not copied.
        package var leftOut: [MinePhotos.LeftOut] = []
    }

    /// Adds those acts and photos of another folder that are missing from this folder. A second merge adds nothing. The
    /// other folder is only read.
    ///
    /// The acts keep their clocks and devices. They are written to separate files, because each device writes only its
    /// own log.
    ///
    /// - Throws: `PlainError` for a folder without logs, and if the disk refuses an operation.
    package func merge(_ other: String) throws -> Merged {
        let others = MineFolder(other, devices: devices, machine: machine)
        guard let facts = FileSystem.facts(other) else { throw PlainError.unreadable(other, errno) }
        guard facts.isFolder else { throw PlainError.unreadable(other, ENOTDIR) }
        guard FileSystem.facts(path).map(facts.isSame) != true else {
            throw PlainError(
                .usage, en: "this is the folder of your own records; give another folder",
                ko: "합칠 폴더가 지금 쓰는 폴더입니다. 다른 폴더를 지정하세요")
        }
        // A copy for an export has no device, and no other process uses it.
        return try devices.isEmpty ? take(others) : alone { try take(others) }
    }

    private func take(_ folder: MineFolder) throws -> Merged {
        let other = folder.path
        var merged = Merged()
        let (own, others) = (try MineLogs(in: path).acts, try MineLogs(in: other))
        merged.findings = others.findings
        guard !others.acts.isEmpty else {
            throw PlainError(
                .noInput, en: "\(DisplayText.singleLine(other)) has no geocli log (log-….jsonl)",
                ko: "\(DisplayText.singleLine(other))에 geocli의 기록 파일(log-….jsonl)이 없습니다")
        }
        // Photos are copied first, so that no act refers to a photo that is still missing.
        let (photos, otherPhotos) = (MinePhotos(of: self), MinePhotos(of: folder))
        let copied = try photos.merge(otherPhotos)
        var known = Set(own)
        let new = others.acts.filter { known.insert($0).inserted }
        merged.acts = new.count
        try keep(new)
        // Only removed notes have photos in the trash, so these photos may be copied after the acts.
        let trashed = try photos.mergeTrash(otherPhotos) {
            var state = MineState()
            for act in own + new { state.apply(act) }
            return Set(state.records.lazy.flatMap(\.namedPhotos))
        }
        merged.photos = copied.count + trashed.count
        merged.leftOut = copied.leftOut + trashed.leftOut
        return merged
    }

    /// Writes acts of other devices to files of at most `logBytes`; a single act may be larger.
    private func keep(_ acts: [MineAct]) throws {
        var (lines, line): ([UInt8], [UInt8]) = ([], [])
        for act in acts {
            line.removeAll(keepingCapacity: true)
            act.append(to: &line)
            if !lines.isEmpty, lines.count + line.count > logBytes {
                try keep(lines)
                lines = []
            }
            lines += line
        }
        if !lines.isEmpty { try keep(lines) }
    }

    /// Writes lines to a file. The file is written completely or not at all.
    private func keep(_ bytes: [UInt8]) throws {
        try FolderNames.make(path)
        try write(bytes, as: "log-merged-\(SHA256(bytes).hexDigest().prefix(16)).jsonl")
    }

    /// Writes a file of the folder. It is on disk when the call returns.
    /// - Throws: `PlainError`. If only the last sync failed, the file exists, and the error says so.
    func write(_ bytes: [UInt8], as name: String) throws {
        let part = "\(path)/.part-\(MineID.random())"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PlainError.unwritable(path, errno) }
        defer { unlink(part) }
        let failed = FileSystem.write(bytes, to: descriptor) ?? PlainFile.sync(descriptor)
        close(descriptor)
        if let failed { throw PlainError.unwritable(path, failed) }
        guard rename(part, "\(path)/\(name)") == 0 else { throw PlainError.unwritable(path, errno) }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw PlainError.unsynced(path, errno) }
        defer { close(folder) }
        if let number = PlainFile.sync(folder) { throw PlainError.unsynced(path, number) }
    }
}

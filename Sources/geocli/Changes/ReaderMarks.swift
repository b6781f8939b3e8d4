internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The name of a reader of changes: letters of any script, digits, `-`, `_` and `.`, so that it can be a file name.
struct ReaderName: Equatable {
    /// The name in NFC, so that a name typed in a different normal form still means the same reader.
    let text: String

    /// Leaves room for the ending of a temporary file within the 255 bytes of a file name.
    private static let maximumBytes = 100

    init(argument: String) throws {
        let name = Folding.composed(argument.trimmingBlanks())
        guard 1...Self.maximumBytes ~= name.utf8.count, !name.hasPrefix("."),
            name.unicodeScalars.allSatisfy(Self.mayStand)
        else {
            throw ValueArgument.wrong(
                "--reader", argument,
                en: "use only letters, digits, -, _ and . (at most \(Self.maximumBytes) bytes, with no . at the start)",
                ko: "글자, 숫자, -, _, .만 쓰세요(맨 앞에는 .을 쓸 수 없고, 길이는 \(Self.maximumBytes)바이트까지)")
        }
        text = name
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII, "-_.".unicodeScalars.contains(scalar) { return true }
        // Unicode counts fillers and selectors as letters and marks, but they are invisible.
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            true
        default: false
        }
    }
}

/// For each catalog and service, where a reader of changes goes on. Each reader has a small file of its own, so reading
/// never writes to a catalog.
struct ReaderMarks {
    /// The last run that a reader has read, identified by its number, its start time and the hash of its pages.
    struct Mark: Equatable {
        let run: Int64
        let startedAt: String
        let sha256: String
        /// The number of the run's changes that were read; nil if all were read.
        var sequence: Int?
    }

    struct Content {
        var catalogs: [(catalog: String, mark: Mark)] = []
        var servers: [(server: String, event: ChangeMark)] = []
    }

    let folder: String
    private let name: String

    var path: String { "\(folder)/\(name)" }

    init(of reader: ReaderName, in folder: String) {
        self.folder = folder
        name = reader.text
    }

    /// Returns the reader's mark in the catalog at `catalog`, a real path; nil if the reader has no mark in that
    /// catalog.
    func mark(in catalog: String) throws -> Mark? { try all().catalogs.last { $0.catalog == catalog }?.mark }

    /// Returns the last event of the service at this address that the reader has read; nil if there is none.
    func event(of server: String) throws -> ChangeMark? { try all().servers.last { $0.server == server }?.event }

    private func all() throws -> Content {
        var found = Content()
        guard let bytes = try content() else { return found }
        guard let file = try? JSONValue(parsing: bytes, name: path), let list = file["catalogs"]?.arrayValue
        else { throw PlainError.corrupt(path) }
        found.catalogs = try list.map { entry in
            guard let catalog = entry["path"]?.stringValue, let mark = Mark(json: entry) else {
                throw PlainError.corrupt(path)
            }
            return (catalog, mark)
        }
        found.servers = try (file["servers"]?.arrayValue ?? []).map { entry in
            guard let server = entry["url"]?.stringValue,
                let event = entry["event"]?.stringValue.flatMap({ ChangeMark($0) })
            else { throw PlainError.corrupt(path) }
            return (server, event)
        }
        return found
    }

    private func content() throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw PlainError.unreadable(path, errno)
        }
        defer { close(descriptor) }
        // A pipe or a device is not one of geocli's files and may never end.
        guard let facts = FileSystem.facts(descriptor) else { throw PlainError.unreadable(path, errno) }
        if facts.isFolder { throw PlainError.unreadable(path, EISDIR) }
        guard facts.isFile else { throw PlainError.corrupt(path) }
        // A mark takes about 200 bytes. A larger file is not one of geocli's.
        guard facts.st_size <= 16 << 20 else { throw PlainError.corrupt(path) }
        switch FileSystem.bytes(of: descriptor, from: 0, count: Int(facts.st_size)) {
        case .failure(let error): throw PlainError.unreadable(path, error.number)
        case .success(let bytes): return bytes
        }
    }

    /// Moves the reader's mark in `catalog` to `mark`, but never back: another process may have moved it further.
    ///
    /// The new file is written beside the old one, synced to disk and renamed. Another process finds either the old
    /// marks or the new ones.
    /// - Parameter isHeld: whether the catalog still has the run of a mark. If not, the mark belongs to an earlier
    ///   catalog at this path, and is ignored.
    func move(to mark: Mark, in catalog: String, isHeld: (Mark) throws -> Bool) throws {
        try makeFolder(folder)
        try changing { marks in
            let former = marks.last { $0.catalog == catalog }?.mark
            if let former, former.place >= mark.place, try isHeld(former) { return }
            marks.removeAll { $0.catalog == catalog }
            marks.append((catalog, mark))
        }
    }

    /// Moves the reader's mark for the service at this address. Only one process may follow a service under one reader
    /// name.
    func move(to event: ChangeMark, of server: String) throws {
        try makeFolder(folder)
        try changingAll { content in
            content.servers.removeAll { $0.server == server }
            content.servers.append((server, event))
        }
    }

    /// Changes the reader's marks in catalogs while no other process changes them.
    func changing(_ body: (inout [(catalog: String, mark: Mark)]) throws -> Void) throws {
        try changingAll { try body(&$0.catalogs) }
    }

    /// Changes the reader's marks while no other process changes them. Writes nothing if they stay the same.
    private func changingAll(_ body: (inout Content) throws -> Void) throws {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw PlainError.unwritable(path, errno) }
        defer { close(lock) }
        // Some network file systems cannot lock folders. There, only one of two simultaneous writes takes effect.
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        var marks = try all()
        let former = Self.json(marks)
        try body(&marks)
        let bytes = Self.json(marks)
        if bytes != former { try replace(with: bytes) }
    }

    private func replace(with bytes: [UInt8]) throws {
        do {
            try OutputDestination(path, sparing: [], isPrivate: true).write(bytes)
        } catch let error as OutputError {
            throw PlainError.unwritable(path, error.number)
        }
    }

    /// Creates the folder and its parents, for this user alone.
    ///
    /// - Source: XDG Base Directory Specification 0.8, "Referencing this specification".
    private func makeFolder(_ folder: String) throws {
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        if let slash = folder.lastIndex(of: "/") { try makeFolder(String(folder[..<slash])) }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw PlainError.unwritable(path, errno) }
    }

    private static func json(_ content: Content) -> [UInt8] {
        let catalogs = content.catalogs.map { catalog, mark in
            let members: [JSONValue.Member?] = [
                .init("path", .string(catalog)), .init("run", .number(String(mark.run))),
                .init("started_at", .string(mark.startedAt)), .init("sha256", .string(mark.sha256)),
                mark.sequence.map { .init("sequence", .number(String($0))) },
            ]
            return JSONValue.object(members.compactMap { $0 })
        }
        let servers = content.servers.map { server, event in
            JSONValue.object([.init("url", .string(server)), .init("event", .string(event.text))])
        }
        var members = [JSONValue.Member("catalogs", .array(catalogs))]
        if !servers.isEmpty { members.append(.init("servers", .array(servers))) }
        return JSONValue.object(members).line
    }
}

extension ReaderMarks.Mark {
    init(at run: RunStamp, sequence: Int? = nil) {
        self.init(run: run.id, startedAt: run.startedAt, sha256: run.sha256, sequence: sequence)
    }

    func isSameRun(_ other: Self) -> Bool {
        run == other.run && startedAt == other.startedAt && sha256 == other.sha256
    }

    /// The position of the mark among all changes, for comparing marks of one catalog.
    fileprivate var place: (Int64, Int) { (run, sequence ?? .max) }

    fileprivate init?(json: JSONValue) {
        guard let run = json["run"]?.scalarText.flatMap({ Int64($0) }), run > 0,
            let startedAt = json["started_at"]?.stringValue, SeoulTime(timestamp: startedAt) != nil,
            let sha256 = json["sha256"]?.stringValue, sha256.utf8.count == 64
        else { return nil }
        let sequence = json["sequence"]?.scalarText.flatMap { Int($0) }
        self.init(run: run, startedAt: startedAt, sha256: sha256, sequence: sequence)
    }
}

extension ReaderMarks {
    /// Moves this user's marks away from the removed runs of the sample in the catalog at `path`. A mark moves to the
    /// last real run before it; a mark without such a run is deleted. Without this step, the next command would
    /// tell the reader that the catalog was created again.
    ///
    /// If a mark can't be moved, the user only gets a warning, because the run is on disk already.
    /// - Parameter run: the run that removed them. It may have the same number as a removed run.
    static func leave(_ gone: [RunStamp], for run: Int64, in path: String) throws {
        // Without a home folder, no marks exist.
        guard !gone.isEmpty, let folder = try? Environment.readersFolder() else { return }
        var stayed: [Mark] = []
        try Catalog(path: path).forEachRun { stored in
            guard stored.goodRun != nil, stored.id < run else { return }
            let description = stored.description
            stayed.append(
                Mark(run: stored.id, startedAt: description.startedAt.timestamp, sha256: description.sha256))
        }
        let catalog = Environment.realPath(path)
        for reader in readers(in: folder) {
            do {
                try ReaderMarks(of: reader, in: folder).leave(gone.map { Mark(at: $0) }, stayed, in: catalog)
            } catch let error as PlainError {
                Console.complain(en: "warning: \(error.words.en)", ko: "주의: \(error.words.ko)")
            }
        }
    }

    /// - Parameter stayed: the good runs that remain, newest first.
    private func leave(_ gone: [Mark], _ stayed: [Mark], in catalog: String) throws {
        try changing { marks in
            marks = marks.compactMap { place, mark in
                guard place == catalog, gone.contains(where: mark.isSameRun) else {
                    return (catalog: place, mark: mark)
                }
                return stayed.first { $0.run < mark.run }.map { (catalog: place, mark: $0) }
            }
        }
    }

    /// The readers that have marks; none if the folder can't be read.
    private static func readers(in folder: String) -> [ReaderName] {
        // Other files in the folder are not marks.
        (FileSystem.names(in: folder) ?? []).sorted().compactMap { try? ReaderName(argument: $0) }
    }
}

extension PlainError {
    fileprivate static func unreadable(_ path: String, _ number: Int32) -> PlainError {
        let reason = SystemError.words(number)
        return PlainError(
            .inputOutput,
            en: "cannot read the reader's mark file \(path): \(reason.en); check the path and its permissions",
            ko: "읽음 표시 파일 \(path)\(.object) 읽을 수 없습니다: \(reason.ko). 경로와 권한을 확인하세요")
    }

    fileprivate static func unwritable(_ path: String, _ number: Int32) -> PlainError {
        let reason = SystemError.words(number)
        return PlainError(
            .inputOutput,
            en:
                "cannot write the reader's mark file \(path): \(reason.en); nothing was marked as read; check the free space and the permissions of its folder",
            ko: "읽음 표시 파일 \(path)\(.object) 저장할 수 없습니다: \(reason.ko). 읽음으로 표시하지 않았습니다. 저장 위치의 남은 공간과 권한을 확인하세요")
    }

    fileprivate static func corrupt(_ path: String) -> PlainError {
        PlainError(
            .data,
            en: "the reader's mark file \(path) is damaged; delete it to mark everything unread, or restore a copy",
            ko: "읽음 표시 파일 \(path)\(.subject) 손상되었습니다. 지우면 변경 내역이 모두 읽지 않은 상태가 됩니다. 사본이 있으면 복원하세요")
    }
}

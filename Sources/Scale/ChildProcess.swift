package import GeocliText
package import Glibc

/// The paths of the programs that geocli starts.
package enum ProgramPath {
    /// Returns the path of spark-sql: the given one, otherwise that in `$SPARK_HOME`, otherwise that on `$PATH`.
    package static func sparkSQL(_ given: String?) throws(PlainError) -> String {
        if let given { return try checked(given, "spark-sql") }
        if let home = getenv("SPARK_HOME").map({ String(cString: $0) }), isProgram(home + "/bin/spark-sql") {
            return home + "/bin/spark-sql"
        }
        guard let found = onPath("spark-sql") else {
            throw PlainError.noProgram(name: "spark-sql", option: "--spark-sql")
        }
        return found
    }

    /// Returns the path of geoworker: the given one, otherwise that beside this program, otherwise that on `$PATH`.
    package static func worker(_ given: String?) throws(PlainError) -> String {
        try beside("geoworker", given, option: "--worker")
    }

    /// Returns the path of geoserve: the program in this program's folder, otherwise the one on `$PATH`.
    package static func service() throws(PlainError) -> String { try beside("geoserve", nil, option: nil) }

    private static func beside(_ name: String, _ given: String?, option: String?) throws(PlainError) -> String {
        if let given { return try checked(given, name) }
        if let own = FileSystem.realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") {
            let beside = own[...slash] + name
            if isProgram(String(beside)) { return String(beside) }
        }
        guard let found = onPath(name) else { throw PlainError.noProgram(name: name, option: option) }
        return found
    }

    private static func checked(_ path: String, _ name: String) throws(PlainError) -> String {
        guard isProgram(path), let real = FileSystem.realPath(path) else { throw PlainError.missingFile(path) }
        // Spark's scripts find the rest of Spark relative to their own path, so a link to them is not resolved.
        return name == "spark-sql" && path.hasPrefix("/") ? path : real
    }

    static func found(_ name: String) -> String? { onPath(name) }

    private static func onPath(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileSystem.facts(path)?.isFile == true && access(path, X_OK) == 0
    }
}

/// Processes that end together, and at the latest when this process ends.
///
/// The first process of the group is a watcher: a shell that reads from a pipe. The parent of the group, which is the
/// process that runs this code, holds the other end of the pipe. If the parent ends in any way, even by SIGKILL, the
/// pipe ends. The watcher then ends the whole group. The watcher starts before any program, so no program runs without a
/// watcher.
package struct ProcessGroup {
    private let watcher: pid_t
    /// The end of the pipe that stays open while the parent runs.
    private let parentEnd: Int32

    /// - Parameter last: for sh, what the watcher does when the parent has ended; it must end the group. $1 is
    ///   `argument`.
    package init(atEnd last: String = "kill -s KILL 0", _ argument: String = "") throws(PlainError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure("/bin/sh", errno) }
        // Without this flag, programs would inherit the pipe. No other thread of the parent starts one.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (end, parentEnd) = (ends[0], ends[1])
        defer { close(end) }
        self.parentEnd = parentEnd
        let watch = """
            trap '' INT TERM HUP
            PATH=$PATH:/usr/bin:/bin
            while IFS= read -r line; do :; done
            \(last)
            """
        do throws(PlainError) {
            watcher = try Self.start(["/bin/sh", "-c", watch, "sh", argument], environ, group: 0) { actions in
                posix_spawn_file_actions_adddup2(&actions, end, 0)
                posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            }
        } catch {
            close(parentEnd)
            throw error
        }
    }

    /// Starts a program in the group, with the default handling of signals. `words` are its path and its arguments.
    package func start(
        _ words: [String], environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ,
        _ files: Spawn.Files
    ) throws(PlainError) -> pid_t {
        try Self.start(words, environment, group: watcher, files)
    }

    /// Sends a signal to all processes of the group. The watcher ends only at SIGKILL.
    package func signal(_ number: Int32) { kill(-watcher, number) }

    /// Kills all processes of the group. The pipe is closed only after the watcher has ended, because a closed pipe
    /// tells it that the parent has ended.
    package func end() {
        kill(-watcher, SIGKILL)
        _ = try? Spawn.end(of: watcher)
        close(parentEnd)
    }

    /// Returns the exit code of a program that the group started, or 128 + n if signal n ended it; nil while it runs.
    package static func status(of id: pid_t) -> Int32? {
        var status: Int32 = 0
        var ended = waitpid(id, &status, WNOHANG)
        while ended < 0, errno == EINTR { ended = waitpid(id, &status, WNOHANG) }
        guard ended != 0 else { return nil }
        guard ended == id else { return 127 }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func start(
        _ words: [String], _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, group: pid_t,
        _ files: Spawn.Files
    ) throws(PlainError) -> pid_t {
        do throws(SystemNumber) {
            return try Spawn.start(words, environment: environment, group: group, files)
        } catch {
            throw failure(words[0], error.number)
        }
    }

    private static func failure(_ program: String, _ number: Int32) -> PlainError {
        PlainError.system(
            doing: Words(en: "cannot start \(program)", ko: "\(program)\(.object) 시작할 수 없습니다"), number: number)
    }
}

/// The program of a batch run, in a process group of its own, so that it can be ended together with all processes it
/// starts. If this process ends in any way, the folder of the program is removed, too.
struct ChildProcess {
    private let id: pid_t
    private let group: ProcessGroup

    /// The last act of the watcher; $1 is the folder. setsid starts a second shell outside the group. That shell kills
    /// the group and then removes the folder. A shell in the group would kill itself before it removes the folder.
    /// Without setsid, the folder stays until the next run removes it.
    private static let last = """
        setsid sh -c 'kill -s KILL -- "-$2"; rm -rf -- "$1"; sleep 1; rm -rf -- "$1"' sh "$1" "$$" || kill -s KILL 0
        """

    /// Starts a program, which also holds the lock of `scratch`. `words` are its path and its arguments. Its output and
    /// its error messages go to files.
    init(_ words: [String], outputPath: String, errorPath: String, scratch: ScratchFolder) throws(PlainError) {
        group = try ProcessGroup(atEnd: Self.last, scratch.path)
        do throws(PlainError) {
            id = try group.start(words) { actions in
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
                posix_spawn_file_actions_addopen(&actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
                // A descriptor copied onto itself stays open after exec.
                posix_spawn_file_actions_adddup2(&actions, scratch.lock, scratch.lock)
            }
        } catch {
            group.end()
            throw error
        }
    }

    func status() -> Int32? { ProcessGroup.status(of: id) }

    /// Sends SIGTERM to all processes of the group, waits at most five seconds for the program, and kills what is left.
    func stop() {
        group.signal(SIGTERM)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
        group.signal(SIGKILL)
        for _ in 0..<50 where status() == nil { usleep(100_000) }
    }

    func finish() { group.end() }
}

/// A run's own folder, removed at the end with all its content. The file `lock` in it stays locked until the run and
/// the engine that it started have ended, so the next run can recognize the folder of a killed run.
struct ScratchFolder {
    /// The path of the folder, without links.
    let path: String
    let lock: Int32

    private static let start = "geocli-run-"

    /// Removes the folders that killed runs have left in `parent`, and makes a new folder there.
    init(in parent: String) throws(PlainError) {
        Self.removeLeftovers(in: parent)
        var template = Array((parent + "/\(Self.start)XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard made else { throw Self.failure(parent, errno) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let real = FileSystem.realPath(name) else { throw Self.failure(name, errno) }
        path = real
        // The lock file gets the name `lock` only after it is locked. So while this process lives, no other process
        // sees an unlocked file with this name.
        let unnamed = path + "/lock-"
        lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.failure(path, errno) }
        // On a file system without locks, leftovers can't be recognized, so they stay.
        if flock(lock, LOCK_EX | LOCK_NB) == 0 { rename(unnamed, path + "/lock") }
    }

    /// Removes the folders of this user that are no longer locked. Their runs and engines have ended.
    private static func removeLeftovers(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(start) {
            let path = parent + "/" + name
            guard let facts = FileSystem.ownFacts(path), facts.isFolder, facts.st_uid == geteuid() else { continue }
            let lock = open(path + "/lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(lock)
        }
    }

    func file(_ name: String) -> String { path + "/" + name }

    func makeFolder(_ name: String) throws(PlainError) {
        guard mkdir(file(name), 0o700) == 0 else { throw Self.failure(file(name), errno) }
    }

    /// Removes the folder. Tries again if other processes still write into it. A file that can't be removed stays.
    func remove() {
        for _ in 0..<5 {
            Self.remove(path)
            if access(path, F_OK) != 0 { break }
            usleep(200_000)
        }
        close(lock)
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }

    /// Returns the names in a folder, except `.` and `..`, sorted by bytes; none if the folder can't be read.
    static func names(in path: String) -> [String] { (FileSystem.names(in: path) ?? []).sorted() }

    private static func failure(_ path: String, _ number: Int32) -> PlainError {
        PlainError.system(
            doing: Words(en: "cannot create the folder \(path)", ko: "폴더 \(path)\(.object) 만들 수 없습니다"),
            number: number
        )
    }
}

extension PlainError {
    /// The error for a program that was found nowhere; `option` is the option that names its path.
    fileprivate static func noProgram(name: String, option: String?) -> PlainError {
        let guide = name == "geoserve" ? "docs/serve.md" : "docs/scale.md"
        guard let option else {
            return PlainError(
                .noInput, en: "\(name) is missing; put it into the folder of geocli or on PATH (see \(guide))",
                ko: "\(name)\(.object) 찾을 수 없습니다. geocli와 같은 폴더나 PATH에 두세요(\(guide) 참고)")
        }
        return PlainError(
            .noInput,
            en: "\(name) was found neither on PATH nor in its usual places; give \(option) PATH (see \(guide))",
            ko: "\(name)\(.object) PATH와 기본 위치에서 찾을 수 없습니다. \(option) 옵션으로 경로를 지정하세요(\(guide) 참고)")
    }
}

extension PlainError {
    /// The error for a process, a file or a folder that could not be created; `number` is errno.
    static func system(doing: Words, number: Int32) -> PlainError {
        let reason = SystemError.words(number)
        return PlainError(
            .inputOutput, en: "\(doing.en): \(reason.en); check permissions and free space",
            ko: "\(doing.ko): \(reason.ko). 권한과 디스크의 남은 공간을 확인하세요")
    }
}

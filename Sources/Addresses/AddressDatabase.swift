internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

/// The SQLite file of addresses: its tables, and the only function that opens it.
enum AddressDatabase {
    /// "geoa" in ASCII, in the header of every file of addresses.
    static let applicationID: Int64 = 0x6765_6F61
    static let version: Int64 = 1
    /// The maximum time that an import waits for another one, in seconds.
    static let busySeconds = 10.0

    static let schema = """
        -- The files that were imported, one for each province.
        CREATE TABLE import (
            region TEXT PRIMARY KEY CHECK (region <> ''),
            -- Year and month of the file, such as 2606.
            month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]'),
            kind TEXT NOT NULL CHECK (kind IN ('summary', 'entrances')),
            file TEXT NOT NULL,
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            imported_on TEXT NOT NULL,
            -- Addresses with a point; lines without one; lines that could not be read.
            addresses INTEGER NOT NULL,
            without_point INTEGER NOT NULL,
            unusable INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE area (
            id INTEGER PRIMARY KEY,
            region TEXT NOT NULL,
            -- Empty for Sejong.
            district TEXT NOT NULL,
            UNIQUE (region, district)
        ) STRICT;
        CREATE TABLE road (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
        -- One entrance of each address: level, main and sub number in one (AddressNumber); EPSG:5179, in meters.
        CREATE TABLE entrance (
            area INTEGER NOT NULL, road INTEGER NOT NULL, number INTEGER NOT NULL, x REAL NOT NULL, y REAL NOT NULL,
            PRIMARY KEY (area, road, number)
        ) STRICT, WITHOUT ROWID;
        """

    private static let tables = ["area", "entrance", "import", "road"]

    /// Nil if `use` is reading and the file does not exist or is empty.
    /// - Throws: `PlainError` for a file that is not a database of addresses.
    static func open(_ path: String, _ use: Database.Access) throws -> Database? {
        let entry = FileSystem.facts(path)
        if entry == nil, errno != ENOENT, errno != ENOTDIR {
            throw PlainError(DatabaseError(code: SQLITE_CANTOPEN, message: SystemError.words(errno).en), path)
        }
        if let entry, !entry.isFile {
            throw PlainError.foreign(path, because: FileKind.words(entry.st_mode))
        }
        if use == .reading, entry.map({ $0.st_size == 0 }) ?? true { return nil }
        return try explaining(path) {
            let literal = path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
            let db = try Database(
                path: use == .reading && isUnchanging(path) ? DatabaseFile.immutableURI(path) : literal, use,
                busySeconds: busySeconds)
            try db.set(geocli_run_no_triggers)
            if use == .reading { try db.set(geocli_distrust_schema) }
            return try check(db, path, mayBeEmpty: use == .writing) ? db : nil
        }
    }

    /// Creates the folder of the database, and the folders above it.
    static func makeFolder(for path: String) throws {
        do throws(FolderFault) {
            try DatabaseFile.makeFolder(for: path)
        } catch {
            let (folder, reason) = (DisplayText.singleLine(error.folder), SystemError.words(error.number))
            throw PlainError(
                .usage,
                en: "cannot create the folder \(folder): \(reason.en); choose another place with --addresses-db",
                ko: "폴더 \(folder)\(.object) 만들 수 없습니다: \(reason.ko). --addresses-db로 다른 위치를 지정하세요")
        }
    }

    /// Whether this user can't write the file or its folder, and the file has no log. In that case SQLite could not
    /// create its shared memory.
    private static func isUnchanging(_ path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return (access(path, W_OK) != 0 || access(folder, W_OK) != 0) && access(path + "-wal", F_OK) != 0
    }

    /// Returns whether the file has the tables of addresses, or is empty and may get them.
    private static func check(_ db: Database, _ path: String, mayBeEmpty: Bool) throws -> Bool {
        let found = try db.texts(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY 1")
        let id = try db.integer("PRAGMA application_id") ?? 0
        if found.isEmpty, id == 0 { return mayBeEmpty }
        guard id == applicationID else {
            throw PlainError.foreign(path, because: Words(en: "another program's database", ko: "다른 프로그램의 데이터베이스"))
        }
        guard try db.integer("PRAGMA user_version") == version else {
            throw PlainError.foreign(
                path, because: Words(en: "made by another version of geocli", ko: "다른 버전의 geocli가 만든 파일"))
        }
        let views = try db.count("SELECT count(*) FROM sqlite_schema WHERE type = 'view'")
        guard found == tables, views == 0 else { throw PlainError.damaged(path) }
        return true
    }

    /// Runs `body`. Converts SQLite's errors into errors with messages for people.
    static func explaining<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw PlainError(error, path)
        } catch is UnexpectedValue {
            throw PlainError.damaged(path)
        }
    }
}

extension PlainError {
    init(_ error: DatabaseError, _ path: String) {
        let shown = DisplayText.singleLine(path)
        switch error.code {
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(
                .busy, en: "another import is writing to \(shown); try again when that import has ended",
                ko: "다른 가져오기 작업이 \(shown)에 쓰고 있습니다. 그 작업이 끝난 뒤 다시 시도하세요")
        case SQLITE_NOTADB: self = .foreign(path, because: Words(en: "not a database", ko: "데이터베이스가 아님"))
        case SQLITE_CORRUPT: self = .damaged(path)
        case SQLITE_FULL:
            self.init(
                .inputOutput,
                en:
                    "the disk has no space for \(shown); the addresses in that file are unchanged; free some space and import again",
                ko: "디스크에 \(shown)\(.object) 저장할 공간이 없습니다. 기존 주소는 그대로입니다. 공간을 확보하고 다시 가져오세요")
        default:
            self.init(
                .inputOutput,
                en: "cannot use \(shown): \(error.message ?? error.description); check the path and its permissions",
                ko: "\(shown)\(.object) 사용할 수 없습니다: \(error.message ?? error.description). 경로와 권한을 확인하세요")
        }
    }

    static func damaged(_ path: String) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(
            .data,
            en:
                "the addresses in \(shown) are damaged; delete the file and import again with 'geocli addresses import'",
            ko: "\(shown)의 주소 데이터가 손상되었습니다. 파일을 지우고 'geocli addresses import'로 다시 가져오세요")
    }

    static func foreign(_ path: String, because reason: Words) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(
            .data,
            en:
                "\(shown) is not an address file that geocli can read (\(reason.en)); choose another path with --addresses-db",
            ko: "\(shown)\(.topic) geocli가 읽을 수 있는 주소 데이터 파일이 아닙니다(\(reason.ko)). --addresses-db로 다른 경로를 지정하세요")
    }
}

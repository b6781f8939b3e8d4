internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

extension Catalog {
    /// Copies the catalog, as one snapshot, into the empty file at `place`. The copy is one file without a log, so that
    /// it can be moved alone and opened where nothing can be written.
    ///
    /// The pages are copied as they are: a VACUUM would give a smaller file, but would build every table and index again,
    /// and would hide damage. Nothing is synced: the caller does that before it names the file.
    ///
    /// - Throws: `CopyFailure` if `place` can't be written; `CatalogError`.
    package func copy(to place: String) throws { try read { try CatalogCopy.write($0, to: place) } }

    /// Returns the path of a file beside `path` that SQLite would take for the journal or the log of a file there; nil if
    /// there is none.
    /// - Parameter hasContent: whether only a file counts that holds changes. A reader may leave others.
    package static func stray(beside path: String, hasContent: Bool) -> String? {
        let target = CatalogFile.resolved(path)
        return CatalogFile.sideEndings.map { target + $0 }.first { name in
            guard let entry = FileSystem.ownFacts(name) else { return false }
            return !hasContent || entry.st_size > 0 && !name.hasSuffix("-shm")
        }
    }

    /// Whether the file of a catalog is written with a log. A backup is not, until something is written to it.
    package static func isWrittenWithLog(_ path: String) throws -> Bool {
        try CatalogConnection.forReading(path).text("PRAGMA journal_mode") == "wal"
    }
}

/// The error for a copy that could not be written.
package struct CopyFailure: Error {
    /// The system's error number (errno).
    package let number: Int32
}

private enum CatalogCopy {
    static func write(_ source: Database, to place: String) throws {
        _ = DescriptorPaths.allowed
        let target = try Database(path: place)
        // No other process sees the file, so it needs no journal.
        try target.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        do {
            try PageCopy(from: source, to: target).copyAll()
            try CatalogFile.markWithoutLog(target)
        } catch let error as DatabaseError {
            throw failure(error, of: target) ?? error
        }
        try target.close()
    }

    /// Returns the error for a file that can't be written; nil if the source can't be read.
    private static func failure(_ error: DatabaseError, of target: Database) -> CopyFailure? {
        guard error.code == SQLITE_FULL || error.code == SQLITE_IOERR else { return nil }
        if DiskFaults.takeReadError() != nil { return nil }
        let number = target.lastSystemError
        return CopyFailure(number: error.code == SQLITE_FULL ? ENOSPC : number == 0 ? EIO : number)
    }
}

/// The catalog that a restore replaces, as it is at the moment of the replacement. It may be damaged.
package struct FormerCatalog {
    fileprivate let db: Database

    /// Does the same as `Catalog.copy`.
    package func copy(to place: String) throws { try CatalogCopy.write(db, to: place) }
}

/// Puts a backup in the place of a catalog.
///
/// The pages of the backup are written into the catalog's own file, as one transaction of SQLite. A new file under the
/// old name would need more care: SQLite would apply the old log to it, and a reader that has the old file open would
/// share its log and locks with the new one. In a transaction, readers keep their snapshot, an ingest waits for the lock,
/// and if the process is killed, the former catalog is whole.
package struct CatalogRestore {
    private let path: String
    private let makesFolder: Bool
    private let mode: mode_t

    /// - Parameters:
    ///   - makesFolder: whether to create a missing folder of the catalog, and missing folders above it.
    ///   - isPrivate: whether only this person may read a catalog that is created.
    package init(path: String, makesFolder: Bool, isPrivate: Bool) {
        (self.path, self.makesFolder) = (path, makesFolder)
        mode = isPrivate ? 0o600 : 0o644
    }

    /// Replaces the catalog with `backup`. Creates it if it does not exist.
    ///
    /// - Parameter keep: is called with the former catalog if that has tables. No other process can write the catalog
    ///   then, and nothing has changed. To refuse, it throws an error.
    /// - Throws: what `keep` throws; `CatalogError`, `.busy` while another process writes. Nothing has changed then.
    package func run(_ backup: Catalog, keep: (FormerCatalog) throws -> Void) throws {
        DiskFaults.begin()
        try backup.read { source in
            do {
                try replace(with: source, keep)
            } catch {
                throw explained(error)
            }
        }
    }

    private func replace(with source: Database, _ keep: (FormerCatalog) throws -> Void) throws {
        let db = try target()
        try requireSamePages(source, db)
        do {
            let pages = try PageCopy(from: source, to: db)
            try pages.lockTarget()
            let former = try CatalogConnection.forReading(path)
            if try Schema.checkedVersion(former, path) > 0 { try keep(FormerCatalog(db: former)) }
            try pages.copyAll()
        }
        CatalogConnection.emptyLog(db)
    }

    private func target() throws -> Database {
        let state = try CatalogFile.look(at: path)
        if state == .missing {
            if let stray = Catalog.stray(beside: path, hasContent: true) {
                throw CatalogError(
                    .foreign,
                    en:
                        "there is no catalog at \(path), but \(stray), which may hold the last changes of a catalog that was moved; nothing was changed; move this file to its catalog, or delete it, and restore again",
                    ko:
                        "\(path)에 카탈로그는 없는데 \(stray) 파일이 있습니다. 옮긴 카탈로그의 마지막 변경이 들어 있을 수 있어 아무것도 바꾸지 않았습니다. 이 파일을 그 카탈로그 옆으로 옮기거나 지운 뒤 다시 되살리세요"
                )
            }
            if makesFolder { try CatalogFile.makeFolder(for: path) }
            try CatalogFile.requireFolder(of: path)
        }
        if state != .file { try CatalogFile.create(at: path, over: state) }
        if state == .missing { chmod(CatalogFile.resolved(path), mode) }
        let db = try CatalogConnection.forWriting(path)
        try db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        return db
    }

    /// SQLite can't change the size of the pages of a file with a log.
    private func requireSamePages(_ source: Database, _ db: Database) throws {
        let (own, theirs) = (try db.count("PRAGMA page_size"), try source.count("PRAGMA page_size"))
        guard own != theirs else { return }
        throw CatalogError(
            .foreign,
            en:
                "the backup has pages of \(theirs) bytes, and \(path) has pages of \(own); nothing was changed; run \"PRAGMA page_size = \(own); VACUUM\" on a copy of the backup, and restore the copy",
            ko:
                "백업의 페이지 크기는 \(theirs)바이트, \(path)의 페이지 크기는 \(own)바이트입니다. 아무것도 바꾸지 않았습니다. 백업의 사본에서 \"PRAGMA page_size = \(own); VACUUM\"을 실행한 뒤 그 사본에서 되살리세요"
        )
    }

    /// Returns the error with the path of the catalog. A file that SQLite can't even open for writing must be moved.
    private func explained(_ error: any Error) -> any Error {
        guard let known = CatalogError(meaning: error, path: path) else { return error }
        guard known.code == .corrupt else { return known }
        return CatalogError(
            .corrupt,
            en:
                "\(path) is too damaged to be replaced in place; nothing was changed; move it elsewhere, with the files \(path)-wal and \(path)-shm if they exist, and restore again",
            ko:
                "\(path)\(.subject) 심하게 손상되어 그 자리에서 바꿀 수 없습니다. 아무것도 바꾸지 않았습니다. \(path)-wal, \(path)-shm 파일이 있으면 함께 다른 곳으로 옮긴 뒤 다시 되살리세요"
        )
    }
}

internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// A copy of a catalog as a file of its own.
enum BackupFile {
    /// Returns the destination for a copy of the catalog at `path`. If not everyone may read the catalog, only this
    /// person may read the copy.
    ///
    /// - Throws: `OutputClash`, also for the catalog itself under any name; `PlainError` for anything but a new name or
    ///   the file of an earlier backup.
    static func target(_ file: String, of path: String, db: String?) throws -> OutputDestination {
        let shown = DisplayText.singleLine(file)
        let target = try OutputDestination(
            file, db: db, reading: [], isPrivate: !isReadableByAll(path), isBackup: true)
        guard target.path != nil, !target.isDescriptor else {
            throw UsageError(
                en: "\(shown): a backup is a database and can't be written to a pipe; give the path of a file",
                ko: "\(shown): 백업은 데이터베이스라서 파이프로 보낼 수 없습니다. 파일의 경로를 쓰세요")
        }
        if let stray = Catalog.stray(beside: file, hasContent: mode(file) != nil) {
            let name = DisplayText.singleLine(stray)
            throw UsageError(
                en: "\(name) is there, and SQLite would take it for a part of \(shown); move it, or give another path",
                ko: "\(name) 파일이 있으면 SQLite가 \(shown)의 일부로 읽습니다. 그 파일을 옮기거나 다른 경로를 쓰세요")
        }
        guard let mode = mode(file) else { return target }
        guard mode & S_IFMT == S_IFREG else {
            let kind = FileKind.words(mode)
            throw UsageError(
                en: "\(shown) is \(kind.en), and a backup is one file; give the path of a file",
                ko: "\(shown)\(.topic) \(kind.ko)입니다. 백업은 파일 하나이므로 파일의 경로를 쓰세요")
        }
        guard Catalog.stands(at: file) else {
            throw UsageError(
                en: "\(shown) is not a backup of geocli and is not replaced; give another path, or remove the file",
                ko: "\(shown)\(.topic) geocli 백업이 아니라서 바꾸지 않았습니다. 다른 경로를 쓰거나 이 파일을 지우세요")
        }
        guard try !Catalog.isWrittenWithLog(file) else {
            throw UsageError(
                en: "\(shown) is a catalog in use, not a backup, and is not replaced; give another path",
                ko: "\(shown)\(.topic) 백업이 아니라 쓰고 있는 카탈로그라서 바꾸지 않았습니다. 다른 경로를 쓰세요")
        }
        return target
    }

    /// Writes a copy and gives it its name when it is complete and on disk.
    ///
    /// - Parameters:
    ///   - copy: gets the place of the unfinished file.
    ///   - check: reads the copy there; if it throws, no file appears, and one with that name stays.
    static func write<Result>(
        to target: OutputDestination, named file: String, _ copy: (String) throws -> Void,
        check: (String) throws -> Result
    ) throws -> Result {
        do {
            let (output, place) = try OutputFile.createDatabase(at: target)
            try copy(place)
            let result = try check(place)
            try output.commit()
            return result
        } catch let failure as CopyFailure {
            throw explained(OutputError(path: file, step: .replace, number: failure.number))
        } catch let error as OutputError {
            throw explained(error)
        }
    }

    /// Keeps a copy of the former catalog under a name that no file has yet. The copy is not checked, because the catalog
    /// may be damaged.
    static func keep(_ former: FormerCatalog, of path: String) throws -> String {
        let first = path + ".before-restore"
        var (name, number) = (first, 1)
        while FileCheck.exists(name) {
            number += 1
            name = "\(first)-\(number)"
        }
        let target = try OutputDestination(name, sparing: [], isPrivate: !isReadableByAll(path))
        try write(to: target, named: name, former.copy) { _ in }
        return name
    }

    /// Removes the copy of a catalog that is still the same.
    static func forget(_ kept: String, of path: String) {
        // A catalog that can't be read has no state; then the copy stays.
        let (copy, now) = (try? Catalog(path: kept).state(), try? Catalog(path: path).state())
        if copy != nil, copy == now { unlink(kept) }
    }

    /// - Throws: a `PlainError` with these words if a check finds anything.
    static func requireWhole(_ catalog: Catalog, _ words: (Words) -> Words) throws {
        guard let wrong = try catalog.verify().first(where: { !$0.findings.isEmpty }) else { return }
        let finding = wrong.findings[0]
        throw PlainError(.data, words(Words(en: "\(wrong.name): \(finding.en)", ko: "\(wrong.name): \(finding.ko)")))
    }

    /// Returns the number of places, and the last run that brought them.
    static func words(_ status: CatalogStatus) -> Words {
        let places = status.words.count(status.total)
        guard let run = status.lastGoodRuns.max(by: { $0.id < $1.id }) else {
            return Words(en: "\(places.en), no run yet", ko: "\(places.ko), 성공한 실행 없음")
        }
        return Words(
            en: "\(places.en) as of run \(run.id) (\(run.date))", ko: "\(places.ko), 실행 #\(run.id)(\(run.date)) 기준")
    }

    static func size(_ file: String) -> Words {
        let tenths = (Int(FileSystem.facts(file)?.st_size ?? 0) + 50_000) / 100_000
        let number = "\(tenths / 10).\(tenths % 10)"
        return Words(en: "\(number) MB", ko: "\(number)MB")
    }

    static func exists(_ path: String) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(
            .usage,
            en: "there is a catalog at \(shown); to replace it, add --replace, which keeps a copy of it beside it",
            ko: "\(shown)에 이미 카탈로그가 있습니다. 바꾸려면 --replace를 쓰세요. 그 사본을 같은 폴더에 남깁니다")
    }

    private static func explained(_ error: OutputError) -> any Error {
        // The file is there; only its name may not be on disk.
        guard error.step != .name else { return error }
        let (shown, reason) = (DisplayText.singleLine(error.path), SystemError.words(error.number))
        return PlainError(
            error.exit,
            en:
                "cannot write \(shown): \(reason.en); nothing was changed; check the free space and the folder, or give another path",
            ko: "\(shown) 파일을 쓸 수 없습니다: \(reason.ko). 아무것도 바꾸지 않았습니다. 남은 공간과 폴더를 확인하거나 다른 경로를 쓰세요")
    }

    static func isReadableByAll(_ path: String) -> Bool { mode(path).map { $0 & S_IROTH != 0 } ?? true }

    /// Returns `st_mode` of the file to which the path leads; nil if there is none.
    private static func mode(_ path: String) -> mode_t? { FileSystem.facts(path)?.st_mode }
}

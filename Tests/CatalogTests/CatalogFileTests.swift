internal import CGeocliSQLite
import Foundation
import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The effects of reading and writing on the file and its folder.
@Suite struct CatalogFileTests {
    private let bench: CatalogBench
    private var path: String { bench.path }

    init() throws { bench = try CatalogBench() }

    /// All operations of a reader.
    private func readAll(_ path: String) throws -> Int {
        let catalog = try Catalog(path: path)
        var filter = PlaceFilter()
        filter.includesClosed = true
        filter.text = SearchText("책방").map(SearchReading.init)
        var count = 0
        try catalog.forEachEntry(filter) { _ in count += 1 }
        try catalog.forEachEntry(in: .world, filter) { _ in }
        _ = try catalog.search(filter) { try $0.isAny(SearchReading(SearchText("책")!)) }
        try catalog.forEachCandidate(near: at(127, 37.5), withinMeters: 1e9, filter) { _, _ in 1e9 }
        try catalog.forEachReject(run: nil) { _ in }
        _ = try catalog.status()
        _ = try catalog.districts()
        return count
    }

    @Test func readingChangesNoByteAndLeavesNoFile() throws {
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2")])
        let before = bytes(path)
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(try names(bench.folder) == ["catalog.sqlite"])
        #expect(try readAll(path) == 2)
        #expect(bytes(path) == before)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == date)
        let leftOver = try names(bench.folder).filter {
            !["catalog.sqlite", "catalog.sqlite-wal", "catalog.sqlite-shm"].contains($0)
        }
        #expect(leftOver == [])
    }

    @Test func noFileIsLeftBesideTheCatalogAfterARun() throws {
        try bench.publish([Shop("1")])
        #expect(try names(bench.folder) == ["catalog.sqlite"])
        try bench.publish([Shop("2")], Night(refusal: "no"))
        #expect(try names(bench.folder) == ["catalog.sqlite"])
    }

    /// A service keeps its connections open, so the log would stay beside the file that gets the name next.
    @Test func aFileThatReplacesTheCatalogAfterARunIsReadAsItIs() throws {
        try bench.publish([Shop("1", name: "옛 책방")])
        let copy = path + ".copy"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let idle = try Catalog(path: path)
        _ = try idle.inSnapshot { try idle.status() }
        try bench.publish([Shop("1", name: "새 책방"), Shop("2")], Night(day: 1))
        #expect(bytes(path + "-wal") == Data())
        #expect(try idle.inSnapshot { try idle.status().total } == 2)
        #expect(rename(copy, path) == 0)
        #expect(try bench.entries().map(\.place.name) == ["옛 책방"])
        #expect(try Catalog(path: path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func aReaderOfAnOlderSnapshotNeitherStopsNorDelaysARun() throws {
        try bench.publish([Shop("1")])
        let reader = try Catalog(path: path)
        try reader.holdSnapshot()
        #expect(try reader.status().total == 1)
        let start = ContinuousClock.now
        try bench.publish([Shop("1"), Shop("2")], Night(day: 1))
        // A run that waits for a reader's lock waits for five seconds.
        #expect(ContinuousClock.now - start < .seconds(4.5))
        #expect(try reader.status().total == 1)
        #expect(try bench.entries().count == 2)
    }

    @Test func aFileThatNobodyCanWriteBesideIsReadAsImmutable() throws {
        // A symbolic link in place of the shared memory stops SQLite, even for root, as a read-only folder stops other
        // users.
        for name in ["plain", "what?", "a#b", "100%", "%3f", "빈 칸 ?#%25&mode=memory"] {
            let folder = bench.folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let copy = folder.appendingPathComponent("c?#%.sqlite").path
            if !FileManager.default.fileExists(atPath: path) { try bench.publish([Shop("1", at: at(127, 37.5))]) }
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.createSymbolicLink(atPath: copy + "-shm", withDestinationPath: "/proc/none/at/all")
            let files = try names(folder)
            let before = bytes(copy)
            #expect(try readAll(copy) == 1, "\(name)")
            #expect(bytes(copy) == before)
            // SQLite's own files may appear, but they must be empty.
            let new = try names(folder).filter { !files.contains($0) }
            #expect(new.allSatisfy { $0 == "c?#%.sqlite-wal" && bytes(folder.path + "/" + $0) == Data() }, "\(new)")
        }
    }

    @Test func withALogBesideItSuchAFileIsNotReadAsImmutable() throws {
        try bench.publish([Shop("1")])
        try Data("rows that are not in the file yet".utf8).write(to: URL(fileURLWithPath: path + "-wal"))
        try FileManager.default.createSymbolicLink(atPath: path + "-shm", withDestinationPath: "/proc/none/at/all")
        let error = #expect(throws: CatalogError.self) { try readAll(path) }
        #expect(error?.code == .io)
        #expect(
            error?.words.en
                == "cannot read or write \(path) or its temporary files: unable to open database file; "
                + "check the disk, the permissions, and the free space there and in TMPDIR"
        )
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func aReadOnlyFolderCanBeRead() throws {
        try bench.publish([Shop("1")])
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: bench.folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bench.folder.path) }
        #expect(try readAll(path) == 1)
    }

    @Test func theWriterSyncsFullyIntoALog() throws {
        try bench.publish([Shop("1")])
        #expect(bytes(path).map { Array($0[18..<20]) } == [2, 2])
        let again = try CatalogWriter(path: path)
        let second = try #require(
            Mirror(reflecting: again).children.first { $0.label == "database" }?.value as? GeocliDatabase.Database)
        #expect(try second.integer("PRAGMA synchronous") == 2)
        #expect(try second.text("PRAGMA journal_mode") == "wal")
    }

    @Test func aNewCatalogSaysWhoseItIs() throws {
        try bench.publish([])
        let header = try #require(bytes(path))
        #expect(String(decoding: header[68..<72], as: UTF8.self) == "geoc")
        #expect(Array(header[60..<64]) == [0, 0, 0, UInt8(Schema.version)])
    }

    @Test func aLockHeldByAnotherIsBusyAfterAWhile() throws {
        try bench.publish([Shop("1")])
        let content = try bench.content() + bench.rows("SELECT * FROM run")
        let other = try OtherProgram(path)
        try other.rows("BEGIN IMMEDIATE")
        let error = #expect(throws: CatalogError.self) { try bench.publish([Shop("1"), Shop("2")]) }
        #expect(error?.code == .busy)
        #expect(error?.words.en == "\(path) is in use by another command; try again in a moment")
        #expect(error?.words.ko == "다른 작업이 \(path)를 쓰고 있습니다. 잠시 뒤 다시 시도하세요")
        // Readers don't wait.
        #expect(try readAll(path) == 1)
        try other.rows("ROLLBACK")
        #expect(try bench.content() + bench.rows("SELECT * FROM run") == content)
        #expect(try bench.publish([Shop("1"), Shop("2")]).counts.added == 1)
    }

    @Test func aLongReadKeepsItsViewWhileAnIngestPublishes() throws {
        try bench.publish((1...50).map { Shop(String($0)) })
        var seen: [String] = []
        try Catalog(path: path).forEachEntry(PlaceFilter()) { entry in
            if seen.isEmpty { try bench.publish((1...50).map { Shop(String($0), name: "새") }) }
            seen.append(entry.place.name)
        }
        #expect(seen == Array(repeating: "책방", count: 50))
        #expect(try bench.entries().map(\.place.name) == Array(repeating: "새", count: 50))
    }

    @Test func aReaderThatStaysOpenSeesWhatWasPublishedSince() throws {
        try bench.publish([Shop("1")])
        let catalog = try Catalog(path: path)
        #expect(catalog.path == path)
        #expect(try catalog.status().total == 1)
        try bench.publish([Shop("1"), Shop("2")])
        #expect(try catalog.status().total == 2)
    }

    @Test func aCatalogInMemoryTakesAnIngest() throws {
        let writer = try CatalogWriter(temporary: ())
        let run = RunDescription(
            feed: "places", source: "test", sha256: CatalogBench.hash("x"), startedAt: SeoulTime(unixSeconds: 0),
            toolVersion: "1")
        let report = try writer.ingest { session in
            let origin = RowOrigin(pageNumber: 1, page: "p", row: 1)
            try session.stage(Shop("1").place, from: origin, problem: nil, value: nil, raw: "{}")
            _ = try session.settleDuplicates()
            return try session.publish(run, isDryRun: true) { _, _ in
                RunJudgement(refusal: nil, acceptedBecause: nil)
            }
        }
        #expect(writer.path == ":memory:" && report.counts.added == 1 && report.runID == nil)
    }

    /// POSIX drops all locks that a process holds on a file when the process closes any descriptor of the file. Then an
    /// ingest of another process could change the file under a reader.
    @Test func aSecondCatalogOfTheSameFileLeavesTheFirstItsLock() throws {
        try bench.publish([Shop("1")])
        let reader = try Catalog(path: bench.path)
        try reader.holdSnapshot()
        #expect(try reader.lastID() == 1)
        #expect(try locks(of: bench.path) > 0)
        for _ in 0..<3 {
            _ = try Catalog(path: bench.path).lastID()
            _ = try? CatalogWriter(path: bench.path)
            #expect(throws: CatalogError.self) { _ = try Catalog(path: bench.path + "-wal") }
        }
        #expect(try locks(of: bench.path) > 0)
        _ = reader
    }

    @Test func aFirstCatalogGetsItsNameWithoutADescriptorToClose() throws {
        try bench.publish([Shop("1")])
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        #expect(!open.contains { $0.hasPrefix(bench.path) })
    }

    /// The POSIX locks that this process holds on a file, as Linux lists them.
    private func locks(of path: String) throws -> Int {
        var entry = stat()
        try #require(stat(path, &entry) == 0)
        let file = try #require(FileHandle(forReadingAtPath: "/proc/locks"))
        let lines = String(decoding: file.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
        return lines.count {
            $0.contains("POSIX") && $0.contains(" \(getpid()) ") && $0.contains(":\(entry.st_ino) ")
        }
    }

    @Test func eachSQLiteErrorHasItsCode() {
        let codes: [(Int32, CatalogError.Code)] = [
            (SQLITE_BUSY, .busy), (SQLITE_LOCKED, .busy), (SQLITE_NOTADB, .foreign), (SQLITE_CORRUPT, .corrupt),
            (SQLITE_FULL, .io), (SQLITE_IOERR, .io), (SQLITE_READONLY, .io), (SQLITE_CANTOPEN, .io),
            (SQLITE_PERM, .io), (SQLITE_NOLFS, .io), (SQLITE_CONSTRAINT, .corrupt), (SQLITE_ERROR, .corrupt),
            (SQLITE_PROTOCOL, .busy), (SQLITE_MISUSE, .bug),
        ]
        for (result, code) in codes {
            #expect(CatalogError(DatabaseError(code: result, message: "m"), path: "p").code == code)
        }
        #expect(
            CatalogError(DatabaseError(code: SQLITE_MISUSE, message: "m"), path: "p").words.en
                == "a database statement on p failed: m; please report this")
        #expect(
            CatalogError(
                DatabaseError(code: SQLITE_FULL, message: "database or disk is full"), path: "p"
            ).words
                .en
                == "cannot read or write p or its temporary files: database or disk is full; "
                + "check the disk, the permissions, and the free space there and in TMPDIR")
    }
}

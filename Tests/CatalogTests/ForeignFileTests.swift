import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Files that are not catalogs of this program: they are refused with a message, and their bytes stay the same.
@Suite struct ForeignFileTests {
    private let bench: CatalogBench
    private var path: String { bench.path }

    init() throws { bench = try CatalogBench() }

    private func readerError() -> CatalogError? {
        #expect(throws: CatalogError.self) { _ = try Catalog(path: path) }
    }

    private func writerError() -> CatalogError? {
        #expect(throws: CatalogError.self) { _ = try CatalogWriter(path: path) }
    }

    private func expectBothRefuse(_ code: CatalogError.Code, _ words: String) throws {
        let before = bytes(path)
        let files = try names(bench.folder)
        for error in [readerError(), writerError()] {
            #expect(error?.code == code)
            #expect(error?.words.en == words)
            #expect(error.map { "\($0)" } == words)
        }
        #expect(bytes(path) == before)
        #expect(try names(bench.folder) == files)
    }

    @Test func whereNothingIsAReaderMakesNothing() throws {
        let error = readerError()
        #expect(error?.code == .missing)
        #expect(
            error?.words.en
                == "there is no catalog at \(path); create one with 'geocli ingest --sample' (made-up bookstores), 'geocli ingest' (real ones, free key: https://data.seoul.go.kr) or 'geocli ingest --feed ID' (another feed), or choose another with --db"
        )
        #expect(
            error?.words.ko
                == "\(path)에 카탈로그가 없습니다. 'geocli ingest --sample'(가상의 책방), 'geocli ingest'(실제 책방, 무료 인증키: https://data.seoul.go.kr), 'geocli ingest --feed ID'(다른 피드)로 만들거나 --db로 다른 파일을 지정하세요"
        )
        #expect(try names(bench.folder) == [])
        #expect(!CatalogWriter.exists(path))
        #expect(throws: CatalogError.self) { _ = try Catalog(path: path + "/below/a/missing/folder") }
    }

    @Test func aWriterThatIsAskedToMakesTheFoldersAboveIt() throws {
        let folder = bench.folder.appendingPathComponent("a/b c/d").path
        _ = try CatalogWriter(path: folder + "/catalog.sqlite", makesFolder: true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func aMissingFolderIsASlip() throws {
        let folder = bench.folder.appendingPathComponent("a/b").path
        let error = #expect(throws: CatalogError.self) { _ = try CatalogWriter(path: folder + "/catalog.sqlite") }
        #expect(error?.code == .missing)
        #expect(
            error?.words.en
                == "the folder \(folder)/ for the catalog \(folder)/catalog.sqlite does not exist; check the path, or create the folder with 'mkdir -p'"
        )
        #expect(try names(bench.folder) == [])
    }

    /// Makes something other than a file at `path`; returns its name in messages.
    private static let others: [(words: String, make: @Sendable (String) -> Bool)] = [
        ("a folder", { mkdir($0, 0o755) == 0 }),
        ("a pipe", { mkfifo($0, 0o644) == 0 }),
        ("a device", { symlink("/dev/null", $0) == 0 }),
        ("a device", { symlink("/dev/zero", $0) == 0 }),
        (
            "a socket",
            { path in
                let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(socket) }
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
                return withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                    }
                } == 0
            }
        ),
    ]

    @Test(arguments: others.indices) func whatIsNotARegularFileIsRefusedAtOnce(index: Int) throws {
        let other = Self.others[index]
        try #require(other.make(path))
        var before = stat()
        #expect(lstat(path, &before) == 0)
        for error in [readerError(), writerError()] {
            #expect(error?.code == .foreign)
            #expect(
                error?.words.en
                    == "\(path) is not a geocli catalog (\(other.words)); geocli did not change the file; choose another file with --db"
            )
        }
        var after = stat()
        #expect(lstat(path, &after) == 0 && after.st_ino == before.st_ino && after.st_mode == before.st_mode)
        #expect(try names(bench.folder).count == 1)
    }

    @Test(arguments: ["-wal", "-shm", "-journal"]) func noPipeStandsInForASideFile(ending: String) throws {
        try bench.publish([Shop("1")])
        unlink(path + ending)
        try #require(mkfifo(path + ending, 0o644) == 0)
        for error in [readerError(), writerError()] {
            #expect(error?.code == .foreign)
            #expect(error?.words.en.hasPrefix("\(path)\(ending) is not a geocli catalog (a pipe)") == true)
        }
    }

    @Test func anEmptyFileIsNoCatalogForAReaderAndWelcomeToAWriter() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(readerError()?.code == .missing)
        #expect(bytes(path) == Data())
        try bench.publish([Shop("1")])
        #expect(try bench.entries().count == 1)
    }

    @Test(
        arguments: [
            Data("hello, this is a text file\n".utf8), Data([0]), Data(repeating: 0, count: 8192),
            Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }), Data("SQLite format 3\0".utf8),
            Data("SQLite format 3\0".utf8) + Data(repeating: 1, count: 83),
            Data("SQLite format 3 ".utf8) + Data(repeating: 0, count: 4096),
        ])
    func textAndGarbageAreRefused(content: Data) throws {
        try content.write(to: URL(fileURLWithPath: path))
        try expectBothRefuse(
            .foreign,
            "\(path) is not a geocli catalog (not an SQLite database); geocli did not change the file; choose another file with --db"
        )
    }

    @Test(arguments: [0, 1, 0x6765_6F62, -1] as [Int32])
    func anotherProgramsDatabaseIsRefused(applicationID: Int32) throws {
        try bench.execute("PRAGMA application_id = \(applicationID); CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        try expectBothRefuse(
            .foreign,
            "\(path) is not a geocli catalog (another program's database); geocli did not change the file; choose another file with --db"
        )
        #expect(
            readerError()?.words.ko == "\(path)는 geocli 카탈로그가 아닙니다(다른 프로그램의 데이터베이스). 파일은 그대로 두었습니다. --db로 다른 파일을 지정하세요")
    }

    @Test func aNewerSchemaIsRefused() throws {
        try bench.publish([Shop("1")])
        try bench.execute("PRAGMA user_version = \(Schema.version + 1)")
        try expectBothRefuse(.newer, newerWords(Schema.version + 1))
    }

    @Test func aNewerSchemaIsRefusedAlsoWithOtherTables() throws {
        try bench.execute("PRAGMA application_id = \(0x6765_6F63); PRAGMA user_version = 99; CREATE TABLE t (x)")
        try expectBothRefuse(.newer, newerWords(99))
    }

    private func newerWords(_ version: Int) -> String {
        "\(path) has schema \(version), but this geocli reads only schemas up to \(Schema.version); upgrade geocli or choose another file with --db"
    }

    @Test func aHalfMadeCatalogIsMissingForAReaderAndFinishedByAWriter() throws {
        try CatalogFile.create(at: path, over: .missing)
        let before = bytes(path)
        let error = readerError()
        #expect(error?.code == .missing)
        #expect(bytes(path) == before)
        try bench.publish([Shop("1")])
        #expect(try bench.entries().count == 1)
    }

    @Test func aFolderIsRefused() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let words =
            "\(path) is not a geocli catalog (a folder); geocli did not change the file; choose another file with --db"
        for error in [readerError(), writerError()] {
            #expect(error?.code == .foreign)
            #expect(error?.words.en == words)
        }
        #expect(try names(URL(fileURLWithPath: path)) == [])
    }

    @Test func aFileInTheWayOfAFolderIsNamed() throws {
        let file = bench.folder.appendingPathComponent("file").path
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        let slip = #expect(throws: CatalogError.self) { _ = try CatalogWriter(path: file + "/a/catalog.sqlite") }
        #expect(slip?.code == .missing)
        let error = #expect(throws: CatalogError.self) {
            _ = try CatalogWriter(path: file + "/a/catalog.sqlite", makesFolder: true)
        }
        #expect(error?.code == .io)
        #expect(
            error?.words.en == "cannot create the folder \(file)/a: Not a directory; choose another path with --db")
        #expect(bytes(file) == Data("x".utf8))
    }

    @Test func aDamagedCatalogIsNamedAndNeverDeleted() throws {
        try bench.publish((0..<300).map { Shop(String($0), name: String(repeating: "책", count: 50)) })
        var content = try #require(bytes(path))
        content.replaceSubrange(4096..., with: Data(repeating: 0xA5, count: content.count - 4096))
        try content.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CatalogError.self) { try bench.entries() }
        #expect(error?.code == .corrupt)
        #expect(
            error?.words.en
                == "\(path) is damaged (database disk image is malformed); move the file elsewhere and rebuild the catalog with 'geocli ingest'"
        )
        let second = #expect(throws: CatalogError.self) { try bench.publish([Shop("1")]) }
        #expect(second?.code == .corrupt)
        #expect(bytes(path) == content)
    }

    @Test func aCatalogCutShortIsDamaged() throws {
        try bench.publish((0..<300).map { Shop(String($0), name: String(repeating: "책", count: 50)) })
        let content = try #require(bytes(path)).prefix(8192)
        try content.write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CatalogError.self) { try bench.entries() }
        #expect(error?.code == .corrupt)
        #expect(bytes(path) == content)
    }

    @Test func aNegativeSchemaNumberEndsInAnErrorAndNoCrash() async {
        await #expect(processExitsWith: .success) {
            let bench = try CatalogBench()
            try bench.execute("PRAGMA application_id = \(0x6765_6F63); PRAGMA user_version = -1; CREATE TABLE t (x)")
            #expect(throws: CatalogError.self) { try bench.publish([Shop("1")]) }
        }
    }

    /// A separate process, because these paths are relative to its folder.
    @Test func aPathThatLooksLikeAURIIsAPathLikeAnyOther() async {
        await #expect(processExitsWith: .success) {
            let bench = try CatalogBench()
            #expect(FileManager.default.changeCurrentDirectoryPath(bench.folder.path))
            try OtherProgram("notes.sqlite").rows("CREATE TABLE t (x)")
            let before = bytes("notes.sqlite")
            for path in ["file:notes.sqlite", "file:x?mode=memory", ":memory:"] {
                try CatalogWriter(path: path).remove([.districts])
                #expect(CatalogWriter.exists(path), "\(path)")
            }
            #expect(bytes("notes.sqlite") == before, "another program's database was changed")
        }
    }
}

import Foundation
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The creation of a catalog: it is complete or does not happen, and other files beside it do not matter.
@Suite struct CreationTests {
    private let bench: CatalogBench
    private var path: String { bench.path }

    init() throws { bench = try CatalogBench() }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: bench.folder.path).sorted() }
    }

    @Test func anEmptyCatalogIsOneAndHasOnlyItsOwnFile() throws {
        try CatalogFile.create(at: path, over: .missing)
        #expect(try CatalogFile.look(at: path) == .file)
        #expect(try names == ["catalog.sqlite"])
        #expect(try bench.rows("PRAGMA integrity_check") == ["integrity_check:ok"])
        #expect(try bench.rows("PRAGMA journal_mode") == ["journal_mode:wal"])
        #expect(try bench.rows("PRAGMA application_id") == ["application_id:\(Schema.applicationID)"])
    }

    @Test func aFileThatAnotherProcessMadeMeanwhileStays() throws {
        try bench.publish([Shop("1")])
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        for state in [CatalogFile.State.missing, .empty] {
            try CatalogFile.create(at: path, over: state)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
        #expect(try bench.entries().count == 1)
    }

    /// SQLite would apply the journal or log of a deleted database to the new one.
    @Test(arguments: [true, false])
    func whatAnotherDatabaseLeftIsNotPlayedIn(isEmptyFileThere: Bool) throws {
        try bench.publish([Shop("1", name: "옛 책방")])
        let reader = try Database(path: path, .reading)
        // The snapshot stays open, so that SQLite does not move the log into the file.
        try reader.execute("BEGIN; SELECT count(*) FROM place")
        try bench.publish([Shop("1", name: "새 책방")], Night(day: 1))
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        #expect(!log.isEmpty)
        try reader.close()
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        try Data("stray".utf8).write(to: URL(fileURLWithPath: path + "-journal"))
        if isEmptyFileThere { try Data().write(to: URL(fileURLWithPath: path)) }
        try bench.publish([Shop("2", name: "다른 책방")])
        #expect(try bench.entries().map(\.place.name) == ["다른 책방"])
        #expect(try Catalog(path: path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func anEmptyFileKeepsItsModeAndALinkStaysALink() throws {
        let real = bench.folder.path + "/real.sqlite"
        try Data().write(to: URL(fileURLWithPath: real))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: real)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real.sqlite")
        try bench.publish([Shop("1")])
        let mode = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real.sqlite")
        #expect(try bench.entries().count == 1)
    }

    @Test func aLinkThatLeadsNowhereGetsItsFile() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "later.sqlite")
        try bench.publish([Shop("1")])
        #expect(FileManager.default.fileExists(atPath: bench.folder.path + "/later.sqlite"))
        #expect(try bench.entries().count == 1)
    }
}

/// A command that reads in several steps sees the data of one moment.
@Suite struct HeldSnapshotTests {
    @Test func aHeldSnapshotDoesNotSeeTheNextRun() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1"), Shop("2")])
        let held = try Catalog(path: bench.path)
        let loose = try Catalog(path: bench.path)
        try held.holdSnapshot()
        try held.holdSnapshot()
        #expect(try held.status().total == 2)
        try bench.publish([Shop("1"), Shop("2"), Shop("3")], Night(day: 1))
        #expect(try held.status().total == 2)
        #expect(try loose.status().total == 3)
        var names: [Int64] = []
        try held.forEachEntry(PlaceFilter()) { names.append($0.id) }
        #expect(names == [1, 2])
        #expect(try Catalog(path: bench.path).status().total == 3)
    }
}

import Foundation
import GeocliText
import TestSupport
import Testing

@testable import GeocliMine

/// Photos: none that a record names is lost, whoever else writes at the same time, and whatever another folder has.
@Suite struct MinePhotoTests {
    private let base: URL
    private let folder: MineFolder
    private let day: Int64 = 86_400
    private let now: Int64 = 1_790_000_000

    init() throws {
        base = try TestSupport.temporaryFolder()
        folder = MineFolder(base.path + "/mine", devices: base.path + "/state", machine: "m")
    }

    private var photos: MinePhotos { MinePhotos(of: folder) }

    /// The bytes of a file that is recognized as a PNG.
    private static func png(_ number: UInt8) -> [UInt8] { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, number] }

    /// Adds a photo to a folder and returns its name.
    @discardableResult
    private func add(_ number: UInt8, to folder: MineFolder) throws -> String {
        let path = base.appendingPathComponent("photo-\(number).png")
        try Data(Self.png(number)).write(to: path)
        return try MinePhotos(of: folder).add(path.path)
    }

    private func set(_ record: String, _ fields: [JSONValue.Member], in folder: MineFolder) throws {
        try folder.record(now: now * 1000) { _ in [.init(record, fields)] }
    }

    private static func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }

    private func other(_ name: String) -> MineFolder {
        MineFolder("\(base.path)/\(name)", devices: "\(base.path)/state-\(name)", machine: "m")
    }

    // MARK: The photos of a note

    @Test func photosThatTwoDevicesAddAtTheSameTimeAreAllOfTheNote() throws {
        let second = other("second")
        let names = try (0..<4).map { try add($0, to: folder) }
        try set("n", [.init("kind", .string("note")), .init("photos", Self.list([names[0]]))], in: folder)
        _ = try second.merge(folder.path)
        // Each device knows only the first photo.
        try set("n", [.init("photos", Self.list([names[0], names[1]]))], in: folder)
        try set("n", [.init("photos", Self.list([names[0], names[2], names[3]]))], in: second)
        _ = try folder.merge(second.path)
        _ = try second.merge(folder.path)
        for device in [folder, second] {
            let state = try device.read().state
            let note = try #require(state.notes.note(number: 1))
            #expect(Set(note.photos) == Set(names) && note.photos.count == 4 && note.photos[0] == names[0])
            #expect(state.record("n")?.value("photos") == Self.list(note.photos))
            let record = try #require(state.record("n"))
            #expect(record.history(of: "photos").allSatisfy { record.isInForce($0, of: "photos") })
            #expect(try MinePhotos(of: device).collect(state, now: now) == .init(), "none of them is collected")
        }
    }

    @Test func aListWithoutPhotosTakesThemAllAway() throws {
        let names = try (0..<3).map { try add($0, to: folder) }
        try set("n", [.init("kind", .string("note")), .init("photos", Self.list([names[0]]))], in: folder)
        for empty in [Self.list([]), .null] {
            try set("n", [.init("photos", Self.list(Array(names.prefix(2))))], in: folder)
            try set("n", [.init("photos", empty)], in: folder)
            let record = try #require(try folder.read().state.record("n"))
            #expect(record.photos.isEmpty && record.value("photos") == nil)
            #expect(record.history(of: "photos").filter { record.isInForce($0, of: "photos") }.count == 1)
        }
        try set("n", [.init("photos", Self.list([names[2]]))], in: folder)
        #expect(try folder.read().state.record("n")?.photos == [names[2]])
        // A value that is no list, or has only names that this version does not know, takes nothing away.
        try set("n", [.init("photos", .string("x"))], in: folder)
        try set("n", [.init("photos", Self.list(["later.tiff"]))], in: folder)
        #expect(try folder.read().state.record("n")?.photos == [names[2]])
    }

    // MARK: Collecting

    @Test func photosOfRecordsOfALaterVersionAreKept() throws {
        let names = try (0..<4).map { try add($0, to: folder) }
        try set("sketch", [.init("kind", .string("sketch")), .init("cover", .string(names[0]))], in: folder)
        try set(
            "early", [.init("pages", .array([.object([.init("photo", .string(names[1]))])]))], in: folder)
        try set("list", [.init("kind", .string("album")), .init("photos", Self.list([names[2]]))], in: folder)
        let state = try folder.read().state
        #expect(try photos.collect(state, now: now) == .init(trashed: 1))
        #expect(try Set(photos.names()) == Set(names.prefix(3)))
    }

    @Test func aPhotoInTheTrashIsStillRead() throws {
        let name = try add(1, to: folder)
        #expect(try photos.collect(MineState(), now: now) == .init(trashed: 1))
        #expect(try photos.names().isEmpty && photos.bytes(name) == Self.png(1))
        #expect(throws: PlainError.self) { try photos.bytes(String(repeating: "0", count: 64) + ".png") }
    }

    /// `gc` and an act wait for each other, so gc sees every act that was acknowledged before it moves a photo.
    @Test func nothingIsRecordedWhilePhotosAreCollected() throws {
        let lock = try folder.alone {
            let lock = open(base.path + "/state", O_RDONLY | O_DIRECTORY)
            #expect(flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            return lock
        }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        close(lock)
    }

    // MARK: Links

    @Test(arguments: ["photos", "trash"]) func aLinkedFolderOfPhotosIsRefused(_ name: String) throws {
        let photo = try add(1, to: folder)
        try FileManager.default.createDirectory(atPath: base.path + "/elsewhere", withIntermediateDirectories: true)
        let inside = "\(base.path)/elsewhere/\(photo)"
        try Data(Self.png(1)).write(to: URL(fileURLWithPath: inside))
        if name == "photos" { try FileManager.default.removeItem(atPath: photos.path) }
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(name)", withDestinationPath: base.path + "/elsewhere")
        let error = #expect(throws: PlainError.self) { try photos.collect(MineState(), now: now + 100 * day) }
        #expect(error?.words.en.contains("symbolic link") == true)
        if name == "photos" {
            #expect(throws: PlainError.self) { try add(2, to: folder) }
            #expect(throws: PlainError.self) { try photos.names() }
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: base.path + "/elsewhere") == [photo],
            "nothing came and nothing went")
    }

    // MARK: Merging

    /// Another folder with a note.
    private func written(_ name: String) throws -> MineFolder {
        let other = other(name)
        try set("note-\(name)", [.init("kind", .string("note"))], in: other)
        return other
    }

    private func url(_ photo: String, in folder: MineFolder, _ part: String = "photos") -> URL {
        URL(fileURLWithPath: "\(folder.path)/\(part)/\(photo)")
    }

    @Test func photosThatAreLeftOutAreNamed() throws {
        let other = try written("other")
        let names = try (0..<4).map { try add($0, to: other) }
        try FileManager.default.removeItem(at: url(names[1], in: other))
        try FileManager.default.createSymbolicLink(
            at: url(names[1], in: other), withDestinationURL: url(names[0], in: other))
        #expect(truncate(url(names[2], in: other).path, 300 << 20) == 0)
        try Data(Self.png(99)).write(to: url(names[3], in: other))
        for _ in 0..<2 {
            let merged = try folder.merge(other.path)
            #expect(merged.leftOut.map(\.name) == names[1...].sorted().map { "photos/\($0)" })
            let reasons = Dictionary(uniqueKeysWithValues: merged.leftOut.map { ($0.name, $0.reason.en) })
            #expect(reasons["photos/\(names[1])"]?.contains("symbolic link") == true)
            #expect(reasons["photos/\(names[2])"]?.contains("200 MiB") == true)
            #expect(reasons["photos/\(names[3])"]?.contains("do not match its name") == true)
            #expect(try photos.names() == [names[0]])
        }
        #expect(try folder.merge(other.path).photos == 0)
    }

    @Test func aMergeRepairsADamagedPhoto() throws {
        let other = try written("other")
        let name = try add(1, to: other)
        #expect(try folder.merge(other.path).photos == 1)
        for damage in [Self.png(2), [], Array("x".utf8)] {
            try Data(damage).write(to: url(name, in: folder))
            #expect(try folder.merge(other.path).photos == 1)
            #expect(try photos.bytes(name) == Self.png(1))
        }
        #expect(try folder.merge(other.path).photos == 0)
    }

    @Test func aMergeNeedsNoFolderOfPhotosThatCanBeRead() throws {
        let other = try written("other")
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(other.path)/photos"))
        let merged = try folder.merge(other.path)
        #expect(merged.acts == 1 && merged.leftOut.map(\.name) == ["photos"])
        let linked = try written("linked")
        try FileManager.default.createSymbolicLink(
            atPath: "\(linked.path)/photos", withDestinationPath: base.path + "/elsewhere")
        #expect(try folder.merge(linked.path).leftOut[0].reason.en.contains("symbolic link"))
        #expect(try folder.read().state.notes.map(\.id).sorted() == ["note-linked", "note-other"])
    }

    @Test func aPhotoOfARemovedNoteIsMergedFromTheTrash() throws {
        let other = other("other")
        let (named, unnamed) = (try add(1, to: other), try add(2, to: other))
        try set("n", [.init("kind", .string("note")), .init("photos", Self.list([named]))], in: other)
        try set("n", [.init("removed", .bool(true))], in: other)
        #expect(try MinePhotos(of: other).collect(other.read().state, now: now).trashed == 2)
        #expect(try folder.merge(other.path).photos == 1)
        #expect(try photos.names().isEmpty && photos.bytes(named) == Self.png(1))
        #expect(throws: PlainError.self, "no record names it") { try photos.bytes(unnamed) }
        #expect(try folder.merge(other.path).photos == 0)
        try photos.restore([named])
        #expect(try photos.names() == [named])
    }
}

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
            #expect(state.records["n"]?.value("photos") == Self.list(note.photos))
            let record = try #require(state.records["n"])
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
            let record = try #require(try folder.read().state.records["n"])
            #expect(record.photos.isEmpty && record.value("photos") == nil)
            #expect(record.history(of: "photos").filter { record.isInForce($0, of: "photos") }.count == 1)
        }
        try set("n", [.init("photos", Self.list([names[2]]))], in: folder)
        #expect(try folder.read().state.records["n"]?.photos == [names[2]])
        // A value that is no list, or has only names that this version does not know, takes nothing away.
        try set("n", [.init("photos", .string("x"))], in: folder)
        try set("n", [.init("photos", Self.list(["later.tiff"]))], in: folder)
        #expect(try folder.read().state.records["n"]?.photos == [names[2]])
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
}

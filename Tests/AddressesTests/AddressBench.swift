import Foundation
import GeocliText
import TestSupport

@testable import GeocliAddresses

/// A folder with made-up files of juso and a database of addresses.
final class AddressBench {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("addresses-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appendingPathComponent("addresses.sqlite").path }

    struct Entrance {
        var region = "서울특별시"
        var district = "마포구"
        var road = "와우산로29길"
        var level = "0"
        var main = "42"
        var sub = "5"
        var type = "0"
        var serial = "1"
        var x = "947000.5"
        var y = "1951000.25"

        var line: String {
            "11440|\(serial)|1144012000|\(region)|\(district)|서교동|114403113001|\(road)|\(level)|\(main)|\(sub)||04053|근린생활시설|\(type)|서교동|\(x)|\(y)"
        }
        var entranceLine: String {
            "36110101200000200181100000|3611010100|\(region)|\(district)|반곡동||361102000002|\(road)|\(level)|\(main)|\(sub)|30145|20181204||\(serial)|\(type == "0" ? "RM" : "RS")|01|\(x)|\(y)"
        }
    }

    /// Writes a file in CP949.
    func write(_ text: String, to name: String = "entrc_2606.txt") throws -> AddressFile {
        let plain = folder.appendingPathComponent(name + ".utf8")
        try Data(text.utf8).write(to: plain)
        let file = folder.appendingPathComponent(name)
        let iconv = Process()
        iconv.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        iconv.arguments = ["-f", "UTF-8", "-t", "CP949", "-o", file.path, plain.path]
        try iconv.run()
        iconv.waitUntilExit()
        guard iconv.terminationStatus == 0 else { throw CocoaError(.fileWriteInapplicableStringEncoding) }
        return try AddressFile(path: file.path, month: nil)
    }

    func write(bytes: Data, to name: String) throws -> AddressFile {
        try bytes.write(to: folder.appendingPathComponent(name))
        return try AddressFile(path: folder.appendingPathComponent(name).path, month: nil)
    }

    func write(_ entrances: [Entrance], to name: String = "entrc_2606.txt") throws -> AddressFile {
        try write(entrances.map { $0.line + "\r\n" }.joined(), to: name)
    }

    @discardableResult
    func load(_ files: AddressFile...) throws -> [AddressImportSummary] {
        try AddressImport(into: path, day: "2026-07-01").run(files)
    }

    func book() throws -> AddressBook? { try AddressBook(path: path) }

    /// Returns `E,N month` for a hit, else the name of the miss.
    func find(_ text: String, district: String? = nil) throws -> String {
        guard let book = try book() else { return "no book" }
        switch try book.find(text, district: district) {
        case .found(let hit): return "\(hit.address) \(hit.month)"
        case .none(let miss): return miss.rawValue
        }
    }
}

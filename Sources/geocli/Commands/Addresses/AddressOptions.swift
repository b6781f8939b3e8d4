internal import ArgumentParser
internal import GeocliAddresses
internal import GeocliAsking
internal import GeocliText
internal import Glibc

/// Where the imported addresses are.
struct AddressOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the imported addresses (default: addresses.sqlite in geocli's data folder).",
            ko: "가져온 주소 데이터 파일 (기본값: geocli 데이터 폴더의 addresses.sqlite)", value: .path),
        completion: .file())
    var addressesDb: String?

    /// Returns the path for reading; nil if neither XDG_DATA_HOME nor HOME is set.
    ///
    /// - Throws: `UsageError` for an empty option; `PlainError` if the user named a file that does not exist.
    func readPath() throws -> String? {
        guard let path = try place() else { return nil }
        if addressesDb != nil, !FileCheck.exists(path) { throw AddressBook.missing(path) }
        return path
    }

    /// Returns the path.
    ///
    /// - Throws: `UsageError` if neither XDG_DATA_HOME nor HOME is set.
    func path() throws -> String {
        if let path = try place() { return path }
        throw UsageError(
            en:
                "the path of the file with the addresses is unknown: neither XDG_DATA_HOME nor HOME is set; give --addresses-db PATH",
            ko: "주소 데이터의 위치를 알 수 없습니다(XDG_DATA_HOME과 HOME이 모두 없음). --addresses-db로 경로를 지정하세요")
    }

    private func place() throws -> String? {
        if let addressesDb {
            guard !addressesDb.isEmpty else {
                throw UsageError(
                    en: "--addresses-db is empty; give it a path", ko: "--addresses-db 값이 비어 있습니다. 경로를 쓰세요")
            }
            return addressesDb
        }
        // The XDG specification says to ignore relative paths.
        if let data = Environment.variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/geocli/addresses.sqlite"
        }
        guard let home = Environment.variable("HOME"), !home.isEmpty else { return nil }
        return home + "/.local/share/geocli/addresses.sqlite"
    }
}

/// Facts about the files that an import of addresses touches.
enum FileCheck {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the folder of a path, without the slash after it; the root for a path in the root.
    static func folder(of path: String) -> String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.utf8.startIndex
        return end == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<end], as: UTF8.self)
    }

    /// Returns whether two paths name the same file, even through links.
    static func areSame(_ first: String, _ second: String) -> Bool {
        var (a, b) = (stat(), stat())
        return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }
}

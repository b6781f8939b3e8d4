internal import Glibc

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

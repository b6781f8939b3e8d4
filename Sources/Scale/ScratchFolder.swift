internal import Glibc
internal import Text

/// A folder of a run's own, with everything in it gone at the end.
struct ScratchFolder {
    /// Its path, without links.
    let path: String

    /// A new folder in `parent`.
    ///
    /// - Throws: `ScaleError(.system)`.
    init(in parent: String) throws(ScaleError) {
        var template = Array((parent + "/geocli-run-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard made else { throw Self.failure(parent, errno) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let real = realpath(name, nil) else { throw Self.failure(name, errno) }
        defer { free(real) }
        path = String(cString: real)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// Makes a folder in it.
    func makeFolder(_ name: String) throws(ScaleError) {
        guard mkdir(file(name), 0o700) == 0 else { throw Self.failure(file(name), errno) }
    }

    /// Takes it away. What others write into it meanwhile is tried again; what can't be taken away stays.
    func remove() {
        for _ in 0..<5 {
            Self.remove(path)
            if access(path, F_OK) != 0 { return }
            usleep(200_000)
        }
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }

    /// The names in a folder but for dot and dot-dot, sorted by bytes; none where it can't be read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func failure(_ path: String, _ number: Int32) -> ScaleError {
        ScaleError(
            .system(
                doing: Words(en: "cannot make the folder \(path)", ko: "폴더 \(path)을(를) 만들 수 없습니다"), number: number))
    }
}

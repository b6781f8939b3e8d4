internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc

/// A folder that 'mine export' wrote, with logs or with Markdown files.
struct ImportFolder {
    /// The path of the folder.
    let path: String
    /// The names in the folder, in order.
    private let names: [String]

    /// Reads the names in a folder; nil if the path does not lead to a folder.
    ///
    /// - Throws: `PlainError` for a folder that can't be read.
    init?(_ path: String) throws {
        var facts = stat()
        guard path != "-", stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard let folder = opendir(path) else {
            let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(errno))
            throw PlainError(
                .inputOutput, en: "cannot read the folder \(shown): \(reason.en); check its permissions",
                ko: "폴더 \(shown)\(.object) 읽을 수 없습니다: \(reason.ko). 권한을 확인하세요")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        self.path = path
        self.names = names.sorted()
    }

    /// Whether the folder has logs, so that it can be merged. The merge itself names the logs that it refuses.
    var hasLogs: Bool { names.contains { $0.lowercased().contains(".jsonl") } }

    /// The paths of the folder's Markdown files. Links are not followed.
    var markdown: [String] {
        names.filter { $0.lowercased().hasSuffix(".md") }.map { "\(path)/\($0)" }.filter { file in
            var facts = stat()
            return lstat(file, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        }
    }

    /// The folder's photos.
    var photos: MinePhotos { MinePhotos(of: MineFolder(path, devices: "", machine: "")) }
}

internal import Glibc

/// Completion of files and folders, for arguments that can be either a file or something else. For arguments that are
/// always files, the shell's own completion is better.
enum FileCompletion {
    /// Returns the folders, and the files with one of these endings, whose paths begin with `prefix`; at most 100.
    static func candidates(_ prefix: String, ending endings: [String]) -> [Candidate] {
        let parts = prefix.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        let start = parts.last.map(String.init) ?? ""
        guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory), found.count < 100 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(start), !name.hasPrefix(".") || start.hasPrefix(".") else { continue }
            if entry.pointee.d_type == UInt8(DT_DIR) {
                found.append(folder + name + "/")
            } else if endings.contains(where: { name.lowercased().hasSuffix($0) }) {
                found.append(folder + name)
            }
        }
        return found.sorted().map { Candidate($0) }
    }
}

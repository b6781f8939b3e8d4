internal import GeocliText
internal import Glibc

/// Reads the table in which a plan records its progress. Each statement that adds rows to the table adds a file.
struct ProgressReader {
    private let folder: String
    private var known: Set<String> = []

    /// Makes a reader for the progress table in `folder`, which may not exist yet.
    init(folder: String) { self.folder = folder }

    /// Calls `body` with each new row, in the order in which the files were finished.
    mutating func read(_ body: (String, Int64) -> Void) {
        let new = ScratchFolder.names(in: folder).filter { $0.hasPrefix("part-") && !known.contains($0) }
        let dated = new.map { (changed($0), $0) }.sorted { $0 < $1 }
        for (_, name) in dated {
            known.insert(name)
            // A file that is removed while it is read is skipped, because it has no new rows.
            guard let source = try? ByteSource.file(path: folder + "/" + name),
                let bytes = try? source.readAll(limit: 1 << 20)
            else { continue }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                guard let comma = line.lastIndex(of: ","), let amount = Int64(line[line.index(after: comma)...]) else {
                    continue
                }
                body(String(line[..<comma]), amount)
            }
        }
    }

    /// Returns the time in nanoseconds at which a file last changed.
    private func changed(_ name: String) -> Int {
        var information = stat()
        guard stat(folder + "/" + name, &information) == 0 else { return 0 }
        return information.st_mtim.tv_sec * 1_000_000_000 + information.st_mtim.tv_nsec
    }
}

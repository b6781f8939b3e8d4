internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

extension ReaderMarks {
    /// Moves this user's marks away from the removed runs of the sample in the catalog at `path`. A mark moves to the
    /// last real run before it; a mark without such a run is deleted. Without this step, the next command would
    /// tell the reader that the catalog was created again.
    ///
    /// If a mark can't be moved, the user only gets a warning, because the run is on disk already.
    /// - Parameters:
    ///   - gone: the removed runs.
    ///   - run: the run that removed them. It may have the same number as a removed run.
    static func leave(_ gone: [RunStamp], for run: Int64, in path: String) throws {
        // Without a home folder, no marks exist.
        guard !gone.isEmpty, let folder = try? Environment.readersFolder() else { return }
        var stayed: [Mark] = []
        try Catalog(path: path).forEachRun { stored in
            guard stored.goodRun != nil, stored.id < run else { return }
            let description = stored.description
            stayed.append(
                Mark(run: stored.id, startedAt: description.startedAt.timestamp, sha256: description.sha256))
        }
        let catalog = Environment.realPath(path)
        for reader in readers(in: folder) {
            do {
                try ReaderMarks(of: reader, in: folder).leave(gone.map { Mark(at: $0) }, stayed, in: catalog)
            } catch let error as PlainError {
                Console.complain(Words(en: "warning: \(error.words.en)", ko: "주의: \(error.words.ko)"))
            }
        }
    }

    /// - Parameter stayed: the good runs that remain, newest first.
    private func leave(_ gone: [Mark], _ stayed: [Mark], in catalog: String) throws {
        try changing { marks in
            marks = marks.compactMap { place, mark in
                guard place == catalog, gone.contains(where: mark.isSameRun) else {
                    return (catalog: place, mark: mark)
                }
                return stayed.first { $0.run < mark.run }.map { (catalog: place, mark: $0) }
            }
        }
    }

    /// The readers that have marks; none if the folder can't be read.
    private static func readers(in folder: String) -> [ReaderName] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        // Other files in the folder are not marks.
        return names.sorted().compactMap { try? ReaderName(argument: $0) }
    }
}

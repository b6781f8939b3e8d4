internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc

/// Writes records into a new or an empty folder.
struct MineFolderExport {
    private let folder: MineFolder
    private let target: String

    /// - Throws: `PlainError` for a path that exists already and is not an empty folder.
    init(_ folder: MineFolder, to target: String) throws {
        self.folder = folder
        self.target = target
        var facts = stat()
        guard lstat(target, &facts) == 0 else { return }
        let isEmptyFolder = facts.st_mode & S_IFMT == S_IFDIR && rmdir(target) == 0
        guard isEmptyFolder else {
            let shown = DisplayText.singleLine(target)
            throw PlainError(
                .usage, en: "\(shown) already exists; give the name of a new folder",
                ko: "\(shown)\(.subject) 이미 있습니다. 새 폴더의 이름을 쓰세요")
        }
    }

    /// Writes every act and the photos, with a README that explains them.
    func write(_ common: CommonOptions) throws {
        let merged = try copied()
        MineOptions.tell(merged?.findings ?? [])
        MineOptions.tell(leftOut: merged?.leftOut ?? [])
        let (acts, photos) = (merged?.acts ?? 0, merged?.photos ?? 0)
        try put(Self.readme, as: "README.md")
        Console.note(
            Words(
                en:
                    "exported \(acts) \(acts == 1 ? "line" : "lines") of records and \(photos) \(photos == 1 ? "photo" : "photos") to \(DisplayText.singleLine(target))",
                ko: "기록 \(acts)줄과 사진 \(photos)장을 \(DisplayText.singleLine(target)) 폴더로 내보냈습니다"),
            isQuiet: common.quiet)
    }

    /// Copies the acts and photos. Without acts, makes only the folder and returns nil.
    private func copied() throws -> MineFolder.Merged? {
        var facts = stat()
        do {
            if stat(folder.path, &facts) == 0 || errno != ENOENT {
                return try MineFolder(target, devices: "", machine: "").merge(folder.path)
            }
        } catch let error as PlainError where error.exit == .noInput {
            // A folder in which no act can be read, because its logs are damaged, is not an empty folder.
            guard try folder.read().findings.isEmpty else { throw error }
        }
        try makeTarget()
        return nil
    }

    private func makeTarget() throws {
        guard mkdir(target, 0o700) == 0 else {
            let (shown, reason) = (DisplayText.singleLine(target), SystemError.words(errno))
            throw PlainError(
                .inputOutput, en: "cannot create the folder \(shown): \(reason.en)",
                ko: "폴더 \(shown)\(.object) 만들 수 없습니다: \(reason.ko)")
        }
    }

    /// Writes a file for each year, and copies the photos.
    func write(_ years: [(year: String, text: String)]) throws {
        try makeTarget()
        for (year, text) in years { try put(text, as: "\(year).md") }
        let copy = MinePhotos(of: MineFolder(target, devices: "", machine: ""))
        MineOptions.tell(leftOut: try copy.merge(MinePhotos(of: folder)).leftOut)
    }

    private func put(_ text: String, as name: String) throws {
        try OutputDestination("\(target)/\(name)", sparing: [], isPrivate: true).write(text)
    }

    private static let readme = """
        \(MineDocument.title)Each line of a `*.jsonl` file is one act. An act sets fields (`set`) of one record (`id`) at one time (`clock`) on one device (`device`). The clock has 12 hexadecimal digits of milliseconds since 1970, then 4 hexadecimal digits of a counter. For each field of a record, the current value is the one with the greatest clock; if clocks are equal, the greatest device wins, then the greatest value. The `photos` lists of a record add up; an empty list removes all earlier photos. A record whose `removed` is true was removed.

        The photos are in `photos`. Each file is named by the SHA-256 of its bytes. The photos are as they came from the camera, so they may contain the location where they were taken. `trash` has the photos of removed notes.

        `geocli mine import FOLDER` reads this folder. A second import adds nothing.

        """
}

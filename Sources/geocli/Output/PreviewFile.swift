internal import GeocliAsking
internal import GeocliExport
internal import GeocliText

/// The file of `map --preview`.
struct PreviewFile {
    private let path: String
    private let place: OutputDestination

    /// Checks a path before anything is read.
    ///
    /// - Throws: `OutputClash`; `UsageError` for standard output, and for a name that does not end in `.png`.
    init(_ path: String, db: String?, mine: String?, reading inputs: [String], writing page: String?, isPrivate: Bool)
        throws
    {
        guard path.lowercased().hasSuffix(".png"), !path.hasSuffix("/.png") else {
            let shown = DisplayText.singleLine(path)
            throw UsageError(
                en: "--preview \(shown): the picture is a PNG file; end its name in .png",
                ko: "--preview \(shown): 그림은 PNG로 저장합니다. 파일 이름은 .png로 끝나야 합니다")
        }
        self.path = path
        place = try OutputDestination(path, db: db, mine: mine, reading: inputs, writing: [page], isPrivate: isPrivate)
    }

    /// The name of the file without its folder.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Writes the file, whole or not at all.
    ///
    /// - Throws: `OutputError`.
    func write(_ bytes: [UInt8]) throws {
        let file = try OutputFile.create(at: place)
        try file.write(bytes)
        try file.commit()
    }
}
